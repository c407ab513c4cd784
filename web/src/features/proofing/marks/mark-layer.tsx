import './marks.css'
import { Check } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import type { MarkPlace, MarkShape } from '@plinth/contract/proofing/marks.ts'
import { texts } from '../proof-texts.ts'
import { DrawLayer } from './draw-layer.tsx'
import { pinOf, type ShownMark } from './mark-rules.ts'

type Drawn = Pick<MarkPlace, 'shape' | 'points'>
export type Tool = Exclude<MarkShape, 'whole'>

interface MarkLayerProps {
  /** Those that are seen now: of this page, this frame, this filter. */
  marks: readonly ShownMark[]
  selectedId: string | null
  onSelect: (markId: string) => void
  /** What the next press draws; null to draw nothing. */
  tool: Tool | null
  /** What was drawn and has no words yet. */
  draft: Drawn | null
  onDraw: (drawn: Drawn) => void
}

/** The marks over a picture. It fills its box, and pins keep their size however large that is. */
export function MarkLayer({ marks, selectedId, onSelect, tool, draft, onDraw }: MarkLayerProps) {
  const box = useRef<HTMLDivElement>(null)
  const size = useBox(box)
  return (
    <div ref={box} className="proof-layer">
      <svg
        className="proof-shapes"
        viewBox={`0 0 ${size.width} ${size.height}`}
        width={size.width}
        height={size.height}
        aria-hidden
      >
        {marks.map(({ mark, olderVersion }) => (
          <Shape
            key={mark.id}
            drawn={mark.place}
            size={size}
            look={
              olderVersion !== null ? 'older' : mark.id === selectedId ? 'selected' : mark.state
            }
          />
        ))}
        {draft === null ? null : <Shape drawn={draft} size={size} look="draft" />}
      </svg>
      {tool === null ? null : <DrawLayer tool={tool} onDraw={onDraw} />}
      {marks.map((shown) => (
        <Pin
          key={shown.mark.id}
          shown={shown}
          isSelected={shown.mark.id === selectedId}
          onSelect={() => onSelect(shown.mark.id)}
        />
      ))}
      {draft === null ? null : <DraftPin drawn={draft} />}
    </div>
  )
}

const placed = (spot: { x: number; y: number }) => ({
  left: `${spot.x * 100}%`,
  top: `${spot.y * 100}%`,
})

function Pin({
  shown: { mark, olderVersion },
  isSelected,
  onSelect,
}: {
  shown: ShownMark
  isSelected: boolean
  onSelect: () => void
}) {
  const spot = pinOf(mark.place)
  if (spot === null) return null
  const name = texts.comments.pin(mark.number, texts.comments.states[mark.state], mark.text)
  return (
    <button
      type="button"
      className="proof-pin"
      data-state={olderVersion === null ? mark.state : 'older'}
      aria-pressed={isSelected}
      aria-label={
        olderVersion === null ? name : `${name}. ${texts.room.aboutVersion(olderVersion)}`
      }
      style={placed(spot)}
      onClick={onSelect}
    >
      <PinFace mark={mark} />
    </button>
  )
}

/** The number of a mark, or a tick once it is done. */
export const PinFace = ({ mark: { number, state } }: { mark: ShownMark['mark'] }) => (
  <span className="proof-pin-face tnum" aria-hidden>
    {state === 'open' ? number : <Check size={16} strokeWidth={2.5} />}
  </span>
)

function DraftPin({ drawn }: { drawn: Drawn }) {
  const spot = pinOf(drawn)
  if (spot === null) return null
  return <span className="proof-pin" data-state="draft" style={placed(spot)} aria-hidden />
}

interface Size {
  width: number
  height: number
}

function useBox(ref: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return size
}

const HEAD = 12

/** A box, an arrow or a line, in pixels of the layer. A point is only its pin. */
export function Shape({
  drawn: { shape, points },
  size: { width, height },
  look,
}: {
  drawn: Drawn
  size: Size
  look: string
}) {
  const at = (index: number) => (points[index] ?? 0) * (index % 2 === 0 ? width : height)
  if (shape === 'box')
    return (
      <g className="proof-shape" data-look={look}>
        {['edge', 'ink'].map((part) => (
          <rect
            key={part}
            className={`proof-${part}`}
            x={at(0)}
            y={at(1)}
            width={at(2)}
            height={at(3)}
            rx={2}
          />
        ))}
      </g>
    )
  if (shape !== 'arrow' && shape !== 'line') return null
  const path =
    shape === 'line'
      ? points.reduce(
          (all, _, index) =>
            index % 2 === 0 ? `${all}${index === 0 ? 'M' : 'L'}${at(index)} ${at(index + 1)}` : all,
          '',
        )
      : arrowPath([at(0), at(1)], [at(2), at(3)])
  return (
    <g className="proof-shape" data-look={look}>
      <path className="proof-edge" d={path} />
      <path className="proof-ink" d={path} />
    </g>
  )
}

function arrowPath([x, y]: [number, number], [tipX, tipY]: [number, number]): string {
  const angle = Math.atan2(tipY - y, tipX - x)
  const wing = (turn: number) =>
    `${tipX - HEAD * Math.cos(angle + turn)} ${tipY - HEAD * Math.sin(angle + turn)}`
  return `M${x} ${y}L${tipX} ${tipY}M${wing(0.5)}L${tipX} ${tipY}L${wing(-0.5)}`
}
