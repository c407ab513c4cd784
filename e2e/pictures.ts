import { randomFillSync } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'

const folder = path.resolve(import.meta.dirname, '../.plinth/test/pictures')

/** Writes it where the browser can take it from; answers the path. */
async function keep(name: string, buffer: Buffer): Promise<string> {
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, name)
  await writeFile(file, buffer)
  return file
}

/** A photograph of 4,000 by 3,000 pixels with a place and a camera in its metadata. */
export async function twelveMegapixelJpeg(): Promise<string> {
  const buffer = await sharp({
    create: {
      width: 4_000,
      height: 3_000,
      channels: 3,
      background: '#24566b',
      noise: { type: 'gaussian', mean: 120, sigma: 30 },
    },
  })
    .withExif({
      IFD0: { Make: 'CanaryCam', Model: 'C-1' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '60/1 23/1 0/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '5/1 19/1 0/1',
      },
    })
    .jpeg({ quality: 85 })
    .toBuffer()
  return keep('harbour-at-six.jpg', buffer)
}

/** Noise does not compress: about 40 MB. */
export async function fortyMegabytePng(): Promise<string> {
  const [width, height] = [4_200, 3_250]
  const raw = randomFillSync(Buffer.alloc(width * height * 3))
  const buffer = await sharp(raw, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  return keep('woven noise.png', buffer)
}

/** A small picture in one colour. */
export async function smallPng(name: string, background: string): Promise<string> {
  const buffer = await sharp({ create: { width: 640, height: 800, channels: 3, background } })
    .png()
    .toBuffer()
  return keep(name, buffer)
}
