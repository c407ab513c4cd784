import path from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { IMAGE_TYPES, type ImageType } from '@plinth/contract/media/file-types.ts'
import sharp, { type Sharp } from 'sharp'

/** Appears in every kind of metadata that tests write. No stored file may contain it. */
export const CANARY = 'CANARY-51.5007N-0.1246W'

/** The types that tests can draw. A HEIC is read from `TURNED_HEIC`. */
export const IMAGE_TYPE_LIST = (Object.keys(IMAGE_TYPES) as ImageType[]).filter(
  (type) => type !== 'image/heic',
)

/**
 * A HEIC of 96 × 64 pixels with a quarter turn, in Display P3: blue and red above grey and green, each as strong as
 * possible. It contains EXIF, XMP and a thumbnail with the canary.
 */
export const TURNED_HEIC = path.join(import.meta.dirname, '../fixtures/turned-p3.heic')

/** Draws a picture with no two quarters alike, so that a wrong rotation shows. */
export function drawPicture(width = 64, height = 48): Sharp {
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3
      pixels[at] = Math.round((x / width) * 255)
      pixels[at + 1] = Math.round((y / height) * 255)
      pixels[at + 2] = (x * 7 + y * 13) % 64
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

const encode = (picture: Sharp, type: ImageType): Sharp => {
  if (type === 'image/jpeg') return picture.jpeg()
  if (type === 'image/png') return picture.png()
  if (type === 'image/webp') return picture.webp()
  if (type === 'image/gif') return picture.gif()
  if (type === 'image/tiff') return picture.tiff({ compression: 'lzw' })
  return picture.avif({ effort: 0 })
}

export const makePicture = (type: ImageType, width?: number, height?: number): Promise<Buffer> =>
  encode(drawPicture(width, height), type).toBuffer()

/** The same picture with place, device and author in EXIF and XMP, a wide colour profile and an orientation. */
export const makePictureWithMetadata = (type: ImageType, orientation = 1): Promise<Buffer> =>
  encode(
    drawPicture()
      .withExif({
        IFD0: { Make: CANARY, Artist: CANARY },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 2/1', GPSAreaInformation: CANARY },
      })
      .withXmp(
        `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="">${CANARY}</rdf:Description></rdf:RDF></x:xmpmeta>`,
      )
      .withIccProfile('p3')
      .withMetadata({ orientation }),
    type,
  ).toBuffer()

/** Reads width, height and pixels as shown. */
export const readPixels = (file: Uint8Array) =>
  sharp(file, { animated: true })
    .autoOrient()
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })

/** Builds a PNG with little more than a header, which may claim any size. */
export function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(1_024))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export function pngChunk(type: string, data: Uint8Array): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(typed.length + 8)
  frame.writeUInt32BE(data.length, 0)
  typed.copy(frame, 4)
  frame.writeUInt32BE(crc32(typed), frame.length - 4)
  return frame
}
