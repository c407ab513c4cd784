import { mkdir, readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { tileLevels, tileName } from '@plinth/contract/media/tiles.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { startImaging } from '../../../test/media/gateways.ts'
import { duringTests } from '../../../test/lifetime.ts'
import { CANARY, drawPicture, TURNED_HEIC } from '../../../test/media/pictures.ts'
import { readP3Profile } from './heic.ts'
import { needsDecoding } from './imaging.ts'

const harness = duringTests(startImaging)

/** Values of four places of a picture, whatever its profile: top left and right, bottom left and right. */
async function readQuarters(picture: string | Buffer): Promise<number[][]> {
  const { data, info } = await sharp(picture)
    .keepIccProfile()
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const at = (x: number, y: number) => [...data.subarray((y * width + x) * 3).subarray(0, 3)]
  const [right, low] = [width - 9, height - 9]
  return [at(8, 8), at(right, 8), at(8, low), at(right, low)]
}

const near = (expected: number[][]) =>
  expected.map((colour) => colour.map((part) => expect.closeTo(part, -1)))
/** What the fixture shows: the strongest blue, red, grey and green of Display P3. */
const QUARTERS = [
  [0, 0, 255],
  [255, 0, 0],
  [128, 128, 128],
  [0, 255, 0],
]

test('HEIC: keeps it upright and in its own colours, and removes the phone’s metadata', async () => {
  const cleanFile = harness.newFile()
  const facts = await harness.imaging.clean(TURNED_HEIC, cleanFile)
  expect(facts).toMatchObject({
    type: 'image/heic',
    width: 64,
    height: 96,
    isAnimated: false,
    isSame: false,
    takenOut: ['place', 'device', 'person', 'time', 'comment'],
    kept: { format: 'HEIC', details: ['8 bit', 'Display P3'], width: 64, height: 96 },
  })
  const bytes = await readFile(cleanFile)
  expect(bytes.includes(CANARY)).toBe(false)
  expect(bytes.length).toBe(facts.received.bytes)

  expect(needsDecoding(facts.type)).toBe(true)
  const workFile = harness.newFile()
  await harness.imaging.decode(cleanFile, workFile)
  const work = await sharp(workFile).metadata()
  expect(work).toMatchObject({ width: 64, height: 96, channels: 3 })
  expect(work.icc?.equals(await readP3Profile())).toBe(true)
  expect(await readQuarters(workFile)).toEqual(near(QUARTERS))
  const top = { width: 64, format: 'webp', isTop: true, isAnimated: false } as const
  expect(await readQuarters(await harness.render(workFile, top))).toEqual(near(QUARTERS))
})

test('HEIC: uses colours that are stated by number', async () => {
  const heic = await readFile(TURNED_HEIC)
  const at = heic.indexOf('colrprof') + 4
  // Display P3 with sRGB's curve. The unused space of the profile stays after it.
  heic.fill(0, at, at + 484)
  heic.write('nclx\0\x0c\0\x0d\0\x06\x80', at, 'latin1')
  const workFile = harness.newFile()
  await harness.imaging.decode(await harness.fileOf(heic), workFile)
  expect((await sharp(workFile).metadata()).icc?.equals(await readP3Profile())).toBe(true)
  expect(await readQuarters(workFile)).toEqual(near(QUARTERS))
})

test('HEIC: refuses files that are too large, cut off or coded differently', async () => {
  const heic = await readFile(TURNED_HEIC)
  const huge = Buffer.from(heic)
  for (let at = huge.indexOf('ispe'); at > 0; at = huge.indexOf('ispe', at + 4)) {
    huge.writeUInt32BE(40_000, at + 8)
    huge.writeUInt32BE(40_000, at + 12)
  }
  const clean = async (bytes: Buffer) =>
    harness.imaging.clean(await harness.fileOf(bytes), harness.newFile())
  await expect(clean(huge)).rejects.toMatchObject({
    code: 'media.unreadable',
    message: expect.stringContaining('1600 megapixels'),
  })
  for (const share of [0.2, 0.5, 0.8]) {
    const cut = heic.subarray(0, Math.floor(heic.length * share))
    await expect(clean(cut)).rejects.toMatchObject({ message: expect.stringContaining('damaged') })
  }
  const garbled = Buffer.from(heic)
  garbled.fill(0x55, heic.indexOf('mdat') + 4)
  await expect(clean(garbled)).rejects.toMatchObject({ code: 'media.unreadable' })
})

/** Draws frames of one colour each. */
async function drawMoving(format: 'gif' | 'webp', frames: number, side = 32): Promise<Buffer> {
  const pictures = Array.from({ length: frames }, (_, index) =>
    sharp({
      create: {
        width: side,
        height: side,
        channels: 3,
        background: { r: 250 - index * 80, g: index * 80, b: 40 },
      },
    })
      .png()
      .toBuffer(),
  )
  const delay = Array.from({ length: frames }, (_, index) => 100 * (index + 1))
  const joined = sharp(await Promise.all(pictures), { join: { animated: true } })
  return joined[format]({ delay, loop: 2 }).toBuffer()
}

test.for(['gif', 'webp'] as const)('%s: keeps an animation as WebP', async (format) => {
  const file = await harness.fileOf(await drawMoving(format, 3))
  const facts = await harness.imaging.clean(file, harness.newFile())
  expect(facts).toMatchObject({ width: 32, height: 32, isAnimated: true })
  expect(facts.kept).toMatchObject({ durationMs: 600, pages: null })
  expect(facts.kept.details).toContain('3 frames')
  const wanted = { width: 16, isTop: false, isAnimated: true }
  const webp = await harness.render(file, { ...wanted, format: 'webp' })
  expect(await sharp(webp, { animated: true }).metadata()).toMatchObject({
    width: 16,
    pageHeight: 16,
    pages: 3,
    delay: [100, 200, 300],
    loop: 2,
  })
  const { channels } = await sharp(webp, { page: 2 }).stats()
  expect(channels.map(({ mean }) => Math.round(mean / 45))).toEqual([2, 4, 1])
  const avif = await harness.render(file, { ...wanted, format: 'avif' })
  const first = await sharp(avif).stats()
  expect(first.channels[0]?.mean).toBeGreaterThan(230)
  expect((await sharp(avif).metadata()).height).toBe(16)
})

test('refuses animations with too many or too large frames', async () => {
  const gif = await drawMoving('gif', 3, 8)
  const start = gif.indexOf(Buffer.from([0x21, 0xf9]))
  const frames = gif.subarray(start, -1)
  const many = Buffer.concat([gif.subarray(0, start), Buffer.alloc(frames.length * 400, frames)])
  // Width and height of the canvas minus one, in three bytes each.
  const wide = await drawMoving('webp', 3, 8)
  wide.writeUIntLE(12_999, 24, 3)
  wide.writeUIntLE(12_999, 27, 3)
  for (const [bytes, sentence] of [
    [many, 'This animation has 1200 frames.'],
    [wide, 'The frames of this animation have 507 megapixels together.'],
  ] as const) {
    const file = await harness.fileOf(bytes)
    await expect(harness.imaging.clean(file, harness.newFile())).rejects.toMatchObject({
      code: 'media.unreadable',
      message: expect.stringContaining(sentence),
    })
  }
})

test('returns the most frequent colours first', async () => {
  const picture = sharp({ create: { width: 90, height: 60, channels: 4, background: '#1133cc' } })
  const part = (width: number, background: string) => ({
    input: { create: { width, height: 60, channels: 4 as const, background } },
    left: 0,
    top: 0,
  })
  const composed = picture.composite([part(30, '#dd2211'), part(8, '#22cc33')])
  const file = await harness.fileOf(await composed.png().toBuffer())
  const { palette } = await harness.imaging.inspect(file)
  expect(palette).toEqual(['#1133cc', '#dd2211', '#22cc33'])
  const clear = sharp({ create: { width: 9, height: 9, channels: 4, background: '#0000' } })
  const nothing = await harness.fileOf(await clear.png().toBuffer())
  expect((await harness.imaging.inspect(nothing)).palette).toEqual([])
})

test('writes the whole pyramid of tiles, upright and in the picture’s own colours', async () => {
  // Shown as 700 × 1100.
  const jpeg = await drawPicture(1_100, 700)
    .withMetadata({ orientation: 6 })
    .withIccProfile('p3')
    .jpeg()
    .toBuffer()
  const folder = harness.newFile()
  await mkdir(folder)
  const names = await harness.imaging.tiles(await harness.fileOf(jpeg), folder)
  expect((await readdir(folder)).toSorted()).toEqual(names.toSorted())
  const levels = tileLevels({ width: 700, height: 1_100 })
  const top = levels - 1
  expect(names.filter((name) => name.startsWith(`tile-${top}-`)).toSorted()).toEqual(
    [0, 1].flatMap((column) => [0, 1, 2].map((row) => tileName(top, column, row))).toSorted(),
  )
  for (let level = 0; level < top - 1; level += 1) expect(names).toContain(tileName(level, 0, 0))
  const sizeOf = async (name: string) => {
    const { width, height, format, icc } = await sharp(path.join(folder, name)).metadata()
    expect(icc?.equals(await readP3Profile())).toBe(true)
    return { width, height, format }
  }
  const format = 'webp'
  expect(await sizeOf(tileName(top, 0, 0))).toEqual({ width: 512, height: 512, format })
  expect(await sizeOf(tileName(top, 1, 2))).toEqual({ width: 188, height: 76, format })
  expect(await sizeOf(tileName(top - 1, 0, 1))).toEqual({ width: 350, height: 38, format })
  expect(await sizeOf(tileName(0, 0, 0))).toEqual({ width: 1, height: 1, format })
})
