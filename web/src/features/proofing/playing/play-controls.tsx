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

interface SpanChipProps {
  from: string
  to: string | null
  onClear: () => void
}

/** What the viewer has set with `I` and `O`. */
export const SpanChip = ({ from, to, onClear }: SpanChipProps) => (
  <p className="play-chip tnum text-13">
    {to === null ? texts.from(from) : texts.span(from, to)}
    <button type="button" aria-label={texts.clear} className="hit" onClick={onClear}>
      <X size={14} aria-hidden />
    </button>
  </p>
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

type Hints = readonly (readonly [keys: readonly string[], words: string])[]

/** Which keys there are, on screens that have some. */
export const KeyHints = ({ hints }: { hints: Hints }) => (
  <ul className="play-keys" aria-label={texts.keys}>
    {hints.map(([keys, words]) => (
      <li key={words}>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
        {words}
      </li>
    ))}
  </ul>
)

/** Says over the picture that something is wrong, or that it takes a while. */
export const PlayNotice = ({ children }: { children: ReactNode }) => (
  <div className="play-notice text-14">{children}</div>
)
