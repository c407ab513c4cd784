import PDFDocument from 'pdfkit'
import {
  BOLD,
  drawable,
  drawTop,
  EDGE,
  HEIGHT,
  INK,
  REGULAR,
  SECOND_INK,
  WIDTH,
  type Document,
} from './paper.ts'

/** Pictures with numbered marks on them, each with what people wrote about it below, as a PDF. */
export interface MarkReport {
  title: string
  /** Lines under the title. */
  facts: readonly string[]
  sections: readonly MarkSection[]
  footer: string
}

export interface MarkSection {
  /** Above the picture: which page it is. Empty if it needs no words. */
  title: string
  /** A JPEG of what the marks are on; null if there is none to show. */
  picture: (() => Promise<Buffer | null>) | null
  remarks: readonly PaperRemark[]
}

export interface PaperRemark {
  number: number
  shape: 'whole' | 'point' | 'box' | 'arrow' | 'line'
  /** Fractions of the picture, as in `MarkPlace`. What lies outside of this picture is not drawn. */
  points: readonly number[]
  author: string
  text: string
  /** When, and what has become of it. */
  facts: string
  isFinished: boolean
  answers: readonly { author: string; text: string }[]
}

const COLUMN = WIDTH - EDGE * 2
const FIRST_TOP = 182
const TOP = 56
const BOTTOM = HEIGHT - 60
const PICTURE = 420
/** Left of the words there are the numbers. */
const INDENT = 30
const PIN = 8

/**
 * Returns the PDF as a stream. It is drawn section by section, and ends early when nobody reads it any more. Each mark is
 * also an annotation, so that programs list the comments and lead from one to the next.
 */
export function drawMarkReport(report: MarkReport): NodeJS.ReadableStream {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    lang: 'en',
    displayTitle: true,
    info: { Title: report.title, Author: 'Plinth', Creator: 'Plinth' },
  })
  new ReportPages(doc, report).draw().catch((error: unknown) => doc.destroy(error as Error))
  return doc
}

/** What pdfkit can do, and its types do not say. */
interface Untyped {
  openImage: (jpeg: Buffer) => { width: number; height: number }
  ref: (entries: object) => { end: () => void }
  annotate: (x: number, y: number, width: number, height: number, entries: object) => void
}
const untyped = (doc: Document): Untyped => doc as unknown as Untyped

interface Area {
  left: number
  top: number
  width: number
  height: number
}

class ReportPages {
  readonly #doc: Document
  readonly #report: MarkReport
  #y = 0
  #page = 0

  constructor(doc: Document, report: MarkReport) {
    this.#doc = doc
    this.#report = report
  }

  async draw(): Promise<void> {
    const { sections } = this.#report
    this.#addPage()
    for (const [at, section] of sections.entries()) {
      const picture = (await section.picture?.()) ?? null
      if (this.#doc.destroyed) return
      // A picture and the first words about it are on one page.
      if (at > 0) this.#leave(picture === null ? 60 : PICTURE + 100)
      this.#drawSection(section, picture)
    }
    this.#doc.end()
  }

  #addPage(): void {
    this.#doc.addPage()
    this.#page += 1
    if (this.#page === 1) drawTop(this.#doc, { ...this.#report, below: FIRST_TOP - 24 })
    this.#y = this.#page === 1 ? FIRST_TOP : TOP
    this.#doc.font(REGULAR).fontSize(8).fillColor(SECOND_INK)
    const foot = `${this.#report.footer} · page ${this.#page}`
    this.#doc.text(drawable(foot), EDGE, HEIGHT - 34, { width: COLUMN, height: 10, ellipsis: true })
  }

  /** Goes to the next page unless there is as much room on this one. */
  #leave(height: number): void {
    if (this.#y + height > BOTTOM && this.#y > TOP) this.#addPage()
  }

  #drawSection({ title, remarks }: MarkSection, picture: Buffer | null): void {
    if (title !== '') {
      this.#doc.font(BOLD).fontSize(11).fillColor(INK)
      this.#doc.text(drawable(title), EDGE, this.#y, { width: COLUMN, height: 13, ellipsis: true })
      this.#y += 22
    }
    if (picture !== null) this.#drawPicture(picture, remarks)
    for (const remark of remarks) this.#drawRemark(remark)
    this.#y += 12
  }

