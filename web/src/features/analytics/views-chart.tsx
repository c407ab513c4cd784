import './views-chart.css'
import type { DayFigures } from '@plinth/contract/analytics/analytics.ts'
import { usePhone } from '../../lib/browser/use-media-query.ts'
import { dayWords } from '../../lib/format/days.ts'
import { texts, whole } from './analytics-texts.ts'
import { linesOf, namedDays, pathOf, xOf } from './chart-rules.ts'

const NAMES = { phone: 3, desktop: 4 }

/** Views per day above a ledge, with today in purple. The table below has the same numbers. */
export function ViewsChart({ days }: { days: readonly DayFigures[] }) {
  const isPhone = usePhone()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return null
  const values = days.map(({ views }) => views)
  const most = Math.max(...values)
  const lines = linesOf(most)
  const top = lines.at(-1) ?? 1
  const path = pathOf(values, top)
  const says = texts.chartSays(
    dayWords(first.date),
    dayWords(last.date),
    whole(Math.min(...values)),
    whole(most),
  )
  return (
    <figure className="analytics-chart tnum" aria-label={texts.chart}>
      <figcaption className="sr-only">{says}</figcaption>
      <div aria-hidden>
        <div className="analytics-plot">
          {lines.map((line) => (
            <div
              key={line}
              className="analytics-line absolute inset-x-0 h-px bg-line"
              style={{ top: `${100 - (line / top) * 100}%` }}
            >
              <span>{whole(line)}</span>
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
            className="analytics-today"
            style={{ left: '100%', top: `${100 - (last.views / top) * 100}%` }}
          />
        </div>
        <div className="analytics-days relative h-5 mt-3">
          {namedDays(days.length, isPhone ? NAMES.phone : NAMES.desktop).map((at, place, all) => (
            <span
              key={at}

              style={{ left: `${xOf(at, days.length)}%` }}
            >
              {dayName(days[at], place === all.length - 1, isPhone)}
            </span>
          ))}
        </div>
      </div>
    </figure>
  )
}

function dayName(day: DayFigures | undefined, isLast: boolean, isPhone: boolean): string {
  if (day === undefined) return ''
  const name = dayWords(day.date)
  if (!isLast) return name
  return texts.dayViews(name, isPhone ? whole(day.views) : `${whole(day.views)} ${texts.views}`)
}
