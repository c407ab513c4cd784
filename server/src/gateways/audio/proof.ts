import type { AudioType } from '@plinth/contract/media/file-types.ts'
import type { Av } from '../av/av.ts'
import type { CleanedSound } from './audio-tasks.ts'
import { inspectAudio } from './clean.ts'
import { openAudio } from './source.ts'

const BITRATE = '128k'
/** A soft note of two tones for a quarter of a second, every six seconds from the first on. */
const MARK =
  "aeval=exprs='val(ch)*0.85+0.12*between(mod(t,6),1,1.25)*(sin(2*PI*1174.7*t)+sin(2*PI*1760*t))':channel_layout=same"

/** Writes the whole sound with an audible mark. */
export async function makeProof(
  av: Av,
  file: string,
  proofFile: string,
  type: AudioType,
): Promise<CleanedSound> {
  await convert(av, file, proofFile, type)
  const { durationMs, isPlayable } = await inspectAudio(av, proofFile, 'audio/mp4')
  return { durationMs, isPlayable }
}

async function convert(av: Av, file: string, proofFile: string, type: AudioType): Promise<void> {
  await using source = await openAudio(av, file, type)
  await source.file.convert(
    { file: proofFile, type: 'audio/mp4' },
    { picture: null, sound: { track: source.sound, bitrate: BITRATE, filter: MARK } },
  )
}
