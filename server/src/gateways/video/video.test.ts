import { readFile } from 'node:fs/promises'
import type { VideoType } from '@plinth/contract/media/file-types.ts'
import type { TakenOut } from '@plinth/contract/media/media.ts'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { CANARY } from '../../../test/media/pictures.ts'
import { startVideo } from '../../../test/media/gateways.ts'
import { firstSound, makeVideo, probeVideo, type VideoOptions } from '../../../test/media/videos.ts'

const harness = await startVideo()
const { video, newFile, cleaned, playOf } = harness
afterAll(harness.close)

async function posterOf(bytes: Uint8Array): Promise<Buffer> {
  const [{ clean }, poster] = [await cleaned(bytes), newFile()]
  await video.poster(clean, poster)
  return readFile(poster)
}

interface Case {
  options: VideoOptions
  type: VideoType
  isPlayable: boolean
  format: string
  details: string[]
}

const cases: Record<string, Case> = {
  'H.264 and AAC in MP4': {
    format: 'MP4',
    details: ['H.264', '10 fps', 'AAC'],
    options: { sound: 'aac' },
    type: 'video/mp4',
    isPlayable: true,
  },
  'H.264 alone in MP4': {
    format: 'MP4',
    details: ['H.264', '10 fps', 'no sound'],
    options: {},
    type: 'video/mp4',
    isPlayable: true,
  },
  'H.264 and AAC in MOV': {
    format: 'MOV',
    details: ['H.264', '10 fps', 'AAC'],
    options: { type: 'video/quicktime', sound: 'aac' },
    type: 'video/quicktime',
    isPlayable: false,
  },
  'HEVC in MOV': {
    format: 'MOV',
    details: ['HEVC', '10 fps', 'AAC'],
    options: { type: 'video/quicktime', picture: 'hevc', sound: 'aac' },
    type: 'video/quicktime',
    isPlayable: false,
  },
  'MPEG-4 in MP4': {
    format: 'MP4',
    details: ['MPEG-4', '10 fps', 'no sound'],
    options: { picture: 'mpeg4' },
    type: 'video/mp4',
    isPlayable: false,
  },
  'VP9 and Opus in WebM': {
    format: 'WebM',
    details: ['VP9', '10 fps', 'Opus'],
    options: { type: 'video/webm', picture: 'vp9', sound: 'opus' },
    type: 'video/webm',
    isPlayable: false,
  },
  'VP8 in WebM': {
    format: 'WebM',
    details: ['VP8', '10 fps', 'no sound'],
    options: { type: 'video/webm', picture: 'vp8' },
    type: 'video/webm',
    isPlayable: false,
  },
}

test.for(Object.entries(cases))(
  'reports facts and makes a poster and a playable version: %s',
  async ([, one]) => {
    const { options, type, isPlayable, format, details } = one
    const film = await makeVideo(options)
    const { clean, facts } = await cleaned(film)
    const hasSound = options.sound !== undefined
    expect(facts).toMatchObject({ type, width: 160, height: 90, hasSound, isPlayable })
    expect(facts.kept).toMatchObject({ format, details, width: 160, height: 90, pages: null })
    expect(facts.received).toMatchObject({ format, details, width: 160, height: 90 })
    expect(Math.abs(facts.durationMs - 2_000)).toBeLessThan(60)
    const before = await probeVideo(film)
    expect(await probeVideo(await readFile(clean))).toEqual({
      ...before,
      seconds: expect.closeTo(before.seconds, 1),
    })
    expect(await sharp(await posterOf(film)).metadata()).toMatchObject({
      format: 'jpeg',
      width: 160,
      height: 90,
    })
    const play = await playOf(film)
    expect(await probeVideo(play)).toMatchObject({
      container: expect.stringContaining('mp4'),
      picture: 'h264',
      pixels: 'yuv420p',
      sound: hasSound ? 'aac' : null,
      width: 160,
      height: 90,
      frames: 20,
      seconds: expect.closeTo(2, 1),
    })
    // Players for full HD must be able to decode it.
    expect((await probeVideo(play)).level).toBeLessThanOrEqual(42)
    // The index comes first, so that playback starts before the file is complete.
    expect(play.indexOf('moov')).toBeLessThan(play.indexOf('mdat'))
  },
)

const withMetadata: VideoOptions[] = [
  { hasMetadata: true, sound: 'aac' },
  { hasMetadata: true, type: 'video/quicktime' },
  { hasMetadata: true, type: 'video/quicktime', picture: 'hevc' },
  { hasMetadata: true, type: 'video/webm', picture: 'vp8' },
]
test.for(withMetadata)('removes title, place and device: %o', async (options) => {
  const film = await makeVideo(options)
  expect(film.includes(CANARY)).toBe(true)
  const { clean } = await cleaned(film)
  for (const file of [await readFile(clean), await posterOf(film), await playOf(film)]) {
    for (const word of [CANARY, '51.5007']) expect(file.includes(word)).toBe(false)
  }
})

/** Finds the colour of each quarter of a picture. */
async function quarters(jpeg: Buffer): Promise<string[]> {
  const { width, height } = await sharp(jpeg).metadata()
  const { data } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
  const colour = (x: number, y: number) => {
    const at = (Math.floor(y * height) * width + Math.floor(x * width)) * 3
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
    if (Math.min(red, green, blue) > 180) return 'white'
    return red > green && red > blue ? 'red' : green > blue ? 'green' : 'blue'
  }
  return [colour(0.2, 0.2), colour(0.8, 0.2), colour(0.2, 0.8), colour(0.8, 0.8)]
}

