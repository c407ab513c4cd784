/** How the imaging worker process opens pictures: only the accepted formats, within limits. */
import os from 'node:os'
import { MAX_FRAMES, MAX_MEGAPIXELS, MAX_PICTURE_SIDE } from '@plinth/contract/limits.ts'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { Refusal } from '../process/tasks.ts'

const MILLION = 1_000_000
/** All frames of an animation together. */
const MAX_MOVING_MEGAPIXELS = 400
const LOADERS = [
  'JpegFile',
  'PngFile',
  'WebpFile',
  'HeifFile',
  'NsgifFile',
  'TiffFile',
  'TiffBuffer',
  'PngBuffer',
]

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: LOADERS.map((name) => `VipsForeignLoad${name}`) })
sharp.cache(false)
// Use half of the cores. The other half answers requests.
sharp.concurrency(Math.max(1, Math.floor(os.availableParallelism() / 2)))

/** A path, or a picture that has already been decoded. */
export type Source = string | Buffer

/** Damage is an error. Oddities that every viewer forgives, such as extra bytes or unknown markers, are not. */
export const openPicture = (source: Source, { isAnimated = false } = {}): Sharp =>
  sharp(source, {
    failOn: 'error',
    limitInputPixels: (isAnimated ? MAX_MOVING_MEGAPIXELS : MAX_MEGAPIXELS) * MILLION,
    animated: isAnimated,
  })

/** Pixels that were decoded here before. */
export const openRaw = (pixels: { width: number; height: number; data: Buffer }): Sharp =>
  sharp(pixels.data, { raw: { width: pixels.width, height: pixels.height, channels: 4 } })

/** Reads only the header, so that a picture of a billion pixels is refused before any is decoded. */
export const readHeader = (source: Source): Promise<Metadata> =>
  sharp(source, { limitInputPixels: false }).metadata()

export const isTooLarge = ({ width, height }: { width: number; height: number }): boolean =>
  width * height > MAX_MEGAPIXELS * MILLION || Math.max(width, height) > MAX_PICTURE_SIDE

/** Throws a Refusal that names the limit. */
export function checkSize({ width, height }: { width: number; height: number }): void {
  const megapixels = Math.round((width * height) / MILLION)
  if (megapixels > MAX_MEGAPIXELS) {
    throw new Refusal(
      `This picture has ${megapixels} megapixels. Plinth takes up to ${MAX_MEGAPIXELS}: make it smaller and upload it again.`,
    )
  }
  if (Math.max(width, height) > MAX_PICTURE_SIDE) {
    throw new Refusal(
      `This picture is ${width} × ${height} pixels. Plinth takes up to ${MAX_PICTURE_SIDE} on a side: make it smaller and upload it again.`,
    )
  }
}

export function checkFrames(picture: { width: number; height: number; frames: number }): void {
  const { width, height, frames } = picture
  if (frames > MAX_FRAMES) {
    throw new Refusal(
      `This animation has ${frames} frames. Plinth takes up to ${MAX_FRAMES}: shorten it, or send it as a video.`,
    )
  }
  const megapixels = Math.round((width * height * frames) / MILLION)
  if (megapixels > MAX_MOVING_MEGAPIXELS) {
    throw new Refusal(
      `The frames of this animation have ${megapixels} megapixels together. Plinth takes up to ${MAX_MOVING_MEGAPIXELS}: make it smaller, or send it as a video.`,
    )
  }
}
