import { OVERVIEW_DAYS, type DayFigures } from '@plinth/contract/analytics/analytics.ts'
import { dayWords } from '../../lib/format/days.ts'
import { money, whole } from '../../lib/format/figures.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { texts } from './analytics-texts.ts'

/** The last seven days, newest first. On phones each day has two lines around its bar. */
export function Overview({ days }: { days: readonly DayFigures[] }) {
  const shown = days.slice(-OVERVIEW_DAYS).toReversed()
  const most = Math.max(1, ...shown.map(({ views }) => views))
  if (shown.length === 0) return <EmptyState title={texts.noDays} line={texts.noDaysLine} />
  const { columns } = texts
  return (
    <table className="analytics-table text-14 w-full mt-3 text-left analytics-overview tnum">
      <caption className="sr-only">{texts.overview}</caption>
      <thead>
        <tr>
          <th scope="col">{columns.day}</th>
          <th scope="col">{columns.views}</th>
          <th scope="col">
            <span className="sr-only">{columns.share}</span>
          </th>
          <th scope="col">{columns.likes}</th>
          <th scope="col">{columns.messages}</th>
          <th scope="col">{columns.earnings}</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((day, at) => (
          <Day key={day.date} day={day} most={most} isToday={at === 0} />
        ))}
      </tbody>
    </table>
  )
}

const Day = ({ day, most, isToday }: { day: DayFigures; most: number; isToday: boolean }) => (
  <tr data-today={isToday ? '' : undefined}>
    <th scope="row">{dayWords(day.date)}</th>
    <td className="analytics-views">
      <b>{whole(day.views)}</b>
      <Unit value={day.views} one="view" />
    </td>
    <td className="analytics-share">
      <span
        className="analytics-bar block w-full min-w-15 h-1.5 rounded-badge bg-surface-1"
        role="img"
        aria-label={`${Math.round((day.views / most) * 100)}%`}
      >
        <span style={{ width: `${(day.views / most) * 100}%` }} />
      </span>
    </td>
    <td>
      {whole(day.likes)}
      <Unit value={day.likes} one="like" />
    </td>
    <td>
      {whole(day.messages)}
      <Unit value={day.messages} one="message" />
    </td>
    <td>{day.earnings > 0 ? money(day.earnings) : null}</td>
  </tr>
)

/** The unit, shown where there are no column headings. */
const Unit = ({ value, one }: { value: number; one: string }) => (
  <span className="analytics-unit hidden">{` ${one}${value === 1 ? '' : 's'}`}</span>
)
