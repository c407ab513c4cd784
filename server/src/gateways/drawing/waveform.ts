import { createCanvas, type CanvasGradient, type SKRSContext2D } from '@napi-rs/canvas'
import { addGrain, writeJpeg } from './canvas.ts'
import { WAVEFORM_SIZE } from '../document/documents-tasks.ts'

const { width: WIDTH, height: HEIGHT } = WAVEFORM_SIZE
/** Few enough to be seen one by one in a list. */
const BARS = 80
const SIDE = 120
const PITCH = (WIDTH - 2 * SIDE) / BARS
const BAR = PITCH * 0.56
const LEDGE = 760
const TALLEST = 560
const SHORTEST = 5
const SPOT = 500
const MIRRORED = 0.3
const FALL = 240
const lamp = (alpha: number) => `rgb(255 231 191 / ${alpha})`

/** Draws bars of light that stand on a lit ledge, like works in Plinth. */
export async function drawWaveform({
  peaks,
  pictureFile,
}: {
  peaks: string
  pictureFile: string
}): Promise<void> {
  const canvas = createCanvas(WIDTH, HEIGHT)
  const context = canvas.getContext('2d')
  paintWall(context)
  const heights = heightsOf(Buffer.from(peaks, 'base64'))
  const light = lightOfBars(context)
  for (const [index, height] of heights.entries()) drawBar(context, { index, height, light })
  drawLedge(context)
  addGrain(canvas)
  await writeJpeg(canvas, pictureFile)
}

function paintWall(context: SKRSContext2D): void {
  context.fillStyle = '#0f0f17'
  context.fillRect(0, 0, WIDTH, HEIGHT)
  const spot = context.createRadialGradient(0, 0, 0, 0, 0, 1)
  spot.addColorStop(0, lamp(0.16))
  spot.addColorStop(0.48, lamp(0.06))
  spot.addColorStop(1, lamp(0))
  context.save()
  // Fades out inside the wall, so that no edge is visible.
  context.translate(WIDTH / 2, SPOT)
  context.scale(WIDTH / 2, SPOT)
  context.fillStyle = spot
  context.fillRect(-1, -1, 2, 2)
  context.restore()
}

/**
 * Each height is the mean of a bar's loudest and average peak. Loudest peaks alone would make one flat block of much
 * music.
 */
function heightsOf(peaks: Uint8Array): number[] {
  const loudest = Math.max(1, ...peaks)
  return Array.from({ length: BARS }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / BARS)
    const part = peaks.subarray(
      from,
      Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / BARS)),
    )
    const mean = part.reduce((sum, peak) => sum + peak, 0) / Math.max(1, part.length)
    const height = (Math.max(0, ...part) + mean) / 2 / loudest
    return SHORTEST + (TALLEST - SHORTEST) * height
  })
}

/** One light from above for all bars: taller ones reach further into it. */
function lightOfBars(context: SKRSContext2D): CanvasGradient {
  const light = context.createLinearGradient(0, LEDGE - TALLEST, 0, LEDGE)
  light.addColorStop(0, '#fff6e4')
  light.addColorStop(0.3, '#ffe7bf')
  light.addColorStop(0.75, '#c79f6b')
  light.addColorStop(1, '#7f603f')
  return light
}

function drawBar(
  context: SKRSContext2D,
  { index, height, light }: { index: number; height: number; light: CanvasGradient },
): void {
  const x = SIDE + index * PITCH + (PITCH - BAR) / 2
  context.fillStyle = light
  context.fillRect(x, LEDGE - height, BAR, height)
  const depth = height * MIRRORED
  const mirrored = context.createLinearGradient(0, LEDGE, 0, LEDGE + depth)
  mirrored.addColorStop(0, lamp(0.13))
  mirrored.addColorStop(1, lamp(0))
  context.fillStyle = mirrored
  context.fillRect(x, LEDGE, BAR, depth)
}

function drawLedge(context: SKRSContext2D): void {
  const fall = context.createRadialGradient(0, 0, 0, 0, 0, 1)
  fall.addColorStop(0, lamp(0.13))
  fall.addColorStop(0.5, lamp(0.04))
  fall.addColorStop(1, lamp(0))
  context.save()
  context.translate(WIDTH / 2, LEDGE)
  context.scale(WIDTH / 2, FALL)
  context.fillStyle = fall
  context.fillRect(-1, 0, 2, 1)
  context.restore()
  const line = context.createLinearGradient(0, 0, WIDTH, 0)
  line.addColorStop(0, lamp(0))
  line.addColorStop(0.06, lamp(1))
  line.addColorStop(0.94, lamp(1))
  line.addColorStop(1, lamp(0))
  context.fillStyle = line
  context.fillRect(0, LEDGE, WIDTH, 4)
}
