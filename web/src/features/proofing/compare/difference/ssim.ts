/**
 * How alike two pictures are, as Wang and others defined it in 2004 ("Image quality assessment: from error visibility to
 * structural similarity"): in windows of 11 by 11 samples, weighted by a Gaussian of 1.5.
 */

/** One value for each sample of a picture, in rows. */
export interface Plane {
  data: Float32Array
  width: number
  height: number
}

const RADIUS = 5
export const WINDOW = 2 * RADIUS + 1
const SIGMA = 1.5
/** Samples go from 0 to 255. */
const C1 = (0.01 * 255) ** 2
const C2 = (0.03 * 255) ** 2

const WEIGHTS = (() => {
  const bell = Array.from({ length: WINDOW }, (_, at) =>
    Math.exp(-((at - RADIUS) ** 2) / (2 * SIGMA ** 2)),
  )
  const sum = bell.reduce((all, one) => all + one, 0)
  return Float64Array.from(bell, (one) => one / sum)
})()

/** What is seen through each window that is whole. */
export interface Windows {
  /** 1 for the same, less for everything else. */
  likeness: Float32Array
  /** How far the two means are from each other. */
  shift: Float32Array
  width: number
  height: number
}

/** Compares two planes of the same size; both sides have at least `WINDOW` samples. */
export function windowsOf(one: Plane, other: Plane): Windows {
  const { width, height } = one
  const across = width - WINDOW + 1
  const down = height - WINDOW + 1
  const likeness = new Float32Array(across * down)
  const shift = new Float32Array(across * down)
  // Sums along the rows of the last eleven lines. Those of the whole picture would take five times its memory.
  const rings = Array.from({ length: WINDOW }, () => new Float64Array(across * 5))
  for (let y = 0; y < height; y += 1) {
    alongRow(rings[y % WINDOW]!, one.data, other.data, y * width, across)
    if (y >= WINDOW - 1) {
      const at = (y - WINDOW + 1) * across
      downColumns(rings, y + 1, { likeness, shift, at, across })
    }
  }
  return { likeness, shift, width: across, height: down }
}

/** Weighted sums of both, of their squares and of their product. */
function alongRow(
  sums: Float64Array,
  one: Float32Array,
  other: Float32Array,
  start: number,
  across: number,
): void {
  for (let x = 0; x < across; x += 1) {
    let a = 0
    let b = 0
    let aa = 0
    let bb = 0
    let ab = 0
    for (let tap = 0; tap < WINDOW; tap += 1) {
      const weight = WEIGHTS[tap]!
      const p = one[start + x + tap]!
      const q = other[start + x + tap]!
      a += weight * p
      b += weight * q
      aa += weight * p * p
      bb += weight * q * q
      ab += weight * p * q
    }
    sums[x * 5] = a
    sums[x * 5 + 1] = b
    sums[x * 5 + 2] = aa
    sums[x * 5 + 3] = bb
    sums[x * 5 + 4] = ab
  }
}

function downColumns(
  rings: readonly Float64Array[],
  oldest: number,
  into: { likeness: Float32Array; shift: Float32Array; at: number; across: number },
): void {
  for (let x = 0; x < into.across; x += 1) {
    let a = 0
    let b = 0
    let aa = 0
    let bb = 0
    let ab = 0
    for (let tap = 0; tap < WINDOW; tap += 1) {
      const weight = WEIGHTS[tap]!
      const row = rings[(oldest + tap) % WINDOW]!
      a += weight * row[x * 5]!
      b += weight * row[x * 5 + 1]!
      aa += weight * row[x * 5 + 2]!
      bb += weight * row[x * 5 + 3]!
      ab += weight * row[x * 5 + 4]!
    }
    const means = (2 * a * b + C1) / (a * a + b * b + C1)
    const spreads = (2 * (ab - a * b) + C2) / (aa - a * a + bb - b * b + C2)
    into.likeness[into.at + x] = means * spreads
    into.shift[into.at + x] = Math.abs(a - b)
  }
}
