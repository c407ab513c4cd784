import { TriangleAlert } from 'lucide-react'
import { useState, type CSSProperties, type ReactNode } from 'react'
import { bytes } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Ledge } from '../../ui/ledge.tsx'
import { Progress } from '../../ui/progress.tsx'
import { ACCEPTED_TYPES } from './file-name.ts'
import { texts } from './portfolio-texts.ts'
import { isBeingMade, progressOf, type UploadState } from './upload-state.ts'
import type { useMaking } from './use-upload.ts'

/** A file chooser that looks like a link and works by keyboard. */
function ChooseFile({ words, onFiles }: { words: string; onFiles: (files: FileList) => void }) {
  return (
    <label className="choose-file text-link hit text-14">
      {words}
      <input
        type="file"
        accept={ACCEPTED_TYPES}
        className="sr-only"
        onChange={({ target }) => {
          if (target.files) onFiles(target.files)
          // The same file may be chosen again after it was taken away.
          target.value = ''
        }}
      />
    </label>
  )
}

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
                texts.upload.dropNow
              ) : (
                <>
                  {texts.upload.drop} <ChooseFile words={texts.upload.choose} onFiles={onFiles} />
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

const Trouble = ({ words }: { words: string }) => (
  <p role="alert" className="flex items-start gap-2 text-14 text-danger">
    <TriangleAlert size={16} className="mt-0.5" aria-hidden />
    {words}
  </p>
)

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
      texts.upload.sentOf(bytes(loaded), bytes(file.size)),
      ...(secondsLeft === null ? [] : [texts.upload.secondsLeft(secondsLeft)]),
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
            {loaded >= file.size ? texts.upload.checking : told.join(', ')}
          </p>
          <button type="button" className="text-link hit text-14" onClick={onClear}>
            {texts.upload.cancelUpload}
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
            {texts.upload.remove}
          </button>
        )}
      </Line>
      {state.phase === 'broken' ? (
        <>
          <Trouble words={state.sentence} />
          <Button className="self-start" onClick={onAgain}>
            {texts.upload.tryAgain}
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
          words={isLost ? texts.upload.pollFailed : (media?.failure ?? texts.upload.makingFailed)}
        />
        <Button className="self-start" busy={isRetrying && texts.upload.making} onClick={retry}>
          {texts.upload.tryAgain}
        </Button>
      </>
    )
  }
  return (
    <p role="status" className="tnum text-13 text-ink-3">
      {media && !isBeingMade(media)
        ? `${bytes(media.bytes)}, ${texts.upload.kept}`
        : texts.upload.making}
    </p>
  )
}
