import '../audio.css'
import { LoaderCircle, Pause, Play, TriangleAlert } from 'lucide-react'
import { useRef, type CSSProperties } from 'react'
import { clock } from '../../lib/format/format.ts'
import { Button } from '../actions/button.tsx'
import { usePlayerKeys, type PlayerAction } from './use-player-keys.ts'
import { usePlayer } from './use-player.ts'
import { waveMask } from './waveform.ts'

/** Number of bars on wide screens and on phones. */
const BARS = { wide: 160, narrow: 64 } as const

interface AudioPlayerProps {
  src: string
  /** Name of the sound, for screen readers. */
  label: string
  durationMs: number
  /** Loudness 0 to 1, evenly spread; null while unknown. */
  peaks: readonly number[] | null
}

/** An audio player whose slider is the waveform. */
export function AudioPlayer({ src, label, durationMs, peaks }: AudioPlayerProps) {
  const seconds = durationMs / 1_000
  const player = usePlayer<HTMLAudioElement>({ seconds })
  const { media, line, playing, waiting, failed, at } = player
  const box = useRef<HTMLDivElement>(null)
  const actions: Partial<Record<PlayerAction, () => void>> = {
    toggle: player.toggle,
    on: () => player.step(1),
    back: () => player.step(-1),
    mute: player.toggleMuted,
  }
  usePlayerKeys(box, (action) => {
    actions[action]?.()
    return actions[action] !== undefined
  })
  return (
    <div ref={box} role="group" aria-label={label} className="audio">
      {/* Sound has no captions here. Speech belongs in the alternative text. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio ref={media} src={src} preload="none" />
      <div
        className="audio-wave"
        style={
          {
            '--wide': waveMask(peaks, BARS.wide),
            '--narrow': waveMask(peaks, BARS.narrow),
          } as CSSProperties
        }
      >
        <input
          ref={line}
          type="range"
          aria-label="Position in the piece"
          aria-valuetext={`${clock(at)} of ${clock(seconds)}`}
          min={0}
          max={seconds}
          step="any"
          defaultValue={0}
          className="audio-line"
          onChange={(event) => player.seek(Number(event.target.value))}
        />
      </div>
      <div className="flex flex-wrap items-center gap-y-1 gap-x-4 min-h-16">
        <button
          type="button"
          aria-label={playing ? 'Pause' : 'Play'}
          className="audio-press"
          onClick={player.toggle}
        >
          {playing ? <Pause size={24} aria-hidden /> : <Play size={24} aria-hidden />}
        </button>
        <p className="tnum text-14 text-ink-2">
          <strong className="font-semibold text-ink">{clock(at)}</strong> of {clock(seconds)}
        </p>
        {waiting && !failed ? (
          <p role="status" className="text-14 flex flex-wrap items-center gap-2 text-ink-3">
            <LoaderCircle size={16} className="animate-[spin_1s_linear_infinite]" aria-hidden />
            Loading
          </p>
        ) : null}
        {failed ? (
          <p role="alert" className="text-14 flex flex-wrap items-center gap-2 text-danger">
            <TriangleAlert size={16} aria-hidden />
            We couldn’t play this piece.
            <Button variant="quiet" className="text-link px-0" onClick={player.again}>
              Try again
            </Button>
          </p>
        ) : null}
      </div>
    </div>
  )
}
