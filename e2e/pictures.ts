import { randomFillSync } from 'node:crypto'
import sharp from 'sharp'

export interface UploadFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A photograph of 4,000 by 3,000 pixels with a place and a camera in its metadata. */
export async function twelveMegapixelJpeg(): Promise<UploadFile> {
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
  return { name: 'harbour-at-six.jpg', mimeType: 'image/jpeg', buffer }
}

/** Noise does not compress: about 40 MB. */
export async function fortyMegabytePng(): Promise<UploadFile> {
  const [width, height] = [4_200, 3_250]
  const raw = randomFillSync(Buffer.alloc(width * height * 3))
  const buffer = await sharp(raw, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  return { name: 'woven noise.png', mimeType: 'image/png', buffer }
}

/** A small picture in one colour. */
export async function smallPng(name: string, background: string): Promise<UploadFile> {
  const buffer = await sharp({ create: { width: 640, height: 800, channels: 3, background } })
    .png()
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}
