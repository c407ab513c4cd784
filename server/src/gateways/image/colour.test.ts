import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  ADOBE_RGB,
  deltaE,
  labOf,
  labOfP3,
  labOfSrgb,
  makeIccProfile,
  type Colour,
} from '../../../test/media/colours.ts'
import { startImaging } from '../../../test/media/gateways.ts'
import { duringTests } from '../../../test/lifetime.ts'
import { pngChunk } from '../../../test/media/pictures.ts'
import { readP3Profile } from './heic.ts'

const harness = duringTests(startImaging)

const SIDE = 16
/** Colours that exist in sRGB as well. */
const TONES = [0.35, 0.5, 0.65]
const PATCHES: Colour[] = TONES.flatMap((r) =>
  TONES.flatMap((g) => TONES.map((b) => [r, g, b] as Colour)),
)
const WIDE_RED: Colour = [1, 0, 0]

/** Draws a PNG of square patches in 8 or 16 bits with this profile. */
async function drawPatches(patches: Colour[], icc: Buffer | null, bits: 8 | 16): Promise<Buffer> {
  const width = patches.length * SIDE
  const numbers = Array.from({ length: width * SIDE * 3 }, (_, index) => {
    const patch = patches[Math.floor((Math.floor(index / 3) % width) / SIDE)]
    return Math.round((patch?.[index % 3] ?? 0) * (2 ** bits - 1))
  })
  const pixels = bits === 16 ? Uint16Array.from(numbers) : Uint8Array.from(numbers)
  const picture = sharp(pixels, { raw: { width, height: SIDE, channels: 3 } })
  const png = await (bits === 16 ? picture.toColourspace('rgb16') : picture).png().toBuffer()
  if (icc === null) return png
  const profile = Buffer.concat([Buffer.from('profile\0\0', 'latin1'), deflateSync(icc)])
  return Buffer.concat([png.subarray(0, 33), pngChunk('iCCP', profile), png.subarray(33)])
}

/** Returns the colours in the middle of the patches from 0 to 1, in the file's own values. */
async function readPatches(file: Buffer, count: number): Promise<Colour[]> {
  const { data, info } = await sharp(file)
    .keepIccProfile()
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return Array.from({ length: count }, (_, index) => {
    const at = ((SIDE / 2) * info.width + index * SIDE + SIDE / 2) * 3
    return [...data.subarray(at, at + 3)].map((value) => value / 255) as Colour
  })
}

async function renderPatches(
  patches: Colour[],
  given: { icc: Buffer | null; bits: 8 | 16; format: 'avif' | 'webp'; isTop: boolean },
): Promise<{ colours: Colour[]; icc: Buffer | undefined }> {
  const file = await harness.fileOf(await drawPatches(patches, given.icc, given.bits))
  const { format, isTop } = given
  const width = patches.length * SIDE
  const rendition = await harness.render(file, { width, format, isTop, isAnimated: false })
  const { icc } = await sharp(rendition).metadata()
  return { colours: await readPatches(rendition, patches.length), icc }
}

function meanDifference(
  colours: Colour[],
  seen: (colour: Colour) => Colour,
  asked: (colour: Colour) => Colour,
) {
  const all = colours.map((colour, index) =>
    deltaE(seen(colour), asked(PATCHES[index] ?? [0, 0, 0])),
  )
  return all.reduce((sum, one) => sum + one, 0) / all.length
}

const adobe = (colour: Colour) => labOf(ADOBE_RGB, colour)
const CASES = ([8, 16] as const).flatMap((bits) =>
  (['avif', 'webp'] as const).map((format) => ({ bits, format })),
)

test.for(CASES)(
  'shows the same colours in sRGB: Adobe RGB, $bits bit, $format',
  async ({ bits, format }) => {
    const icc = makeIccProfile(ADOBE_RGB)
    const narrow = await renderPatches(PATCHES, { icc, bits, format, isTop: false })
    expect(narrow.icc).toBeUndefined()
    expect(meanDifference(narrow.colours, labOfSrgb, adobe)).toBeLessThan(1)
    const top = await renderPatches(PATCHES, { icc, bits, format, isTop: true })
    expect(top.icc?.equals(icc)).toBe(true)
    expect(meanDifference(top.colours, adobe, adobe)).toBeLessThan(1)
  },
)

test('converts Display P3 to sRGB, and keeps it in the top rendition', async () => {
  const icc = await readP3Profile()
  for (const format of ['avif', 'webp'] as const) {
    const given = { icc, bits: 8 as const, format }
    const narrow = await renderPatches(PATCHES, { ...given, isTop: false })
    expect(meanDifference(narrow.colours, labOfSrgb, labOfP3)).toBeLessThan(1)
    // A red outside sRGB. Converted, it would be weaker.
    const top = await renderPatches([WIDE_RED], { ...given, isTop: true })
    expect(top.icc?.equals(icc)).toBe(true)
    const [red = [0, 0, 0] as Colour] = top.colours
    expect(deltaE(labOfP3(red), labOfP3(WIDE_RED))).toBeLessThan(1)
    expect(deltaE(labOfP3(red), labOfSrgb(WIDE_RED))).toBeGreaterThan(3)
  }
})

