/** Colour profiles with known formulas, and what colours in them look like. */
/** The three parts of a colour, from 0 to 1 for RGB. */
export type Colour = [number, number, number]
type Matrix = [Colour, Colour, Colour]

export interface RgbSpace {
  name: string
  /** Chromaticities of red, green and blue. */
  primaries: [Point, Point, Point]
  gamma: number
}
type Point = [x: number, y: number]

const D65: Point = [0.3127, 0.329]
const D50: Colour = [0.9642, 1, 0.8249]
/** Bradford's cone responses. */
const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
]

export const ADOBE_RGB: RgbSpace = {
  name: 'Adobe RGB (1998)',
  primaries: [
    [0.64, 0.33],
    [0.21, 0.71],
    [0.15, 0.06],
  ],
  gamma: 563 / 256,
}
/** Builds a version 2 display profile: three colourants and a curve. */
export function makeIccProfile(space: RgbSpace): Buffer {
  const [r, g, b] = columns(toXyz(space))
  const curve = Buffer.alloc(14)
  curve.write('curv', 'latin1')
  curve.writeUInt32BE(1, 8)
  curve.writeUInt16BE(Math.round(space.gamma * 256), 12)
  const text = Buffer.alloc(12 + space.name.length + 1 + 78)
  text.write('desc', 'latin1')
  text.writeUInt32BE(space.name.length + 1, 8)
  text.write(space.name, 12, 'latin1')
  const tags: [string, Buffer][] = [
    ['desc', text],
    ['cprt', Buffer.from('text\0\0\0\0none\0', 'latin1')],
    ['wtpt', xyzTag(D50)],
    ['rXYZ', xyzTag(r)],
    ['gXYZ', xyzTag(g)],
    ['bXYZ', xyzTag(b)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]
  const table = Buffer.alloc(4 + tags.length * 12)
  table.writeUInt32BE(tags.length, 0)
  const parts: Buffer[] = []
  let at = 128 + table.length
  for (const [index, [name, data]] of tags.entries()) {
    const entry = 4 + index * 12
    table.write(name, entry, 'latin1')
    table.writeUInt32BE(at, entry + 4)
    table.writeUInt32BE(data.length, entry + 8)
    const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)])
    parts.push(padded)
    at += padded.length
  }
  const header = Buffer.alloc(128)
  header.writeUInt32BE(at, 0)
  header.writeUInt32BE(0x02_40_00_00, 8)
  header.write('mntrRGB XYZ ', 12, 'latin1')
  header.write('acsp', 36, 'latin1')
  for (const [index, value] of D50.entries()) header.writeInt32BE(fixed(value), 68 + index * 4)
  return Buffer.concat([header, table, ...parts])
}

/** Converts a colour with parts from 0 to 1 to CIELAB under D50. */
export function labOf(space: RgbSpace, colour: Colour): Colour {
  const linear = colour.map((value) => value ** space.gamma) as Colour
  return labOfXyz(apply(toXyz(space), linear))
}

const SRGB: RgbSpace = {
  name: 'sRGB',
  primaries: [
    [0.64, 0.33],
    [0.3, 0.6],
    [0.15, 0.06],
  ],
  gamma: 2.4,
}
const P3_PRIMARIES: RgbSpace['primaries'] = [
  [0.68, 0.32],
  [0.265, 0.69],
  [0.15, 0.06],
]
const srgbCurve = (value: number) =>
  value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4

/** Converts an sRGB or Display P3 colour. Both share a curve that is no plain exponent. */
export const labOfSrgb = (colour: Colour): Colour =>
  labOfXyz(apply(toXyz(SRGB), colour.map(srgbCurve) as Colour))
export const labOfP3 = (colour: Colour): Colour =>
  labOfXyz(apply(toXyz({ ...SRGB, primaries: P3_PRIMARIES }), colour.map(srgbCurve) as Colour))

