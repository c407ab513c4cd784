import { readFile } from 'node:fs/promises'
import { ACCEPTED_SENTENCES, type AudioType } from '@plinth/contract/media/file-types.ts'
import { PEAK_COUNT, type TakenOut } from '@plinth/contract/media/media.ts'
import { expect, test } from 'vitest'
import {
  probeSound,
  id3Tag,
  makeSound,
  sampleFlac,
  sampleM4a,
  sampleMp3,
  sampleOgg,
  sampleWav,
  type SoundOptions,
} from '../../../test/media/sounds.ts'
import { CANARY } from '../../../test/media/pictures.ts'
import { duringTests } from '../../../test/lifetime.ts'
import { startFiles, testedPrograms } from '../../../test/media/gateways.ts'
import { childrenRunning } from '../../../test/processes.ts'
import { createAudio } from './audio.ts'
import { sniffAudioType } from './audio-type.ts'
import { typeOfFile } from '../file-type.ts'
import { sniffVideoType } from '../video/video-type.ts'

const files = duringTests(startFiles)
const audio = duringTests(async () => createAudio({ programs: await testedPrograms() }))

async function cleaned(bytes: string | Uint8Array) {
  const clean = files.newFile()
  const facts = await audio.clean(await files.fileOf(bytes), clean)
  return { clean, facts, bytes: await readFile(clean) }
}

const refusalOf = async (bytes: string | Uint8Array) => {
  try {
    await cleaned(bytes)
  } catch (error) {
    return error
  }
  throw new Error('was taken')
}

interface Case {
  sample: () => Promise<Buffer>
  type: AudioType
  format: string
  details: string[]
  isPlayable: boolean
  takenOut: TakenOut[]
}

const TOLD: TakenOut[] = ['place', 'person', 'history', 'comment']
const cases: Record<string, Case> = {
  MP3: {
    sample: sampleMp3,
    type: 'audio/mpeg',
    format: 'MP3',
    details: ['128 kbit/s', '48 kHz', 'stereo'],
    isPlayable: true,
    takenOut: ['person', 'history', 'comment', 'preview'],
  },
  'AAC in M4A': {
    sample: sampleM4a,
    type: 'audio/mp4',
    format: 'M4A',
    details: ['AAC', expect.stringMatching(/^1[23]\d kbit\/s$/), '48 kHz', 'stereo'],
    isPlayable: true,
    takenOut: TOLD,
  },
  'Apple Lossless in M4A': {
    sample: () => makeSound({ format: 'ipod', codec: 'alac', hasMetadata: true }),
    type: 'audio/mp4',
    format: 'M4A',
    details: ['Apple Lossless', '24 bit', '48 kHz', 'stereo'],
    isPlayable: false,
    takenOut: TOLD,
  },
  'WAV of 16 bit': {
    sample: sampleWav,
    type: 'audio/wav',
    format: 'WAV',
    details: ['16 bit', '48 kHz', 'stereo'],
    isPlayable: true,
    takenOut: TOLD,
  },
  'WAV of 24 bit': {
    sample: () => sampleWav('pcm24'),
    type: 'audio/wav',
    format: 'WAV',
    details: ['24 bit', '48 kHz', 'stereo'],
    isPlayable: true,
    takenOut: TOLD,
  },
  'WAV of floats': {
    sample: () => sampleWav('float'),
    type: 'audio/wav',
    format: 'WAV',
    details: ['32 bit float', '48 kHz', 'stereo'],
    isPlayable: false,
    takenOut: TOLD,
  },
  Vorbis: {
    sample: sampleOgg,
    type: 'audio/ogg',
    format: 'OGG',
    details: ['Vorbis', expect.stringMatching(/kbit\/s$/), '48 kHz', 'stereo'],
    isPlayable: false,
    takenOut: TOLD,
  },
  Opus: {
    sample: () => sampleOgg('opus'),
    type: 'audio/ogg',
    format: 'OGG',
    details: ['Opus', expect.stringMatching(/kbit\/s$/), '48 kHz', 'stereo'],
    isPlayable: false,
    takenOut: TOLD,
  },
  'FLAC in OGG': {
    sample: () => sampleOgg('flac'),
    type: 'audio/ogg',
    format: 'OGG',
    details: ['FLAC', '24 bit', '48 kHz', 'stereo'],
    isPlayable: false,
    takenOut: TOLD,
  },
  FLAC: {
    sample: sampleFlac,
    type: 'audio/flac',
    format: 'FLAC',
    details: ['24 bit', '48 kHz', 'stereo'],
    isPlayable: true,
    takenOut: TOLD,
  },
}

