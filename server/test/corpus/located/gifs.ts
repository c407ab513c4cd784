import sharp from 'sharp'
import { TOWN, WORDS, collectFiles, type LocatedFile } from './canaries.ts'
import { xmpAttributes } from './metadata.ts'
import { drawQuarters, quarterPixels } from './quarters.ts'

const HEADER_BYTES = 13
const COMMENT = 0xfe
const APPLICATION = 0xff
const PLAIN_TEXT = 0x01
const TRAILER = Buffer.from([0x3b])

function subBlocks(data: Buffer): Buffer {
  const blocks: Buffer[] = []
  for (let at = 0; at < data.length; at += 255) {
    const part = data.subarray(at, at + 255)
    blocks.push(Buffer.from([part.length]), part)
  }
  return Buffer.concat([...blocks, Buffer.alloc(1)])
}
const extension = (label: number, head: Buffer, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0x21, label]), head, data])
const comment = (text: string) => extension(COMMENT, Buffer.alloc(0), subBlocks(Buffer.from(text)))
const application = (name: string, data: Buffer) =>
  extension(APPLICATION, Buffer.from(`\x0b${name}`), data)
/** GIF stores XMP without sub-blocks; these 257 bytes lead readers of sub-blocks to its end. */
const xmpTrailer = (): Buffer =>
  Buffer.from([1, ...Array.from({ length: 256 }, (_, index) => 255 - index), 0])

/** Inserts blocks after the header and the global colour table. */
function afterColours(gif: Buffer, ...parts: Buffer[]): Buffer {
  const flags = gif.readUInt8(10)
  const at = HEADER_BYTES + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  return Buffer.concat([gif.subarray(0, at), ...parts, gif.subarray(at)])
}
const beforeTrailer = (gif: Buffer, ...parts: Buffer[]): Buffer =>
  Buffer.concat([gif.subarray(0, -1), ...parts, TRAILER])

export async function locatedGifs(): Promise<LocatedFile[]> {
  const { files, add } = collectFiles('GIF')
  const still = await drawQuarters().gif().toBuffer()
  const frames = Buffer.concat([quarterPixels().data, quarterPixels().data])
  const moving = await sharp(frames, {
    raw: { width: 400, height: 600, channels: 3, pageHeight: 300 },
  })
    .gif({ loop: 0, delay: [100, 100] })
    .toBuffer()
  const xmp = application(
    'XMP DataXMP',
    Buffer.concat([Buffer.from(xmpAttributes()), xmpTrailer()]),
  )
  const text = extension(
    PLAIN_TEXT,
    Buffer.from([12, ...Array(12).fill(1)]),
    subBlocks(Buffer.from(WORDS)),
  )

  add('comment', afterColours(still, comment(WORDS)), { takenOut: 'comment' })
  add('XMP', afterColours(still, xmp))
  add('moving, comment at the end', beforeTrailer(moving, comment(TOWN)), { takenOut: 'comment' })
  add('moving, XMP', afterColours(moving, xmp))
  add(
    'extension of a program',
    afterColours(still, application('GEOTAG  1.0', subBlocks(Buffer.from(WORDS)))),
    {
      takenOut: 'comment',
    },
  )
  add('plain text', beforeTrailer(still, text), { takenOut: 'comment' })
  add('behind the end', Buffer.concat([still, Buffer.from(WORDS)]), { takenOut: 'rest' })
  return files
}
