import sharp from 'sharp'
import { WORDS, collectFiles, type LocatedFile } from './canaries.ts'
import { makeExif, xmpAttributes, xmpElements } from './metadata.ts'
import { drawQuarters, quarterPixels } from './quarters.ts'

const HEADER_BYTES = 12
const HAS_EXIF = 0x08
const HAS_XMP = 0x04

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

/** Adds chunks after the pictures, and the extended header that they need if it is missing. */
function withChunks(webp: Buffer, flags: number, ...chunks: Buffer[]): Buffer {
  const isExtended = webp.toString('latin1', HEADER_BYTES, HEADER_BYTES + 4) === 'VP8X'
  const header = Buffer.alloc(10)
  const { width, height } = quarterPixels()
  header.writeUIntLE(width - 1, 4, 3)
  header.writeUIntLE(height - 1, 7, 3)
  const body = Buffer.concat([
    ...(isExtended ? [] : [chunk('VP8X', header)]),
    webp.subarray(HEADER_BYTES),
    ...chunks,
  ])
  body.writeUInt8(body.readUInt8(8) | flags, 8)
  const head = Buffer.from(webp.subarray(0, HEADER_BYTES))
  head.writeUInt32LE(4 + body.length, 4)
  return Buffer.concat([head, body])
}

export async function locatedWebps(): Promise<LocatedFile[]> {
  const { files, add } = collectFiles('WebP')
  const lossy = await drawQuarters().webp().toBuffer()
  const lossless = await drawQuarters().webp({ lossless: true }).toBuffer()
  const upsideDown = await drawQuarters(3).webp().toBuffer()
  const frames = Buffer.concat([quarterPixels().data, quarterPixels().data])
  const moving = await sharp(frames, {
    raw: { width: 400, height: 600, channels: 3, pageHeight: 300 },
  })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer()
  const exif = (orientation = 1) => chunk('EXIF', makeExif({ orientation }))
  const xmp = chunk('XMP ', Buffer.from(xmpAttributes()))

  add('EXIF', withChunks(lossy, HAS_EXIF, exif()))
  add('EXIF, turned', withChunks(upsideDown, HAS_EXIF, exif(3)))
  const prefixed = Buffer.concat([Buffer.from('Exif\0\0'), makeExif({ order: 'MM' })])
  add("EXIF with JPEG's prefix", withChunks(lossless, HAS_EXIF, chunk('EXIF', prefixed)))
  add('XMP', withChunks(lossy, HAS_XMP, xmp))
  add('EXIF and XMP, lossless', withChunks(lossless, HAS_EXIF | HAS_XMP, exif(), xmp))
  add('moving, EXIF and XMP', withChunks(moving, HAS_EXIF | HAS_XMP, exif(), xmp))
  add('XMP that no flag announces', withChunks(lossy, 0, chunk('XMP ', Buffer.from(xmpElements()))))
  add('chunk of a program', withChunks(lossy, 0, chunk('GEOT', Buffer.from(WORDS))), {
    takenOut: 'comment',
  })
  add('behind the end', Buffer.concat([lossy, Buffer.from(WORDS)]), { takenOut: 'rest' })
  return files
}
