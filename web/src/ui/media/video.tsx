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
import { usePlayerKeys, type PlayerAct } from './player-keys.ts'
import { useFullscreen } from './use-fullscreen.ts'
import { usePlayer } from './use-player.ts'

const Captions = lazy(async () => ({ default: (await import('./captions.tsx')).Captions }))
/** Whether captions are wanted, remembered for every film. */
const CAPTIONS_KEPT_AS = 'plinth.captions'

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
  /** Address of its captions as WebVTT. */
  captions?: string | null
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
  const [captioned, setCaptioned] = useStoredSwitch(CAPTIONS_KEPT_AS)
  const acts: Partial<Record<PlayerAct, () => void>> = {
    toggle: player.toggle,
    on: () => player.step(1),
    back: () => player.step(-1),
    ...(hasSound ? { mute: player.toggleMuted } : {}),
    ...(full.isOffered ? { fullscreen: full.toggle } : {}),
    ...(captions === null ? {} : { captions: () => setCaptioned(!captioned) }),
  }
  usePlayerKeys(box, (wish) => {
    acts[wish]?.()
    return acts[wish] !== undefined
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
      {/* Captions are its maker's to give: not every film has them. */}
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
        <span className="flex mr-1">
          {captions === null ? null : (
            <FootButton name="Captions" pressed={captioned} onPress={acts.captions}>
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
        aria-label="Place in the film"
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
