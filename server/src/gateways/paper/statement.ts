import { setImmediate as nextTurn } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import {
  BOLD,
  drawable,
  drawTop,
  EDGE,
  HEIGHT,
  INK,
  PAPER,
  REGULAR,
  SECOND_INK,
  WIDTH,
  type Document,
} from './paper.ts'

/** A table of amounts with a heading above it and totals below, as a PDF. */
export interface PaperStatement {
  title: string
  /** Lines under the title. */
  facts: readonly string[]
  columns: readonly PaperColumn[]
  rows: readonly PaperRow[]
  /** The total for these rows. Called for each page and for the whole table. */
  totalOf: (rows: readonly PaperRow[]) => PaperRow
  pageTotalLabel: string
  summary: { title: string; rows: readonly PaperRow[] }
  footer: string
}
interface PaperColumn {
  label: string
  /** Share of the table's width, from 0 to 1. */
  share: number
  isSum?: boolean
}
/** One cell for each column. */
export type PaperRow = readonly string[]

const ROW = 19
const SIZE = 8.5
/** Top of the rows on the first page, and on all other pages. */
const FIRST_TOP = 190
const TOP = 84
/** Height below the rows, for the page's total and the footer. */
const FOOT = 72

/** Returns the PDF as a stream. It is drawn page by page, and other work may run between two pages. */
export function drawStatement(statement: PaperStatement): NodeJS.ReadableStream {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    info: { Title: statement.title, Author: 'Plinth', Creator: 'Plinth' },
  })
  draw(doc, statement).catch((error: unknown) => doc.destroy(error as Error))
  return doc
}

async function draw(doc: Document, statement: PaperStatement): Promise<void> {
  const pages = pagesOf(statement)
  for (const [index, rows] of pages.entries()) {
    doc.addPage()
    if (index === 0) drawTop(doc, { ...statement, below: FIRST_TOP - 24 })
    let y = index === 0 ? FIRST_TOP : TOP
    drawRow(doc, statement, { cells: statement.columns.map(({ label }) => label), y, font: BOLD })
    rule(doc, y + ROW - 4)
    for (const cells of rows) drawRow(doc, statement, { cells, y: (y += ROW), font: REGULAR })
    y += ROW
    rule(doc, y - 4)
    const [, ...sums] = statement.totalOf(rows)
    drawRow(doc, statement, { cells: [statement.pageTotalLabel, ...sums], y, font: BOLD })
    if (index === pages.length - 1) drawSummary(doc, statement, y + ROW * 2)
    drawFoot(doc, `${statement.footer} · page ${index + 1} of ${pages.length}`)
    await nextTurn()
  }
  doc.end()
}

const rowsBetween = (top: number, below: number): number =>
  Math.floor((HEIGHT - FOOT - top - ROW * 2 - below) / ROW)

/** Splits the rows into pages so that the summary fits below the last one's rows. */
function pagesOf({ rows, summary }: PaperStatement): PaperRow[][] {
  const pages: PaperRow[][] = []
  const below = (summary.rows.length + 3) * ROW
  let from = 0
  do {
    const top = pages.length === 0 ? FIRST_TOP : TOP
    const capacity = rowsBetween(top, 0)
    const isLast = rows.length - from <= rowsBetween(top, below)
    // When the rows would fit but the summary would not, leave some rows for the summary's page.
    const count = isLast
      ? rows.length - from
      : Math.min(capacity, Math.max(1, rows.length - from - 1))
    pages.push(rows.slice(from, from + count))
    from += count
  } while (from < rows.length)
  return pages
}

function drawSummary(doc: Document, statement: PaperStatement, top: number): void {
  const { summary } = statement
  doc.rect(EDGE - 12, top - 10, WIDTH - (EDGE - 12) * 2, (summary.rows.length + 1) * ROW + 14)
  doc.fill(PAPER)
  drawRow(doc, statement, { cells: [summary.title], y: top, font: BOLD })
  for (const [index, cells] of summary.rows.entries()) {
    const isLast = index === summary.rows.length - 1
    const y = top + (index + 1) * ROW
    drawRow(doc, statement, { cells, y, font: isLast ? BOLD : REGULAR })
  }
}

function drawRow(
  doc: Document,
  { columns }: PaperStatement,
  { cells, y, font }: { cells: PaperRow; y: number; font: string },
): void {
  const tableWidth = WIDTH - EDGE * 2
  doc.font(font).fontSize(SIZE).fillColor(INK)
  let x = EDGE
  for (const [index, { share, isSum }] of columns.entries()) {
    const width = share * tableWidth
    const text = drawable(cells[index] ?? '')
    if (text !== '') {
      // A row with a single cell may use the full width.
      const capacity = cells.length === 1 ? tableWidth : width - 8
      doc.text(text, x, y, {
        width: isSum ? width : capacity,
        height: SIZE + 2,
        align: isSum ? 'right' : 'left',
        ellipsis: true,
      })
    }
    x += width
  }
}

const rule = (doc: Document, y: number): void => {
  doc.rect(EDGE, y, WIDTH - EDGE * 2, 0.6).fill(INK)
}

function drawFoot(doc: Document, text: string): void {
  doc.font(REGULAR).fontSize(8).fillColor(SECOND_INK)
  doc.text(drawable(text), EDGE, HEIGHT - 44, { lineBreak: false })
}