test.for(Object.entries(cases))(
  'keeps every sample, removes all metadata and makes a playable version: %s',
  async ([, { sample, type, format, details, isPlayable, takenOut }]) => {
    const sound = await sample()
    expect(sound.includes(CANARY)).toBe(true)
    const { clean, facts, bytes } = await cleaned(sound)
    expect(facts).toMatchObject({ type, isPlayable, isSame: false, takenOut })
    const figures = { format, details, durationMs: facts.durationMs, width: null, pages: null }
    expect(facts.received).toMatchObject({ ...figures, bytes: sound.length })
    expect(facts.kept).toMatchObject({ ...figures, bytes: bytes.length })

    const [before, after] = [await probeSound(sound), await probeSound(bytes)]
    expect(after.hash).toBe(before.hash)
    expect(Math.abs(facts.durationMs - (before.samples / before.sampleRate) * 1_000)).toBeLessThan(
      30,
    )
    for (const word of [CANARY, '51.5007']) expect(bytes.includes(word)).toBe(false)

    // A file without metadata stays as it is.
    expect((await cleaned(bytes)).facts).toMatchObject({ isSame: true, takenOut: [] })

    const play = files.newFile()
    await audio.play(clean, play, facts)
    const heard = await probeSound(await readFile(play))
    expect(heard).toMatchObject({
      container: expect.stringContaining('m4a'),
      codec: 'aac',
      tracks: 1,
    })
    expect(Math.abs(heard.samples - before.samples)).toBeLessThan(2_048)
    const film = await readFile(play)
    expect(film.indexOf('moov')).toBeLessThan(film.indexOf('mdat'))
  },
)

test('measures evenly spread heights relative to the loudest', async () => {
  const volume = (second: number) => (second < 1 ? 0.1 : second < 2 ? 0.8 : 0)
  for (const one of [
    { format: 'wav', codec: 'pcm16' },
    { format: 'flac', codec: 'flac' },
    { format: 'mp3', codec: 'mp3' },
  ] satisfies SoundOptions[]) {
    const { clean } = await cleaned(await makeSound({ ...one, seconds: 3, volume }))
    const heights = Buffer.from(await audio.peaks(clean), 'base64')
    expect(heights).toHaveLength(PEAK_COUNT)
    expect(Math.max(...heights)).toBe(255)
    expect(heights[PEAK_COUNT / 6]).toBeGreaterThan(25)
    expect(heights[PEAK_COUNT / 6]).toBeLessThan(40)
    expect(heights[PEAK_COUNT / 2]).toBeGreaterThan(240)
    expect(heights[PEAK_COUNT - 10]).toBeLessThan(3)
  }
})

test('returns heights of zero for silence', async () => {
  const { clean } = await cleaned(
    await makeSound({ format: 'wav', codec: 'pcm16', volume: () => 0 }),
  )
  expect(new Set(Buffer.from(await audio.peaks(clean), 'base64'))).toEqual(new Set([0]))
})

test('removes a cover of ten megabytes and tags at both ends, and keeps the sound', async () => {
  const plain = await makeSound({ format: 'mp3', codec: 'mp3' })
  const start = plain.indexOf('\xff\xfb', 0, 'latin1')
  const cover = id3Tag({ cover: Buffer.alloc(10_000_000, 7) })
  const ape = Buffer.from(`APETAGEX${CANARY}`.padEnd(64, '\0'), 'latin1')
  ape.write('APETAGEX', 32, 'latin1')
  ape.writeUInt32LE(64, 44)
  const { facts, bytes } = await cleaned(Buffer.concat([cover, cover, plain, ape]))
  expect(bytes).toEqual(plain.subarray(start))
  expect(facts.takenOut).toContain('preview')
})

