import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { MoneyLine } from './statement-queries.ts'
import { KIND_NAMES, inAndOut } from './statement-words.ts'

const COLUMNS = ['Date (UTC)', 'Movement', 'For', 'Project', 'In (USD)', 'Out (USD)', 'Reference']

/** For spreadsheets: what people wrote never becomes a formula there. */
export const statementCsv = (lines: readonly MoneyLine[]): Readable =>
  Readable.from(lines.map(cellsOf)).pipe(
    stringify({
      header: true,
      columns: COLUMNS,
      bom: true,
      record_delimiter: 'windows',
      escape_formulas: true,
    }),
  )

const cellsOf = (line: MoneyLine): string[] => [
  line.at.toISOString(),
  KIND_NAMES[line.kind],
  line.title,
  line.projectNumber === null ? '' : String(line.projectNumber),
  ...inAndOut(line, (cents) => (cents / 100).toFixed(2)),
  line.reference,
]
