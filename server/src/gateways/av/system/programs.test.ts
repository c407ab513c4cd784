import { chmod, readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { duringTests } from '../../../../test/lifetime.ts'
import { startFiles } from '../../../../test/media/gateways.ts'
import { childrenRunning } from '../../../../test/processes.ts'
import { createVideo } from '../../video/video.ts'
import { AvError, findPrograms, type Programs } from './programs.ts'

const files = duringTests(startFiles)

/** Writes a program that runs these lines of shell. */
async function programOf(lines: string): Promise<string> {
  const file = await files.fileOf(`#!/bin/sh\n${lines}\n`)
  await chmod(file, 0o755)
  return file
}

/** Says a version, and lists nothing but some encoders. */
const pretender = (name: string, version: string) =>
  programOf(`case "$2" in
-version) echo '${name} version ${version} Copyright';;
-encoders) printf ' V....D libx264  H.264\\n A....D aac  AAC\\n';;
esac`)

const problemsOf = async (programs: Programs): Promise<string> => {
  try {
    await findPrograms(programs)
  } catch (error) {
    if (error instanceof AvError) return error.message
    throw error
  }
  throw new Error('was taken')
}

test('says how to install programs that are not there', async () => {
  const ffmpeg = await pretender('ffmpeg', '7.1')
  expect(await problemsOf({ ffmpeg: 'ffmpeg-of-nobody', ffprobe: ffmpeg })).toMatch(
    /there is no program ffmpeg-of-nobody\. Install it \(on Debian: apt-get install ffmpeg\), or name it in FFMPEG_PATH\./,
  )
  expect(await problemsOf({ ffmpeg, ffprobe: '/nowhere/ffprobe' })).toMatch(/FFPROBE_PATH/)
})

test('names every problem of a build at once', async () => {
  const ffmpeg = await pretender('ffmpeg', '4.4.2-0ubuntu')
  const problems = await problemsOf({ ffmpeg, ffprobe: await programOf('exit 3') }).catch(String)
  expect(problems).toMatch(/-version failed/)
  const ffprobe = await pretender('ffprobe', 'n5.0.1')
  expect(await problemsOf({ ffmpeg, ffprobe })).toMatch(
    /is version 4\.4\.2-0ubuntu\. Plinth needs 5\.1 or newer\.\n.*is version n5\.0\.1\..*\n.*without these demuxers: mov, matroska/,
  )
})

test('names what a build lacks, and only that', async () => {
  const ffmpeg = await pretender('ffmpeg', '7.1.1')
  const ffprobe = await pretender('ffprobe', 'N-119-gabc')
  expect(await problemsOf({ ffmpeg, ffprobe })).toMatch(
    /without these encoders: mjpeg, pcm_f32le, pcm_s16le, rawvideo\.\n.*without these filters: scale/,
  )
})

test('refuses a program that is something else', async () => {
  const other = await programOf('echo hello')
  expect(await problemsOf({ ffmpeg: other, ffprobe: other })).toMatch(
    /does not say that it is ffmpeg/,
  )
})

const MP4 = '\0\0\0\x14ftypisom\0\0\0\0isom'

/** Starts a gateway whose ffprobe notes its process id and then does what the lines say. */
async function gatewayWith(lines: string, options: { cpuMs?: number } = {}) {
  const noted = files.newFile()
  const program = await programOf(`echo $$ > ${noted}\n${lines}`)
  const video = createVideo({ programs: { ffmpeg: program, ffprobe: program }, ...options })
  const pid = () => readFile(noted, 'utf8').then(Number, () => 0)
  return { video, pid, forget: () => writeFile(noted, '') }
}

const runs = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('stops a program that exceeds the time of its task', async () => {
  const { video, pid } = await gatewayWith('while :; do :; done', { cpuMs: 1_000 })
  try {
    const cleaning = video.clean(await files.fileOf(MP4), files.newFile())
    await expect(cleaning).rejects.toMatchObject({
      code: 'media.unreadable',
      message: expect.stringContaining('We took too long to read this video'),
    })
    await expect.poll(async () => runs(await pid())).toBe(false)
  } finally {
    await video.close()
  }
})

test('stops a program whose worker process dies or whose gateway is closed', async () => {
  const { video, pid, forget } = await gatewayWith('exec sleep 600')
  const cleaning = video.clean(await files.fileOf(MP4), files.newFile())
  cleaning.catch(() => undefined)
  await expect.poll(pid).toBeGreaterThan(0)
  const first = await pid()
  await forget()
  for (const worker of childrenRunning('video-child')) process.kill(worker, 'SIGKILL')
  await expect.poll(() => runs(first)).toBe(false)
  // The task is tried once more.
  await expect.poll(pid).toBeGreaterThan(0)
  const second = await pid()
  expect(runs(second)).toBe(true)
  await video.close()
  await expect(cleaning).rejects.toMatchObject({ code: 'unavailable' })
  await expect.poll(() => runs(second)).toBe(false)
})

test('gives programs none of our settings', async () => {
  const noted = files.newFile()
  const { video } = await gatewayWith(`env > ${noted}; exit 1`)
  try {
    await expect(video.clean(await files.fileOf(MP4), files.newFile())).rejects.toMatchObject({
      code: 'media.unreadable',
    })
    const names = (await readFile(noted, 'utf8')).match(/^\w+(?==)/gm) ?? []
    // The shell adds three of its own.
    expect(names.filter((name) => !['PWD', 'SHLVL', '_', 'OLDPWD'].includes(name))).toEqual([
      'LC_ALL',
      'MALLOC_ARENA_MAX',
    ])
  } finally {
    await video.close()
  }
})
