import type { SKRSContext2D } from '@napi-rs/canvas'

const SPACES_OF_TAB = '    '
const MAX_LINE_LETTERS = 1_000

/** Breaks a text into lines of at most a width, as the font that is set measures them. */
export function wrap(
  context: SKRSContext2D,
  text: string,
  { width, maxLines }: { width: number; maxLines: number },
): string[] {
  const lines: string[] = []
  for (const paragraph of text.split(/\r\n|[\n\r\f]/)) {
    if (lines.length >= maxLines) break
    const letters = paragraph.slice(0, MAX_LINE_LETTERS).replaceAll('\t', SPACES_OF_TAB).trimEnd()
    lines.push(...wrapParagraph(context, letters, width))
  }
  return lines.slice(0, maxLines)
}

function wrapParagraph(context: SKRSContext2D, text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/(?<=[ -])/)) {
    if (fits(context, line + word, width)) {
      line += word
      continue
    }
    if (line !== '') lines.push(line.trimEnd())
    const [last = '', ...before] = breakWord(context, word, width).reverse()
    lines.push(...before.reverse())
    line = last
  }
  return [...lines, line.trimEnd()]
}

/** A word wider than a line is broken wherever the line ends. */
function breakWord(context: SKRSContext2D, word: string, width: number): string[] {
  const parts: string[] = []
  let part = ''
  for (const letter of word) {
    if (part !== '' && !fits(context, part + letter, width)) {
      parts.push(part)
      part = ''
    }
    part += letter
  }
  return [...parts, part]
}

/** The text, or as much of its start and its end as fits, with a mark between them. */
export function shortened(context: SKRSContext2D, text: string, width: number): string {
  if (fits(context, text, width)) return text
  const letters = Array.from(text)
  for (let kept = letters.length - 1; kept > 2; kept -= 1) {
    const end = Math.min(8, Math.floor(kept / 3))
    const short = `${letters.slice(0, kept - end).join('')}…${letters.slice(-end).join('')}`
    if (fits(context, short, width)) return short
  }
  return '…'
}

const fits = (context: SKRSContext2D, text: string, width: number): boolean =>
  context.measureText(text.trimEnd()).width <= width
