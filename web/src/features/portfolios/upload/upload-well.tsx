import { acceptOf, ANY_KIND } from '../../../lib/uploads/file-rules.ts'
import { isUnderway, percentOf, type UploadState } from '../../../lib/uploads/upload-state.ts'
import { sendingTexts } from '../../../lib/uploads/upload-texts.ts'
import type { Processing } from '../../../lib/uploads/use-processing.ts'
import type { Unfinished } from '../../../lib/uploads/use-unfinished.ts'
import { ChooseFile } from '../../../ui/form/choose-file.tsx'
import { Ledge } from '../../../ui/wall/ledge.tsx'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { UploadPreview } from './upload-preview.tsx'
import { uploadTexts } from './upload-texts.ts'
import { UploadStatus } from './upload-status.tsx'
import type { Upload } from './use-upload.ts'

const ACCEPTED = acceptOf(ANY_KIND)

interface UploadWellProps {
  upload: Upload
  making: Processing
  /** The last upload that an earlier visit did not finish. */
  unfinished: Unfinished | undefined
  isDraggedOver: boolean
  /** Published: the file can no longer be removed. */
  isPublished: boolean
  /** Somebody tried to publish without a file. */
  isMissed: boolean
  onFiles: (files: FileList) => void
  onForget: (mark: string) => void
}

const shareOf = (state: UploadState): number => {
  if (isUnderway(state)) return state.loaded / state.file.size
  return state.phase === 'uploaded' ? 1 : 0
}

/** The file on its ledge with its progress, or an empty place to drop one. */
export function UploadWell(props: UploadWellProps) {
  const { upload, making, unfinished, isDraggedOver, onFiles, onForget, isPublished, isMissed } =
    props
  const { state } = upload
  return (
    <div className="upload-well" data-over={isDraggedOver || undefined}>
      <div className="upload-stage">
        <div className="spot" aria-hidden />
        <UploadPreview
          preview={upload.preview}
          looks={upload.looks}
          media={making.media}
          share={shareOf(state)}
        />
      </div>
      <Ledge glow={30} />
      <div className="upload-words">
        {state.phase === 'empty' || state.phase === 'refused' ? (
          <>
            <p className="text-14 text-ink-2">
              {isDraggedOver ? (
                uploadTexts.dropNow
              ) : (
                <>
                  {uploadTexts.drop}{' '}
                  <ChooseFile accept={ACCEPTED} className="text-link hit text-14" onFiles={onFiles}>
                    {uploadTexts.choose}
                  </ChooseFile>
                </>
              )}
            </p>
            {state.phase === 'refused' ? <ErrorText text={state.sentence} /> : null}
            {isMissed ? <ErrorText text={uploadTexts.noFile} /> : null}
            {state.phase === 'empty' && unfinished !== undefined ? (
              <p className="text-13 text-ink-2">
                <span role="status">
                  {sendingTexts.unfinished(
                    unfinished.name,
                    percentOf(unfinished.loaded, unfinished.size),
                  )}
                </span>{' '}
                <button
                  type="button"
                  className="text-link hit"
                  onClick={() => onForget(unfinished.mark)}
                >
                  {sendingTexts.forget}
                </button>
              </p>
            ) : null}
          </>
        ) : (
          <UploadStatus upload={upload} state={state} making={making} isPublished={isPublished} />
        )}
      </div>
    </div>
  )
}
