import type { DayFigures } from '@plinth/contract/analytics/analytics.ts'
import { dayWords } from '../../lib/format/days.ts'
import { whole } from '../../lib/format/figures.ts'
import { LineChart } from '../../ui/chart/line-chart.tsx'
import { texts } from './analytics-texts.ts'

/** Views per day, with today last. */
export function ViewsChart({ days }: { days: readonly DayFigures[] }) {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return null
  const values = days.map(({ views }) => views)
  return (
    <LineChart
      label={texts.chart}
      says={texts.chartSays(
        dayWords(first.date),
        dayWords(last.date),
        whole(Math.min(...values)),
        whole(Math.max(...values)),
      )}
      points={days.map(({ date, views }) => ({ name: dayWords(date), value: views }))}
      lastName={(isPhone) =>
        texts.dayViews(
          dayWords(last.date),
          isPhone ? whole(last.views) : `${whole(last.views)} ${texts.views}`,
        )
      }
      write={whole}
    />
  )
}
