import { PEAK_COUNT, type AudioType } from '@plinth/contract/media/media.ts'
import { Decoder } from 'node-av/api'
import { AV_SAMPLE_FMT_FLT } from 'node-av/constants'
import type { Frame } from 'node-av/lib'
import { measureLoudness } from './audio-loudness.ts'
import { checkAudioDuration, openAudio, soundPackets } from './audio-source.ts'
import { DAMAGED_AUDIO } from './audio-tasks.ts'
import { Refusal } from '../process/tasks.ts'

/** Decodes a whole piece, a packet at a time. */
export async function measurePeaks(file: string, type: AudioType): Promise<string> {
  const source = await openAudio(file, type)
  const loudness = measureLoudness()
  let seconds = 0
  const take = (frames: Frame[]) => {
    for (const frame of frames) {
      seconds += frame.nbSamples / frame.sampleRate
      loudness.add(samplesOf(frame), frame.channels)
      frame.free()
    }
  }
  try {
    const decoder = await Decoder.create(source.sound, {
      resample: { sampleFormat: AV_SAMPLE_FMT_FLT },
    })
    try {
      for await (const packet of soundPackets(source)) {
        take(decoder.decodeAllSync(packet))
        checkAudioDuration(seconds)
      }
      take(decoder.decodeAllSync(null))
    } finally {
      decoder.close()
    }
  } finally {
    await source.demuxer.close()
  }
  if (seconds === 0) throw new Refusal(DAMAGED_AUDIO)
  return Buffer.from(loudness.heights(PEAK_COUNT)).toString('base64')
}

function samplesOf({ data, nbSamples, channels }: Frame): Float32Array {
  const [bytes] = data ?? []
  if (bytes === undefined) return new Float32Array()
  return new Float32Array(bytes.buffer, bytes.byteOffset, nbSamples * channels)
}
