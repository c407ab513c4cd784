import { stat } from 'node:fs/promises'
import { VIDEO_TYPES, type VideoType } from '@plinth/contract/media/file-types.ts'
import type { FileFacts } from '@plinth/contract/media/media.ts'
import { soundName } from '../audio/source.ts'
import type { Av } from '../av/av.ts'
import { Refusal } from '../process/tasks.ts'
import { isPlainPicture, isPlainSound, openSource, type Source } from './source.ts'
import { DAMAGED_VIDEO, type VideoInspection } from './video-tasks.ts'

/** Inspects a cleaned file. Throws a Refusal if not a single frame can be decoded. */
export async function inspect(
  av: Av,
  file: string,
  type: VideoType,
): Promise<{ inspection: VideoInspection; facts: FileFacts }> {
  const { size } = await stat(file)
  await using source = await openSource(av, file, type)
  const { width, height, picture, sound } = source
  const { seconds } = source.file.facts
  if (!(await source.file.holdsFrame(picture)) || !(seconds > 0)) throw new Refusal(DAMAGED_VIDEO)
  const inspection = {
    width,
    height,
    durationMs: Math.round(seconds * 1_000),
    hasSound: sound !== null,
    isPlayable: type === 'video/mp4' && isPlainPicture(source) && isPlainSound(source),
  }
  return { inspection, facts: videoFacts(source, size) }
}

const CODECS: Record<string, string> = {
  av1: 'AV1',
  h264: 'H.264',
  hevc: 'HEVC',
  mjpeg: 'Motion JPEG',
  mpeg4: 'MPEG-4',
  prores: 'ProRes',
  vp8: 'VP8',
  vp9: 'VP9',
}
/** FFmpeg's names of formats with more than 8 bits contain the number. */
const DEPTH = /p(?<bits>1\d)[lb]e$/

/** Figures of a video. */
export function videoFacts(source: Source, bytes: number): FileFacts {
  const { picture, sound, type, width, height, file } = source
  const { codec, fps, isHdr } = picture
  const bits = DEPTH.exec(picture.pixels)?.groups?.bits
  const details = [
    CODECS[codec] ?? null,
    isHdr ? 'HDR' : null,
    bits === undefined ? null : `${bits} bit`,
    fps > 0 ? `${Number(fps.toFixed(2))} fps` : null,
    sound === null ? 'no sound' : (soundName(sound.codec) ?? 'PCM'),
  ]
  return {
    format: VIDEO_TYPES[type].name,
    details: details.filter((detail) => detail !== null),
    width,
    height,
    durationMs: Math.round(file.facts.seconds * 1_000),
    pages: null,
    bytes,
  }
}