  #drawPicture(picture: Buffer, remarks: readonly PaperRemark[]): void {
    const doc = this.#doc
    const image = untyped(doc).openImage(picture)
    const room = Math.min(PICTURE, BOTTOM - this.#y)
    const scale = Math.min(COLUMN / image.width, room / image.height)
    const [width, height] = [image.width * scale, image.height * scale]
    const area = { left: EDGE + (COLUMN - width) / 2, top: this.#y, width, height }
    doc.image(picture, area.left, area.top, { width, height })
    for (const remark of remarks) drawMark(doc, area, remark)
    this.#y += height
    doc.rect(EDGE, this.#y, COLUMN, 1).fill(INK)
    this.#y += 16
  }

  #drawRemark({ number, author, text, facts, isFinished, answers }: PaperRemark): void {
    const doc = this.#doc
    this.#leave(46)
    drawPin(doc, { x: EDGE + PIN, y: this.#y + 6, number, isFinished })
    doc.font(BOLD).fontSize(9.5).fillColor(INK)
    const name = drawable(author)
    doc.text(name, EDGE + INDENT, this.#y, { width: COLUMN / 2, height: 12, ellipsis: true })
    const after = Math.min(doc.widthOfString(name), COLUMN / 2) + 8
    doc.font(REGULAR).fontSize(8.5).fillColor(SECOND_INK)
    doc.text(drawable(facts), EDGE + INDENT + after, this.#y + 1, {
      width: COLUMN - INDENT - after,
      height: 11,
      ellipsis: true,
    })
    this.#y += 14
    this.#drawWords(text, INDENT)
    for (const answer of answers) {
      this.#leave(30)
      doc.font(BOLD).fontSize(9).fillColor(SECOND_INK)
      doc.text(drawable(answer.author), EDGE + INDENT + 16, this.#y, {
        width: COLUMN - INDENT - 16,
        height: 12,
        ellipsis: true,
      })
      this.#y += 12
      this.#drawWords(answer.text, INDENT + 16)
    }
    this.#y += 8
  }

  /** Line by line, so that a long text goes on over pages. */
  #drawWords(text: string, indent: number): void {
    const doc = this.#doc
    doc.font(REGULAR).fontSize(9.5)
    for (const line of linesOf(doc, text, COLUMN - indent)) {
      this.#leave(14)
      doc.font(REGULAR).fontSize(9.5).fillColor(INK)
      doc.text(line, EDGE + indent, this.#y, { lineBreak: false })
      this.#y += 13
    }
    this.#y += 3
  }
}

/** Splits a text into lines of this width in the font that is set. Words that are wider are cut. */
function linesOf(doc: Document, text: string, width: number): string[] {
  const lines: string[] = []
  for (const paragraph of text.split('\n').map(drawable)) {
    let line = ''
    for (const word of paragraph.split(' ').flatMap((one) => piecesOf(doc, one, width))) {
      const longer = line === '' ? word : `${line} ${word}`
      if (line !== '' && doc.widthOfString(longer) > width) {
        lines.push(line)
        line = word
      } else line = longer
    }
    if (line !== '') lines.push(line)
  }
  return lines
}

function piecesOf(doc: Document, word: string, width: number): string[] {
  if (doc.widthOfString(word) <= width) return [word]
  const pieces: string[] = []
  let piece = ''
  for (const sign of word) {
    if (piece !== '' && doc.widthOfString(piece + sign) > width) {
      pieces.push(piece)
      piece = ''
    }
    piece += sign
  }
  return [...pieces, piece]
}

/** White under ink, so that it is seen on anything. */
function stroke(doc: Document, path: () => Document): void {
  doc.lineCap('round').lineJoin('round')
  path().lineWidth(3.4).stroke('#ffffff')
  path().lineWidth(1.6).stroke(INK)
}

function drawMark(doc: Document, area: Area, remark: PaperRemark): void {
  const points = pairsOf(remark.points).map(([x, y]): [number, number] => [
    area.left + x * area.width,
    area.top + y * area.height,
  ])
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return
  const [x, y] = first
  const note = {
    Contents: new String(remark.text),
    T: new String(remark.author),
    F: PRINTED,
    AP: { N: nothing(doc) },
  }
  if (remark.shape === 'box') {
    const [width, height] = [
      (remark.points[2] ?? 0) * area.width,
      (remark.points[3] ?? 0) * area.height,
    ]
    stroke(doc, () => doc.rect(x, y, width, height))
    untyped(doc).annotate(x, y, width, height, { ...note, Subtype: 'Square' })
  } else if (remark.shape === 'point') {
    untyped(doc).annotate(x - PIN, y - PIN, 2 * PIN, 2 * PIN, { ...note, Subtype: 'Circle' })
  } else {
    stroke(doc, () => {
      doc.moveTo(x, y)
      for (const [nextX, nextY] of points.slice(1)) doc.lineTo(nextX, nextY)
      return doc
    })
    if (remark.shape === 'arrow') stroke(doc, () => arrowHead(doc, first, last))
    const [left, top] = [
      Math.min(...points.map((one) => one[0])),
      Math.min(...points.map((one) => one[1])),
    ]
    const [right, bottom] = [
      Math.max(...points.map((one) => one[0])),
      Math.max(...points.map((one) => one[1])),
    ]
    untyped(doc).annotate(left, top, right - left, bottom - top, {
      ...note,
      Subtype: 'Ink',
      InkList: [points.flatMap((one) => [one[0], HEIGHT - one[1]])],
    })
  }
  drawPin(doc, { x, y, number: remark.number, isFinished: remark.isFinished })
}

/** The flag of annotations that are printed as well. */
const PRINTED = 4

/** What an annotation looks like that is drawn on the page already. */
function nothing(doc: Document): object {
  const form = untyped(doc).ref({ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 1, 1] })
  form.end()
  return form
}

function arrowHead(doc: Document, from: [number, number], tip: [number, number]): Document {
  const angle = Math.atan2(tip[1] - from[1], tip[0] - from[0])
  const corner = (turn: number): [number, number] => [
    tip[0] - 10 * Math.cos(angle + turn),
    tip[1] - 10 * Math.sin(angle + turn),
  ]
  return doc
    .moveTo(...corner(0.45))
    .lineTo(...tip)
    .lineTo(...corner(-0.45))
}

const pairsOf = (flat: readonly number[]): [number, number][] =>
  Array.from({ length: Math.floor(flat.length / 2) }, (_, at) => [
    flat[2 * at] ?? 0,
    flat[2 * at + 1] ?? 0,
  ])

/** Ink with a white number while it is open, and white with an inked one afterwards. */
function drawPin(
  doc: Document,
  { x, y, number, isFinished }: { x: number; y: number; number: number; isFinished: boolean },
): void {
  doc
    .circle(x, y, PIN)
    .lineWidth(1.2)
    .fillAndStroke(isFinished ? '#ffffff' : INK, isFinished ? INK : '#ffffff')
  doc
    .font(BOLD)
    .fontSize(number > 99 ? 6.5 : 8.5)
    .fillColor(isFinished ? INK : '#ffffff')
  const width = doc.widthOfString(String(number))
  doc.text(String(number), x - width / 2, y - doc.currentLineHeight() / 2 + 0.5, {
    lineBreak: false,
  })
}
