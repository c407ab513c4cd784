import type { Drawn } from './mark-rules.ts'

export interface Size {
  width: number
  height: number
}

/** The length of an arrow's wings, in pixels. */
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
