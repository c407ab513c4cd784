import sharp from 'sharp'
import { expect, test } from 'vitest'
import { gridAvif } from '../../../test/corpus/grid.ts'
import { box } from '../../../test/corpus/boxes.ts'
import { makeStructure, type Field } from '../../../test/corpus/tiff.ts'
import { startImaging } from '../../../test/media/gateways.ts'
import { drawPicture, makePicture } from '../../../test/media/pictures.ts'
import { duringTests } from '../../../test/lifetime.ts'

const harness = duringTests(startImaging)

const WIDTH = 16
const HEIGHT = 8
const PIXELS = WIDTH * HEIGHT

/** Cleans a picture and makes its largest copy. Returns what it is and the copy's first pixel. */
async function taken(bytes: Buffer) {
  const file = await harness.fileOf(bytes)
  const cleanFile = harness.newFile()
  const { width, height, isSame, kept } = await harness.imaging.clean(file, cleanFile)
  const options = { width, format: 'webp', isTop: true, isAnimated: false } as const
  const copy = await harness.render(cleanFile, options)
  const { data } = await sharp(copy)
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width, height, isSame, details: kept.details, first: [...data.subarray(0, 3)] }
}
const refusalOf = async (bytes: Buffer) =>
  harness.imaging.clean(await harness.fileOf(bytes), harness.newFile()).then(
    () => 'was taken',
    ({ message }: Error) => message,
  )

interface TiffOptions {
  bits: 8 | 16
  model: number
  planes?: 1 | 2
  isTiled?: boolean
}

/** A TIFF of one colour, with these numbers for each pixel. */
function tiffOf(
  values: readonly number[],
  { bits, model, planes = 1, isTiled = false }: TiffOptions,
): Buffer {
  const bytes = bits / 8
  const pixels = Buffer.alloc(PIXELS * values.length * bytes)
  for (let index = 0; index < PIXELS * values.length; index += 1) {
    const value = values[planes === 2 ? Math.floor(index / PIXELS) : index % values.length] ?? 0
    if (bytes === 1) pixels.writeUInt8(value & 0xff, index)
    else pixels.writeUInt16LE(value & 0xff_ff, index * 2)
  }
  const parts = planes === 2 ? values.length : 1
  const part = pixels.length / parts
  const structure = (from: number): Buffer => {
    const offsets = Array.from({ length: parts }, (_, index) => from + index * part)
    const sizes = offsets.map(() => part)
    const strips: Field[] = [
      [273, 'long', offsets],
      [278, 'long', [HEIGHT]],
      [279, 'long', sizes],
    ]
    const tiles: Field[] = [
      [322, 'long', [WIDTH]],
      [323, 'long', [WIDTH]],
      [324, 'long', offsets],
      [325, 'long', sizes],
    ]
    return makeStructure('II', [
      [
        [256, 'long', [WIDTH]],
        [257, 'long', [HEIGHT]],
        [258, 'short', values.map(() => bits)],
        [259, 'short', [1]],
        [262, 'short', [model]],
        [277, 'short', [values.length]],
        [284, 'short', [planes]],
        ...(isTiled ? tiles : strips),
      ],
    ])
  }
  return Buffer.concat([structure(structure(0).length), pixels])
}

const RGB = 2
const CIE_LAB = 8
const ICC_LAB = 9
const near = (...colour: number[]) => colour.map((part) => expect.closeTo(part, -1))

test.for([8, 16] as const)('takes a TIFF of %i bits whose colours are separate', async (bits) => {
  const one = bits === 8 ? 1 : 257
  const tiff = tiffOf([200 * one, 100 * one, 50 * one], { bits, model: RGB, planes: 2 })
  const { width, height, first } = await taken(tiff)
  expect([width, height, first]).toEqual([WIDTH, HEIGHT, near(200, 100, 50)])
})

test('takes a CIELab TIFF of 16 bits, and says of others what to do', async () => {
  // L* 53.24, a* 80.09, b* 67.20: the strongest red of sRGB.
  const red = tiffOf([34_892, 20_503, 17_203], { bits: 16, model: CIE_LAB })
  const { first, details } = await taken(red)
  expect(first).toEqual(near(255, 0, 0))
  expect(details).toContain('Lab')
  for (const options of [
    { bits: 8, model: CIE_LAB },
    { bits: 8, model: ICC_LAB },
    { bits: 16, model: ICC_LAB },
  ] as const)
    expect(await refusalOf(tiffOf([136, 80, 67], options))).toBe(
      'We can’t read the Lab colours of this TIFF. Save it as RGB, or as Lab with 16 bits, and upload that one.',
    )
})

test('says that separate tiles of colours are not read', async () => {
  const tiff = tiffOf([200, 100, 50], { bits: 8, model: RGB, planes: 2, isTiled: true })
  expect(await refusalOf(tiff)).toContain('This TIFF keeps its colours in separate tiles')
})

test('takes an AVIF that is a grid of pictures', async () => {
  const { width, height, isSame } = await taken(await gridAvif())
  expect([width, height, isSame]).toEqual([128, 64, true])
})

test('says that moving AVIF is not taken', async () => {
  const avif = await makePicture('image/avif')
  const moving = Buffer.concat([avif, box('moov', box('trak'))])
  moving.write('avis', 8, 'latin1')
  expect(await refusalOf(moving)).toBe(
    'We don’t take moving AVIF yet. Save it as a video and upload that one.',
  )
})

test('takes a PNG whose last chunk alone is broken, and none without all of its pixels', async () => {
  const png = await drawPicture(300, 300).png().toBuffer()
  for (const end of [png.length - 12, png.length - 7, png.length - 1])
    expect(await taken(png.subarray(0, end))).toMatchObject({ width: 300, height: 300 })
  const half = await refusalOf(png.subarray(0, png.length / 2))
  expect(half).toContain('damaged or incomplete')
})

test('takes GIFs that end like no other, and none without a whole picture', async () => {
  const gif = await makePicture('image/gif')
  for (const tail of [[], [0, 0, 0], [0x2c, 0, 0], [0x21, 0xfe, 90, 1]]) {
    const odd = Buffer.concat([gif.subarray(0, -1), Buffer.from(tail)])
    expect(await taken(odd)).toMatchObject({ width: 64, height: 48 })
  }
  expect(await refusalOf(gif.subarray(0, gif.length / 2))).toContain('damaged or incomplete')
})
