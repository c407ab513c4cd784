import { deflateSync } from 'node:zlib'
import { pngChunk, pngHeader } from '../../media/pictures.ts'
import { shorts, words } from '../boxes.ts'
import { segment } from '../located/jpegs.ts'
import { filesOf, latin, type MalformedFile } from './file.ts'
import { makeStructure, type Field } from '../tiff.ts'

const MB = 1024 ** 2
/** Zeros compressed to a thousandth of their size. */
const packedZeros = (bytes: number): Buffer => deflateSync(Buffer.alloc(bytes), { level: 9 })

export function bombPictures(whole: Record<string, Buffer>): MalformedFile[] {
  const of = (type: string): Buffer => whole[type] ?? Buffer.alloc(0)
  const zeros = packedZeros(64 * MB)
  return [
    ...filesOf('PNG', bombPngs(of('PNG'), zeros)),
    ...filesOf('JPEG', bombJpegs(of('JPEG'))),
    ...filesOf('GIF', bombGifs()),
    ...filesOf('WebP', bombWebps()),
    ...filesOf('TIFF', bombTiffs(zeros)),
    ...filesOf('AVIF', bombHeifs(of('AVIF'))),
    ...filesOf('HEIC', bombHeifs(of('HEIC'))),
  ]
}

function bombPngs(png: Buffer, zeros: Buffer): Record<string, Buffer> {
  const behindHead = (...chunks: Buffer[]) =>
    Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)])
  return {
    '30,000 pixels a side': pngHeader(30_000, 30_000),
    '65,535 pixels a side': pngHeader(65_535, 65_535),
    'as many pixels as there are numbers': pngHeader(0x7f_ff_ff_ff, 0x7f_ff_ff_ff),
    'no width': pngHeader(0, 100),
    'one line of two billion': pngHeader(2_000_000_000, 1),
    'a profile that unpacks to 64 MB': behindHead(
      pngChunk('iCCP', Buffer.concat([latin('a\0\0'), zeros])),
    ),
    'a text that unpacks to 64 MB': behindHead(
      pngChunk('zTXt', Buffer.concat([latin('a\0\0'), zeros])),
    ),
    'pixels that unpack to 64 MB': Buffer.concat([
      png.subarray(0, 33),
      pngChunk('IDAT', zeros),
      pngChunk('IEND', Buffer.alloc(0)),
    ]),
    '200,000 chunks': behindHead(Buffer.alloc(200_000 * EMPTY_CHUNK.length, EMPTY_CHUNK)),
    'a chunk longer than the file': behindHead(words(0x7f_ff_ff_ff), latin('tEXt')),
    'no chunks': png.subarray(0, 8),
  }
}
const EMPTY_CHUNK = pngChunk('teXt', Buffer.alloc(0))

function bombJpegs(jpeg: Buffer): Record<string, Buffer> {
  const frameAt = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
  const sized = (width: number, height: number): Buffer => {
    const copy = Buffer.from(jpeg)
    shorts(height, width).copy(copy, frameAt + 5)
    return copy
  }
  const withParts = (...parts: Buffer[]) =>
    Buffer.concat([jpeg.subarray(0, 2), ...parts, jpeg.subarray(2)])
  return {
    '30,000 pixels a side': sized(30_000, 30_000),
    '65,500 pixels a side': sized(65_500, 65_500),
    'no height': sized(100, 0),
    '20,000 segments': withParts(Buffer.alloc(20_000 * EMPTY_SEGMENT.length, EMPTY_SEGMENT)),
    'EXIF that points to itself': withParts(segment(0xe1, 'Exif\0\0', EXIF_LOOP)),
    'EXIF of 65,535 tags': withParts(segment(0xe1, 'Exif\0\0', latin('II*\0\x08\0\0\0\xff\xff'))),
    'a segment of no length': withParts(Buffer.from([0xff, 0xe1, 0, 0])),
    '500 scans': manyScans(jpeg),
    'beginnings alone': Buffer.alloc(100_000, Buffer.from([0xff, 0xd8])),
  }
}
const EMPTY_SEGMENT = segment(0xe1, 'Exif\0\0')
const EXIF_LOOP = makeStructure('II', [
  [
    [34_665, 'long', [8]],
    [34_853, 'long', [8]],
  ],
])

/** A JPEG that repeats its scan 500 times. */
function manyScans(jpeg: Buffer): Buffer {
  const scan = jpeg.subarray(jpeg.indexOf(Buffer.from([0xff, 0xda])), -2)
  return Buffer.concat([
    jpeg.subarray(0, -2),
    ...Array.from({ length: 500 }, () => scan),
    jpeg.subarray(-2),
  ])
}

const gifFrame = (width: number, height: number): Buffer =>
  Buffer.concat([
    Buffer.from([0x2c, 0, 0, 0, 0, width & 0xff, width >> 8, height & 0xff, height >> 8, 0]),
    Buffer.from([2, 2, 0x4c, 1, 0]),
  ])
const gif = (width: number, height: number, ...parts: Buffer[]): Buffer =>
  Buffer.concat([
    latin('GIF89a'),
    Buffer.from([
      width & 0xff,
      width >> 8,
      height & 0xff,
      height >> 8,
      0x80,
      0,
      0,
      0,
      0,
      0,
      255,
      255,
      255,
    ]),
    ...parts,
    Buffer.from([0x3b]),
  ])