const removals: [VideoOptions, TakenOut[]][] = [
  [{ hasMetadata: true, sound: 'aac' }, ['place', 'person', 'history', 'comment', 'rest']],
  [
    { hasMetadata: true, type: 'video/quicktime' },
    ['place', 'device', 'person', 'history', 'comment'],
  ],
  [
    { hasMetadata: true, type: 'video/webm', picture: 'vp8' },
    ['place', 'device', 'person', 'history', 'comment'],
  ],
]
test.for(removals)('reports what it removed: %o', async ([options, takenOut]) => {
  const film = await makeVideo(options)
  const junk = takenOut.includes('rest') ? Buffer.from(`${CANARY}${CANARY}`) : Buffer.alloc(0)
  const { clean, facts } = await cleaned(Buffer.concat([film, junk]))
  expect(facts).toMatchObject({ isSame: false, takenOut })
  expect(facts.received.bytes).toBe(film.length + junk.length)
  expect(facts.kept.bytes).toBe((await readFile(clean)).length)
})

// Old versions of FFmpeg's program move Opus by its pre-skip when they copy it.
const OPUS = process.env.TEST_VIDEO === 'system' ? {} : ({ sound: 'opus' } as const)

test('keeps a video without metadata byte for byte', async () => {
  for (const options of [
    { sound: 'aac' },
    { type: 'video/quicktime' },
    { type: 'video/webm', picture: 'vp8', ...OPUS },
  ] as const) {
    const once = await readFile(
      (await cleaned(await makeVideo({ ...options, hasMetadata: true }))).clean,
    )
    const { clean, facts } = await cleaned(once)
    expect(facts).toMatchObject({ isSame: true, takenOut: [], received: facts.kept })
    expect(await readFile(clean)).toEqual(once)
  }
})

test('keeps the delay of sound that begins later', async () => {
  const film = await makeVideo({ type: 'video/webm', picture: 'vp8', sound: 'opus', late: 0.7 })
  expect(await firstSound(film)).toBeCloseTo(0.7, 1)
  expect(await firstSound(await playOf(film))).toBeCloseTo(0.7, 1)
})

test('shows a rotated video upright: as stored, as a poster and when played', async () => {
  expect(await quarters(await posterOf(await makeVideo()))).toEqual([
    'red',
    'green',
    'blue',
    'white',
  ])
  const film = await makeVideo({ picture: 'mpeg4', isTurned: true })
  const { clean, facts } = await cleaned(film)
  expect(facts).toMatchObject({ width: 90, height: 160 })
  expect(await probeVideo(await readFile(clean))).toMatchObject({ isTurned: true })
  expect(await quarters(await posterOf(film))).toEqual(['blue', 'red', 'white', 'green'])
  const play = await playOf(film)
  expect(await probeVideo(play)).toMatchObject({ width: 90, height: 160, isTurned: false })
  expect(await quarters(await posterOf(play))).toEqual(['blue', 'red', 'white', 'green'])
})

test('takes the poster after a fade-in', async () => {
  const film = await makeVideo({ black: 1.5, seconds: 3 })
  expect(await quarters(await posterOf(film))).toEqual(['red', 'green', 'blue', 'white'])
})

test('makes a poster of a black video and of a single frame', async () => {
  for (const options of [{ black: 2 }, { fps: 1, seconds: 1 }]) {
    expect((await sharp(await posterOf(await makeVideo(options))).metadata()).width).toBe(160)
  }
})

async function previewOf(options: VideoOptions): Promise<Buffer> {
  const [{ clean, facts }, preview] = [await cleaned(await makeVideo(options)), newFile()]
  await video.preview(clean, preview, facts)
  return readFile(preview)
}

test('makes a small preview of four silent seconds with the index first', async () => {
  const preview = await previewOf({
    sound: 'aac',
    seconds: 6,
    width: 1_280,
    height: 720,
    picture: 'mpeg4',
  })
  expect(await probeVideo(preview)).toMatchObject({
    container: expect.stringContaining('mp4'),
    tracks: 1,
    picture: 'h264',
    pixels: 'yuv420p',
    sound: null,
    width: 640,
    height: 360,
    fps: 10,
    frames: 40,
    seconds: expect.closeTo(4, 1),
  })
  expect(preview.indexOf('moov')).toBeLessThan(preview.indexOf('mdat'))
})

test('makes an upright preview of at most 30 frames a second, and takes all of a short video', async () => {
  const options = { width: 1_280, height: 720, fps: 60, seconds: 1, isTurned: true } as const
  expect(await probeVideo(await previewOf({ ...options, picture: 'mpeg4' }))).toMatchObject({
    width: 540,
    height: 960,
    isTurned: false,
    fps: 30,
    frames: 30,
    seconds: expect.closeTo(1, 1),
  })
  expect(await probeVideo(await previewOf({ fps: 1, seconds: 1 }))).toMatchObject({ frames: 1 })
})

test('begins a preview after a fade-in, and makes one of a black video', async () => {
  const lit = await probeVideo(await previewOf({ black: 3, seconds: 9 }))
  expect(lit).toMatchObject({ frames: 40, beginsBlack: false })
  const black = await probeVideo(await previewOf({ black: 9, seconds: 9 }))
  expect(black).toMatchObject({ frames: 40, beginsBlack: true })
})

test('scales down videos that are too large or too fast', async () => {
  const wide = await makeVideo({ width: 2_500, height: 250, seconds: 1 })
  expect((await cleaned(wide)).facts).toMatchObject({ width: 2_500, isPlayable: false })
  expect(await probeVideo(await playOf(wide))).toMatchObject({ width: 1_920, height: 192 })
  const fast = await makeVideo({ fps: 120, seconds: 1 })
  expect((await cleaned(fast)).facts).toMatchObject({ isPlayable: false })
  expect(await probeVideo(await playOf(fast))).toMatchObject({ fps: 60, frames: 60 })
})
