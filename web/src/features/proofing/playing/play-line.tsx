import './play-line.css'
import { clsx } from 'clsx'
import {
  useEffect,
  useState,
  type CSSProperties,
  type PointerEvent as ReactPointerEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import type { ProofMark } from '@plinth/contract/proofing/marks.ts'
import { clock } from '../../../lib/format/format.ts'
import { PinFace } from '../marks/pin-face.tsx'
import { spread, ticksOf } from './line-rules.ts'
import { playingTexts as texts } from './playing-texts.ts'
import { LINE } from './keys.ts'
import type { Span } from './use-span.ts'

/** A place on the line is a frame or a millisecond. */
export interface Scale {
  /** The last place. */
  last: number
  /** How far a screen reader's gesture moves. */
  step: number
  seconds: number
  /** How far along the line a place is, from 0 to 1. */
  shareOf: (place: number) => number
  placeAt: (share: number) => number
  /** The place of a time that is kept with a mark. */
  placeOf: (kept: number) => number
  /** How far along the line a place ends: a frame does so where the next one begins. */
  endOf: (place: number) => number
  /** For a comment or a span. */
  short: (place: number) => string
  /** Read out. */
  long: (place: number) => string
}

interface PlayLineProps {
  /** Set by the caller to move the line without rendering anything. */
  line: RefObject<HTMLDivElement | null>
  label: string
  scale: Scale
  marks: readonly ProofMark[]
  selectedId: string | null
  onSelect: (markId: string) => void
  onSeek: (place: number) => void
  /** What the viewer has set. */
  span: Span | null
  className?: string
  /** What is drawn in the line: frames or a waveform. */
  children: ReactNode
}

/** Moves the line to a place. Called for every frame, so nothing is rendered. */
export function showPlace(
  line: HTMLDivElement | null,
  { place, scale, isRead }: { place: number; scale: Scale; isRead: boolean },
): void {
  line?.style.setProperty('--at', `${scale.shareOf(place) * 100}%`)
  const input = line?.querySelector('input')
  if (!input) return
  input.value = String(place)
  // While it plays, a screen reader would read without end.
  if (isRead) input.setAttribute('aria-valuetext', scale.long(place))
}

const PIN_GAP = 32

/** A line of times to press, drag and move along, with comments as pins above it and bars for those about a span. */
export function PlayLine({
  line,
  label,
  scale,
  marks,
  selectedId,
  onSelect,
  onSeek,
  span,
  className,
  children,
}: PlayLineProps) {
  const width = useWidth(line)
  const timed = marks
    .flatMap((mark) => {
      const { from, to } = mark.place
      if (from === null) return []
      const at = scale.placeOf(from)
      const end = to === null ? null : scale.placeOf(to)
      return [{ mark, at, end, share: scale.shareOf(at) }]
    })
    .toSorted((one, other) => one.at - other.at || one.mark.number - other.mark.number)
  const places = spread(
    timed.map(({ share }) => share * width),
    { gap: PIN_GAP, width },
  )
  const seekTo = (event: ReactPointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const share = (event.clientX - box.left) / box.width
    onSeek(scale.placeAt(Math.min(Math.max(0, share), 1)))
  }
  return (
    <div ref={line} className={clsx('play-line', className)}>
      {timed.length === 0 ? null : (
        <ol className="play-pins" aria-label={texts.pins}>
          {timed.map(({ mark, at, end, share }, index) => {
            const isSelected = mark.id === selectedId
            const when =
              end === null ? scale.short(at) : texts.span(scale.short(at), scale.short(end))
            return (
              <li
                key={mark.id}
                style={
                  {
                    '--at': `${share * 100}%`,
                    '--pin': `${Math.round(places[index] ?? 0)}px`,
                  } as CSSProperties
                }
                data-state={isSelected ? 'selected' : mark.state}
              >
                <i aria-hidden />
                <button
                  type="button"
                  className="proof-pin"
                  data-state={mark.state}
                  aria-pressed={isSelected}
                  aria-label={texts.pin({ number: mark.number, at: when, state: mark.state })}
                  onClick={() => onSelect(mark.id)}
                >
                  <PinFace mark={mark} />
                </button>
              </li>
            )
          })}
        </ol>
      )}
      <div
        className="play-track"
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          seekTo(event)
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) seekTo(event)
        }}
      >
        <div className="play-drawn" aria-hidden>
          {children}
        </div>
        {timed.map(({ mark, at, end }) =>
          end === null ? null : (
            <span
              key={mark.id}
              aria-hidden
              className="play-bar"
              data-selected={mark.id === selectedId ? '' : undefined}
              style={barOf(scale, at, end)}
            />
          ),
        )}
        {span === null ? null : (
          <span
            aria-hidden
            className="play-span"
            data-open={span.to === null ? '' : undefined}
            style={barOf(scale, span.from, span.to ?? span.from)}
          />
        )}
        <span aria-hidden className="play-head" />
        <input
          type="range"
          {...{ [LINE]: '' }}
          aria-label={label}
          min={0}
          max={scale.last}
          step={scale.step}
          defaultValue={0}
          onChange={(event) => onSeek(Number(event.target.value))}
        />
      </div>
      <div className="play-ticks tnum" aria-hidden>
        {width === 0
          ? null
          : ticksOf(scale.seconds, width).map((second) => (
              <span key={second} style={{ left: `${(second / scale.seconds) * 100}%` }}>
                {scale.seconds < 60 ? texts.seconds(second) : clock(second)}
              </span>
            ))}
      </div>
    </div>
  )
}

/** A span as it is said. */
export const spanWords = (scale: Scale, span: Span | null) =>
  span === null
    ? null
    : { from: scale.short(span.from), to: span.to === null ? null : scale.short(span.to) }

const barOf = (scale: Scale, from: number, to: number): CSSProperties => ({
  left: `${scale.shareOf(from) * 100}%`,
  width: `${(scale.endOf(to) - scale.shareOf(from)) * 100}%`,
})

/** How many pixels wide an element is; 0 until that is known. */
function useWidth(place: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    observer.observe(element)
    return () => observer.disconnect()
  }, [place])
  return width
}
