import '../styles/video.css'
import { Pause, Play, Volume2, VolumeX } from 'lucide-react'
import { clsx } from 'clsx'
import { clock } from '../lib/format.ts'
import { usePlayer } from './use-player.ts'

export interface VideoProps {
  src: string
  /** Stands there until the film plays. */
  poster: string
  /** What it is, for those who do not see it. */
  label: string
  width: number
  height: number
  durationMs: number
  hasSound: boolean
  /** Starts by itself, without sound, while this is set; never where the viewer wants stillness. */
  autoPlay?: boolean
  loop?: boolean
  className?: string
}

/** A film with our own controls: a press anywhere plays it, its place is the line at its feet. */
export function Video({
  src,
  poster,
  label,
  width,
  height,
  durationMs,
  hasSound,
  autoPlay = false,
  loop = false,
  className,
}: VideoProps) {
  const { video, line, playing, muted, failed, at, toggle, toggleMuted, seek } = usePlayer({
    autoPlay,
  })
  const seconds = durationMs / 1_000
  const time = `${clock(at)} of ${clock(seconds)}`
  return (
    <div
      role="group"
      aria-label={label}
      data-playing={playing ? '' : undefined}
      className={clsx('video', className)}
      style={{ aspectRatio: `${width} / ${height}` }}
    >
      {/* Films that people send carry no captions of their own. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video
        ref={video}
        src={src}
        poster={poster}
        width={width}
        height={height}
        preload="metadata"
        playsInline
        loop={loop}
        muted={autoPlay}
      />
      <button
        type="button"
        aria-label={playing ? 'Pause' : 'Play'}
        className="video-press"
        onClick={toggle}
      >
        <span className="video-mark">
          {playing ? <Pause size={28} aria-hidden /> : <Play size={28} aria-hidden />}
        </span>
      </button>
      {failed ? (
        <p role="alert" className="video-failed">
          This film could not be played.
        </p>
      ) : null}
      <div className="video-foot">
        <span className="video-chip tnum">
          {clock(at)}
          <span aria-hidden>/</span>
          {clock(seconds)}
        </span>
        {hasSound ? (
          <button
            type="button"
            aria-label="Sound"
            aria-pressed={!muted}
            className="video-sound"
            onClick={toggleMuted}
          >
            <span className="video-chip">
              {muted ? <VolumeX size={18} aria-hidden /> : <Volume2 size={18} aria-hidden />}
            </span>
          </button>
        ) : null}
      </div>
      <input
        ref={line}
        type="range"
        aria-label="Place in the film"
        aria-valuetext={time}
        min={0}
        max={seconds}
        step="any"
        defaultValue={0}
        className="video-line"
        onChange={(event) => seek(Number(event.target.value))}
        onKeyDown={(event) => {
          const by = SEEK_KEYS[event.key]
          if (by === undefined) return
          event.preventDefault()
          seek(
            Math.min(
              Math.max(0, Number(event.currentTarget.value) + by * stepOf(seconds)),
              seconds,
            ),
          )
        }}
      />
    </div>
  )
}

/** Which way a key leads. With `step="any"` the browser's own step would be a hundredth of the film. */
const SEEK_KEYS: Partial<Record<string, 1 | -1>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
}
/** Seconds. */
const stepOf = (length: number) => (length < 60 ? 1 : 5)
