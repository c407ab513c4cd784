import { type StatementKind, STATEMENT_KINDS } from '@plinth/contract/money/billing.ts'
import type { MoneyLine, Period } from './statement-queries.ts'
import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { PaperRow, PaperStatement } from '../../gateways/paper/statement.ts'

/** The name of each kind of line, for the CSV and the PDF. */
const KIND_NAMES: Record<StatementKind, string> = {
  deposit: 'Deposit',
  remainder: 'Balance',
  subscription: 'Subscription',
  promotion: 'Promotion',
  refund: 'Refund',
  refund_returned: 'Refund returned by the bank',
  earning: 'Earned',
  card_fee: 'Card fee',
  payout: 'Paid out',
  payout_returned: 'Payout returned',
  chargeback: 'Chargeback',
  chargeback_returned: 'Chargeback returned',
}

/** The columns in and out of one line; one of the two is empty. */
const inAndOut = (
  { direction, cents }: MoneyLine,
  write: (cents: number) => string,
): [into: string, out: string] => (direction === 'in' ? [write(cents), ''] : ['', write(cents)])

const periodText = ({ from, to }: Period): string =>
  from === undefined && to === undefined
    ? 'all time'
    : `${from ?? 'the beginning'} to ${to ?? 'today'}`

export const fileName = ({ from, to }: Period, extension: string): string =>
  ['plinth-statement', from && `from-${from}`, to && `to-${to}`].filter(Boolean).join('-') +
  `.${extension}`

const CSV_COLUMNS = [
  'Date (UTC)',
  'Payment',
  'For',
  'Project',
  'In (USD)',
  'Out (USD)',
  'Reference',
]

/** A CSV file for spreadsheets. Text that people wrote is escaped so that it is never run as a formula. */
export const statementCsv = (lines: readonly MoneyLine[]): Readable =>
  Readable.from(lines.map(cellsOf)).pipe(
    stringify({
      header: true,
      columns: CSV_COLUMNS,
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

const PAPER_COLUMNS = [
  { label: 'Date', share: 0.11 },
  { label: 'Payment', share: 0.15 },
  { label: 'For', share: 0.26 },
  { label: 'Reference', share: 0.28 },
  { label: 'In', share: 0.1, isSum: true },
  { label: 'Out', share: 0.1, isSum: true },
]

/** The content of the PDF of a statement. */
export function statementPdf(
  lines: readonly MoneyLine[],
  of: { period: Period; owner: { name: string; email: string | null }; now: Date },
): PaperStatement {
  const rows = lines.map(rowOf)
  const lineOf = new Map(rows.map((row, index) => [row, lines[index]]))
  const linesOf = (some: readonly PaperRow[]) => some.flatMap((row) => lineOf.get(row) ?? [])
  return {
    title: 'Statement',
    facts: [
      [of.owner.name, of.owner.email].filter(Boolean).join(', '),
      `Payments from ${periodText(of.period)}, in US dollars, dates in UTC`,
      `As of ${dayOf(of.now)}`,
    ],
    columns: PAPER_COLUMNS,
    rows,
    totalOf: (some) => totalRow('', linesOf(some)),
    pageTotalLabel: 'This page',
    summary: { title: 'All payments', rows: summaryOf(lines) },
    footer: `Plinth statement, ${of.owner.name}`,
  }
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

const rowOf = (line: MoneyLine): PaperRow => [
  dayOf(line.at),
  KIND_NAMES[line.kind],
  line.projectNumber === null ? line.title : `No. ${line.projectNumber}, ${line.title}`,
  line.reference,
  ...inAndOut(line, sumText),
]

const SUM = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 })
const sumText = (cents: number): string => SUM.format(cents / 100)

/** The total of each kind that occurs, and of all. */
const summaryOf = (lines: readonly MoneyLine[]): PaperRow[] => [
  ...STATEMENT_KINDS.map((kind) => lines.filter((line) => line.kind === kind))
    .filter((some) => some.length > 0)
    .map((some) => totalRow(KIND_NAMES[some[0]?.kind ?? 'deposit'], some)),
  totalRow('Total', lines),
]

function totalRow(label: string, lines: readonly MoneyLine[]): PaperRow {
  const sum = (direction: MoneyLine['direction']) =>
    lines.reduce((cents, line) => (line.direction === direction ? cents + line.cents : cents), 0)
  return ['', label, '', '', sumText(sum('in')), sumText(sum('out'))]
}
