import { fileURLToPath } from 'node:url'
import { GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'

const FILES = {
  'Plinth Display': '@fontsource-variable/archivo/files/archivo-latin-standard-normal.woff2',
  'Plinth Display Ext':
    '@fontsource-variable/archivo/files/archivo-latin-ext-standard-normal.woff2',
  'Plinth Title': '@fontsource-variable/archivo/files/archivo-latin-standard-italic.woff2',
  'Plinth Title Ext': '@fontsource-variable/archivo/files/archivo-latin-ext-standard-italic.woff2',
  'Plinth Text':
    '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
  'Plinth Text Ext':
    '@fontsource-variable/instrument-sans/files/instrument-sans-latin-ext-wght-normal.woff2',
  // Greek and Cyrillic letters, which our own fonts lack.
  'Plinth Other': 'pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf',
  'Plinth Other Italic': 'pdfjs-dist/standard_fonts/LiberationSans-Italic.ttf',
}

for (const [name, file] of Object.entries(FILES)) {
  GlobalFonts.registerFromPath(fileURLToPath(import.meta.resolve(file)), name)
}

/** Font families in the order in which a glyph is looked for. */
export const DISPLAY = '"Plinth Display", "Plinth Display Ext", "Plinth Other"'
export const TITLE = '"Plinth Title", "Plinth Title Ext", "Plinth Other Italic"'
export const TEXT = '"Plinth Text", "Plinth Text Ext", "Plinth Other"'

/** Everything but Latin, Greek, Cyrillic and punctuation that one of these fonts has glyphs for. */
const NOT_DRAWN =
  /[^\t\n\f\r\x20-\x7e\xa0-\u017f\u0192\u0218-\u021b\u02c6\u02c7\u02d8-\u02dd\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u0400-\u045f\u0490\u0491\u1e80-\u1e85\u1ef2\u1ef3\u2010\u2011\u2013-\u2015\u2017-\u201e\u2020-\u2022\u2026\u2030\u2032\u2033\u2039\u203a\u20ac\u2116\u2122\u2190-\u2195\u2212\u2264\u2265\ufb01\ufb02]/gu
/** If more than this is missing, the rest is not worth drawing. */
const MAX_MISSING_SHARE = 0.2

/** Removes characters without a glyph, which would be empty boxes. Returns null if too little remains. */
export function drawable(text: string): string | null {
  const whole = text.normalize('NFC').replaceAll(/[\ufeff\u200b-\u200f\u00ad]/g, '')
  const rest = whole.replaceAll(NOT_DRAWN, '')
  const isReadable = rest.length >= whole.length * (1 - MAX_MISSING_SHARE) && rest.trim() !== ''
  return isReadable ? rest : null
}

const SPACES_OF_TAB = '    '
const MAX_LINE_CHARACTERS = 1_000

/** Breaks a text into lines of at most this width, measured in the current font. */
export function wrap(
  context: SKRSContext2D,
  text: string,
  { width, maxLines }: { width: number; maxLines: number },
): string[] {
  const lines: string[] = []
  for (const paragraph of text.split(/\r\n|[\n\r\f]/)) {
    if (lines.length >= maxLines) break
    const characters = paragraph
      .slice(0, MAX_LINE_CHARACTERS)
      .replaceAll('\t', SPACES_OF_TAB)
      .trimEnd()
    lines.push(...wrapParagraph(context, characters, width))
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

/** Breaks a word that is wider than a line wherever the line ends. */
function breakWord(context: SKRSContext2D, word: string, width: number): string[] {
  const parts: string[] = []
  let part = ''
  for (const character of word) {
    if (part !== '' && !fits(context, part + character, width)) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return [...parts, part]
}

/** Returns the text, or as much of its start and end as fits, with an ellipsis in between. */
export function shortened(context: SKRSContext2D, text: string, width: number): string {
  if (fits(context, text, width)) return text
  const characters = Array.from(text)
  for (let kept = characters.length - 1; kept > 2; kept -= 1) {
    const end = Math.min(8, Math.floor(kept / 3))
    const short = `${characters.slice(0, kept - end).join('')}…${characters.slice(-end).join('')}`
    if (fits(context, short, width)) return short
  }
  return '…'
}

const fits = (context: SKRSContext2D, text: string, width: number): boolean =>
  context.measureText(text.trimEnd()).width <= width
