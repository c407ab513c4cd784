import './line-chart.css'
import { usePhone } from '../../lib/browser/use-media-query.ts'
import { linesOf, namedPoints, pathOf, xOf } from './chart-rules.ts'

const NAMES = { phone: 3, desktop: 4 }

interface LineChartProps {
  label: string
  /** The same in a sentence, for people who don’t see it. */
  says: string
  points: readonly { name: string; value: number }[]
  /** Names the last point and its value. */
  lastName: (isPhone: boolean) => string
  write: (value: number) => string
  className?: string
}

/** Values over time above a ledge, with the last one in purple. A table on the same screen has the same numbers. */
export function LineChart({
  label,
  says,
  points,
  lastName,
  write,
  className = '',
}: LineChartProps) {
  const isPhone = usePhone()
  const last = points.at(-1)
  if (last === undefined) return null
  const values = points.map(({ value }) => Math.max(0, value))
  const lines = linesOf(Math.max(...values))
  const top = lines.at(-1) ?? 1
  const path = pathOf(values, top)
  return (
    <figure className={`line-chart tnum ${className}`} aria-label={label}>
      <figcaption className="sr-only">{says}</figcaption>
      <div aria-hidden>
        <div className="line-chart-plot">
          {lines.map((line) => (
            <div
              key={line}
              className="line-chart-line absolute inset-x-0 h-px bg-line"
              style={{ top: `${100 - (line / top) * 100}%` }}
            >
              <span>{write(line)}</span>
            </div>
          ))}
          <svg viewBox="0 0 100 100" preserveAspectRatio="none">
            <path d={`${path}V100H0Z`} className="fill-surface-1" />
            <path
              d={path}
              className="fill-none stroke-ink"
              strokeWidth={2}
              vectorEffect="non-scaling-stroke"
            />
          </svg>
          <i
            className="line-chart-last"
            style={{ left: '100%', top: `${100 - (Math.max(0, last.value) / top) * 100}%` }}
          />
        </div>
        <div className="line-chart-names relative h-5 mt-3">
          {namedPoints(points.length, isPhone ? NAMES.phone : NAMES.desktop).map(
            (at, place, all) => (
              <span key={at} style={{ left: `${xOf(at, points.length)}%` }}>
                {place === all.length - 1 ? lastName(isPhone) : points[at]?.name}
              </span>
            ),
          )}
        </div>
      </div>
    </figure>
  )
}
