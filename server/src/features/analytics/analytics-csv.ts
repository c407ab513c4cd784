import { Readable } from 'node:stream'
import type { DayFigures } from '@plinth/contract/analytics/analytics.ts'
import { stringify } from 'csv-stringify'

const COLUMNS = ['Date', 'Views', 'Likes', 'Saves', 'Business inquiries', 'Earnings (USD)']

/** For spreadsheets, the oldest day first. What it says is dates and numbers; a loss begins with a minus. */
export const analyticsCsv = (days: readonly DayFigures[]): Readable =>
  Readable.from(days.map(cellsOf)).pipe(
    stringify({ header: true, columns: COLUMNS, bom: true, record_delimiter: 'windows' }),
  )

const cellsOf = ({ date, views, likes, saves, messages, earnings }: DayFigures): string[] => [
  date,
  ...[views, likes, saves, messages].map(String),
  earnings.toFixed(2),
]
