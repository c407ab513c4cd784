import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { addToBoard } from '@plinth/contract/boards/boards.ts'
import { MAX_BOARD_PICTURES } from '@plinth/contract/limits.ts'
import type { MediaKind } from '@plinth/contract/media/file-types.ts'
import { call } from '../../../lib/api/api.ts'
import { refusalOf } from '../../../lib/uploads/file-rules.ts'
import type { UploadFile } from '../../../lib/uploads/files.ts'
import { discardMedia, sendMedia } from '../../../lib/uploads/media-api.ts'
import { useUploads } from '../../../lib/uploads/use-uploads.ts'
import { showError, toast } from '../../../ui/feedback/toast.ts'
import { refreshAfter, rereadItems } from '../board-cache.ts'
import { pictureTexts as texts } from './picture-texts.ts'

const KINDS: readonly MediaKind[] = ['image']
/** While many arrive, the board is read once in this time. */
const READ_EVERY_MS = 1_000

function refusalSentence(file: File): string | null {
  const refusal = refusalOf(file, KINDS)
  return refusal && texts[refusal](file.name)
}

/** Pictures on their way to a board. Each is put at its end once it has arrived. */
export function useBoardPictures(boardId: string, viewerId: string) {
  const client = useQueryClient()
  const place = `board/${boardId}` as const
  /** Files that have arrived, by the keys of their rows: trying again does not send them twice. */
  const [arrived] = useState(() => new Map<string, string>())
  const reading = useRef<number | null>(null)
  const added = useRef(0)

  const read = () => {
    reading.current ??= window.setTimeout(() => {
      reading.current = null
      void refreshAfter(client, { type: 'item', id: boardId })
      void rereadItems(client, boardId)
    }, READ_EVERY_MS)
  }
  const uploads = useUploads({
    viewerId,
    place,
    most: MAX_BOARD_PICTURES,
    refusalOf: refusalSentence,
    onTooMany: () => showError(texts.tooManyTitle, texts.tooMany),
    send: async (file, { key, ...sending }) => {
      const mediaId =
        arrived.get(key) ?? (await sendMedia(file, { viewerId, place, ...sending })).id
      arrived.set(key, mediaId)
      const { signal } = sending
      await call(addToBoard, { params: { id: boardId }, body: { mediaId }, signal })
      added.current += 1
      read()
      return null
    },
  })

  const { pending } = uploads
  const say = useEffectEvent(() => {
    if (added.current === 0) return
    toast({ title: texts.added(added.current), variant: 'success' })
    added.current = 0
  })
  useEffect(() => {
    if (pending === 0) say()
  }, [pending])

  return {
    files: uploads.files,
    pending,
    choose: uploads.choose,
    pause: uploads.pause,
    goOn: uploads.goOn,
    remove: (file: UploadFile) => {
      const mediaId = arrived.get(file.key)
      if (mediaId !== undefined) discardMedia(mediaId)
      uploads.remove(file)
    },
  }
}
