import { dayWords } from '../../lib/format/days.ts'
import { whole } from '../../lib/format/figures.ts'
import { LineChart } from '../../ui/chart/line-chart.tsx'
import { texts } from './analytics-texts.ts'

interface ViewsChartProps {
  days: readonly { date: string; views: number }[]
  /** Whether each of them is the first day of a week. */
  isWeekly?: boolean
}

/** Views per day or week, with today last. */
export function ViewsChart({ days, isWeekly = false }: ViewsChartProps) {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return null
  const { chart, says } = isWeekly ? texts.weekly : texts.daily
  const values = days.map(({ views }) => views)
  return (
    <LineChart
      label={chart}
      says={says(
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
