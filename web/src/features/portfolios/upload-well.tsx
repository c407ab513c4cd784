import { useState, type CSSProperties, type ReactNode } from 'react'
import { acceptOf, PICTURES } from '../../lib/file-refusal.ts'
import { bytes } from '../../lib/format.ts'
import { isBeingMade, progressOf, type UploadState } from '../../lib/upload-state.ts'
import type { useMaking } from '../../lib/use-making.ts'
import { Button } from '../../ui/button.tsx'
import { ChooseFile } from '../../ui/choose-file.tsx'
import { Ledge } from '../../ui/ledge.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { uploadTexts } from './upload-texts.ts'

const ACCEPTED = acceptOf(PICTURES)

/** The work on its ledge, lit from the left as far as it has been sent. */
function Lit({ src, share }: { src: string | null; share: number }) {
  const [broken, setBroken] = useState<string | null>(null)
  if (src === null || broken === src) {
    return <div className="upload-outline" aria-hidden />
  }
  return (
    <div className="upload-work" style={{ '--lit': share } as CSSProperties}>
      <img src={src} alt="" onError={() => setBroken(src)} />
      <img src={src} alt="" aria-hidden />
    </div>
  )
}

const Line = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">{children}</div>
)

export type Making = ReturnType<typeof useMaking>

export interface UploadWellProps {
  state: UploadState
  preview: string | null
  making: Making
  isDraggedOver: boolean
  /** Published: the file can no longer be taken away. */
  isHung: boolean
  onFiles: (files: FileList) => void
  onClear: () => void
  onAgain: () => void
}

export function UploadWell(props: UploadWellProps) {
  const { state, preview, isDraggedOver, onFiles } = props
  const isWaiting = state.phase === 'empty' || state.phase === 'refused'
  const share =
    state.phase === 'sending' ? state.loaded / state.file.size : state.phase === 'kept' ? 1 : 0
  return (
    <div className="upload-well" data-over={isDraggedOver || undefined}>
      <div className="upload-stage">
        <div className="spot" aria-hidden />
        <Lit src={isWaiting ? null : preview} share={share} />
      </div>
      <Ledge glow={30} />
      <div className="upload-words">
        {isWaiting ? (
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
          </>
        ) : (
          <Told {...props} state={state} />
        )}
      </div>
    </div>
  )
}

/** How far the file is and what can be done about it. */
function Told({
  state,
  making,
  isHung,
  onClear,
  onAgain,
}: UploadWellProps & { state: Exclude<UploadState, { phase: 'empty' | 'refused' }> }) {
  const name = state.phase === 'kept' ? state.media.fileName : state.file.name
  if (state.phase === 'sending') {
    const { percent, secondsLeft } = progressOf(state)
    const { loaded, file } = state
    const told = [
      uploadTexts.sentOf(bytes(loaded), bytes(file.size)),
      ...(secondsLeft === null ? [] : [uploadTexts.secondsLeft(secondsLeft)]),
    ]
    return (
      <>
        <Line>
          <p className="min-w-0 truncate text-14 font-semibold text-ink">{name}</p>
          <p className="tnum text-14 text-ink">{percent}%</p>
        </Line>
        <Progress value={loaded / file.size} label={name} />
        <Line>
          <p className="tnum text-13 text-ink-3">
            {loaded >= file.size ? uploadTexts.checking : told.join(', ')}
          </p>
          <button type="button" className="text-link hit text-14" onClick={onClear}>
            {uploadTexts.cancelUpload}
          </button>
        </Line>
      </>
    )
  }
  return (
    <>
      <Line>
        <p className="min-w-0 truncate text-14 font-semibold text-ink">{name}</p>
        {isHung ? null : (
          <button type="button" className="text-link hit text-14" onClick={onClear}>
            {uploadTexts.remove}
          </button>
        )}
      </Line>
      {state.phase === 'broken' ? (
        <>
          <Trouble words={state.sentence} />
          <Button className="self-start" onClick={onAgain}>
            {uploadTexts.tryAgain}
          </Button>
        </>
      ) : (
        <MakingStatus making={making} />
      )}
    </>
  )
}

/** Whether the sizes are made, or what came between. */
export function MakingStatus({ making }: { making: Making }) {
  const { media, isLost, isRetrying, retry } = making
  if (isLost || media?.state === 'failed') {
    return (
      <>
        <Trouble
          words={isLost ? uploadTexts.pollFailed : (media?.failure ?? uploadTexts.makingFailed)}
        />
        <Button className="self-start" busy={isRetrying && uploadTexts.making} onClick={retry}>
          {uploadTexts.tryAgain}
        </Button>
      </>
    )
  }
  return (
    <p role="status" className="tnum text-13 text-ink-3">
      {media && !isBeingMade(media)
        ? `${bytes(media.bytes)}, ${uploadTexts.kept}`
        : uploadTexts.making}
    </p>
  )
}
