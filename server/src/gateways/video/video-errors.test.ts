import { readFile } from 'node:fs/promises'
import { ACCEPTED_SENTENCES } from '@plinth/contract/media/file-types.ts'
import { afterAll, expect, test } from 'vitest'
import { makeSound } from '../../../test/media/sounds.ts'
import { childrenRunning } from '../../../test/processes.ts'
import { startVideo, testedPrograms } from '../../../test/media/gateways.ts'
import { makeVideo, probeVideo } from '../../../test/media/videos.ts'
import { createVideo } from './video.ts'
import { sniffVideoType } from './video-type.ts'

const harness = await startVideo()
const { video, newFile, fileOf, cleaned } = harness
afterAll(harness.close)

test('refuses a video container with nothing but sound, and says so', async () => {
  const sound = await fileOf(await makeSound({ format: 'mp4', codec: 'aac' }))
  await expect(video.clean(sound, newFile())).rejects.toMatchObject({
    code: 'media.unreadable',
    message: expect.stringContaining('no moving picture'),
  })
})

test('refuses videos that are too long or larger than 8K, and names the limit', async () => {
  const long = await makeVideo({ width: 32, height: 32, fps: 1, seconds: 1_802 })
  await expect(cleaned(long)).rejects.toMatchObject({
    code: 'media.unreadable',
    message: expect.stringContaining('longer than 30 minutes'),
  })
  const wide = await makeVideo({ width: 8_400, height: 32, fps: 1, seconds: 1 })
  await expect(cleaned(wide)).rejects.toMatchObject({
    code: 'media.unreadable',
    message: expect.stringContaining('8400 × 32 pixels'),
  })
})

const notTaken: Record<string, string> = {
  text: 'This is not a video.',
  nothing: '',
  playlist: '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n',
  heic: '\0\0\0\x18ftypheic\0\0\0\0mif1heic',
  'a sequence of HEIC': '\0\0\0\x18ftypmsf1\0\0\0\0hevciso8',
  avif: '\0\0\0\x18ftypavif\0\0\0\0mif1iso8',
}
test.for(Object.entries(notTaken))('refuses %s', async ([, bytes]) => {
  await expect(video.clean(await fileOf(bytes), newFile())).rejects.toMatchObject({
    code: 'media.unsupported',
    message: ACCEPTED_SENTENCES.any,
  })
})

test('refuses plain Matroska, although WebM is a kind of it', async () => {
  const film = await makeVideo({ type: 'video/x-matroska' })
  expect(sniffVideoType(film)).toBeNull()
})

test('takes an old QuickTime file without brands', () => {
  for (const part of ['moov', 'mdat', 'wide', 'free']) {
    expect(sniffVideoType(Buffer.from(`\0\0\0\x08${part}\0\0`, 'latin1'))).toBe('video/quicktime')
  }
})

test('refuses a playlist that begins like an MP4, and opens nothing that it names', async () => {
  const file = await fileOf(
    '\0\0\0\x14ftypisom\0\0\0\0isom\n#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n',
  )
  await expect(video.clean(file, newFile())).rejects.toMatchObject({ code: 'media.unreadable' })
})

test.for(['video/mp4', 'video/quicktime', 'video/webm'] as const)(
  '%s: refuses a file without its end',
  async (type) => {
    const picture = type === 'video/webm' ? 'vp8' : 'h264'
    const film = await makeVideo({ type, picture, seconds: 6 })
    for (const share of [0.2, 0.5, 0.8]) {
      const file = await fileOf(film.subarray(0, Math.floor(film.length * share)))
      await expect(video.clean(file, newFile())).rejects.toMatchObject({
        code: 'media.unreadable',
        message: expect.stringContaining('damaged or incomplete'),
      })
    }
  },
)

test('refuses an MP4 with its index first and without its end', async () => {
  const { clean } = await cleaned(await makeVideo({ seconds: 6 }))
  const film = await readFile(clean)
  for (const share of [0.5, 0.8]) {
    const file = await fileOf(film.subarray(0, Math.floor(film.length * share)))
    await expect(video.clean(file, newFile())).rejects.toMatchObject({ code: 'media.unreadable' })
  }
})

test('repeats the task when its worker process is killed', async () => {
  const film = await makeVideo({ width: 1_280, height: 720, picture: 'mpeg4', seconds: 3 })
  const { clean, facts } = await cleaned(film)
  const play = newFile()
  const work = video.play(clean, play, facts)
  for (const pid of childrenRunning('video-child')) process.kill(pid, 'SIGKILL')
  await work
  expect(await probeVideo(await readFile(play))).toMatchObject({ frames: 30 })
})

test('stops a task that exceeds its time', async () => {
  const hurried = createVideo({ programs: await testedPrograms(), cpuMs: 60 })
  try {
    const file = await fileOf(
      await makeVideo({ width: 1_280, height: 720, picture: 'mpeg4', seconds: 4 }),
    )
    await expect(hurried.play(file, newFile(), { durationMs: 4_000 })).rejects.toMatchObject({
      code: 'media.unreadable',
      message: expect.stringContaining('We took too long to read this video'),
    })
  } finally {
    await hurried.close()
  }
})

/** Returns the same random numbers in every run. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

test('survives 90 broken files of every container', async () => {
  const random = seededRandom(20_262)
  const seen = new Map<string, number>()
  for (const type of ['video/mp4', 'video/quicktime', 'video/webm'] as const) {
    const whole = await makeVideo({ type, picture: type === 'video/webm' ? 'vp9' : 'h264' })
    for (let count = 0; count < 30; count += 1) {
      const film = Buffer.from(whole)
      for (let flips = 1 + Math.floor(random() * 12); flips > 0; flips -= 1) {
        const at = Math.floor(random() * film.length)
        film.writeUInt8(film.readUInt8(at) ^ (1 << Math.floor(random() * 8)), at)
      }
      const outcome = await cleaned(film).then(
        () => 'taken',
        (error: { code?: string }) => String(error.code),
      )
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
    }
  }
  expect(['taken', 'media.unreadable', 'media.unsupported']).toEqual(
    expect.arrayContaining([...seen.keys()]),
  )
  expect(seen.get('taken')).toBeGreaterThan(0)
  expect(seen.get('media.unreadable')).toBeGreaterThan(0)
})
