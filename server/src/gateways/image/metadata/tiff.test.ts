import sharp from 'sharp'
import { expect, test } from 'vitest'
import { ADOBE_RGB, makeIccProfile } from '../../../../test/media/colours.ts'
import { CANARY, drawPicture } from '../../../../test/media/pictures.ts'
import { makeTiff, pixelsOf, type Order, type Tag } from '../../../../test/media/tiffs.ts'
import { Refusal } from '../../process/tasks.ts'
import { stripMetadata } from './strip.ts'

const ORDERS: Order[] = ['II', 'MM']
const metadata = Buffer.from(CANARY)
const icc = makeIccProfile(ADOBE_RGB)

/** All metadata that a camera and an editor may write into a page. */
const TELLING: Tag[] = [
  [270, 'ascii', CANARY],
  [271, 'ascii', CANARY],
  [305, 'ascii', CANARY],
  [306, 'ascii', '2025:01:01 10:00:00'],
  [315, 'ascii', CANARY],
  [700, 'byte', Buffer.from(`<x xmpMM:History="${CANARY}"/>`)],
  [33_723, 'undefined', Buffer.from(`\x1c\x02\x5a\0\x17${CANARY}`, 'latin1')],
  [34_377, 'byte', Buffer.from(`8BIM\x04\x0c\0\0\0\0\0\x17${CANARY}\0`, 'latin1')],
  [34_665, 'long', [[[42_033, 'ascii', CANARY]]]],
  [34_853, 'long', [[[28, 'undefined', metadata]]]],
  [34_675, 'undefined', icc],
  [65_000, 'ascii', CANARY],
]
const strip = (file: Buffer) => stripMetadata(Buffer.from(file), 'image/tiff')

async function pagePixels(file: Buffer, page: number): Promise<Buffer> {
  return sharp(file, { page }).keepIccProfile().raw().toBuffer()
}

test.for(ORDERS)(
  '%s: removes metadata from every page, and keeps pixels and profile',
  async (order) => {
    const file = makeTiff(order, [TELLING, TELLING.slice(3)], metadata)
    const { file: clean, takenOut } = strip(file)
    expect(clean.includes(CANARY)).toBe(false)
    expect(takenOut).toEqual(['place', 'device', 'person', 'time', 'history', 'comment', 'preview'])
    const facts = await sharp(clean).metadata()
    expect(facts).toMatchObject({ format: 'tiff', pages: 2 })
    expect([facts.exif, facts.xmp, facts.iptc, facts.tifftagPhotoshop]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(facts.icc?.equals(icc)).toBe(true)
    for (const page of [0, 1]) expect(await pagePixels(clean, page)).toEqual(pixelsOf(page))
    expect(strip(clean)).toEqual({ file: clean, takenOut: [], rights: null, stays: [] })
  },
)

test.for(ORDERS)('%s: removes everything that no tag points to', async (order) => {
  const plain = makeTiff(order, [[]])
  expect(strip(plain)).toEqual({ file: plain, takenOut: [], rights: null, stays: [] })
  const { file: clean, takenOut } = strip(
    Buffer.concat([makeTiff(order, [[]], metadata), metadata]),
  )
  expect(clean.includes(CANARY)).toBe(false)
  expect(takenOut).toEqual(['rest'])
  expect(await pagePixels(clean, 0)).toEqual(pixelsOf(0))
})

test.for(ORDERS)('%s: removes smaller copies, and keeps the other pages', async (order) => {
  const smaller: Tag[] = [[254, 'long', [1]]]
  const { file: clean, takenOut } = strip(makeTiff(order, [[], smaller, []]))
  expect(takenOut).toEqual(['preview'])
  expect(await sharp(clean).metadata()).toMatchObject({ pages: 2 })
  expect(await pagePixels(clean, 1)).toEqual(pixelsOf(2))
  expect(clean.includes(pixelsOf(1))).toBe(false)
})

test('refuses raw files and BigTIFF with a message', () => {
  const raws: Tag[][] = [[[254, 'long', [1]]], [[50_706, 'byte', [1, 4, 0, 0]]]]
  for (const tags of raws) expect(() => strip(makeTiff('II', [tags]))).toThrow(/raw file/)
  const big = Buffer.from('II\x2b\0\x08\0\0\0\x10\0\0\0\0\0\0\0', 'latin1')
  expect(() => strip(big)).toThrow(Refusal)
  expect(() => strip(big)).toThrow(/BigTIFF/)
})

test('removes metadata inside JPEG streams, and refuses unknown compressions', async () => {
  const tables = await drawPicture()
    .withExif({ IFD0: { Artist: CANARY } })
    .jpeg()
    .toBuffer()
  const jpeg: Tag[] = [
    [259, 'short', [7]],
    [347, 'undefined', tables],
  ]
  expect(strip(makeTiff('II', [jpeg])).file.includes(CANARY)).toBe(false)
  const file = await drawPicture().tiff({ compression: 'jpeg', quality: 90 }).toBuffer()
  const pixels = await sharp(file).raw().toBuffer()
  expect((await sharp(strip(file).file).raw().toBuffer()).equals(pixels)).toBe(true)
  expect(() => strip(makeTiff('II', [[[259, 'short', [50_001]]]]))).toThrow(
    /the compression of this TIFF/,
  )
})

test.for(ORDERS)('%s: refuses loops, pages without pixels and offsets beyond the end', (order) => {
  const circle = makeTiff(order, [[], []])
  circle.set(circle.subarray(4, 8), circle.length - 4)
  expect(() => strip(circle)).toThrow(RangeError)
  const whole = makeTiff(order, [TELLING])
  for (let length = 4; length < whole.length; length += 5) {
    expect(() => strip(whole.subarray(0, length))).toThrow(RangeError)
  }
})
