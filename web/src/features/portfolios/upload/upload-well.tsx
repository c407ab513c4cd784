import { lazy, Suspense, useEffect } from 'react'
import { acceptOf, ANY_KIND } from '../../../lib/uploads/file-rules.ts'
import { isUnderway, percentOf, type UploadState } from '../../../lib/uploads/upload-state.ts'
import { sendingTexts } from '../../../lib/uploads/upload-texts.ts'
import type { Processing } from '../../../lib/uploads/use-processing.ts'
import type { Unfinished } from '../../../lib/uploads/use-unfinished.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ChooseFile } from '../../../ui/form/choose-file.tsx'
import { Ledge } from '../../../ui/wall/ledge.tsx'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { uploadTexts } from './upload-texts.ts'
import type { Upload } from './use-upload.ts'

// Needed with the first file; preloaded while somebody chooses it.
const importPreview = () => import('./upload-preview.tsx')
const UploadPreview = lazy(async () => ({ default: (await importPreview()).UploadPreview }))
const importStatus = () => import('./upload-status.tsx')
const UploadStatus = lazy(async () => ({ default: (await importStatus()).UploadStatus }))

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
  onSeveral: (files: readonly File[]) => void
  onForget: (mark: string) => void
}

const shareOf = (state: UploadState): number => {
  if (isUnderway(state)) return state.loaded / state.file.size
  return state.phase === 'uploaded' ? 1 : 0
}

/** The file on its ledge with its progress, or an empty place to drop one. */
export function UploadWell(props: UploadWellProps) {
  const { upload, making, unfinished, isDraggedOver, isPublished, isMissed } = props
  const { onFiles, onSeveral, onForget } = props
  const { state } = upload
  useEffect(() => void Promise.all([importPreview(), importStatus()]), [])
  return (
    <div className="upload-well" data-over={isDraggedOver || undefined}>
      <div className="upload-stage">
        <div className="spot" aria-hidden />
        {upload.looks === null ? (
          <div className="upload-outline" aria-hidden />
        ) : (
          <Suspense fallback={<div className="upload-outline" aria-hidden />}>
            <UploadPreview
              preview={upload.preview}
              looks={upload.looks}
              media={making.media}
              share={shareOf(state)}
            />
          </Suspense>
        )}
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
                  {/* Where there is neither a mouse nor a keyboard, files are only chosen. */}
                  <span className="pointer-coarse:hidden">{uploadTexts.drop} </span>
                  <ChooseFile accept={ACCEPTED} className="text-link hit text-14" onFiles={onFiles}>
                    <span className="pointer-coarse:hidden">{uploadTexts.choose}</span>
                    <span className="hidden pointer-coarse:inline">{uploadTexts.chooseOnly}</span>
                  </ChooseFile>
                </>
              )}
            </p>
            <p className="flex flex-wrap gap-x-4 text-14">
              <ChooseFile
                accept={ACCEPTED}
                multiple
                className="text-link hit"
                onFiles={(files) => onSeveral([...files])}
              >
                {uploadTexts.several}
              </ChooseFile>
              {/* Phones choose no folders. */}
              <ChooseFile
                accept={ACCEPTED}
                folder
                className="text-link hit pointer-coarse:hidden"
                onFiles={(files) => onSeveral([...files])}
              >
                {uploadTexts.folder}
              </ChooseFile>
            </p>
            {state.phase === 'refused' ? <ErrorText text={state.sentence} /> : null}
            {state.phase === 'refused' && state.canBeDocument === true ? (
              <Button onClick={upload.asDocument}>{sendingTexts.asDocument}</Button>
            ) : null}
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
          <Suspense>
            <UploadStatus upload={upload} state={state} making={making} isPublished={isPublished} />
          </Suspense>
        )}
      </div>
    </div>
  )
}
