import { fileURLToPath } from 'node:url'
import type PDFDocument from 'pdfkit'

/** What all our papers have in common: fonts, colours, the logo, the letters that they can show. */
export type Document = InstanceType<typeof PDFDocument>

const fontFile = (name: string): string =>
  fileURLToPath(import.meta.resolve(`pdfjs-dist/standard_fonts/${name}`))
// Our own fonts are variable, and PDF writers cannot embed those. These also have Greek and Cyrillic letters.
export const REGULAR = fontFile('LiberationSans-Regular.ttf')
export const BOLD = fontFile('LiberationSans-Bold.ttf')
export const ITALIC = fontFile('LiberationSans-Italic.ttf')
export const BOLD_ITALIC = fontFile('LiberationSans-BoldItalic.ttf')

export const INK = '#1a1922'
export const SECOND_INK = '#514d5c'
export const PAPER = '#efe9dd'
/** A4 in points. */
export const WIDTH = 595
export const HEIGHT = 842
export const EDGE = 48

/** Characters without a glyph in these fonts become a dot. */
const NOT_DRAWABLE =
  /[^\x20-\x7e\xa0-\u017f\u0192\u0370-\u03ff\u0400-\u045f\u2010-\u2027\u2030-\u203a\u20ac\u2122\u2212]+/gu
export const drawable = (text: string): string =>
  text.normalize('NFC').replaceAll(/\s+/g, ' ').replaceAll(NOT_DRAWABLE, '·')

/** A work on its plinth, our name, a title and lines under it, above a page. */
export function drawTop(
  doc: Document,
  { title, facts, below }: { title: string; facts: readonly string[]; below: number },
): void {
  doc.rect(0, 0, WIDTH, below).fill(PAPER)
  doc.rect(EDGE, 44, 20, 14).fill(INK)
  doc.rect(EDGE - 4, 60, 28, 3).fill(INK)
  doc
    .font(BOLD)
    .fontSize(13)
    .fillColor(INK)
    .text('Plinth', EDGE + 34, 48, { lineBreak: false })
  doc.fontSize(22).text(drawable(title), EDGE, 84, {
    width: WIDTH - EDGE * 2,
    height: 26,
    ellipsis: true,
    lineBreak: true,
  })
  doc.font(REGULAR).fontSize(9.5).fillColor(SECOND_INK)
  for (const [index, fact] of facts.entries())
    doc.text(drawable(fact), EDGE, 116 + index * 14, {
      width: WIDTH - EDGE * 2,
      height: 12,
      ellipsis: true,
    })
}
