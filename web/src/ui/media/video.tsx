import './video.css'
import {
  Captions as CaptionsIcon,
  Maximize,
  Minimize,
  Pause,
  Play,
  Volume2,
  VolumeX,
} from 'lucide-react'
import { clsx } from 'clsx'
import { lazy, Suspense, useRef, type ReactNode } from 'react'
import { clock } from '../../lib/format/format.ts'
import { useStoredSwitch } from '../../lib/browser/use-stored-switch.ts'
import { usePlayerKeys, type PlayerAction } from './use-player-keys.ts'
import { useFullscreen } from './use-fullscreen.ts'
import { usePlayer } from './use-player.ts'

const Captions = lazy(async () => ({ default: (await import('./captions.tsx')).Captions }))
/** Remembers for all videos whether captions are shown. */
const CAPTIONS_KEY = 'plinth.captions'

export interface VideoProps {
  src: string
  /** Shown until the video plays. */
  poster: string
  /** Describes the video for screen readers. */
  label: string
  width: number
  height: number
  durationMs: number
  hasSound: boolean
  /** URL of its captions as WebVTT. */
  captions?: string | null
  /** Plays muted by itself while set; never when the viewer prefers reduced motion. */
  autoPlay?: boolean
  loop?: boolean
  className?: string
}

/** A video with our own controls: a press anywhere plays it, and the slider is at the bottom. */
export function Video({
  src,
  poster,
  label,
  width,
  height,
  durationMs,
  hasSound,
  captions = null,
  autoPlay = false,
  loop = false,
  className,
}: VideoProps) {
  const seconds = durationMs / 1_000
  const player = usePlayer<HTMLVideoElement>({ autoPlay, seconds })
  const { media, line, playing, muted, failed, at } = player
  const box = useRef<HTMLDivElement>(null)
  const track = useRef<HTMLTrackElement>(null)
  const full = useFullscreen(box)
  const [captioned, setCaptioned] = useStoredSwitch(CAPTIONS_KEY)
  const actions: Partial<Record<PlayerAction, () => void>> = {
    toggle: player.toggle,
    on: () => player.step(1),
    back: () => player.step(-1),
    ...(hasSound ? { mute: player.toggleMuted } : {}),
    ...(full.isOffered ? { fullscreen: full.toggle } : {}),
    ...(captions === null ? {} : { captions: () => setCaptioned(!captioned) }),
  }
  usePlayerKeys(box, (action) => {
    actions[action]?.()
    return actions[action] !== undefined
  })
  return (
    <div
      ref={box}
      role="group"
      aria-label={label}
      data-playing={playing ? '' : undefined}
      className={clsx('video', className)}
      style={{ aspectRatio: `${width} / ${height}` }}
    >
      {/* Captions come from the maker, so not every video has them. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video
        ref={media}
        src={src}
        poster={poster}
        width={width}
        height={height}
        preload="metadata"
        playsInline
        loop={loop}
        muted={autoPlay}
      >
        {captions === null ? null : <track ref={track} kind="captions" src={captions} />}
      </video>
      {captions !== null && captioned ? (
        <Suspense fallback={null}>
          <Captions key={captions} trackRef={track} />
        </Suspense>
      ) : null}
      <button
        type="button"
        aria-label={playing ? 'Pause' : 'Play'}
        className="video-press"
        onClick={player.toggle}
      >
        <span className="video-icon">
          {playing ? <Pause size={28} aria-hidden /> : <Play size={28} aria-hidden />}
        </span>
      </button>
      {failed ? (
        <p role="alert" className="video-failed">
          We couldn’t play this film.
        </p>
      ) : null}
      <div className="video-foot">
        <span className="video-chip tnum">
          {clock(at)}
          <span aria-hidden>/</span>
          {clock(seconds)}
        </span>
        <span className="flex mr-1">
          {captions === null ? null : (
            <FootButton name="Captions" pressed={captioned} onPress={actions.captions}>
              <CaptionsIcon size={18} aria-hidden />
            </FootButton>
          )}
          {hasSound ? (
            <FootButton name="Sound" pressed={!muted} onPress={player.toggleMuted}>
              {muted ? <VolumeX size={18} aria-hidden /> : <Volume2 size={18} aria-hidden />}
            </FootButton>
          ) : null}
          {full.isOffered ? (
            <FootButton
              name="Full screen"
              pressed={full.isFull}
              onPress={full.toggle}
              className="video-full"
            >
              {full.isFull ? (
                <Minimize size={18} aria-hidden />
              ) : (
                <Maximize size={18} aria-hidden />
              )}
            </FootButton>
          ) : null}
        </span>
      </div>
      <input
        ref={line}
        type="range"
        aria-label="Position in the film"
        aria-valuetext={`${clock(at)} of ${clock(seconds)}`}
        min={0}
        max={seconds}
        step="any"
        defaultValue={0}
        className="video-line"
        onChange={(event) => player.seek(Number(event.target.value))}
      />
    </div>
  )
}

const FootButton = ({
  name,
  pressed,
  onPress,
  className,
  children,
}: {
  name: string
  pressed: boolean
  onPress: (() => void) | undefined
  className?: string
  children: ReactNode
}) => (
  <button
    type="button"
    aria-label={name}
    aria-pressed={pressed}
    className={clsx('video-button', className)}
    onClick={onPress}
  >
    <span className="video-chip">{children}</span>
  </button>
)