/** Returns the matrix from linear RGB to XYZ under D50. */
function toXyz({ primaries }: RgbSpace): Matrix {
  const colourants = transpose(primaries.map(xyzOf) as Matrix)
  const shares = apply(invert(colourants), xyzOf(D65))
  const plain = colourants.map((row) => row.map((value, index) => value * (shares[index] ?? 0)))
  const from = apply(BRADFORD, xyzOf(D65))
  const to = apply(BRADFORD, D50)
  const scaled = BRADFORD.map((row, index) =>
    row.map((value) => (value * (to[index] ?? 0)) / (from[index] ?? 1)),
  ) as Matrix
  return multiply(multiply(invert(BRADFORD), scaled), plain as Matrix)
}

function labOfXyz(xyz: Colour): Colour {
  const [x, y, z] = xyz.map((value, index) => {
    const share = value / (D50[index] ?? 1)
    return share > 216 / 24_389 ? Math.cbrt(share) : ((24_389 / 27) * share + 16) / 116
  }) as Colour
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

const xyzOf = ([x, y]: Point): Colour => [x / y, 1, (1 - x - y) / y]
const fixed = (value: number) => Math.round(value * 65_536)

function xyzTag(xyz: Colour): Buffer {
  const tag = Buffer.alloc(20)
  tag.write('XYZ ', 'latin1')
  for (const [index, value] of xyz.entries()) tag.writeInt32BE(fixed(value), 8 + index * 4)
  return tag
}

const apply = (matrix: Matrix, [a, b, c]: Colour): Colour =>
  matrix.map(([x, y, z]) => x * a + y * b + z * c) as Colour
const transpose = ([a, b, c]: Matrix): Matrix => [
  [a[0], b[0], c[0]],
  [a[1], b[1], c[1]],
  [a[2], b[2], c[2]],
]
const columns = transpose
const multiply = (left: Matrix, right: Matrix): Matrix =>
  transpose(transpose(right).map((column) => apply(left, column)) as Matrix)

function invert([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix {
  const det = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
  const cofactors: Matrix = [
    [e * i - f * h, c * h - b * i, b * f - c * e],
    [f * g - d * i, a * i - c * g, c * d - a * f],
    [d * h - e * g, b * g - a * h, a * e - b * d],
  ]
  return cofactors.map((row) => row.map((value) => value / det)) as Matrix
}

type Lab = readonly [number, number, number]

const DEGREE = Math.PI / 180
const cos = (degrees: number) => Math.cos(degrees * DEGREE)
const sin = (degrees: number) => Math.sin(degrees * DEGREE)
const hueOf = (a: number, b: number) => (Math.atan2(b, a) / DEGREE + 360) % 360

/** The CIEDE2000 difference of two colours. About 1 is the smallest that people see. */
export function deltaE([l1, a1, b1]: Lab, [l2, a2, b2]: Lab): number {
  const chroma = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2
  const stretch = 1 + 0.5 * (1 - Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7)))
  const [c1, c2] = [Math.hypot(a1 * stretch, b1), Math.hypot(a2 * stretch, b2)]
  const [h1, h2] = [hueOf(a1 * stretch, b1), hueOf(a2 * stretch, b2)]
  const turn = c1 * c2 === 0 ? 0 : ((h2 - h1 + 540) % 360) - 180
  const hue = c1 * c2 === 0 ? h1 + h2 : (h1 + turn / 2 + 360) % 360
  const light = (l1 + l2) / 2
  const mean = (c1 + c2) / 2
  const t =
    1 -
    0.17 * cos(hue - 30) +
    0.24 * cos(2 * hue) +
    0.32 * cos(3 * hue + 6) -
    0.2 * cos(4 * hue - 63)
  const dl = (l2 - l1) / (1 + (0.015 * (light - 50) ** 2) / Math.sqrt(20 + (light - 50) ** 2))
  const dc = (c2 - c1) / (1 + 0.045 * mean)
  const dh = (2 * Math.sqrt(c1 * c2) * sin(turn / 2)) / (1 + 0.015 * mean * t)
  const rotation =
    -2 *
    Math.sqrt(mean ** 7 / (mean ** 7 + 25 ** 7)) *
    sin(60 * Math.exp(-(((hue - 275) / 25) ** 2)))
  return Math.sqrt(dl ** 2 + dc ** 2 + dh ** 2 + rotation * dc * dh)
}
