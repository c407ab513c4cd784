import { dayWords } from '../../lib/format/days.ts'
import { whole } from '../../lib/format/figures.ts'
import { texts } from './analytics-texts.ts'

interface Row {
  /** A day, or the first day of a week. */
  date: string
  views: number
}

interface Column<R> {
  name: string
  valueOf: (row: R) => number
  /** What it counts one of, for rows without column headings. */
  one?: string
  /** Writes the value; nothing for null. */
  write?: (value: number) => string | null
}

interface DaysTableProps<R extends Row> {
  caption: string
  /** The heading of the first column. */
  first: string
  /** Oldest first. */
  rows: readonly R[]
  columns: readonly Column<R>[]
}

/** Days or weeks, newest first. On phones each has two lines around its bar. */
export function DaysTable<R extends Row>({ caption, first, rows, columns }: DaysTableProps<R>) {
  const shown = rows.toReversed()
  const most = Math.max(1, ...shown.map(({ views }) => views))
  return (
    <table className="analytics-table text-14 w-full mt-3 text-left analytics-overview tnum">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          <th scope="col">{texts.columns.views}</th>
          <th scope="col">
            <span className="sr-only">{texts.columns.share}</span>
          </th>
          {columns.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((row, at) => (
          <tr key={row.date} data-today={at === 0 ? '' : undefined}>
            <th scope="row">{dayWords(row.date)}</th>
            <td className="analytics-views">
              <b>{whole(row.views)}</b>
              <Unit value={row.views} one="view" />
            </td>
            <td className="analytics-share">
              <Bar share={row.views / most} />
            </td>
            {columns.map(({ name, valueOf, one, write = whole }) => (
              <td key={name} className={one === undefined ? 'analytics-sum' : undefined}>
                {write(valueOf(row))}
                {one === undefined ? null : <Unit value={valueOf(row)} one={one} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A share of one as a bar. */
export const Bar = ({ share }: { share: number }) => (
  <span
    className="analytics-bar block w-full min-w-15 h-1.5 rounded-badge bg-surface-1"
    role="img"
    aria-label={`${Math.round(share * 100)}%`}
  >
    <span style={{ width: `${share * 100}%` }} />
  </span>
)

/** The unit, shown where there are no column headings. */
const Unit = ({ value, one }: { value: number; one: string }) => (
  <span className="analytics-unit hidden">{` ${one}${value === 1 ? '' : 's'}`}</span>
)
