import { MAX_VIDEO_MINUTES, MAX_VIDEO_SIDE } from '@plinth/contract/limits.ts'
import type { VideoType } from '@plinth/contract/media/file-types.ts'
import type { Av, AvFile, AvTrack } from '../av/av.ts'
import { Refusal } from '../process/tasks.ts'
import { DAMAGED_VIDEO, PLAY_FPS, PLAY_SIDE } from './video-tasks.ts'

const PICTURE_CODECS = new Set(['h264', 'hevc', 'mpeg4', 'vp8', 'vp9', 'av1', 'prores', 'mjpeg'])
const SOUND_CODECS = new Set([
  'aac',
  'ac3',
  'alac',
  'eac3',
  'flac',
  'mp3',
  'opus',
  'vorbis',
  'pcm_f32le',
  'pcm_s16be',
  'pcm_s16le',
  'pcm_s24be',
  'pcm_s24le',
  'pcm_s32le',
])
/** Decoders, some of which have other names than their codecs. */
const DECODERS = [...PICTURE_CODECS, ...SOUND_CODECS, 'libdav1d', 'mp3float']

/** An opened file and its video and audio tracks. */
export interface Source extends AsyncDisposable {
  file: AvFile
  type: VideoType
  picture: AvTrack
  sound: AvTrack | null
  /** As shown: with square pixels and upright. */
  width: number
  height: number
  rotation: Rotation
}

/** Opens a file as its type and as nothing else. Disposing of it closes the file. */
export async function openSource(av: Av, path: string, type: VideoType): Promise<Source> {
  const file = await av.open(path, {
    format: type === 'video/webm' ? 'matroska' : 'mov',
    formats: ['mov', 'mp4', 'm4a', '3gp', '3g2', 'mj2', 'matroska', 'webm'],
    decoders: DECODERS,
    exportsAll: type !== 'video/webm',
  })
  try {
    return { file, type, ...readTracks(file), [Symbol.asyncDispose]: () => closeFile(file) }
  } catch (error) {
    await closeFile(file)
    throw error
  }
}

const closeFile = async (file: AvFile): Promise<void> => file[Symbol.asyncDispose]()

function readTracks({
  facts: { seconds, tracks },
}: AvFile): Omit<Source, 'file' | 'type' | typeof Symbol.asyncDispose> {
  const picture = pictureOf(tracks)
  if (Math.max(picture.width, picture.height) > MAX_VIDEO_SIDE) {
    throw new Refusal(
      `This video is ${picture.width} × ${picture.height} pixels. Plinth takes up to ${MAX_VIDEO_SIDE} on a side: export it smaller and upload that one.`,
    )
  }
  if (picture.width === 0 || picture.height === 0) throw new Refusal(DAMAGED_VIDEO)
  checkDuration(seconds)
  const rotation = rotationOf(picture.matrix)
  const aspect = picture.aspect || 1
  const shown = [Math.max(1, Math.round(picture.width * aspect)), picture.height] as const
  const [width, height] = rotation.isSideways ? [shown[1], shown[0]] : shown
  return { picture, sound: soundOf(tracks), width, height, rotation }
}

function pictureOf(tracks: readonly AvTrack[]): AvTrack {
  // Cover art is a video track too.
  const picture = tracks.find(({ kind, isCover }) => kind === 'video' && !isCover)
  if (picture === undefined) {
    throw new Refusal(
      'This file has no moving picture. If it’s sound, save it as M4A or MP3 and upload that one.',
    )
  }
  if (!PICTURE_CODECS.has(picture.codec)) {
    throw new Refusal(
      'We can’t read the format of this video. Export it as MP4 with H.264 and upload that one.',
    )
  }
  return picture
}

/** Returns the first audio track that we can decode. Phones add others that only their maker's software reads. */
function soundOf(all: readonly AvTrack[]): AvTrack | null {
  const tracks = all.filter(({ kind }) => kind === 'audio')
  const sound = tracks.find(({ codec }) => SOUND_CODECS.has(codec))
  if (sound === undefined && tracks.length > 0) {
    throw new Refusal(
      'We can’t read the format of this video’s sound. Export it with AAC sound and upload that one.',
    )
  }
  return sound ?? null
}

export function checkDuration(seconds: number): void {
  if (seconds <= MAX_VIDEO_MINUTES * 60) return
  throw new Refusal(
    `This video is longer than ${MAX_VIDEO_MINUTES} minutes. Make it shorter and upload it again.`,
  )
}

/** Whether every browser shows this picture as it is. */
export const isPlainPicture = ({ picture, width, height }: Source): boolean =>
  picture.codec === 'h264' &&
  ['yuv420p', 'yuvj420p'].includes(picture.pixels) &&
  Math.max(width, height) <= PLAY_SIDE &&
  Math.round(picture.fps) <= PLAY_FPS

export const isPlainSound = ({ sound }: Source): boolean => sound === null || sound.codec === 'aac'

/** How a picture has to be rotated, according to the display matrix that phones write. */
interface Rotation {
  /** FFmpeg filters that make it upright. */
  filters: string[]
  /** Whether width and height are swapped. */
  isSideways: boolean
}

const UPRIGHT: Rotation = { filters: [], isSideways: false }
const TOLERANCE = 1

/** Reads the matrix like FFmpeg's command line does. Angles that are no quarter turn are ignored. */
function rotationOf(matrix: readonly number[] | null): Rotation {
  if (matrix === null) return UPRIGHT
  const [a = 0, b = 0, , c = 0, d = 0] = matrix
  const angle = (Math.atan2(b / Math.hypot(b, d), a / Math.hypot(a, c)) * 180) / Math.PI
  const degrees = (Math.round(angle) + 360) % 360
  const isNear = (quarter: number) => Math.abs(degrees - quarter) <= TOLERANCE
  if (isNear(90)) {
    return { filters: [`transpose=${c > 0 ? 'cclock_flip' : 'clock'}`], isSideways: true }
  }
  if (isNear(270)) {
    return { filters: [`transpose=${c < 0 ? 'clock_flip' : 'cclock'}`], isSideways: true }
  }
  const filters = []
  if (a < 0 && isNear(180)) filters.push('hflip')
  if (d < 0) filters.push('vflip')
  return { filters, isSideways: false }
}
