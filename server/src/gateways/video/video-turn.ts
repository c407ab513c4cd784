/** How a picture is to be turned, from the display matrix that phones write. */
export interface Turn {
  /** Filters that make it upright. */
  filters: string[]
  /** Whether width and height change places. */
  isSideways: boolean
}

const UPRIGHT: Turn = { filters: [], isSideways: false }
const MATRIX_BYTES = 36
const TOLERANCE = 1

/** As FFmpeg's own command line reads the matrix. Turns that are none of a quarter are left alone. */
export function turnOf(matrix: Buffer | null): Turn {
  if (matrix === null || matrix.length < MATRIX_BYTES) return UPRIGHT
  const at = (index: number) => matrix.readInt32LE(index * 4)
  const [a, b, c, d] = [at(0), at(1), at(3), at(4)]
  const angle = (Math.atan2(b / Math.hypot(b, d), a / Math.hypot(a, c)) * 180) / Math.PI
  const degrees = (Math.round(angle) + 360) % 360
  const isNear = (quarter: number) => Math.abs(degrees - quarter) <= TOLERANCE
  if (isNear(90)) {
    return { filters: [`transpose=${c > 0 ? 'cclock_flip' : 'clock'}`], isSideways: true }
  }
  if (isNear(270)) {
    return { filters: [`transpose=${c < 0 ? 'clock_flip' : 'cclock'}`], isSideways: true }
  }
  const filters = []
  if (a < 0 && isNear(180)) filters.push('hflip')
  if (d < 0) filters.push('vflip')
  return { filters, isSideways: false }
}
