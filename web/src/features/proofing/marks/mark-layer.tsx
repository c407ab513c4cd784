import './marks.css'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { texts } from '../proof-texts.ts'
import { DrawLayer } from './draw-layer.tsx'
import { pinOf, type Drawn, type ShownMark, type Tool } from './mark-rules.ts'
import { PinFace } from './pin-face.tsx'
import { Shape, type Size } from './shape.tsx'

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

function DraftPin({ drawn }: { drawn: Drawn }) {
  const spot = pinOf(drawn)
  if (spot === null) return null
  return <span className="proof-pin" data-state="draft" style={placed(spot)} aria-hidden />
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