test('treats a picture without a profile as sRGB, in 16 bits too', async () => {
  for (const isTop of [false, true]) {
    const given = { icc: null, bits: 16 as const, format: 'webp' as const, isTop }
    const { colours } = await renderPatches(PATCHES, given)
    expect(meanDifference(colours, labOfSrgb, labOfSrgb)).toBeLessThan(1)
  }
})

test('keeps more than 8 bits in the top AVIF', async () => {
  const file = await harness.fileOf(await drawPatches(PATCHES, null, 16))
  const options = { width: 3_840, format: 'avif', isTop: true, isAnimated: false } as const
  const { bitsPerSample } = await sharp(await harness.render(file, options)).metadata()
  expect(bitsPerSample).toBe(10)
})

test('shows CMYK and greyscale as their profile defines', async () => {
  const grey = sharp({ create: { width: 64, height: 64, channels: 3, background: '#808080' } })
  const pictures = {
    CMYK: await grey.clone().toColourspace('cmyk').withIccProfile('cmyk').tiff().toBuffer(),
    Greyscale: await grey.clone().toColourspace('b-w').png().toBuffer(),
  }
  for (const [model, bytes] of Object.entries(pictures)) {
    const file = await harness.fileOf(bytes)
    expect((await harness.imaging.clean(file, harness.newFile())).kept.details).toContain(model)
    const expected = await sharp(await sharp(bytes).toColourspace('srgb').png().toBuffer()).stats()
    for (const isTop of [false, true]) {
      const options = { width: 64, format: 'webp', isTop, isAnimated: false } as const
      const rendition = await harness.render(file, options)
      const { channels } = await sharp(rendition).stats()
      for (const [index, { mean }] of channels.entries()) {
        const channel = expected.channels[index] ?? expected.channels[0]
        expect(Math.abs(mean - (channel?.mean ?? 0))).toBeLessThan(4)
      }
    }
  }
})

const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}
const GREYS = [4, 16, 64, 128, 192, 240]
/** Display P3's white and colours, as a PNG states them. */
const P3_POINTS = u32(31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000)

/** What Chromium shows for these greys, or for these reds beside their opposite in green and a middle blue. */
const GAMMAS = [
  { name: 'linear', chunks: { gAMA: u32(100_000) }, shown: [34, 71, 137, 188, 225, 248] },
  { name: '1/1.8', chunks: { gAMA: u32(55_556) }, shown: [2, 20, 81, 146, 203, 243] },
  { name: 'usual', chunks: { gAMA: u32(45_455) }, shown: GREYS },
  {
    name: 'linear, but sRGB',
    chunks: { sRGB: Buffer.from([0]), gAMA: u32(100_000) },
    shown: GREYS,
  },
  {
    name: 'linear in wide colours',
    chunks: { gAMA: u32(100_000), cHRM: P3_POINTS },
    shown: [0, 0, 104, 188, 239, 255],
    isRed: true,
  },
]
const CHANNELS = ['grey', 'RGB'] as const

test.for(
  GAMMAS.flatMap((gamma) =>
    CHANNELS.flatMap((kind) => ([8, 16] as const).map((bits) => ({ ...gamma, kind, bits }))),
  ).filter(({ isRed = false, kind }) => !isRed || kind === 'RGB'),
)(
  'shows a PNG of gamma $name as browsers do: $kind, $bits bit',
  async ({ chunks, shown, kind, bits, isRed = false }) => {
    const channels = kind === 'grey' ? 1 : 3
    const one = bits === 8 ? 1 : 257
    const numbers = GREYS.flatMap((grey) => {
      const colour = isRed ? [grey, 255 - grey, 128] : Array<number>(channels).fill(grey)
      return Array.from({ length: SIDE }, () => colour.map((value) => value * one)).flat()
    })
    const row = bits === 8 ? Uint8Array.from(numbers) : Uint16Array.from(numbers)
    const width = GREYS.length * SIDE
    const spaces = { grey: { 8: 'b-w', 16: 'grey16' }, RGB: { 8: 'srgb', 16: 'rgb16' } } as const
    const png = await sharp(row, { raw: { width, height: 1, channels } })
      .resize(width, SIDE, { fit: 'fill', kernel: 'nearest' })
      .toColourspace(spaces[kind][bits])
      .png()
      .toBuffer()
    const stated = Object.entries(chunks).map(([type, data]) => pngChunk(type, data))
    const bytes = Buffer.concat([png.subarray(0, 33), ...stated, png.subarray(33)])
    const file = await harness.fileOf(bytes)
    const options = { width, format: 'webp', isTop: false, isAnimated: false } as const
    const colours = await readPatches(await harness.render(file, options), GREYS.length)
    for (const [index, [red]] of colours.entries())
      expect(Math.abs(red * 255 - (shown[index] ?? 0))).toBeLessThan(9)
    const facts = await harness.imaging.clean(file, harness.newFile())
    const isSame = facts.received.bytes === bytes.length
    expect([facts.width, facts.height, isSame]).toEqual([width, SIDE, true])
  },
)
