import type { ReactNode } from 'react'
import { bytes } from '../../../lib/format/format.ts'
import {
  canPause,
  isProcessing,
  isUnderway,
  percentOf,
  type UnderwayState,
  type UploadState,
} from '../../../lib/uploads/upload-state.ts'
import { sendingLine, sendingTexts, announcementOf } from '../../../lib/uploads/upload-texts.ts'
import type { Processing } from '../../../lib/uploads/use-processing.ts'
import { Progress } from '../../../ui/feedback/progress.tsx'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx'
import { uploadTexts } from './upload-texts.ts'
import type { Upload } from './use-upload.ts'

const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-x-4">{children}</div>
)
const Act = ({ words, onAct }: { words: string; onAct: () => void }) => (
  <button
    type="button"
    className="text-link hit shrink-0 text-14"
    // The second click of a double click would undo the first.
    onClick={({ detail }) => {
      if (detail < 2) onAct()
    }}
  >
    {words}
  </button>
)

interface UploadStatusProps {
  upload: Upload
  state: Exclude<UploadState, { phase: 'empty' | 'refused' }>
  making: Processing
  isPublished: boolean
}

/** The upload's progress and its buttons. The height is the same in every state. */
export function UploadStatus({ upload, state, making, isPublished }: UploadStatusProps) {
  const name = isUnderway(state) ? state.file.name : state.media.fileName
  return (
    <>
      {/* Stays mounted in all states: screen readers announce only changes of an existing element. */}
      <VisuallyHidden>
        <span role="status">{announcementOf(name, state)}</span>
      </VisuallyHidden>
      {isUnderway(state) ? (
        <OnItsWay upload={upload} state={state} />
      ) : (
        <>
          <Row>
            <p className="min-w-0 truncate text-14 font-semibold text-ink">{name}</p>
            {isPublished ? null : <Act words={uploadTexts.remove} onAct={upload.clear} />}
          </Row>
          <MakingStatus making={making} />
        </>
      )}
    </>
  )
}

/** One button for all states, so that it keeps the focus. */
function actOf({ pause, goOn }: Upload, state: UnderwayState) {
  if (canPause(state)) return { words: sendingTexts.pause, onAct: pause }
  if (state.phase === 'paused') return { words: sendingTexts.goOn, onAct: goOn }
  return state.phase === 'broken' ? { words: uploadTexts.tryAgain, onAct: goOn } : null
}

function OnItsWay({ upload, state }: { upload: Upload; state: UnderwayState }) {
  const { file, loaded } = state
  const act = actOf(upload, state)
  return (
    <>
      <Row>
        <p className="min-w-0 truncate text-14 font-semibold text-ink">{file.name}</p>
        <p className="tnum text-14 text-ink">{percentOf(loaded, file.size)}%</p>
      </Row>
      <Progress value={percentOf(loaded, file.size) / 100} label={file.name} />
      <div className="upload-doing">
        {state.phase === 'broken' ? (
          <ErrorText text={state.sentence} />
        ) : (
          <p className="tnum text-13 text-ink-3">{sendingLine(state)}</p>
        )}
        <div className="flex shrink-0 gap-5">
          {act === null ? null : <Act {...act} />}
          <Act words={uploadTexts.cancelUpload} onAct={upload.clear} />
        </div>
      </div>
    </>
  )
}

/** Whether the sizes are made, or why not. */
export function MakingStatus({ making }: { making: Processing }) {
  const { media, isLost, isRetrying, retry } = making
  if (isRetrying) {
    return (
      <p role="status" className="text-13 text-ink-3">
        {uploadTexts.retrying}
      </p>
    )
  }
  if (isLost || media?.state === 'failed') {
    return (
      <div className="upload-doing">
        <ErrorText
          text={isLost ? uploadTexts.pollFailed : (media?.failure ?? uploadTexts.makingFailed)}
        />
        <Act words={uploadTexts.tryAgain} onAct={retry} />
      </div>
    )
  }
  return (
    <p role="status" className="tnum text-13 text-ink-3">
      {media && !isProcessing(media)
        ? `${bytes(media.bytes)}, ${uploadTexts.kept}`
        : uploadTexts.making[media?.kind ?? 'image']}
    </p>
  )
}
