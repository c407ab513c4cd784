/** Finds the operator's FFmpeg and says what it lacks. */
import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

/** Where the operator's programs are. */
export interface Programs {
  ffmpeg: string
  ffprobe: string
}

/** The oldest version that the tests run with. */
const OLDEST = [5, 1] as const
/** What Plinth calls, by the words that make ffmpeg list its own. */
const NEEDED = {
  demuxers: ['mov', 'matroska', 'mp3', 'wav', 'ogg', 'flac', 'rawvideo', 'png_pipe'],
  muxers: ['mp4', 'mov', 'webm', 'ipod', 'framecrc', 'rawvideo', 'f32le', 'mjpeg'],
  decoders: [
    'h264',
    'hevc',
    'mpeg4',
    'vp8',
    'vp9',
    'libdav1d',
    'prores',
    'mjpeg',
    'png',
    'aac',
    'ac3',
    'alac',
    'eac3',
    'flac',
    'mp3float',
    'opus',
    'vorbis',
    'pcm_u8',
    'pcm_s16be',
    'pcm_s16le',
    'pcm_s24be',
    'pcm_s24le',
    'pcm_s32le',
    'pcm_f32le',
    'pcm_f64le',
  ],
  encoders: ['libx264', 'aac', 'mjpeg', 'pcm_f32le', 'pcm_s16le', 'rawvideo'],
  filters: [
    'scale',
    'setsar',
    'transpose',
    'hflip',
    'vflip',
    'zscale',
    'tonemap',
    'format',
    'fps',
    'setpts',
    'trim',
    'tpad',
    'select',
    'aresample',
    'aformat',
    'asetnsamples',
    'aeval',
    'movie',
    'overlay',
  ],
} as const
const LIST_MS = 10_000

/** Why there is no FFmpeg that Plinth can use, as sentences for whoever starts the server. */
export class AvError extends Error {}

/** Returns the paths of both programs. Throws a AvError that names everything that is missing. */
export async function findPrograms({ ffmpeg, ffprobe }: Programs): Promise<Programs> {
  if (process.platform !== 'linux')
    throw new AvError('VIDEO=system needs Linux, which tells how much a program uses.')
  const found = {
    ffmpeg: await locate('FFMPEG_PATH', ffmpeg),
    ffprobe: await locate('FFPROBE_PATH', ffprobe),
  }
  const problems = [
    await versionProblem('ffmpeg', found.ffmpeg),
    await versionProblem('ffprobe', found.ffprobe),
    ...(await missingIn(found.ffmpeg)),
  ].filter((problem) => problem !== null)
  if (problems.length > 0) throw new AvError(problems.join('\n'))
  return found
}

/** A name is looked for on the PATH, anything with a slash is the program itself. */
async function locate(setting: string, name: string): Promise<string> {
  const folders = name.includes('/') ? [''] : (process.env.PATH ?? '').split(path.delimiter)
  for (const folder of folders) {
    const file = path.resolve(folder, name)
    const runs = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (runs) return file
  }
  throw new AvError(
    `VIDEO=system needs FFmpeg, but there is no program ${name}. Install it (on Debian: apt-get install ffmpeg), or name it in ${setting}.`,
  )
}

async function versionProblem(name: string, program: string): Promise<string | null> {
  const said = await ask(program, '-version')
  const version = new RegExp(`^${name} version (?<all>\\S+)`).exec(said)?.groups?.all
  if (version === undefined) return `${program} does not say that it is ${name}.`
  const numbers = /^n?(?<major>\d+)\.(?<minor>\d+)/.exec(version)?.groups
  // Builds of a day have no such number. What they can do is looked at all the same.
  if (numbers === undefined) return null
  const [major, minor] = [Number(numbers.major), Number(numbers.minor)]
  const isOld = major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])
  return isOld
    ? `${program} is version ${version}. Plinth needs ${OLDEST.join('.')} or newer.`
    : null
}

async function missingIn(ffmpeg: string): Promise<string[]> {
  const problems: string[] = []
  for (const [kind, needed] of Object.entries(NEEDED)) {
    const there = namesIn(await ask(ffmpeg, `-${kind}`))
    const missing = needed.filter((name) => !there.has(name))
    if (missing.length > 0)
      problems.push(`${ffmpeg} was built without these ${kind}: ${missing.join(', ')}.`)
  }
  return problems
}

/** Lines begin with letters that say what the thing can do, then its names. */
const namesIn = (list: string): Set<string> =>
  new Set(
    [...list.matchAll(/^ *[A-Z.|]+ +(?<names>\S+)/gm)].flatMap(({ groups }) =>
      (groups?.names ?? '').split(','),
    ),
  )

async function ask(program: string, word: string): Promise<string> {
  try {
    const options = { env: { LC_ALL: 'C' }, timeout: LIST_MS, maxBuffer: 4 * 1024 * 1024 }
    return (await promisify(execFile)(program, ['-hide_banner', word], options)).stdout
  } catch (error) {
    throw new AvError(`${program} ${word} failed: ${(error as Error).message.trim()}`)
  }
}
