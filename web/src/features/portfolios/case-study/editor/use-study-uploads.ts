import { useState } from 'react'
import { MAX_GRID_FILES, MAX_STUDY_FILES } from '@plinth/contract/limits.ts'
import type { MediaKind } from '@plinth/contract/media/file-types.ts'
import type { Media } from '@plinth/contract/media/media.ts'
import { refusalOf, type FileRefusal } from '../../../../lib/uploads/file-rules.ts'
import { discardMedia, sendMedia } from '../../../../lib/uploads/media-api.ts'
import { useUploads } from '../../../../lib/uploads/use-uploads.ts'
import { showError } from '../../../../ui/feedback/toast.ts'
import { fileIdsOf, withBlock } from './document/study-rules.ts'
import type { StudyState } from './document/study-state.ts'
import { freeIn, kindsFor, withFile, type Target } from './document/upload-rules.ts'
import { fileTexts as texts } from './editor-texts.ts'

const SENTENCES: Record<FileRefusal, (name: string) => string> = {
  too_large: texts.tooLarge,
  unsupported: texts.unsupported,
  empty: texts.empty,
}

/** A file's target, and the keys of the files that were chosen with it, in their order. */
interface Sent extends Target {
  batch: readonly string[]
}

/** The files of a page. A file becomes part of its block once it has arrived. */
export function useStudyUploads(
  state: StudyState,
  { id, viewerId }: { id: string; viewerId: string },
) {
  const [targets] = useState(() => new Map<string, Sent>())
  const [arrived] = useState(() => new Map<string, string>())
  const place = `study/${id}` as const

  /** False if the block is gone or full. */
  const put = (key: string, media: Media): boolean => {
    const target = targets.get(key)
    if (target === undefined) return false
    const { blockId, slot, batch } = target
    const later = batch.slice(batch.indexOf(key) + 1)
    const next = later.map((one) => arrived.get(one)).find((one) => one !== undefined)
    const { blocks } = state.read().history.now
    const before = blocks.find((one) => one.id === blockId)
    if (before === undefined || withFile(before, slot, media.id, next) === before) return false
    arrived.set(key, media.id)
    state.putFile(media)
    state.change((study) =>
      withBlock(study, blockId, (block) => withFile(block, slot, media.id, next)),
    )
    return true
  }
  const uploads = useUploads({
    viewerId,
    place,
    most: MAX_STUDY_FILES,
    hasPreviews: true,
    refusalOf: () => null,
    onTooMany: () => showError(texts.tooManyTitle, texts.pageFull(MAX_STUDY_FILES)),
    send: async (file, { key, ...sending }) => {
      const media = await sendMedia(file, { viewerId, place, ...sending })
      if (!put(key, media)) discardMedia(media.id)
      return null
    },
  })

  /** Files that are on their way to a block. */
  const pendingIn = (blockId: string) =>
    uploads.files.filter(({ key }) => targets.get(key)?.blockId === blockId)

  return {
    pendingIn,
    pending: uploads.pending,
    remove: uploads.remove,
    goOn: uploads.goOn,
    slotOf: (key: string) => targets.get(key)?.slot,
    /** Sends chosen or dropped files. `meant` are the kinds that a new block was added for. */
    send: (target: Target, chosen: Iterable<File>, meant?: readonly MediaKind[]) => {
      const study = state.read().history.now
      const block = study.blocks.find(({ id: own }) => own === target.blockId)
      if (block === undefined) return
      const kinds = kindsFor(target.slot, meant)
      const files = [...chosen].filter((file) => {
        const refusal = refusalOf(file, kinds)
        if (refusal !== null) showError(SENTENCES[refusal](file.name))
        return refusal === null
      })
      const waiting = pendingIn(target.blockId).filter(
        ({ key }) => targets.get(key)?.slot === target.slot,
      )
      // A single place takes the last file that was chosen for it.
      if (target.slot !== 'grid') waiting.forEach(uploads.remove)
      const inBlock = freeIn(block, target.slot) - (target.slot === 'grid' ? waiting.length : 0)
      const onPage = MAX_STUDY_FILES - fileIdsOf(study).length - uploads.files.length
      const taken = files.slice(0, Math.max(0, Math.min(inBlock, onPage)))
      if (taken.length < files.length) {
        const isPageFull = onPage < inBlock
        const most = target.slot === 'grid' ? MAX_GRID_FILES : 1
        showError(
          texts.tooManyTitle,
          isPageFull ? texts.pageFull(MAX_STUDY_FILES) : texts.tooMany(most),
        )
      }
      const batch = uploads.choose(taken).map(({ key }) => key)
      for (const key of batch) targets.set(key, { ...target, batch })
    },
  }
}
