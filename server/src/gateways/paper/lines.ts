import type { StyledText, Words } from './blocks.ts'
import { BOLD, BOLD_ITALIC, ITALIC, REGULAR, type Document } from './paper.ts'

/** A line of text: what is written how far from its left edge, in points. */
export type Line = readonly { text: string; font: string; x: number }[]

export interface LineOptions {
  width: number
  size: number
  isBold?: boolean
  /** Whether spaces stay as they were typed, also at the beginning of a line. */
  keepsSpaces?: boolean
}

/** Texts are mostly made of the same words. */
const MAX_KNOWN_WIDTHS = 20_000
const MEASURED_SIZE = 100
const TAB = '    '

/** Breaks texts into lines by the widths of their words. */
export function createLineBreaker(doc: Document): (words: Words, options: LineOptions) => Line[] {
  const known = new Map<string, number>()
  const widthOf = (text: string, font: string, size: number): number => {
    const key = `${font}\0${text}`
    let width = known.get(key)
    if (width === undefined) {
      if (known.size >= MAX_KNOWN_WIDTHS) known.clear()
      width = doc.font(font).fontSize(MEASURED_SIZE).widthOfString(text)
      known.set(key, width)
    }
    return (width * size) / MEASURED_SIZE
  }

  return (words, { width, size, isBold = false, keepsSpaces = false }) => {
    const lines: { text: string; font: string; x: number }[][] = [[]]
    let x = 0
    const begin = () => {
      lines.push([])
      x = 0
    }
    const write = (text: string, font: string) => {
      const line = lines.at(-1) ?? []
      const last = line.at(-1)
      if (last?.font === font) last.text += text
      else line.push({ text, font, x })
      x += widthOf(text, font, size)
    }
    const fits = (text: string, font: string) => x + widthOf(text, font, size) <= width
    for (const { text, font } of words.map((part) => styled(part, isBold)))
      for (const piece of text.replaceAll('\t', TAB).split(/(\n)|(?<=[ -])/)) {
        if (piece === undefined || piece === '') continue
        if (piece === '\n') {
          begin()
          continue
        }
        if (x > 0 && !fits(piece.trimEnd(), font)) begin()
        if (x === 0 && !keepsSpaces && piece.trim() === '') continue
        if (fits(piece.trimEnd(), font)) write(piece, font)
        // A word that is wider than a line is broken wherever the line ends.
        else
          for (const character of piece) {
            if (x > 0 && !fits(character, font)) begin()
            write(character, font)
          }
      }
    return lines
  }
}

function styled({ text, isBold, isItalic }: StyledText, isHeading: boolean) {
  const bold = isItalic ? BOLD_ITALIC : BOLD
  return { text, font: isBold || isHeading ? bold : isItalic ? ITALIC : REGULAR }
}
