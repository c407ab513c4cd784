import phash from 'sharp-phash'
import type { Pixels } from './look.ts'
import { openRaw } from './open.ts'

/** Less variation than this, of 255, is a plain surface, which looks like every other one. */
const LEAST_DEVIATION = 4

/**
 * How a picture looks, as 64 zeros and ones: what it is after somebody has worked on it differs in few of them. Coarser
 * than its look (`look.ts`), so that it also finds what was cropped. Null for a plain surface.
 */
export async function fingerprintOf(pixels: Pixels): Promise<string | null> {
  const { width, height } = pixels
  const luma = await openRaw(pixels)
    .flatten({ background: '#ffffff' })
    .greyscale()
    .raw({ depth: 'uchar' })
    .toBuffer()
  if (deviationOf(luma) < LEAST_DEVIATION) return null
  return phash(luma, { raw: { width, height, channels: 1 } })
}

function deviationOf(luma: Buffer): number {
  let sum = 0
  let squares = 0
  for (const value of luma) {
    sum += value
    squares += value * value
  }
  const mean = sum / luma.length
  return Math.sqrt(squares / luma.length - mean * mean)
}
