import { deflateSync } from 'node:zlib'
import type { ImageType } from '@plinth/contract/media/file-types.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  CANARY,
  IMAGE_TYPE_LIST,
  drawPicture,
  makePicture,
  makePictureWithMetadata,
  pngChunk,
  readPixels,
} from '../../../../test/media/pictures.ts'
import { stripMetadata } from './strip.ts'

const strip = (file: Buffer, type: ImageType): Buffer => stripMetadata(Buffer.from(file), type).file

const PNG_END_BYTES = 12

const insert = (file: Buffer, at: number, ...parts: Buffer[]): Buffer =>
  Buffer.concat([file.subarray(0, at), ...parts, file.subarray(at)])

async function expectSamePixels(before: Buffer, after: Buffer): Promise<void> {
  const [expected, actual] = [await readPixels(before), await readPixels(after)]
  expect(actual.info).toEqual(expected.info)
  expect(actual.data.equals(expected.data)).toBe(true)
}

test.for(IMAGE_TYPE_LIST.filter((type) => type !== 'image/gif'))(
  '%s: removes place, device and author, and keeps pixels, profile and orientation',
  async (type) => {
    for (const orientation of [1, 6]) {
      const file = await makePictureWithMetadata(type, orientation)
      expect(file.includes(CANARY)).toBe(true)
      const clean = strip(file, type)
      expect(clean.includes(CANARY)).toBe(false)
      await expectSamePixels(file, clean)
      const [before, after] = [await sharp(file).metadata(), await sharp(clean).metadata()]
      expect(after.icc?.equals(before.icc ?? Buffer.alloc(0))).toBe(true)
      expect(after.autoOrient).toEqual(before.autoOrient)
      expect(strip(clean, type).equals(clean)).toBe(true)
    }
  },
)

test.for(IMAGE_TYPE_LIST)('%s: keeps a file without metadata as it is', async (type) => {
  const file = await makePicture(type)
  const clean = strip(file, type)
  expect(clean.equals(file)).toBe(true)
})

test.for(IMAGE_TYPE_LIST)('%s: removes bytes after the end', async (type) => {
  const file = await makePicture(type)
  // Readers only accept extra data in an AVIF if it is a box.
  const tail = Buffer.from(`\0\0\0\x1fuuid${CANARY}`)
  const clean = strip(Buffer.concat([file, tail]), type)
  expect(clean.includes(CANARY)).toBe(false)
  await expectSamePixels(file, clean)
})

test('JPEG: removes comments, IPTC, extended XMP, multi-picture data and thumbnails', async () => {
  const file = await makePicture('image/jpeg')
  const segment = (marker: number, text: string) => {
    const head = Buffer.from([0xff, marker, 0, 0])
    head.writeUInt16BE(text.length + 2, 2)
    return Buffer.concat([head, Buffer.from(text, 'latin1')])
  }
  const matches = insert(
    file,
    2,
    segment(0xe1, `http://ns.adobe.com/xmp/extension/\0${CANARY}`),
    segment(0xed, `Photoshop 3.0\0${CANARY}`),
    segment(0xe2, `MPF\0${CANARY}`),
    segment(0xe0, `JFXX\0${CANARY}`),
    segment(0xeb, CANARY),
    segment(0xfe, CANARY),
  )
  const clean = strip(matches, 'image/jpeg')
  expect(clean.includes(CANARY)).toBe(false)
  expect(clean.equals(file)).toBe(true)
})

test('JPEG: keeps every byte of progressive scans and of CMYK', async () => {
  const pictures = [
    drawPicture().jpeg({ progressive: true }),
    drawPicture().toColourspace('cmyk').jpeg(),
  ]
  for (const picture of pictures) {
    const file = await picture.toBuffer()
    await expectSamePixels(file, strip(file, 'image/jpeg'))
  }
})