const bombGifs = (): Record<string, Buffer> => ({
  '10,000 frames': gif(100, 100, ...Array.from({ length: 10_000 }, () => gifFrame(1, 1))),
  '65,535 pixels a side': gif(65_535, 65_535, gifFrame(1, 1)),
  'a frame of 30,000 pixels a side': gif(30_000, 30_000, gifFrame(30_000, 30_000)),
  '500 frames of 4,000 pixels a side': gif(
    4_000,
    4_000,
    ...Array.from({ length: 500 }, () => gifFrame(1, 1)),
  ),
  'no frames': gif(10, 10),
  'comments without an end': gif(
    10,
    10,
    Buffer.alloc(300_000, Buffer.from([0x21, 0xfe, 1, 65, 0])),
  ),
  'a frame outside': gif(10, 10, gifFrame(60_000, 60_000)),
})

function riff(...chunks: [name: string, data: Buffer][]): Buffer {
  const body = Buffer.concat(
    chunks.map(([name, data]) => {
      const head = Buffer.alloc(8)
      head.write(name, 'latin1')
      head.writeUInt32LE(data.length, 4)
      return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
    }),
  )
  const head = Buffer.alloc(12)
  head.write('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(4 + body.length, 4)
  return Buffer.concat([head, body])
}
const canvas = (side: number, flags = 0): [string, Buffer] => {
  const data = Buffer.alloc(10)
  data.writeUInt8(flags)
  data.writeUIntLE(side - 1, 4, 3)
  data.writeUIntLE(side - 1, 7, 3)
  return ['VP8X', data]
}
/** A lossless header of 16,383 pixels a side, without pixels. */
const LOSSLESS = latin('\x2f\xfe\xbf\xff\x0f\x07\x10\x11\x11\x11\x11\x11')

const bombWebps = (): Record<string, Buffer> => ({
  'a canvas of 30,000 pixels a side': riff(canvas(30_000), ['VP8L', LOSSLESS]),
  'a canvas of 16 million pixels a side': riff(canvas(2 ** 24)),
  'lossless, 16,383 pixels a side': riff(['VP8L', LOSSLESS]),
  '5,000 frames': riff(
    canvas(1_000, 2),
    ['ANIM', Buffer.alloc(6)],
    ...Array.from({ length: 5_000 }, (): [string, Buffer] => ['ANMF', Buffer.alloc(24)]),
  ),
  'a container of 4 GB': latin('RIFF\xff\xff\xff\xffWEBPVP8 \xff\xff\xff\xff'),
  'a container of nothing': latin('RIFF\x04\0\0\0WEBP'),
})

function bombTiffs(zeros: Buffer): Record<string, Buffer> {
  const page = (side: number, strip: Buffer, more: Field[] = []): Field[] => [
    [256, 'long', [side]],
    [257, 'long', [side]],
    [258, 'short', [8]],
    [259, 'short', [8]],
    [262, 'short', [1]],
    [273, 'data', strip],
    [277, 'short', [1]],
    [278, 'long', [side]],
    [279, 'long', [strip.length]],
    ...more,
  ]
  const loop = makeStructure('II', [page(10, zeros.subarray(0, 100))])
  loop.writeUInt32LE(loop.readUInt32LE(4), loop.length - 4)
  return {
    '30,000 pixels a side': makeStructure('II', [page(30_000, zeros.subarray(0, 100))]),
    '4 billion pixels a side': makeStructure('MM', [page(0xff_ff_ff_ff, zeros.subarray(0, 100))]),
    'a strip that unpacks to 64 MB': makeStructure('II', [page(8, zeros)]),
    'pages in a circle': loop,
    '2,000 pages': makeStructure(
      'II',
      Array.from({ length: 2_000 }, () => page(1, zeros.subarray(0, 8))),
    ),
    '65,535 tags': latin('II*\0\x08\0\0\0\xff\xff\0\0'),
    'a page behind the end': latin('MM\0*\x7f\xff\xff\xff'),
    'a billion strips': latin('II*\0\x08\0\0\0\x01\0\x11\x01\x04\0\0\0\0\x40\x08\0\0\0\0\0\0\0'),
    'tiles of 4 billion pixels': makeStructure('II', [
      page(100, zeros.subarray(0, 8), [
        [322, 'long', [0xff_ff_ff_f0]],
        [323, 'long', [0xff_ff_ff_f0]],
      ]),
    ]),
    BigTIFF: latin('II+\0\x08\0\0\0\x10\0\0\0\0\0\0\0'),
  }
}

function bombHeifs(file: Buffer): Record<string, Buffer> {
  const patched = (type: string, offset: number, bytes: Buffer): Buffer => {
    const copy = Buffer.from(file)
    for (let at = copy.indexOf(type); at >= 0; at = copy.indexOf(type, at + 4)) {
      bytes.copy(copy, at + 4 + offset)
    }
    return copy
  }
  const head = file.subarray(0, file.readUInt32BE(0))
  const nested = Buffer.concat(
    Array.from({ length: 5_000 }, (_, depth) =>
      Buffer.concat([words((5_000 - depth) * 8), latin('iprp')]),
    ),
  )
  return {
    '30,000 pixels a side': patched('ispe', 4, words(30_000, 30_000)),
    '4 billion pixels a side': patched('ispe', 4, words(0xff_ff_ff_ff, 0xff_ff_ff_ff)),
    '65,535 items': patched('iloc', 6, shorts(0xff_ff)),
    'items behind the end': patched('iloc', 14, words(0x7f_ff_ff_ff)),
    '65,535 kinds of items': patched('iinf', 4, shorts(0xff_ff)),
    'the picture is another': patched('pitm', 4, shorts(999)),
    'boxes 5,000 deep': Buffer.concat([head, nested]),
    'a head alone': head,
  }
}
