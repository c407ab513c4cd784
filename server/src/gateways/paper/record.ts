import { setImmediate as nextTurn } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import {
  BOLD,
  drawable,
  EDGE,
  HEIGHT,
  INK,
  PAPER,
  REGULAR,
  SECOND_INK,
  WIDTH,
  type Document,
} from './paper.ts'

/** A record in plain words: what happened, and lists of what it was about. */
export interface PaperRecord {
  title: string
  /** Sentences under the title. */
  facts: readonly string[]
  parts: readonly RecordPart[]
  footer: string
}
interface RecordPart {
  title: string
  /** What to say instead of an empty list. */
  none: string
  lines: readonly { text: string; below: string }[]
}
type Structure = ReturnType<Document['struct']>

const TEXT_WIDTH = WIDTH - EDGE * 2
/** Nothing is written below, but for the footer. */
const FOOT = HEIGHT - 64
const TOP = 56
const BAND = 166

/**
 * Returns the PDF as a stream, tagged, so that a screen reader reads it in order, with its headings and lists. It is drawn
 * part by part, and other work may run between two pages.
 */
export function drawRecord(record: PaperRecord): NodeJS.ReadableStream {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: record.title, Author: 'Plinth', Creator: 'Plinth' },
  })
  draw(doc, record).catch((error: unknown) => doc.destroy(error as Error))
  return doc
}

async function draw(doc: Document, record: PaperRecord): Promise<void> {
  const root = doc.struct('Document')
  doc.addStructure(root)
  const page = { number: 0, y: 0 }
  const begin = () => {
    doc.addPage()
    page.number += 1
    page.y = TOP
    asDecoration(doc, () => {
      doc.font(REGULAR).fontSize(8).fillColor(SECOND_INK)
      doc.text(drawable(`${record.footer} · page ${page.number}`), EDGE, HEIGHT - 34, {
        lineBreak: false,
      })
    })
  }
  /** Writes a paragraph on this page, or on the next one if it does not fit. */
  const write = async (within: Structure, tag: string, line: Line): Promise<void> => {
    const { text, size, font = REGULAR, colour = INK, before = 0 } = line
    const shown = drawable(text)
    doc.font(font).fontSize(size)
    const height = doc.heightOfString(shown, { width: TEXT_WIDTH })
    if (page.y + before + height > FOOT) {
      begin()
      await nextTurn()
    } else page.y += before
    const { y } = page
    within.add(
      doc.struct(tag, {}, () => {
        doc.font(font).fontSize(size).fillColor(colour)
        doc.text(shown, EDGE, y, { width: TEXT_WIDTH })
      }),
    )
    page.y += height
  }

  begin()
  asDecoration(doc, () => {
    doc.rect(0, 0, WIDTH, BAND).fill(PAPER)
    doc.rect(EDGE, 44, 20, 14).fill(INK)
    doc.rect(EDGE - 4, 60, 28, 3).fill(INK)
    doc
      .font(BOLD)
      .fontSize(13)
      .fillColor(INK)
      .text('Plinth', EDGE + 34, 48, { lineBreak: false })
  })
  page.y = 80
  await write(root, 'H1', { text: record.title, size: 22, font: BOLD })
  for (const text of record.facts)
    await write(root, 'P', { text, size: 9.5, colour: SECOND_INK, before: 4 })
  page.y = Math.max(page.y, BAND)
  for (const part of record.parts) {
    await write(root, 'H2', { text: part.title, size: 13, font: BOLD, before: 22 })
    if (part.lines.length === 0) await write(root, 'P', { text: part.none, size: 9.5, before: 6 })
    else {
      const list = doc.struct('L')
      root.add(list)
      for (const { text, below } of part.lines) {
        const item = doc.struct('LI')
        list.add(item)
        await write(item, 'LBody', { text, size: 9.5, font: BOLD, before: 8 })
        if (below !== '')
          await write(item, 'LBody', { text: below, size: 9, colour: SECOND_INK, before: 2 })
        item.end()
      }
      list.end()
    }
  }
  root.end()
  doc.end()
}

interface Line {
  text: string
  size: number
  font?: string
  colour?: string
  /** Free height above it. */
  before?: number
}

/** What a screen reader leaves out. */
function asDecoration(doc: Document, paint: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' })
  paint()
  doc.endMarkedContent()
}
