import { mkdir } from 'node:fs/promises'
import { TILE_SIZE } from '@plinth/contract/media/tiles.ts'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { duringTests } from '../../../test/lifetime.ts'
import { startImaging } from '../../../test/media/gateways.ts'
import { drawPicture, TURNED_HEIC } from '../../../test/media/pictures.ts'
import type { Pyramids } from './imaging-tasks.ts'

const harness = duringTests(startImaging)

async function cut(file: string): Promise<Pyramids | null> {
  const folder = harness.newFile()
  await mkdir(folder)
  return harness.imaging.pyramids(file, folder)
}
const cutDrawn = async (picture: Sharp) => cut(await harness.fileOf(await picture.toBuffer()))

/** The last level put together again, in RGB. */
async function whole({ width, height, levels, tiles }: Pyramids, copy: 'marked' | 'plain') {
  const top = tiles.filter(({ place }) => place.startsWith(`${levels - 1}-`))
  const parts = await Promise.all(
    top.map(async (tile) => {
      const [, column = 0, row = 0] = tile.place.split('-').map(Number)
      const input = await sharp(tile[copy]).removeAlpha().toBuffer()
      return { input, left: column * TILE_SIZE, top: row * TILE_SIZE }
    }),
  )
  return sharp({ create: { width, height, channels: 3, background: '#f0f' } })
    .composite(parts)
    .removeAlpha()
    .raw()
    .toBuffer()
}

/** The share of pixels that differ by more than 20 of 255, in each of these boxes. */
const differing = (one: Buffer, other: Buffer, width: number, boxes: number[][]) =>
  boxes.map(([left = 0, top = 0, right = 0, bottom = 0]) => {
    let count = 0
    for (let y = top; y < bottom; y += 1)
      for (let x = left; x < right; x += 1) {
        const at = (y * width + x) * 3
        if ([0, 1, 2].some((part) => Math.abs(one[at + part]! - other[at + part]!) > 20)) count += 1
      }
    return count / ((right - left) * (bottom - top))
  })

const grey = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#808080' } })

test('cuts a picture into tiles down to a single one, upright, marked and plain', async () => {
  const turned = drawPicture(1_100, 700).withMetadata({ orientation: 6 }).jpeg({ quality: 95 })
  const made = await cutDrawn(turned)
  expect(made).toMatchObject({ width: 700, height: 1_100, levels: 3 })
  const places = made?.tiles.map(({ place }) => place).toSorted()
  expect(places).toEqual([
    '0-0-0',
    '1-0-0',
    '1-0-1',
    ...[0, 1].flatMap((x) => [0, 1, 2].map((y) => `2-${x}-${y}`)),
  ])
  for (const tile of made?.tiles.filter(({ place }) => place === '2-1-2') ?? [])
    for (const file of [tile.marked, tile.plain])
      expect(await sharp(file).metadata()).toMatchObject({ width: 188, height: 76, format: 'webp' })
  const plain = await whole(made!, 'plain')
  const upright = await sharp(await turned.toBuffer())
    .autoOrient()
    .raw()
    .toBuffer()
  expect(differing(plain, upright, 700, [[0, 0, 700, 1_100]])[0]).toBeLessThan(0.01)
})

test('marks every part of the picture, and goes on over the borders of tiles', async () => {
  const made = await cutDrawn(grey(1_500, 1_000).png())
  const [marked, plain] = [await whole(made!, 'marked'), await whole(made!, 'plain')]
  const quarters = [0, 500, 1_000].flatMap((x) => [0, 500].map((y) => [x, y, x + 500, y + 500]))
  for (const share of differing(marked, plain, 1_500, quarters)) expect(share).toBeGreaterThan(0.02)
  // Drawn whole, it is the same as cut: no tile begins the watermark anew.
  const again = await whole((await cutDrawn(grey(1_500, 1_000).jpeg({ quality: 100 })))!, 'marked')
  expect(differing(again, marked, 1_500, [[0, 0, 1_500, 1_000]])[0]).toBeLessThan(0.005)
  const at = (x: number, y: number) => marked[(y * 1_500 + x) * 3]!
  let steps = 0
  let crossed = 0
  for (let y = 0; y < 1_000; y += 1) {
    const [before, after] = [at(TILE_SIZE - 1, y), at(TILE_SIZE, y)]
    if (Math.abs(before - 128) < 20) continue
    crossed += 1
    if (Math.abs(before - after) > 60) steps += 1
  }
  expect(crossed).toBeGreaterThan(10)
  expect(steps / crossed).toBeLessThan(0.25)
})

test.each([
  ['one pixel', () => grey(1, 1).png(), 1],
  ['one tile', () => grey(512, 512).png(), 1],
  ['a bit more than a tile', () => grey(513, 20).png(), 2],
  ['16 bits', () => grey(600, 400).toColourspace('rgb16').png(), 2],
  ['inks', () => grey(600, 400).toColourspace('cmyk').withIccProfile('cmyk').jpeg(), 2],
  ['a wide gamut', () => grey(600, 400).withIccProfile('p3').jpeg(), 2],
  ['a transparent one', () => grey(600, 400).ensureAlpha(0.2).png(), 2],
])('cuts %s', async (_, draw, levels) => {
  const made = await cutDrawn(draw())
  expect(made).toMatchObject({ levels })
  const [marked, plain] = [await whole(made!, 'marked'), await whole(made!, 'plain')]
  const { width, height } = made!
  const [share] = differing(marked, plain, width, [[0, 0, width, height]])
  expect(share).toBeLessThan(0.5)
  if (width > 1 && height > 20) expect(share).toBeGreaterThan(0.02)
})

test('a HEIC is cut upright', async () => {
  const made = await cut(TURNED_HEIC)
  expect(made).toMatchObject({ levels: 1, tiles: [{ place: '0-0-0' }] })
  expect(await sharp(made!.tiles[0]!.plain).metadata()).toMatchObject({
    width: made!.width,
    height: made!.height,
  })
})

test('cuts nothing that moves', async () => {
  const frame = await grey(40, 30).raw().toBuffer()
  const frames = Buffer.concat([frame, frame.map((part) => part / 2)])
  const gif = sharp(frames, { raw: { width: 40, height: 60, channels: 3, pageHeight: 30 } }).gif()
  expect(await cutDrawn(gif)).toBeNull()
})
