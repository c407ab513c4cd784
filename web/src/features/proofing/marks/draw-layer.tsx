import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { texts } from '../proof-texts.ts'
import { drawn, inside, type Drawn, type Spot, type Tool } from './mark-rules.ts'
import { Shape } from './shape.tsx'

const STEP = 0.01
const ARROWS: Readonly<Record<string, Spot>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Takes what is drawn on a picture: by mouse, pen or finger, and with the keyboard alone. */
export function DrawLayer({ tool, onDraw }: { tool: Tool; onDraw: (drawn: Drawn) => void }) {
  const [spots, setSpots] = useState<readonly Spot[]>([])
  /** Where the keyboard points; null while it isn't used. */
  const [cursor, setCursor] = useState<Spot | null>(null)
  const pointer = useRef<number | null>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })

  const spotOf = (event: PointerEvent<HTMLElement>): Spot => {
    const box = event.currentTarget.getBoundingClientRect()
    return inside({
      x: (event.clientX - box.left) / box.width,
      y: (event.clientY - box.top) / box.height,
    })
  }
  const end = (path: readonly Spot[]) => {
    setSpots([])
    const points = drawn(tool, path) ?? drawn('point', path)
    if (points !== null) onDraw({ shape: points.length === 2 ? 'point' : tool, points })
  }

  const press = (event: KeyboardEvent<HTMLElement>) => {
    const way = ARROWS[event.key]
    if (way !== undefined) {
      const step = event.shiftKey ? 5 * STEP : STEP
      const from = cursor ?? { x: 0.5, y: 0.5 }
      const next = inside({ x: from.x + way.x * step, y: from.y + way.y * step })
      setCursor(next)
      if (spots.length > 0) setSpots(tool === 'line' ? [...spots, next] : [spots[0] ?? next, next])
    } else if (event.key === 'Enter') {
      const here = cursor ?? { x: 0.5, y: 0.5 }
      setCursor(here)
      if (tool === 'point') end([here])
      else if (spots.length === 0) setSpots([here])
      else end([...spots, here])
    } else if (event.key === 'Escape' && (spots.length > 0 || cursor !== null)) {
      setSpots([])
      setCursor(null)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  const points = spots.length < 2 ? null : drawn(tool, spots)
  return (
    <button
      type="button"
      className="proof-draw"
      aria-label={texts.tools.place}
      onKeyDown={press}
      onBlur={() => setCursor(null)}
      onPointerDown={(event) => {
        if (event.button !== 0 || pointer.current !== null) return
        event.currentTarget.setPointerCapture(event.pointerId)
        pointer.current = event.pointerId
        const { width, height } = event.currentTarget.getBoundingClientRect()
        setSize({ width, height })
        setSpots([spotOf(event)])
      }}
      onPointerMove={(event) => {
        if (event.pointerId !== pointer.current) return
        const spot = spotOf(event)
        setSpots((path) => (tool === 'line' ? [...path, spot] : [path[0] ?? spot, spot]))
      }}
      onPointerUp={(event) => {
        if (event.pointerId !== pointer.current) return
        pointer.current = null
        end(tool === 'point' ? [spotOf(event)] : spots)
      }}
      onPointerCancel={() => {
        pointer.current = null
        setSpots([])
      }}
    >
      {points === null ? null : (
        <svg className="proof-shapes" aria-hidden>
          <Shape drawn={{ shape: tool, points }} size={size} look="draft" />
        </svg>
      )}
      {cursor === null ? null : (
        <>
          <span
            className="proof-cursor"
            style={{ left: `${cursor.x * 100}%`, top: `${cursor.y * 100}%` }}
            aria-hidden
          />
          <span role="status" className="sr-only">
            {texts.tools.placing(Math.round(cursor.x * 100), Math.round(cursor.y * 100))}
          </span>
        </>
      )}
    </button>
  )
}
