import './play-controls.css'
import { Maximize, Minimize, Pause, Play, Repeat, Volume2, VolumeX, X } from 'lucide-react'
import { useEffect, useState, type ReactNode, type RefObject } from 'react'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { useFullscreen } from '../../../ui/media/use-fullscreen.ts'
import { playingTexts as texts } from './playing-texts.ts'

interface PlayButtonsProps {
  words: { back: string; on: string }
  isPlaying: boolean
  onToggle: () => void
  onStep: (by: 1 | -1) => void
}

/** One place back, play or pause, one place forward. */
export const PlayButtons = ({ words, isPlaying, onToggle, onStep }: PlayButtonsProps) => (
  <div className="play-buttons">
    <IconButton name={words.back} onClick={() => onStep(-1)}>
      <StepIcon isBack />
    </IconButton>
    <button
      type="button"
      aria-label={isPlaying ? texts.pause : texts.play}
      className="play-press"
      onClick={onToggle}
    >
      {isPlaying ? <Pause size={22} aria-hidden /> : <Play size={22} aria-hidden />}
    </button>
    <IconButton name={words.on} onClick={() => onStep(1)}>
      <StepIcon />
    </IconButton>
  </div>
)

/** A triangle at a line: one step, as on the buttons of editing programs. */
const StepIcon = ({ isBack = false }: { isBack?: boolean }) => (
  <svg
    aria-hidden
    width={20}
    height={20}
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.6}
    strokeLinejoin="round"
    strokeLinecap="round"
    {...(isBack ? { transform: 'scale(-1 1)' } : {})}
  >
    <path d="M3 4v12" />
    <path d="M7 4.5 16 10l-9 5.5z" />
  </svg>
)

export const LoopButton = ({ isOn, onToggle }: { isOn: boolean; onToggle: () => void }) => (
  <IconButton name={texts.loop} aria-pressed={isOn} className="play-switch" onClick={onToggle}>
    <Repeat size={18} aria-hidden />
  </IconButton>
)

/** The sound, and how loud it is. The line for that appears beside a pointer or with the focus. */
export function Volume({ media }: { media: RefObject<HTMLMediaElement | null> }) {
  const [{ volume, muted }, setHeard] = useState({ volume: 1, muted: false })
  useEffect(() => {
    const element = media.current
    if (element === null) return
    const update = () => setHeard({ volume: element.volume, muted: element.muted })
    element.addEventListener('volumechange', update)
    return () => element.removeEventListener('volumechange', update)
  }, [media])
  const change = (next: Partial<{ volume: number; muted: boolean }>) => {
    if (media.current) Object.assign(media.current, next)
  }
  const isSilent = muted || volume === 0
  return (
    <div className="play-volume">
      <IconButton
        name={texts.mute}
        aria-pressed={!isSilent}
        onClick={() => change(isSilent ? { muted: false, volume: volume || 1 } : { muted: true })}
      >
        {isSilent ? <VolumeX size={18} aria-hidden /> : <Volume2 size={18} aria-hidden />}
      </IconButton>
      <input
        type="range"
        aria-label={texts.volume}
        min={0}
        max={1}
        step={0.05}
        value={muted ? 0 : volume}
        aria-valuetext={`${Math.round((muted ? 0 : volume) * 100)}%`}
        onChange={(event) => change({ muted: false, volume: Number(event.target.value) })}
      />
    </div>
  )
}

export function FullScreenButton({ box }: { box: RefObject<HTMLElement | null> }) {
  const { isFull, isOffered, toggle } = useFullscreen(box)
  if (!isOffered) return null
  return (
    <IconButton name={texts.full} aria-pressed={isFull} onClick={toggle}>
      {isFull ? <Minimize size={18} aria-hidden /> : <Maximize size={18} aria-hidden />}
    </IconButton>
  )
}

type Hint = readonly [keys: readonly string[], words: string]

interface PlayFootProps {
  hints: readonly Hint[]
  /** Whether comments can be written, and whether something can be drawn. */
  canComment: boolean
  canDraw: boolean
  /** What the viewer has set with `I` and `O`, in words. */
  span: { from: string; to: string | null } | null
  onIn: () => void
  onOut: () => void
  onClear: () => void
}

/** Which keys there are, and from where to where the next comment is. */
export function PlayFoot(props: PlayFootProps) {
  const { hints, canComment, canDraw, span, onIn, onOut, onClear } = props
  return (
    <div className="play-foot">
      {hints.map((hint) => (
        <KeyHint key={hint[1]} hint={hint} />
      ))}
      {canComment ? (
        <div className="play-span-set tnum">
          <button type="button" className="hit" aria-label={texts.fromHere} onClick={onIn}>
            <kbd aria-hidden>I</kbd>
            <span className="play-word" aria-hidden>
              {texts.fromHere}
            </span>
          </button>
          <button type="button" className="hit" aria-label={texts.toHere} onClick={onOut}>
            <kbd aria-hidden>O</kbd>
            <span className="play-word" aria-hidden>
              {texts.toHere}
            </span>
          </button>
          {span === null ? (
            <span className="play-none">{texts.none}</span>
          ) : (
            <>
              <b>{span.to === null ? texts.from(span.from) : texts.span(span.from, span.to)}</b>
              <IconButton name={texts.clear} onClick={onClear}>
                <X size={16} aria-hidden />
              </IconButton>
            </>
          )}
        </div>
      ) : null}
      {canComment ? <KeyHint hint={texts.comment} /> : null}
      {canComment && canDraw ? <KeyHint hint={texts.draw} /> : null}
    </div>
  )
}

const KeyHint = ({ hint: [keys, words] }: { hint: Hint }) => (
  <p className="play-hint">
    {keys.map((key) => (
      <kbd key={key}>{key}</kbd>
    ))}
    {words}
  </p>
)

/** Says over the picture that something is wrong, or that it takes a while. */
export const PlayNotice = ({ children }: { children: ReactNode }) => (
  <div className="play-notice text-14">{children}</div>
)
