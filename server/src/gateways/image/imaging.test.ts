import { ACCEPTED_SENTENCES } from '@plinth/contract/media/file-types.ts'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { startImaging } from '../../../test/media/gateways.ts'
import { duringTests } from '../../../test/lifetime.ts'
import {
  CANARY,
  IMAGE_TYPE_LIST,
  makePicture,
  makePictureWithMetadata,
  pngHeader,
} from '../../../test/media/pictures.ts'
import { childrenRunning } from '../../../test/processes.ts'
import { createImaging } from './imaging.ts'

const harness = duringTests(startImaging)

const narrow = { isTop: false, isAnimated: false }
const children = () => childrenRunning('imaging-child')

test.for(IMAGE_TYPE_LIST)('%s: finds type, size and colours', async (type) => {
  const { look, ...facts } = await harness.imaging.inspect(
    await harness.fileOf(await makePicture(type, 120, 80)),
  )
  // Its four colours may be as good as a plain surface.
  expect(look ?? '0'.repeat(64)).toMatch(/^[\da-f]{64}$/)
  expect(facts).toEqual({
    type,
    width: 120,
    height: 80,
    thumbhash: expect.any(String),
    palette: expect.any(Array),
    isAnimated: false,
  })
  expect(Buffer.from(facts.thumbhash, 'base64').length).toBeGreaterThan(10)
})

test('reports the size of a rotated picture as shown', async () => {
  const file = await harness.fileOf(await makePictureWithMetadata('image/jpeg', 6))
  expect(await harness.imaging.inspect(file)).toMatchObject({ width: 48, height: 64 })
})

test('inspects a picture of one pixel', async () => {
  const file = await harness.fileOf(await makePicture('image/png', 1, 1))
  expect(await harness.imaging.inspect(file)).toMatchObject({ width: 1, height: 1 })
})

test.for(['avif', 'webp'] as const)(
  '%s: renders upright, in sRGB, without metadata and never enlarged',
  async (format) => {
    const file = await harness.fileOf(await makePictureWithMetadata('image/jpeg', 6))
    const rendition = await harness.render(file, { width: 24, format, ...narrow })
    const facts = await sharp(rendition).metadata()
    expect(facts).toMatchObject({ width: 24, height: 32, space: 'srgb' })
    expect([facts.exif, facts.xmp, facts.icc]).toEqual([undefined, undefined, undefined])
    expect(rendition.includes(CANARY)).toBe(false)
    const wide = await sharp(
      await harness.render(file, { width: 640, format, ...narrow }),
    ).metadata()
    expect(wide.width).toBe(48)
  },
)

const notTaken = {
  text: 'This is not a picture.',
  svg: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'svg with a prolog': '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
  pdf: '%PDF-1.7',
  'raw of a camera': '\0\0\0\x18ftypcrx \0\0\0\x01crx isom',
  nothing: '',
}
test.for(Object.entries(notTaken))('refuses %s', async ([, bytes]) => {
  await expect(harness.imaging.inspect(await harness.fileOf(bytes))).rejects.toMatchObject({
    code: 'media.unsupported',
    message: ACCEPTED_SENTENCES.picture,
  })
})

test.for(IMAGE_TYPE_LIST)('%s: refuses a file without its end', async (type) => {
  const whole = await makePicture(type, 300, 200)
  for (const share of [0.3, 0.6, 0.9]) {
    const file = await harness.fileOf(whole.subarray(0, Math.floor(whole.length * share)))
    await expect(harness.imaging.clean(file, `${file}-clean`)).rejects.toMatchObject({
      code: 'media.unreadable',
      message: expect.stringContaining('damaged or incomplete'),
    })
  }
})

test('refuses a picture of 900 megapixels by its header', async () => {
  const startedAt = performance.now()
  await expect(
    harness.imaging.inspect(await harness.fileOf(pngHeader(30_000, 30_000))),
  ).rejects.toMatchObject({
    code: 'media.unreadable',
    message:
      'This picture has 900 megapixels. Plinth takes up to 200: make it smaller and upload it again.',
  })
  expect(performance.now() - startedAt).toBeLessThan(5_000)
})

test('makes all narrow sizes before a wide one on a small machine', async () => {
  const small = createImaging({ processors: 2 })
  try {
    const file = await harness.fileOf(await makePicture('image/jpeg', 2_000, 1_500))
    const made: number[] = []
    const make = async (width: number, format: 'avif' | 'webp') => {
      await harness.render(file, { width, format, ...narrow }, small)
      made.push(width)
    }
    // Without the rule the wide one would be started first.
    const others = [1_880, 1_860, 1_840, 1_820, 1_800].map((width) => make(width, 'avif'))
    await Promise.all([...others, make(1_920, 'webp')])
    expect(made.at(-1)).toBe(1_920)
  } finally {
    await small.close()
  }
})

test('repeats the task when its worker process is killed', async () => {
  const file = await harness.fileOf(await makePicture('image/jpeg', 3_000, 2_000))
  await harness.render(file, { width: 320, format: 'webp', ...narrow })
  const before = children()
  const rendition = harness.render(file, { width: 1_280, format: 'avif', ...narrow })
  for (const pid of before) process.kill(pid, 'SIGKILL')
  expect((await sharp(await rendition).metadata()).width).toBe(1_280)
})

test('stops a task that exceeds its time, and does the next one', async () => {
  const hurried = createImaging({ cpuMs: 300 })
  try {
    const file = await harness.fileOf(await makePicture('image/jpeg', 4_000, 3_000))
    await expect(
      harness.render(file, { width: 3_840, format: 'avif', ...narrow }, hurried),
    ).rejects.toMatchObject({
      code: 'media.unreadable',
      message: expect.stringContaining('took too long'),
    })
    const small = await harness.fileOf(await makePicture('image/jpeg'))
    await vi.waitFor(
      () => harness.render(small, { width: 32, format: 'webp', ...narrow }, hurried),
      30_000,
    )
  } finally {
    await hurried.close()
  }
})

test('starts nothing after it was closed', async () => {
  const closed = createImaging()
  await closed.close()
  await expect(
    closed.inspect(await harness.fileOf(await makePicture('image/png'))),
  ).rejects.toMatchObject({
    code: 'unavailable',
  })
})
