import { stat } from 'node:fs/promises'
import type { AvPacket, Av } from '../av/av.ts'
import { Refusal } from '../process/tasks.ts'
import { frameTimes } from './frames.ts'
import { encodingOf } from './picture.ts'
import { isPlainSound, openSource, type Source } from './source.ts'
import { DAMAGED_VIDEO, type ProofFilm, type ProofTask } from './video-tasks.ts'

/** Large enough to judge a film by. No rate of frames is reduced: marks are about single ones. */
const LIMITS = { width: 1_280, height: 1_280, fps: 240 } as const
const QUALITY = {
  maxRate: '4M',
  bufSize: '8M',
  // Whoever goes from frame to frame seeks all the time.
  gopSize: 24,
  options: { preset: 'veryfast', crf: 24 },
} as const
const SOUND_BITRATE = '128k'

/** Writes the whole film under a watermark, with all of its frames at their times, and returns these times. */
export async function makeProof(
  av: Av,
  { file, proofFile, markFile, type }: ProofTask,
): Promise<ProofFilm> {
  await using source = await openSource(av, file, type)
  const { picture, sound } = source
  await convert(source, proofFile, markFile)
  await using proof = await openSource(av, proofFile, 'video/mp4')
  const packets: AvPacket[] = []
  const holds = await proof.file.holdsFrame(proof.picture, (packet) => packets.push(packet))
  if (!holds) throw new Refusal(DAMAGED_VIDEO)
  return {
    width: proof.width,
    height: proof.height,
    durationMs: Math.round(proof.file.facts.seconds * 1_000),
    hasSound: sound !== null,
    bytes: (await stat(proofFile)).size,
    frames: frameTimes(packets, { film: picture, copy: proof.picture }),
  }
}

async function convert(source: Source, proofFile: string, markFile: string): Promise<void> {
  const { picture, sound } = source
  const encoding = encodingOf(source, { limits: LIMITS, quality: QUALITY, stretch: null })
  const mark = `movie=filename=${escaped(markFile)}:format_name=png_pipe[mark]`
  const onto = 'overlay=x=(W-w)/2:y=(H-h)/2:eof_action=repeat,format=yuv420p'
  await source.file.convert(
    { file: proofFile, type: 'video/mp4' },
    {
      picture: {
        track: picture,
        encoding: {
          ...encoding,
          filter: (isUpright) => `${encoding.filter(isUpright)}[film];${mark};[film][mark]${onto}`,
        },
      },
      sound: sound && { track: sound, bitrate: isPlainSound(source) ? null : SOUND_BITRATE },
    },
  )
}

/** A path as FFmpeg reads it among a filter's options, and those among filters. */
const escaped = (file: string): string =>
  `'${file.replaceAll(/[\\':]/g, String.raw`\$&`).replaceAll("'", String.raw`'\''`)}'`
