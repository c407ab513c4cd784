import { MAX_VIDEO_MINUTES, MAX_VIDEO_SIDE } from '@plinth/contract/limits.ts'
import type { VideoType } from '@plinth/contract/media/file-types.ts'
import { Demuxer } from 'node-av/api'
import {
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_H264,
  AV_DISPOSITION_ATTACHED_PIC,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVJ420P,
  AV_PKT_DATA_DISPLAYMATRIX,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_SMPTE2084,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants'
import { avGetCodecName, type Stream } from 'node-av/lib'
import { EXPORT_ALL } from '../av/metadata.ts'
import { ratio } from '../av/packets.ts'
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
  demuxer: Demuxer
  type: VideoType
  picture: Stream
  sound: Stream | null
  /** As shown: with square pixels and upright. */
  width: number
  height: number
  rotation: Rotation
  fps: number
}

/** Opens a file as its type and as nothing else. Disposing of it closes the file. */
export async function openSource(file: string, type: VideoType): Promise<Source> {
  const demuxer = await Demuxer.open(file, {
    format: type === 'video/webm' ? 'matroska' : 'mov',
    // No playlists, no network, and only the decoders for the codecs that Plinth takes.
    options: {
      format_whitelist: 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm',
      protocol_whitelist: 'file',
      codec_whitelist: DECODERS.join(','),
      ...(type === 'video/webm' ? {} : EXPORT_ALL),
    },
  })
  try {
    return { demuxer, type, ...readTracks(demuxer), [Symbol.asyncDispose]: () => demuxer.close() }
  } catch (error) {
    await demuxer.close()
    throw error
  }
}

function readTracks(
  demuxer: Demuxer,
): Omit<Source, 'demuxer' | 'type' | typeof Symbol.asyncDispose> {
  const picture = pictureOf(demuxer)
  const { codecpar } = picture
  if (Math.max(codecpar.width, codecpar.height) > MAX_VIDEO_SIDE) {
    throw new Refusal(
      `This video is ${codecpar.width} × ${codecpar.height} pixels. Plinth takes up to ${MAX_VIDEO_SIDE} on a side: export it smaller and upload that one.`,
    )
  }
  if (codecpar.width === 0 || codecpar.height === 0) throw new Refusal(DAMAGED_VIDEO)
  checkDuration(demuxer.duration)
  const rotation = rotationOf(codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX))
  const aspect = ratio(picture.sampleAspectRatio) || ratio(codecpar.sampleAspectRatio) || 1
  const shown = [Math.max(1, Math.round(codecpar.width * aspect)), codecpar.height] as const
  const [width, height] = rotation.isSideways ? [shown[1], shown[0]] : shown
  const fps = ratio(picture.avgFrameRate) || ratio(picture.rFrameRate)
  return { picture, sound: soundOf(demuxer), width, height, rotation, fps }
}

function pictureOf({ streams }: Demuxer): Stream {
  // Cover art is a video track too.
  const picture = streams.find(
    ({ codecpar, disposition }) =>
      codecpar.codecType === AVMEDIA_TYPE_VIDEO &&
      (disposition & AV_DISPOSITION_ATTACHED_PIC) === 0,
  )
  if (picture === undefined) {
    throw new Refusal(
      'This file has no moving picture. If it’s sound, save it as M4A or MP3 and upload that one.',
    )
  }
  if (!PICTURE_CODECS.has(avGetCodecName(picture.codecpar.codecId) ?? '')) {
    throw new Refusal(
      'We can’t read the format of this video. Export it as MP4 with H.264 and upload that one.',
    )
  }
  return picture
}

/** Returns the first audio track that we can decode. Phones add others that only their maker's software reads. */
function soundOf({ streams }: Demuxer): Stream | null {
  const tracks = streams.filter(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_AUDIO)
  const sound = tracks.find(({ codecpar }) =>
    SOUND_CODECS.has(avGetCodecName(codecpar.codecId) ?? ''),
  )
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
export const isPlainPicture = ({ picture, width, height, fps }: Source): boolean =>
  picture.codecpar.codecId === AV_CODEC_ID_H264 &&
  [AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P].some((format) => format === picture.codecpar.format) &&
  Math.max(width, height) <= PLAY_SIDE &&
  Math.round(fps) <= PLAY_FPS

export const isHdr = ({ picture }: Source): boolean =>
  [AVCOL_TRC_SMPTE2084, AVCOL_TRC_ARIB_STD_B67].some((curve) => curve === picture.codecpar.colorTrc)

export const isPlainSound = ({ sound }: Source): boolean =>
  sound === null || sound.codecpar.codecId === AV_CODEC_ID_AAC

/** How a picture has to be rotated, according to the display matrix that phones write. */
interface Rotation {
  /** FFmpeg filters that make it upright. */
  filters: string[]
  /** Whether width and height are swapped. */
  isSideways: boolean
}

const UPRIGHT: Rotation = { filters: [], isSideways: false }
const MATRIX_BYTES = 36
const TOLERANCE = 1

/** Reads the matrix like FFmpeg's command line does. Angles that are no quarter turn are ignored. */
function rotationOf(matrix: Buffer | null): Rotation {
  if (matrix === null || matrix.length < MATRIX_BYTES) return UPRIGHT
  const at = (index: number) => matrix.readInt32LE(index * 4)
  const [a, b, c, d] = [at(0), at(1), at(3), at(4)]
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
