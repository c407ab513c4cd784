import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { DOCUMENT_TYPES } from '@plinth/contract/media/file-types.ts'
import { firstText } from '../document/text.ts'
import { SHEET_SIZE, type SheetTask } from '../document/documents-tasks.ts'
import { DISPLAY, drawable, shortened, TEXT, TITLE, wrap } from './text.ts'
import { addGrain, writeJpeg } from './canvas.ts'

const { width: WIDTH, height: HEIGHT } = SHEET_SIZE
const PAPER = '#efe9dd'
const PAPER_LIT = '#f4efe5'
const PAPER_SHADE = '#e2dacb'
const INK = '#1a1922'
const MARGIN = 116
const COLUMN = WIDTH - 2 * MARGIN

/**
 * Draws a sheet of paper with the first lines of a text, or with the type in large letters, and the file's name below a
 * line.
 */
export async function drawSheet({ file, pictureFile, type, fileName }: SheetTask): Promise<void> {
  const canvas = createCanvas(WIDTH, HEIGHT)
  const context = canvas.getContext('2d')
  drawPaper(context)
  const name = drawable(fileName)
  const text = type === 'text/plain' ? drawable((await firstText(file)) ?? '') : null
  if (text === null) drawTitlePage(context, DOCUMENT_TYPES[type].extension, name)
  else drawTextPage(context, text.replace(/^\s*\n/, '').trimEnd(), name)
  addGrain(canvas)
  await writeJpeg(canvas, pictureFile)
}

/** Lit from above, like works on a wall. */
function drawPaper(context: SKRSContext2D): void {
  const light = context.createRadialGradient(WIDTH / 2, 0, 0, WIDTH / 2, 0, HEIGHT * 1.1)
  light.addColorStop(0, PAPER_LIT)
  light.addColorStop(0.5, PAPER)
  light.addColorStop(1, PAPER_SHADE)
  context.fillStyle = light
  context.fillRect(0, 0, WIDTH, HEIGHT)
  context.fillStyle = INK
}

const TITLE_LINE = 1_020
const MAX_TYPE_SIZE = 420

function drawTitlePage(context: SKRSContext2D, extension: string, name: string | null): void {
  setDisplay(context, 100)
  const size = Math.min(MAX_TYPE_SIZE, (100 * COLUMN) / context.measureText(extension).width)
  setDisplay(context, size)
  context.fillText(extension, MARGIN - size * 0.05, TITLE_LINE)
  drawLine(context, TITLE_LINE)
  if (name === null) return
  setTitle(context, 72)
  const lines = wrap(context, name, { width: COLUMN, maxLines: 5 })
  for (const [index, line] of lines.entries()) {
    context.fillText(line, MARGIN, TITLE_LINE + 124 + index * 84)
  }
}

const FOOT_LINE = HEIGHT - 216
const TEXT_TOP = 120
const TEXT_HEIGHT = FOOT_LINE - TEXT_TOP - 40
/** A short text is set large like a poster, a long one like a page. */
const TEXT_SIZES = [112, 84, 64, 52, 40]
const LINE_SPACING = 1.46
const FADING_LINES = 4

function drawTextPage(context: SKRSContext2D, text: string, name: string | null): void {
  const { size, lines, maxLines } = fitText(context, text)
  const isCut = lines.length > maxLines
  for (const [index, line] of lines.slice(0, maxLines).entries()) {
    context.globalAlpha = isCut ? Math.min(1, (maxLines - index) / FADING_LINES) : 1
    context.fillText(line, MARGIN, TEXT_TOP + size + index * size * LINE_SPACING)
  }
  context.globalAlpha = 1
  drawLine(context, FOOT_LINE)
  if (name === null) return
  setTitle(context, 52)
  context.fillText(shortened(context, name, COLUMN), MARGIN, FOOT_LINE + 118)
}

/** Finds the largest size in which the whole text fits, or else the smallest, and leaves that font set. */
function fitText(context: SKRSContext2D, text: string) {
  for (const size of TEXT_SIZES) {
    setText(context, size)
    const maxLines = Math.floor(TEXT_HEIGHT / (size * LINE_SPACING))
    const lines = wrap(context, text, { width: COLUMN, maxLines: maxLines + 1 })
    if (lines.length <= maxLines || size === TEXT_SIZES.at(-1)) return { size, lines, maxLines }
  }
  throw new Error('there are no sizes')
}

function drawLine(context: SKRSContext2D, y: number): void {
  const shadow = context.createLinearGradient(0, y, 0, y + 90)
  shadow.addColorStop(0, 'rgb(26 25 34 / .10)')
  shadow.addColorStop(1, 'rgb(26 25 34 / 0)')
  context.fillStyle = shadow
  context.fillRect(0, y, WIDTH, 90)
  context.fillStyle = INK
  context.fillRect(0, y, WIDTH, 4)
}

function setDisplay(context: SKRSContext2D, size: number): void {
  context.font = `600 ${size}px ${DISPLAY}`
  context.fontVariationSettings = '"wght" 620, "wdth" 118'
  context.letterSpacing = `${-0.042 * size}px`
  context.fillStyle = INK
}

function setTitle(context: SKRSContext2D, size: number): void {
  context.font = `500 ${size}px ${TITLE}`
  context.fontVariationSettings = '"wght" 520, "wdth" 104'
  context.letterSpacing = `${-0.01 * size}px`
  context.fillStyle = INK
}

function setText(context: SKRSContext2D, size: number): void {
  context.font = `400 ${size}px ${TEXT}`
  context.fontVariationSettings = '"wght" 440'
  context.letterSpacing = '0px'
}
