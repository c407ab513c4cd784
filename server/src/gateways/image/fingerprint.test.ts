import path from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { startImaging } from '../../../test/media/gateways.ts'
import { duringTests } from '../../../test/lifetime.ts'

const harness = duringTests(startImaging)

const WORKS = path.resolve(import.meta.dirname, '../../../seeds/world/works')
const PICTURES = ['algae-vase-lemon', 'arcade-eleven-arches', 'blue-hour-quartet', 'current-no-8']
const readWork = (name: string): Promise<Buffer> =>
  sharp(path.join(WORKS, `${name}.jpg`))
    .resize(640, 480)
    .png()
    .toBuffer()

async function fingerprintOf(picture: Sharp): Promise<string | null> {
  const made = await harness.imaging.preview(
    await harness.fileOf(await picture.jpeg({ quality: 70 }).toBuffer()),
    { previewFile: harness.newFile(), pictureFile: harness.newFile() },
  )
  if (made === null) throw new Error('no preview')
  return made.fingerprint
}
const bitsBetween = (one: string | null, other: string | null): number => {
  if (one === null || other === null) throw new Error('a plain surface')
  return one.split('').filter((bit, at) => bit !== other[at]).length
}

test('a picture has 64 bits, and nearly the same ones after somebody has worked on it', async () => {
  for (const name of PICTURES) {
    const work = await readWork(name)
    const own = await fingerprintOf(sharp(work))
    expect(own).toMatch(/^[01]{64}$/)
    const changed = {
      smaller: sharp(work).resize(320),
      brighter: sharp(work).modulate({ brightness: 1.15 }),
      'in other colours': sharp(work).modulate({ hue: 90 }),
      cropped: sharp(work).extract({ left: 10, top: 8, width: 620, height: 464 }),
    }
    for (const [what, picture] of Object.entries(changed)) {
      const bits = bitsBetween(own, await fingerprintOf(picture))
      expect({ name, what, bits, isNear: bits <= 10 }).toMatchObject({ isNear: true })
    }
  }
})

test('different pictures differ in many bits', async () => {
  const prints = await Promise.all(
    PICTURES.map(async (name) => fingerprintOf(sharp(await readWork(name)))),
  )
  for (const [at, one] of prints.entries())
    for (const other of prints.slice(0, at)) expect(bitsBetween(one, other)).toBeGreaterThan(16)
})

test('a plain surface has none, whatever its colour, and neither has what is transparent', async () => {
  for (const background of ['#ffffff', '#123456', { r: 0, g: 0, b: 0, alpha: 0 }]) {
    const plain = sharp({ create: { width: 300, height: 200, channels: 4, background } })
    const file = await harness.fileOf(await plain.png().toBuffer())
    const copies = { previewFile: harness.newFile(), pictureFile: harness.newFile() }
    expect(await harness.imaging.preview(file, copies)).toEqual({
      width: 300,
      height: 200,
      fingerprint: null,
    })
  }
})
