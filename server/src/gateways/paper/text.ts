import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import PDFDocument from 'pdfkit'
import { plainWords, type PaperBlock, type Words } from './blocks.ts'
import { createLineBreaker, type Line } from './lines.ts'
import { HEIGHT, INK, REGULAR, SECOND_INK, WIDTH, drawable, type Document } from './paper.ts'

export interface TextPaper {
  /** Below each page, beside its number. */
  name: string
  blocks: readonly PaperBlock[]
  /** Pages after this one are counted and not drawn. */
  maxPages: number
}

const SIDE = 64
const COLUMN = WIDTH - SIDE * 2
const TOP = 60
const BOTTOM = HEIGHT - 66
const SIZE = 11
const SMALL = 9.5
/** Of headings, from the largest level on; those below have the last. */
const HEADINGS = [22, 17, 14, 12, 11]
const LINE = 1.42
const GAP = 7
const INDENT = 20
const MAX_DEPTH = 8
/** A table of more columns is written as lines. */
const MAX_COLUMNS = 10
const CELL_GAP = 8
/** Letters that one of our fonts has. */
const NOT_WRITABLE =
  /[^\t\n\x20-\x7e\xa0-\u017f\u0192\u0218-\u021b\u02c6\u02c7\u02d8-\u02dd\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u0400-\u045f\u0490\u0491\u1e80-\u1e85\u1ef2\u1ef3\u2010\u2011\u2013-\u2015\u2017-\u201e\u2020-\u2022\u2026\u2030\u2032\u2033\u2039\u203a\u20ac\u2116\u2122\u2190-\u2195\u2212\u2248\u2260\u2261\u2264\u2265\u2500\u2502\u250c\u2510\u2514\u2518\u251c\u2524\u252c\u2534\u253c\u2550-\u256c\u25a0\u25a1\u25cb\u25cf\ufb01\ufb02]/gu
const NOT_SEEN = /[\ufeff\u200b-\u200f\u00ad\u2028-\u202e\u2060-\u2069]/g
/** If more than this is missing, the pages would say something else than the text. */
const MAX_MISSING_SHARE = 0.1

/**
 * Writes a text as a PDF. Returns how many pages it has, or 0 if nothing is written: there are no words in it, or too many
 * letters that no font of ours has.
 */
export async function drawText(paper: TextPaper, target: string): Promise<number> {
  const letters = { all: 0, missing: 0 }
  const blocks = paper.blocks.map((block) => writable(block, letters))
  if (letters.all === 0 && !blocks.some(({ kind }) => kind === 'picture')) return 0
  if (letters.missing > letters.all * MAX_MISSING_SHARE) return 0
  const doc = new PDFDocument({ size: 'A4', margin: 0, autoFirstPage: false })
  const out = doc.pipe(createWriteStream(target))
  const pages = layOut(doc, { ...paper, blocks })
  doc.end()
  await finished(out)
  return pages
}

/** Where the next line goes. */
interface Pen {
  page: number
  y: number
}