test('removes junk after the end', async () => {
  for (const sample of [sampleMp3, sampleWav, sampleOgg]) {
    const once = (await cleaned(await sample())).bytes
    const { facts, bytes } = await cleaned(Buffer.concat([once, Buffer.from(`${CANARY}${CANARY}`)]))
    expect(facts.takenOut).toEqual(['rest'])
    expect(bytes).toEqual(once)
  }
})

test('recognises FLAC after the tags of an MP3', async () => {
  const flac = await sampleFlac()
  const { facts, bytes } = await cleaned(Buffer.concat([id3Tag({ cover: Buffer.from('x') }), flac]))
  expect(facts).toMatchObject({ type: 'audio/flac', takenOut: expect.arrayContaining(['person']) })
  expect((await probeSound(bytes)).hash).toBe((await probeSound(flac)).hash)
})

test('treats a video container with nothing but sound as audio, whatever its brand', async () => {
  const sound = await makeSound({ format: 'mp4', codec: 'aac' })
  expect(sniffVideoType(sound)).toBe('video/mp4')
  expect(await typeOfFile(await files.fileOf(sound))).toEqual({ kind: 'audio', type: 'audio/mp4' })
  const { facts, bytes } = await cleaned(sound)
  expect(facts).toMatchObject({ type: 'audio/mp4', isPlayable: true })
  expect(sniffAudioType(bytes)).toBe('audio/mp4')
  expect(sniffVideoType(bytes)).toBeNull()
})

test('tells audio from video by the main brand', () => {
  const brands = (...names: string[]) => {
    const [main = '', ...others] = names
    const box = `ftyp${main}\0\0\0\0${others.join('')}`
    const head = Buffer.from(`\0\0\0\0${box}`, 'latin1')
    head.writeUInt32BE(head.length)
    return [sniffAudioType(head), sniffVideoType(head)]
  }
  expect(brands('M4A ', 'mp42', 'isom')).toEqual(['audio/mp4', null])
  expect(brands('M4B ', 'mp42')).toEqual(['audio/mp4', null])
  expect(brands('M4V ', 'M4A ', 'mp42')).toEqual([null, 'video/mp4'])
  expect(brands('mp42', 'M4A ')).toEqual([null, 'video/mp4'])
})

test('refuses sound of more than three hours and names the limit', async () => {
  const wav = (await sampleWav()).subarray(0, 100_000)
  // One second of 8,000 one-byte samples, declared as 2 samples a second.
  const slow = Buffer.from(wav.toString('latin1'), 'latin1')
  const format = slow.indexOf('fmt ') + 8
  slow.writeUInt32LE(2, format + 4)
  slow.writeUInt32LE(8, format + 8)
  slow.writeUInt32LE(90_000, slow.indexOf('data') + 4)
  expect(await refusalOf(slow)).toMatchObject({
    code: 'media.unreadable',
    message: expect.stringContaining('longer than 3 hours'),
  })
})

const notTaken: Record<string, string> = {
  nothing: '',
  text: 'This is no sound.',
  'a playlist': '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n',
  'a list for concat': 'ffconcat version 1.0\nfile /etc/passwd\n',
  'a manifest of DASH': '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"></MPD>',
  'AAC without a container': '\xff\xf1\x50\x80\x02\x1f\xfc',
  RF64: 'RF64\xff\xff\xff\xffWAVEds64',
  AVI: 'RIFF\0\0\0\0AVI LIST',
  'a film in OGG': `OggS\0\x02${'\0'.repeat(20)}\x01\x2a\x80theora`,
}
test.for(Object.entries(notTaken))('refuses %s', async ([, bytes]) => {
  expect(await refusalOf(Buffer.from(bytes, 'latin1'))).toMatchObject({
    code: 'media.unsupported',
    message: ACCEPTED_SENTENCES.any,
  })
})

