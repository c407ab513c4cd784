import { createCanvas, ImageData, type SKRSContext2D } from '@napi-rs/canvas'
import sharp from 'sharp'
import { TITLE } from './text.ts'

const LABEL = 'Plinth preview'
const ANGLE = -Math.PI / 6
/** Text size relative to the picture's shorter side: readable, and large enough to be hard to remove. */
const SIZE_SHARE = 1 / 15
const MIN_SIZE = 9
const MAX_SIZE = 40
/** Gaps between labels on a line and between lines, in multiples of the text size. */
const GAP = 1.8
const LINE = 3

/** Side of the sheet that is laid over films, and the size of its text. */
const SHEET_SIDE = 1_280
const SHEET_SIZE = 36

/** Returns a PNG with nothing but the label all over it, for films of any size. */
export async function markSheet(): Promise<Buffer> {
  const canvas = createCanvas(SHEET_SIDE, SHEET_SIDE)
  const context = canvas.getContext('2d')
  setStyle(context, SHEET_SIZE)
  context.translate(SHEET_SIDE / 2, SHEET_SIDE / 2)
  context.rotate(ANGLE)
  drawLabels(context, { size: SHEET_SIZE, reach: Math.hypot(SHEET_SIDE, SHEET_SIDE) / 2 })
  return canvas.encode('png')
}

/** Of pictures shown whole: text as in a preview, but not so large that a part shown 1:1 would have none. */
const MAX_TILE_SIZE = 180
/** Width and height of the part that repeats, in multiples of the text size. It has two labels. */
const REPEATS = { width: 8, height: 8 }

/**
 * Returns a PNG with the label on it that goes on at its opposite edge. Repeated over a picture of this size from its
 * corner, it is the same for every picture of that size. It is never larger than the picture.
 */
export async function markTile({ width, height }: { width: number; height: number }) {
  const size = Math.min(MAX_TILE_SIZE, Math.max(MIN_SIZE, Math.min(width, height) * SIZE_SHARE))
  const [across, down] = [Math.round(size * REPEATS.width), Math.round(size * REPEATS.height)]
  const canvas = createCanvas(Math.min(width, across), Math.min(height, down))
  const context = canvas.getContext('2d')
  setStyle(context, size)
  context.textAlign = 'center'
  // What runs over an edge is drawn again from the opposite one.
  for (const [x, y] of [-1, 0, 1, 2].flatMap((column) => [-1, 0, 1, 2].map((row) => [column, row])))
    for (const half of [0, 0.5]) {
      context.save()
      context.translate(((x ?? 0) + half) * across, ((y ?? 0) + half) * down)
      context.rotate(ANGLE)
      context.strokeText(LABEL, 0, 0)
      context.fillText(LABEL, 0, 0)
      context.restore()
    }
  return canvas.encode('png')
}

interface Marked {
  width: number
  height: number
  quality: number
  /** Drawn in turn with the label. */
  name?: string
  /** The pixels have the label already, so only the name is drawn, between its lines. */
  isMarked?: boolean
}

/**
 * Returns a WebP of these RGBA pixels with the label all over them, light with a dark edge so that it is readable on
 * any background.
 */
export async function watermark(
  pixels: Buffer,
  { width, height, quality, name, isMarked = false }: Marked,
): Promise<Buffer> {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const size = Math.min(MAX_SIZE, Math.max(MIN_SIZE, Math.min(width, height) * SIZE_SHARE))
  context.putImageData(new ImageData(new Uint8ClampedArray(pixels), width, height), 0, 0)
  setStyle(context, size)
  context.translate(width / 2, height / 2)
  context.rotate(ANGLE)
  const reach = Math.hypot(width, height) / 2
  if (name === undefined) drawLabels(context, { size, reach })
  else if (isMarked) {
    context.translate(0, (size * LINE) / 2)
    drawLabels(context, { size, reach: reach + size * LINE, labels: [name] })
  } else drawLabels(context, { size, reach, labels: [LABEL, name] })
  // Chroma subsampling would smear the label.
  return sharp(canvas.data(), { raw: { width, height, channels: 4 } })
    .webp({ quality, smartSubsample: true })
    .toBuffer()
}

function setStyle(context: SKRSContext2D, size: number): void {
  context.font = `500 ${size}px ${TITLE}`
  context.fontVariationSettings = '"wght" 560, "wdth" 104'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.lineWidth = Math.max(1, size / 9)
  context.strokeStyle = 'rgb(16 15 22 / .4)'
  context.fillStyle = 'rgb(255 255 255 / .54)'
}

/** Draws lines from the centre to the corners, each with the next of the labels, and every other time shifted. */
function drawLabels(
  context: SKRSContext2D,
  {
    size,
    reach,
    labels = [LABEL],
  }: { size: number; reach: number; labels?: readonly [string, ...string[]] },
): void {
  const lines = Math.ceil(reach / (size * LINE))
  for (let line = -lines; line <= lines; line += 1) {
    const at = line + lines
    const label = labels[at % labels.length] ?? labels[0]
    const step = context.measureText(label).width + size * GAP
    const shift = Math.floor(at / labels.length) % 2 === 0 ? 0 : step / 2
    for (let x = -reach - step + shift; x < reach; x += step) {
      context.strokeText(label, x, line * size * LINE)
      context.fillText(label, x, line * size * LINE)
    }
  }
}