function layOut(doc: Document, { name, blocks, maxPages }: TextPaper): number {
  const pen: Pen = { page: 0, y: 0 }
  const breakLines = createLineBreaker(doc)
  const isDrawn = () => pen.page <= maxPages
  const begin = () => {
    pen.page += 1
    pen.y = TOP
    if (!isDrawn()) return
    doc.addPage()
    doc.font(REGULAR).fontSize(8).fillColor(SECOND_INK)
    doc.text(drawable(name).slice(0, 90), SIDE, HEIGHT - 40, { lineBreak: false })
    doc.text(String(pen.page), SIDE, HEIGHT - 40, { width: COLUMN, align: 'right' })
  }
  /** Goes down by this much, unless the page has only begun. */
  const leave = (gap: number) => {
    if (pen.y > TOP) pen.y += gap
  }
  const need = (height: number) => {
    if (pen.y > TOP && pen.y + height > BOTTOM) begin()
  }
  const put = (line: Line, { x, size, y = pen.y }: { x: number; size: number; y?: number }) => {
    if (!isDrawn()) return
    for (const { text, font, x: right } of line) {
      doc.font(font).fontSize(size).fillColor(INK)
      doc.text(text, x + right, y, { lineBreak: false })
    }
  }
  const write = (words: Words, how: Writing = {}) => {
    const { size = SIZE, depth = 0, sign = '' } = how
    const x = SIDE + Math.min(depth, MAX_DEPTH) * INDENT
    const lines = breakLines(words, { ...how, size, width: SIDE + COLUMN - x })
    // A heading stays with the lines below it.
    if (how.isBold === true) need(size * LINE * lines.length + SIZE * LINE * 2)
    for (const [at, line] of lines.entries()) {
      need(size * LINE)
      if (at === 0 && sign !== '')
        for (const mark of breakLines(plainWords(sign), { size, width: COLUMN }))
          put(mark, { x: x - INDENT, size })
      put(line, { x, size })
      pen.y += size * LINE
    }
  }
  const writeTable = ({ rows, hasHead }: Extract<PaperBlock, { kind: 'table' }>) => {
    const columns = Math.max(1, ...rows.map((row) => row.length))
    if (columns > MAX_COLUMNS) {
      for (const row of rows) write(plainWords(row.join('  |  ')), { size: SMALL })
      return
    }
    const width = COLUMN / columns
    for (const [at, row] of rows.entries()) {
      const isBold = hasHead && at === 0
      const cells = row.map((text) =>
        breakLines(plainWords(text), { width: width - CELL_GAP, size: SMALL, isBold }),
      )
      const height = Math.max(1, ...cells.map((lines) => lines.length))
      need(SMALL * LINE + 8)
      pen.y += 4
      for (let line = 0; line < height; line += 1) {
        need(SMALL * LINE)
        for (const [column, lines] of cells.entries())
          put(lines[line] ?? [], { x: SIDE + column * width, size: SMALL })
        pen.y += SMALL * LINE
      }
      pen.y += 4
      rule()
    }
  }
  const rule = () => {
    if (isDrawn()) doc.rect(SIDE, pen.y, COLUMN, 0.5).fill(SECOND_INK)
    pen.y += 0.5
  }
  const putPicture = ({ jpeg, width, height }: Extract<PaperBlock, { kind: 'picture' }>) => {
    const scale = Math.min(1, COLUMN / width, (BOTTOM - TOP) / height)
    need(height * scale)
    if (isDrawn()) doc.image(jpeg, SIDE, pen.y, { width: width * scale, height: height * scale })
    pen.y += height * scale
  }

  begin()
  for (const block of blocks) {
    if (block.kind === 'page') {
      if (pen.y > TOP) begin()
    } else if (block.kind === 'heading') {
      const size = HEADINGS[block.level - 1] ?? SIZE
      leave(size * 0.9)
      write(block.words, { size, isBold: true })
      pen.y += size * 0.25
    } else if (block.kind === 'lines') {
      leave(block.depth === 0 ? 0 : GAP)
      for (const line of block.text.split('\n'))
        write(plainWords(line), { keepsSpaces: true, depth: block.depth })
    } else if (block.kind === 'rule') {
      leave(GAP)
      need(GAP)
      rule()
    } else {
      leave(block.kind === 'item' ? GAP / 2 : GAP)
      if (block.kind === 'table') writeTable(block)
      else if (block.kind === 'picture') putPicture(block)
      else write(block.words, block)
    }
  }
  return pen.page
}

interface Writing {
  size?: number
  depth?: number
  sign?: string
  isBold?: boolean
  keepsSpaces?: boolean
}

/** The same with only what one of our fonts can write. Counts the letters, and those that are missing. */
function writable(block: PaperBlock, letters: { all: number; missing: number }): PaperBlock {
  const clean = (text: string): string => {
    const whole = text.normalize('NFC').replaceAll(NOT_SEEN, '')
    letters.all += whole.replaceAll(/\s/g, '').length
    return whole.replaceAll(NOT_WRITABLE, (letter) => {
      letters.missing += letter.length
      return '·'
    })
  }
  if ('words' in block)
    return { ...block, words: block.words.map((part) => ({ ...part, text: clean(part.text) })) }
  if (block.kind === 'lines') return { ...block, text: clean(block.text) }
  if (block.kind === 'table') return { ...block, rows: block.rows.map((row) => row.map(clean)) }
  return block
}