test('refuses a playlist that begins like sound, and opens nothing that it names', async () => {
  const playlist = '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'
  for (const head of [
    'ID3\x03\0\0\0\0\0\0',
    'fLaC',
    'RIFF\0\0\0\0WAVE',
    '\0\0\0\x14ftypM4A \0\0\0\0isom',
    `OggS\0\x02${'\0'.repeat(20)}\x01\x1eOpusHead`,
  ]) {
    expect(await refusalOf(Buffer.from(head + playlist, 'latin1'))).toMatchObject({
      code: 'media.unreadable',
      message: expect.stringContaining('damaged or incomplete'),
    })
  }
})

test('refuses sound that it cannot decode, and suggests formats', async () => {
  expect(await refusalOf(await makeSound({ format: 'wav', codec: 'adpcm' }))).toMatchObject({
    code: 'media.unreadable',
    message: expect.stringContaining('Export it as MP3'),
  })
})

test('refuses an Ogg file with several streams in a row', async () => {
  const [one, other] = [await sampleOgg('opus'), await sampleOgg('opus')]
  expect(await refusalOf(Buffer.concat([one, other]))).toMatchObject({
    message: expect.stringContaining('several recordings'),
  })
})

test.for(Object.entries({ sampleWav, sampleOgg, sampleFlac, sampleM4a }))(
  'refuses a file without its end: %s',
  async ([, sample]) => {
    const sound = await sample()
    // As written here, an M4A has its index at the end. We store it at the start.
    for (const whole of [sound, (await cleaned(sound)).bytes]) {
      for (const share of [0.2, 0.6]) {
        expect(await refusalOf(whole.subarray(0, Math.floor(whole.length * share)))).toMatchObject({
          code: 'media.unreadable',
          message: expect.stringContaining('damaged or incomplete'),
        })
      }
    }
  },
)

test('repeats the task when its worker process is killed', async () => {
  const { clean } = await cleaned(await makeSound({ format: 'flac', codec: 'flac', seconds: 20 }))
  const work = audio.peaks(clean)
  for (const pid of childrenRunning('audio-child')) process.kill(pid, 'SIGKILL')
  expect(Buffer.from(await work, 'base64')).toHaveLength(PEAK_COUNT)
})

test('stops a task that exceeds its time', async () => {
  const hurried = createAudio({ programs: await testedPrograms(), cpuMs: 1 })
  try {
    const file = await files.fileOf(await makeSound({ format: 'wav', codec: 'pcm16', seconds: 20 }))
    await expect(hurried.play(file, files.newFile(), { durationMs: 20_000 })).rejects.toMatchObject(
      {
        code: 'media.unreadable',
        message: expect.stringContaining('We took too long to read this sound'),
      },
    )
  } finally {
    await hurried.close()
  }
})

test('survives broken files of every format', async () => {
  let state = 20_262
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
  const seen = new Set<unknown>()
  for (const sample of [sampleMp3, sampleWav, sampleOgg, sampleFlac, sampleM4a]) {
    const whole = await sample()
    for (let count = 0; count < 12; count += 1) {
      const sound = Buffer.from(whole)
      for (let flips = 1 + random(12); flips > 0; flips -= 1) {
        // Most errors are near the start.
        const at = random(count % 2 === 0 ? 400 : sound.length)
        sound.writeUInt8(sound.readUInt8(at) ^ (1 << random(8)), at)
      }
      const outcome = await cleaned(sound).then(
        ({ clean }) =>
          audio.peaks(clean).then(
            () => 'taken',
            (error: { code?: unknown }) => error.code,
          ),
        (error: { code?: unknown }) => error.code,
      )
      seen.add(outcome)
    }
  }
  expect(seen).toEqual(new Set(['taken', 'media.unreadable', 'media.unsupported']))
})
