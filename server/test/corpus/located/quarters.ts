/** Pictures of four different quarters, which reveal a wrong rotation. */
import sharp, { type Sharp } from 'sharp'

export type Colour = readonly [red: number, green: number, blue: number]

/** Upper left, upper right, lower left, lower right. */
export const QUARTERS: readonly Colour[] = [
  [200, 40, 30],
  [40, 160, 60],
  [40, 60, 190],
  [230, 230, 220],
]
const WIDTH = 400
const HEIGHT = 300
/** More than compression changes a colour, and less than any two quarters differ. */
const TOLERANCE = 48

/** For each EXIF orientation, where a stored pixel appears in the displayed picture. */
const PLACES: ((x: number, y: number) => readonly [number, number])[] = [
  (x, y) => [x, y],
  (x, y) => [WIDTH - 1 - x, y],
  (x, y) => [WIDTH - 1 - x, HEIGHT - 1 - y],
  (x, y) => [x, HEIGHT - 1 - y],
  (x, y) => [y, x],
  (x, y) => [WIDTH - 1 - y, x],
  (x, y) => [WIDTH - 1 - y, HEIGHT - 1 - x],
  (x, y) => [y, HEIGHT - 1 - x],
]

/** The pixels as a camera stores them in this orientation. */
export function quarterPixels(orientation = 1): { data: Buffer; width: number; height: number } {
  const isTurned = orientation > 4
  const [width, height] = isTurned ? [HEIGHT, WIDTH] : [WIDTH, HEIGHT]
  const placeOf = PLACES[orientation - 1]
  if (placeOf === undefined) throw new RangeError(`no orientation ${orientation}`)
  const data = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [across, down] = placeOf(x, y)
      const quarter = (down < HEIGHT / 2 ? 0 : 2) + (across < WIDTH / 2 ? 0 : 1)
      data.set(QUARTERS[quarter] ?? [], (y * width + x) * 3)
    }
  }
  return { data, width, height }
}

export function drawQuarters(orientation = 1): Sharp {
  const { data, width, height } = quarterPixels(orientation)
  return sharp(data, { raw: { width, height, channels: 3 } })
}

/** Reads the quarters of a picture as displayed, from the pixel in the middle of each. */
export async function readQuarters(file: Buffer): Promise<Colour[]> {
  const { data, info } = await sharp(file)
    .autoOrient()
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (across: number, down: number): Colour => {
    const x = Math.floor(info.width * across)
    const y = Math.floor(info.height * down)
    const start = (y * info.width + x) * info.channels
    return [data[start] ?? 0, data[start + 1] ?? 0, data[start + 2] ?? 0]
  }
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)]
}

/** Whether each quarter has the expected colour. */
export const areQuarters = (found: readonly Colour[], wanted: readonly Colour[]): boolean =>
  wanted.every((colour, quarter) =>
    colour.every((value, part) => Math.abs((found[quarter]?.[part] ?? -999) - value) <= TOLERANCE),
  )
