/** Colour profiles (ICC, version 4) of spaces that are told by a few numbers. */
type Vector = readonly [number, number, number]
type Matrix = readonly [Vector, Vector, Vector]

interface Point {
  x: number
  y: number
}

/** Chromaticities of white and of the three colours. */
export interface Primaries {
  white: Point
  red: Point
  green: Point
  blue: Point
}

export const SRGB_PRIMARIES: Primaries = {
  white: { x: 0.3127, y: 0.329 },
  red: { x: 0.64, y: 0.33 },
  green: { x: 0.3, y: 0.6 },
  blue: { x: 0.15, y: 0.06 },
}

const D50: Vector = [0.9642, 1, 0.8249]
const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
]
const HEADER_BYTES = 128
const ENTRY_BYTES = 12
const VERSION = 0x04_40_00_00

/**
 * The profile of a space with this exponent, as it is shown, and these primaries; null if no colours can have such
 * primaries.
 */
export function primariesProfile({
  gamma,
  primaries,
}: {
  gamma: number
  primaries: Primaries
}): Buffer | null {
  const curve = curveTag(gamma)
  const columns = colourants(primaries)
  if (columns === null) return null
  const [red, green, blue] = columns
  return profileOf([
    ['desc', textTag(`Gamma ${gamma.toFixed(2)}`)],
    ['cprt', textTag('None')],
    ['wtpt', vectorTag(D50)],
    ['rXYZ', vectorTag(red)],
    ['gXYZ', vectorTag(green)],
    ['bXYZ', vectorTag(blue)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ])
}

/** What full red, green and blue are in XYZ under D50. */
function colourants({ white, red, green, blue }: Primaries): Matrix | null {
  if ([white, red, green, blue].some(({ y }) => y <= 0)) return null
  const points = transposed([xyzOf(red), xyzOf(green), xyzOf(blue)])
  const inverse = inverted(points)
  const toCone = inverted(BRADFORD)
  if (inverse === null || toCone === null) return null
  const shares = applied(inverse, xyzOf(white))
  const [from, to] = [applied(BRADFORD, xyzOf(white)), applied(BRADFORD, D50)]
  const adapted = ([x, y, z]: Vector, share: number): Vector => {
    const [long, medium, short] = applied(BRADFORD, [x * share, y * share, z * share])
    return applied(toCone, [
      (long * to[0]) / from[0],
      (medium * to[1]) / from[1],
      (short * to[2]) / from[2],
    ])
  }
  return [
    adapted(xyzOf(red), shares[0]),
    adapted(xyzOf(green), shares[1]),
    adapted(xyzOf(blue), shares[2]),
  ]
}

const xyzOf = ({ x, y }: Point): Vector => [x / y, 1, (1 - x - y) / y]

const applied = (matrix: Matrix, [x, y, z]: Vector): Vector => {
  const row = ([a, b, c]: Vector) => a * x + b * y + c * z
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])]
}

const transposed = ([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix => [
  [a, d, g],
  [b, e, h],
  [c, f, i],
]

function inverted([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix | null {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
  if (Math.abs(determinant) < 1e-9) return null
  const scaled = (x: number, y: number, z: number): Vector => [
    x / determinant,
    y / determinant,
    z / determinant,
  ]
  return [
    scaled(e * i - f * h, c * h - b * i, b * f - c * e),
    scaled(f * g - d * i, a * i - c * g, c * d - a * f),
    scaled(d * h - e * g, b * g - a * h, a * e - b * d),
  ]
}

type Tag = readonly [name: string, data: Buffer]

function profileOf(tags: readonly Tag[]): Buffer {
  const table = Buffer.alloc(4 + tags.length * ENTRY_BYTES)
  table.writeUInt32BE(tags.length)
  let at = HEADER_BYTES + table.length
  for (const [index, [name, data]] of tags.entries()) {
    const entry = 4 + index * ENTRY_BYTES
    table.write(name, entry, 'latin1')
    table.writeUInt32BE(at, entry + 4)
    table.writeUInt32BE(data.length, entry + 8)
    at += data.length
  }
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt32BE(at)
  header.writeUInt32BE(VERSION, 8)
  header.write('mntrRGB XYZ ', 12, 'latin1')
  header.write('acsp', 36, 'latin1')
  vectorBytes(D50).copy(header, 68)
  return Buffer.concat([header, table, ...tags.map(([, data]) => data)])
}

/** Numbers with 16 bits behind the point. */
function vectorBytes(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries())
    bytes.writeInt32BE(Math.round(value * 65_536), index * 4)
  return bytes
}

const tag = (type: string, data: Buffer): Buffer => {
  const padding = Buffer.alloc((4 - (data.length % 4)) % 4)
  return Buffer.concat([Buffer.from(`${type}\0\0\0\0`, 'latin1'), data, padding])
}
const vectorTag = (values: Vector): Buffer => tag('XYZ ', vectorBytes(values))
/** A plain exponent. */
const curveTag = (gamma: number): Buffer =>
  tag('para', Buffer.concat([Buffer.alloc(4), vectorBytes([gamma])]))

/** One text, in English. */
function textTag(text: string): Buffer {
  const words = Buffer.from(text, 'utf16le').swap16()
  const head = Buffer.alloc(20)
  head.writeUInt32BE(1, 0)
  head.writeUInt32BE(12, 4)
  head.write('enUS', 8, 'latin1')
  head.writeUInt32BE(words.length, 12)
  head.writeUInt32BE(28, 16)
  return tag('mluc', Buffer.concat([head, words]))
}
