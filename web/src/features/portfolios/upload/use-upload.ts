import { useEffect, useEffectEvent, useRef } from 'react'
import { ANY_KIND, fileTypeOf, refusalOf } from '../../../lib/uploads/file-rules.ts'
import { isUnderway, NO_UPLOAD } from '../../../lib/uploads/upload-state.ts'
import type { UploadFile } from '../../../lib/uploads/files.ts'
import { useUploads } from '../../../lib/uploads/use-uploads.ts'
import { showError } from '../../../ui/feedback/toast.ts'
import { uploadTexts } from './upload-texts.ts'

function sentenceAgainst(file: File): string | null {
  const refusal = refusalOf(file, ANY_KIND)
  if (refusal === null) return null
  const { tooLarge, unsupported, emptyFile } = uploadTexts
  const sentence = { too_large: tooLarge, unsupported, empty: emptyFile }[refusal](file.name)
  if (refusal === 'too_large') showError(uploadTexts.tooLargeTitle, sentence)
  return sentence
}

/** What a document looks like until the server says which kind it is. */
const TEXT = { name: '', type: 'text/plain' }

/** The file of a work. It is removed when the form unmounts, unless it was released. */
export function useUpload(viewerId: string) {
  const uploads = useUploads({
    viewerId,
    place: 'work',
    most: 1,
    hasPreviews: true,
    takesDocuments: true,
    refusalOf: sentenceAgainst,
    onTooMany: () => undefined,
    onFailed: (sentence) => showError(uploadTexts.failedTitle, sentence),
  })
  const [file] = uploads.files
  const state = file?.upload ?? NO_UPLOAD
  const isReleased = useRef(false)
  const dropAtEnd = useEffectEvent(() => {
    if (!isReleased.current) uploads.removeAll()
  })
  useEffect(() => () => dropAtEnd(), [])
  return {
    state,
    preview: file?.preview ?? null,
    /** The kind according to the file or, for one sent in an earlier visit, according to the server. */
    looks:
      state.phase === 'uploaded'
        ? fileTypeOf({ name: '', type: state.media.contentType })
        : isUnderway(state)
          ? fileTypeOf(file?.asDocument === true ? TEXT : state.file)
          : null,
    choose: uploads.replace,
    pause: () => {
      if (file) uploads.pause(file)
    },
    /** Resumes a paused or failed upload. */
    goOn: () => {
      if (file) uploads.goOn(file.key)
    },
    /** Sends a refused file again, as a document. */
    asDocument: () => {
      if (file) uploads.asDocument(file)
    },
    clear: uploads.removeAll,
    restore: (kept: readonly UploadFile[]) => {
      if (file === undefined) uploads.restore(kept.slice(0, 1))
    },
    /** Keeps the file after the form unmounts, because the work is published. */
    release: () => {
      isReleased.current = true
    },
  }
}
export type Upload = ReturnType<typeof useUpload>
