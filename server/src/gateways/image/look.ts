import { openRaw } from './open.ts'

/** The picture is reduced to so many pixels a side, of whose frequencies the lowest are compared. */
const SIDE = 64
const FREQUENCIES = 16
/** Less variation than this is a plain surface, which looks like every other one. */
const LEAST_ENERGY = 6

export interface Pixels {
  width: number
  height: number
  /** RGBA, one byte each. */
  data: Buffer
}

/**
 * What a picture looks like, as 256 bits in hexadecimal: its copies in another size, format, quality or brightness differ
 * in few of them. Null for a plain surface. It is the sign of each low frequency against their median.
 */
export async function lookOf(pixels: Pixels): Promise<string | null> {
  const luma = await openRaw(pixels)
    .flatten({ background: '#ffffff' })
    .greyscale()
    .resize(SIDE, SIDE, { fit: 'fill' })
    .raw({ depth: 'uchar' })
    .toBuffer()
  const values = frequenciesOf(luma)
  const sorted = Float64Array.from(values).sort()
  const median = sorted[sorted.length / 2] ?? 0
  const energy = values.reduce((sum, value) => sum + Math.abs(value), 0) / values.length
  if (energy < LEAST_ENERGY) return null
  let hex = ''
  for (let at = 0; at < values.length; at += 4) {
    let digit = 0
    for (let bit = 0; bit < 4; bit += 1)
      digit = digit * 2 + ((values[at + bit] ?? 0) > median ? 1 : 0)
    hex += digit.toString(16)
  }
  return hex
}

/** Without the lowest, which is the brightness. */
const COSINES = Array.from({ length: FREQUENCIES }, (_, frequency) =>
  Float64Array.from(
    { length: SIDE },
    (__, at) => Math.cos((Math.PI / SIDE) * (at + 0.5) * (frequency + 1)) * Math.sqrt(2 / SIDE),
  ),
)

/** The discrete cosine transform in both directions, lowest frequencies only. */
function frequenciesOf(luma: Buffer): Float64Array {
  const rows = new Float64Array(SIDE * FREQUENCIES)
  for (let y = 0; y < SIDE; y += 1)
    for (const [u, cosine] of COSINES.entries()) {
      let sum = 0
      for (let x = 0; x < SIDE; x += 1) sum += (luma[y * SIDE + x] ?? 0) * (cosine[x] ?? 0)
      rows[y * FREQUENCIES + u] = sum
    }
  const values = new Float64Array(FREQUENCIES * FREQUENCIES)
  for (const [v, cosine] of COSINES.entries())
    for (let u = 0; u < FREQUENCIES; u += 1) {
      let sum = 0
      for (let y = 0; y < SIDE; y += 1) sum += (rows[y * FREQUENCIES + u] ?? 0) * (cosine[y] ?? 0)
      values[v * FREQUENCIES + u] = sum
    }
  return values
}
