import { useReducer } from 'react'
import { ANY_KIND, refusalOf } from '../../../lib/uploads/file-refusal.ts'
import {
  isPaused,
  isPending,
  mediaOf,
  newFileKey,
  type SentFile,
} from '../../../lib/uploads/sent-files.ts'
import type { UploadEvent } from '../../../lib/uploads/upload-state.ts'
import { useFileSending } from '../../../lib/uploads/use-file-sending.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { composeTexts as texts } from './compose-texts.ts'
import { chosenFile, nextFiles, refusedFile, roomFor } from './compose-files.ts'

function taken(file: File): SentFile {
  const refusal = refusalOf(file, ANY_KIND)
  return refusal === null
    ? chosenFile(file, newFileKey())
    : refusedFile(file, newFileKey(), texts.files[refusal](file.name))
}

/** The files of a message in the making: each is sent as soon as it is chosen, two at a time. */
export function useMessageUploads(viewerId: string) {
  const [files, dispatch] = useReducer(nextFiles, [])
  const tell = (key: string, event: UploadEvent) => dispatch({ type: 'upload', key, event })
  const { pause, goOn, discard } = useFileSending({ viewerId, place: 'message', files, tell })
  const remove = (file: SentFile) => {
    discard(file)
    dispatch({ type: 'remove', key: file.key })
  }
  return {
    files,
    /** So many have not arrived and will by themselves. */
    pending: files.filter(isPending).length,
    paused: files.filter(isPaused).length,
    mediaIds: files.flatMap((file) => mediaOf(file)?.id ?? []),
    /** Takes what is chosen, dropped or pasted, as far as there is room. */
    choose: (chosen: Iterable<File>) => {
      const all = Array.from(chosen, taken)
      const surplus = new Set(all.filter(({ file }) => file !== null).slice(roomFor(files)))
      if (surplus.size > 0) {
        toast({
          title: texts.files.tooManyTitle,
          description: texts.files.tooMany,
          variant: 'destructive',
        })
      }
      dispatch({ type: 'add', files: all.filter((file) => !surplus.has(file)) })
    },
    restore: (kept: readonly SentFile[]) => dispatch({ type: 'restore', files: kept }),
    pause,
    goOn,
    remove,
    removeAll: () => {
      for (const file of files) remove(file)
    },
    /** They belong to the message that was sent: nothing of them is thrown away. */
    letGo: () => dispatch({ type: 'clear' }),
  }
}
export type MessageUploads = ReturnType<typeof useMessageUploads>