test('PNG: removes text, time and private chunks, and keeps colour and density', async () => {
  const file = await drawPicture()
    .withIccProfile('p3')
    .png()
    .withMetadata({ density: 300 })
    .toBuffer()
  const matches = insert(
    file,
    33,
    pngChunk('tEXt', Buffer.from(`Comment\0${CANARY}`)),
    pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(CANARY)])),
    pngChunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${CANARY}`)),
    pngChunk('tIME', Buffer.from([7, 233, 1, 1, 1, 1, 1])),
    pngChunk('caBX', Buffer.from(CANARY)),
  )
  const clean = strip(matches, 'image/png')
  expect(clean.equals(strip(file, 'image/png'))).toBe(true)
  for (const chunk of ['iCCP', 'pHYs']) expect(clean.includes(chunk)).toBe(true)
  for (const chunk of ['tEXt', 'zTXt', 'iTXt', 'tIME', 'caBX', 'eXIf']) {
    expect(clean.includes(chunk)).toBe(false)
  }
})

test('keeps frames, delays and loops of animated GIF and WebP', async () => {
  const frames = await Promise.all(
    [0, 90, 180].map((hue) => drawPicture().modulate({ hue }).png().toBuffer()),
  )
  const animation = () => sharp(frames, { join: { animated: true } })
  const gif = await animation()
    .gif({ delay: [100, 200, 300], loop: 3 })
    .toBuffer()
  const webp = await animation()
    .webp({ delay: [100, 200, 300], loop: 3 })
    .toBuffer()
  const comment = Buffer.concat([
    Buffer.from([0x21, 0xfe, CANARY.length]),
    Buffer.from(CANARY),
    Buffer.from([0]),
  ])
  const application = Buffer.concat([
    Buffer.from([0x21, 0xff, 11]),
    Buffer.from('XMP DataXMP'),
    Buffer.from([CANARY.length]),
    Buffer.from(CANARY),
    Buffer.from([0]),
  ])
  const start = gif.indexOf(Buffer.from([0x21, 0xf9]))
  const toldGif = insert(gif, start, comment, application)
  const exif = Buffer.concat([
    Buffer.from('EXIF'),
    Buffer.from([24, 0, 0, 0]),
    Buffer.from(CANARY),
    Buffer.alloc(1),
  ])
  const toldWebp = Buffer.concat([webp, exif])
  toldWebp.writeUInt32LE(toldWebp.length - 8, 4)
  for (const [matches, original, type] of [
    [toldGif, gif, 'image/gif'],
    [toldWebp, webp, 'image/webp'],
  ] as const) {
    const clean = strip(matches, type)
    expect(clean.includes(CANARY)).toBe(false)
    const facts = await sharp(clean, { animated: true }).metadata()
    expect(facts).toMatchObject({ pages: 3, delay: [100, 200, 300], loop: 3 })
    await expectSamePixels(original, clean)
  }
})

test('refuses a file that ends too soon, wherever it ends', async () => {
  for (const type of ['image/png', 'image/webp', 'image/jpeg'] as const) {
    const file = await makePicture(type)
    // Where a PNG has pixels and then hardly any bytes, the decoder says whether it is whole.
    const whole = type === 'image/png' ? file.indexOf('IDAT') + 4 : file.length
    for (let length = 1; length < whole; length += 7) {
      expect(() => strip(file.subarray(0, length), type)).toThrow(RangeError)
    }
  }
})

test('PNG: mends an end that is missing or broken', async () => {
  const file = await makePicture('image/png')
  const pixels = file.subarray(0, -PNG_END_BYTES)
  const broken = Buffer.from(file)
  broken.writeUInt32BE(0, file.length - 4)
  for (const end of ['', '\0\0\0\0IEN', '\0\0\0\x99tEXtComment\0cut'])
    expect(strip(Buffer.concat([pixels, Buffer.from(end, 'latin1')]), 'image/png')).toEqual(file)
  expect(strip(broken, 'image/png')).toEqual(file)
})

test('GIF: keeps the frames in front of what no viewer reads', async () => {
  const file = await makePicture('image/gif')
  const frames = file.subarray(0, -1)
  const cut = Buffer.concat([frames, Buffer.from([0x2c, 0, 0, 0, 0, 9, 0, 9, 0, 0, 8, 200, 1])])
  for (const odd of [frames, cut, Buffer.concat([frames, Buffer.from([0, 0, 0x77, 0x3b])])]) {
    const { file: clean } = stripMetadata(Buffer.from(odd), 'image/gif')
    expect(clean.equals(file)).toBe(true)
  }
})

test('refuses files with too many tiny parts', () => {
  const many = (part: Buffer, count: number) => Buffer.alloc(part.length * count, part)
  const box = Buffer.from('\0\0\0\x08free', 'latin1')
  const png = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    many(
      Buffer.concat([pngChunk('bKGD', Buffer.alloc(1)), pngChunk('tEXt', Buffer.alloc(1))]),
      500_000,
    ),
  ])
  const webp = Buffer.concat([
    Buffer.from('RIFF\0\0\0\0WEBPANMF\0\0\0\0', 'latin1'),
    Buffer.alloc(16),
    many(Buffer.from('JUNK\0\0\0\0', 'latin1'), 1_000_000),
  ])
  webp.writeUInt32LE(webp.length - 8, 4)
  webp.writeUInt32LE(webp.length - 20, 16)
  expect(() => strip(png, 'image/png')).toThrow(RangeError)
  expect(() => strip(webp, 'image/webp')).toThrow(RangeError)
  expect(() => strip(many(box, 1_000_000), 'image/avif')).toThrow(RangeError)
})
