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

/** Pictures in rows with their titles and makers, as a PDF. */
export interface ContactSheet {
  title: string
  /** Lines under the title. */
  facts: readonly string[]
  items: readonly SheetItem[]
  footer: string
}

export interface SheetItem {
  title: string
  maker: string
  note: string
  /** A JPEG; null if there is none to show. */
  picture: () => Promise<Buffer | null>
}

const COLUMNS = 3
const GAP = 18
const CELL = (WIDTH - EDGE * 2 - GAP * (COLUMNS - 1)) / COLUMNS
const PICTURE = 118
/** A picture, its title, its maker and two lines of a note. */
const ROW = PICTURE + 58
const FIRST_TOP = 182
const TOP = 56
const FOOT = 48
const rowsOf = (top: number): number => Math.floor((HEIGHT - FOOT - top + 12) / ROW)

/**
 * Returns the PDF as a stream. It is drawn picture by picture, none of which is read before its turn, and ends early when
 * nobody reads it any more.
 */
export function drawContactSheet(sheet: ContactSheet): NodeJS.ReadableStream {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    info: { Title: sheet.title, Author: 'Plinth', Creator: 'Plinth' },
  })
  draw(doc, sheet).catch((error: unknown) => doc.destroy(error as Error))
  return doc
}

async function draw(doc: Document, sheet: ContactSheet): Promise<void> {
  const pages = pagesOf(sheet.items)
  for (const [index, items] of pages.entries()) {
    doc.addPage()
    if (index === 0) drawTop(doc, { ...sheet, below: FIRST_TOP - 24 })
    const top = index === 0 ? FIRST_TOP : TOP
    for (const [at, item] of items.entries()) {
      const picture = await item.picture()
      if (doc.destroyed) return
      const x = EDGE + (at % COLUMNS) * (CELL + GAP)
      drawItem(doc, { ...item, picture }, { x, y: top + Math.floor(at / COLUMNS) * ROW })
    }
    const foot = `${sheet.footer} · page ${index + 1} of ${pages.length}`
    doc.font(REGULAR).fontSize(8).fillColor(SECOND_INK)
    doc.text(drawable(foot), EDGE, HEIGHT - 34, { lineBreak: false })
  }
  doc.end()
}

function pagesOf(items: readonly SheetItem[]): SheetItem[][] {
  const pages: SheetItem[][] = []
  let from = 0
  do {
    const count = rowsOf(pages.length === 0 ? FIRST_TOP : TOP) * COLUMNS
    pages.push(items.slice(from, from + count))
    from += count
  } while (from < items.length)
  return pages
}

function drawItem(
  doc: Document,
  { title, maker, note, picture }: Omit<SheetItem, 'picture'> & { picture: Buffer | null },
  { x, y }: { x: number; y: number },
): void {
  if (picture === null) doc.rect(x, y, CELL, PICTURE).fill(PAPER)
  // Standing on a line, whole, as on a ledge.
  else doc.image(picture, x, y, { fit: [CELL, PICTURE], align: 'center', valign: 'bottom' })
  doc.rect(x, y + PICTURE, CELL, 1).fill(INK)
  const line = { width: CELL, height: 10, ellipsis: true }
  doc.font(BOLD).fontSize(8.5).fillColor(INK)
  doc.text(drawable(title), x, y + PICTURE + 7, line)
  doc.font(REGULAR).fontSize(8.5).fillColor(SECOND_INK)
  doc.text(drawable(maker), x, y + PICTURE + 18, line)
  doc.fontSize(7.5).text(drawable(note), x, y + PICTURE + 30, { ...line, height: 19 })
}
