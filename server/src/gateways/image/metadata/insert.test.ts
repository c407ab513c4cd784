import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawPicture, readPixels } from '../../../../test/media/pictures.ts'
import { withPacket, type MarkedFormat } from './insert.ts'
import { packetOf, TRAINING_PROHIBITED } from './packet.ts'
import { NO_RIGHTS } from './rights.ts'

const RIGHTS = { ...NO_RIGHTS, creators: ['Marit Sølheim & Søn'], copyright: '© 2026 <Marit>' }

const pictures: [string, MarkedFormat, () => Sharp][] = [
  ['AVIF', 'avif', () => drawPicture().avif({ effort: 0 })],
  ['AVIF with transparency', 'avif', () => drawPicture().ensureAlpha(0.4).avif({ effort: 0 })],
  [
    'AVIF of 10 bits with a profile',
    'avif',
    () =>
      drawPicture()
        .withIccProfile('p3')
        .avif({ effort: 0, bitdepth: 10, chromaSubsampling: '4:4:4' }),
  ],
  ['WebP', 'webp', () => drawPicture().webp()],
  ['WebP without loss', 'webp', () => drawPicture().webp({ lossless: true })],
  [
    'WebP without loss, with transparency',
    'webp',
    () => drawPicture().ensureAlpha(0.4).webp({ lossless: true }),
  ],
  ['WebP with a profile', 'webp', () => drawPicture().withIccProfile('p3').webp()],
  ['JPEG', 'jpeg', () => drawPicture().jpeg()],
  [
    'JPEG with EXIF',
    'jpeg',
    () =>
      drawPicture()
        .withExif({ IFD0: { Artist: 'Ada' } })
        .jpeg(),
  ],
]

const xmpOf = async (file: Buffer): Promise<string> =>
  (await sharp(file).metadata()).xmp?.toString() ?? ''

describe.each(pictures)('%s', (_, format, draw) => {
  test('carries a packet that readers find, with the same pixels', async () => {
    const file = await draw().toBuffer()
    const marked = withPacket(file, format, packetOf(RIGHTS, true))
    const xmp = await xmpOf(marked)
    expect(xmp).toContain(`<plus:DataMining>${TRAINING_PROHIBITED}<`)
    expect(xmp).toContain('<rdf:li>Marit Sølheim &amp; Søn</rdf:li>')
    expect(xmp).toContain('© 2026 &lt;Marit&gt;')
    const [before, after] = [await readPixels(file), await readPixels(marked)]
    expect(after.info).toEqual(before.info)
    expect(after.data.equals(before.data)).toBe(true)
    const { icc } = await sharp(file).metadata()
    expect((await sharp(marked).metadata()).icc).toEqual(icc)
  })

  test('changes the packet in its place', async () => {
    const file = await draw().toBuffer()
    const marked = withPacket(file, format, packetOf(RIGHTS, true))
    const free = withPacket(marked, format, packetOf(RIGHTS, false))
    expect(free.length).toBe(marked.length)
    expect(await xmpOf(free)).not.toContain('DataMining')
    expect(await xmpOf(free)).toContain('Marit')
    expect(withPacket(free, format, packetOf(RIGHTS, true)).equals(marked)).toBe(true)
    const reserved = withPacket(file, format, packetOf(null, true))
    const silent = withPacket(reserved, format, packetOf(null, false))
    expect(silent.length).toBe(reserved.length)
    expect(await xmpOf(silent)).not.toMatch(/DataMining|creator/)
    const [before, after] = [await readPixels(file), await readPixels(silent)]
    expect(after.data.equals(before.data)).toBe(true)
  })

  test('stays as it is when there is nothing to say', async () => {
    const file = await draw().toBuffer()
    expect(withPacket(file, format, packetOf(null, false))).toBe(file)
  })
})

test('an animated WebP keeps its frames', async () => {
  const frames = await Promise.all(
    [0, 90].map((hue) => drawPicture().modulate({ hue }).png().toBuffer()),
  )
  const file = await sharp(frames, { join: { animated: true } })
    .webp({ delay: [100, 200] })
    .toBuffer()
  const marked = withPacket(file, 'webp', packetOf(null, true))
  expect(await sharp(marked, { animated: true }).metadata()).toMatchObject({
    pages: 2,
    delay: [100, 200],
  })
  expect(await xmpOf(marked)).toContain('DataMining')
})

test('files of another form are refused', async () => {
  const packet = packetOf(null, true)
  expect(() => withPacket(Buffer.from('no picture at all, none'), 'avif', packet)).toThrow(
    RangeError,
  )
  expect(() => withPacket(Buffer.from('RIFF\0\0\0\0WEBP'), 'webp', packet)).toThrow(RangeError)
})
