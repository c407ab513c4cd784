import { readFile, writeFile } from 'node:fs/promises'
import { countFrames, passedUnits } from '@plinth/contract/projects/frames.ts'
import { afterAll, expect, it } from 'vitest'
import { startImaging, startVideo } from '../../../test/media/gateways.ts'
import { makeVideo, probeVideo, type VideoOptions } from '../../../test/media/videos.ts'

const harness = await startVideo()
const pictures = await startImaging()
const { video, newFile } = harness
const markFile = newFile()
await pictures.imaging.mark(markFile)
afterAll(async () => {
  await harness.close()
  await pictures.close()
})

async function proofOf(options: VideoOptions) {
  const [file, proofFile] = [newFile(), newFile()]
  await writeFile(file, await makeVideo(options))
  const { durationMs } = await video.look(file)
  const film = await video.proof(file, { proofFile, markFile }, { durationMs })
  return { film, bytes: await readFile(proofFile) }
}

const RATES = {
  '23.976': [1_001, 24_000],
  '25': [1, 25],
  '29.97': [1_001, 30_000],
  '59.94': [1_001, 60_000],
} as const

it.each(Object.entries(RATES))('keeps every frame at %s a second, at its time', async (_, rate) => {
  const [step, den] = rate
  const fps = Math.round(den / step)
  const times = { unit: [1, den] as const, of: (index: number) => index * step }
  const { film, bytes } = await proofOf({ fps, times, sound: 'aac' })
  expect(countFrames(film.frames)).toBe(fps * 2)
  const [over, under] = film.frames.unit
  const seconds = passedUnits(film.frames).map((one) => (one * over) / under)
  expect(seconds).toEqual(
    Array.from({ length: fps * 2 }, (__, at) => expect.closeTo((at * step) / den, 9) as number),
  )
  const { frames, picture, sound } = await probeVideo(bytes)
  expect({ frames, picture, sound }).toEqual({ frames: fps * 2, picture: 'h264', sound: 'aac' })
})

it('keeps the frames of a film without a steady rate', async () => {
  // As phones record: most frames after 33 ms, some after 17, and one after half a second.
  const at = [0]
  for (let index = 1; index < 40; index += 1)
    at.push((at[index - 1] ?? 0) + (index === 20 ? 45_000 : index % 5 === 0 ? 1_530 : 2_997))
  const times = { unit: [1, 90_000] as const, of: (index: number) => at[index] ?? 0 }
  const { film, bytes } = await proofOf({ fps: 20, times })
  const [over, under] = film.frames.unit
  expect(passedUnits(film.frames).map((one) => Math.round((one * over * 90_000) / under))).toEqual(
    at,
  )
  expect((await probeVideo(bytes)).frames).toBe(40)
  expect(film).toMatchObject({ hasSound: false, width: 160, height: 90 })
})

it('keeps the frames of WebM, and turns what was filmed upright', async () => {
  const webm = await proofOf({ type: 'video/webm', picture: 'vp9', sound: 'opus', fps: 24 })
  expect(countFrames(webm.film.frames)).toBe(48)
  expect(webm.film.hasSound).toBe(true)
  const turned = await proofOf({ isTurned: true })
  expect(turned.film).toMatchObject({ width: 90, height: 160 })
  expect(countFrames(turned.film.frames)).toBe(20)
})

it('has a watermark on every frame', async () => {
  const { bytes } = await proofOf({ width: 640, height: 360 })
  const poster = newFile()
  const file = newFile()
  await writeFile(file, bytes)
  await video.poster(file, poster)
  const plain = newFile()
  const own = newFile()
  await writeFile(own, await makeVideo({ width: 640, height: 360 }))
  await video.poster(own, plain)
  expect(await difference(await readFile(plain), await readFile(poster))).toBeGreaterThan(5)
})

/** The mean difference of two pictures, of 255. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const { default: sharp } = await import('sharp')
  const [a, b] = await Promise.all(
    [one, other].map((picture) => sharp(picture).removeAlpha().raw().toBuffer()),
  )
  if (a === undefined || b === undefined) throw new Error('no picture')
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length
}
