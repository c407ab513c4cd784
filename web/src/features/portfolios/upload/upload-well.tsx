import { acceptOf, ANY_KIND } from '../../../lib/uploads/file-rules.ts'
import { isUnderway, percentOf, type UploadState } from '../../../lib/uploads/upload-state.ts'
import { sendingTexts } from '../../../lib/uploads/upload-texts.ts'
import type { Processing } from '../../../lib/uploads/use-processing.ts'
import type { Unfinished } from '../../../lib/uploads/use-unfinished.ts'
import { ChooseFile } from '../../../ui/form/choose-file.tsx'
import { Ledge } from '../../../ui/wall/ledge.tsx'
import { Trouble } from '../../../ui/feedback/trouble.tsx'
import { UploadFace } from './upload-face.tsx'
import { uploadTexts } from './upload-texts.ts'
import { UploadTold } from './upload-told.tsx'
import type { Upload } from './use-upload.ts'

const ACCEPTED = acceptOf(ANY_KIND)

interface UploadWellProps {
  upload: Upload
  making: Processing
  /** The last that an earlier visit did not end. */
  unfinished: Unfinished | undefined
  isDraggedOver: boolean
  /** Published: the file can no longer be taken away. */
  isHung: boolean
  /** To be published without a file. */
  isMissed: boolean
  onFiles: (files: FileList) => void
  onForget: (mark: string) => void
}

const shareOf = (state: UploadState): number => {
  if (isUnderway(state)) return state.loaded / state.file.size
  return state.phase === 'uploaded' ? 1 : 0
}

/** The file on its ledge and how it is doing, or the place where one would stand. */
export function UploadWell(props: UploadWellProps) {
  const { upload, making, unfinished, isDraggedOver, onFiles, onForget, isHung, isMissed } = props
  const { state } = upload
  return (
    <div className="upload-well" data-over={isDraggedOver || undefined}>
      <div className="upload-stage">
        <div className="spot" aria-hidden />
        <UploadFace
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
            {state.phase === 'refused' ? <Trouble words={state.sentence} /> : null}
            {isMissed ? <Trouble words={uploadTexts.noFile} /> : null}
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
          <UploadTold upload={upload} state={state} making={making} isHung={isHung} />
        )}
      </div>
    </div>
  )
}
