import type { AudioType } from '@plinth/contract/media/file-types.ts'
import { PEAK_COUNT } from '@plinth/contract/media/media.ts'
import type { Av } from '../av/av.ts'
import { Refusal } from '../process/tasks.ts'
import { DAMAGED_AUDIO } from './audio-tasks.ts'
import { checkAudioDuration, openAudio } from './source.ts'

/** Decodes the whole file, one part at a time, and returns base64 of its heights. */
export async function measurePeaks(av: Av, file: string, type: AudioType): Promise<string> {
  await using source = await openAudio(av, file, type)
  const { sound } = source
  const loudness = measureLoudness()
  let seconds = 0
  await source.file.samples(sound, (interleaved) => {
    loudness.add(interleaved, sound.channels)
    seconds += interleaved.length / sound.channels / sound.sampleRate
    checkAudioDuration(seconds)
  })
  if (seconds === 0) throw new Refusal(DAMAGED_AUDIO)
  return Buffer.from(loudness.heights(PEAK_COUNT)).toString('base64')
}

/** Number of intervals in which loudness is summed up while the length is unknown: far more than are drawn. */
const PLACES = 4_096
/** Samples per interval at the start, small enough that one second has more intervals than are drawn. */
const FIRST_SPAN = 16

/** Measures loudness over time, in memory that does not grow with the length. */
function measureLoudness() {
  const sums = new Float64Array(PLACES)
  let span = FIRST_SPAN
  let samples = 0

  return {
    /** Adds samples of all channels, interleaved. */
    add: (interleaved: Float32Array, channels: number) => {
      for (let at = 0; at + channels <= interleaved.length; at += channels) {
        if (samples === span * PLACES) {
          halve(sums)
          span *= 2
        }
        let sum = 0
        for (let channel = 0; channel < channels; channel += 1) {
          const value = interleaved[at + channel] ?? 0
          sum += value * value
        }
        const place = Math.floor(samples / span)
        sums[place] = (sums[place] ?? 0) + sum / channels
        samples += 1
      }
    },
    /** Returns evenly spread heights from 0, silent, to 255, the loudest in this file. */
    heights: (count: number): Uint8Array => {
      const used = samples / span
      const heights = Float64Array.from({ length: count }, (_, index) => {
        const from = Math.floor((index * used) / count)
        const to = Math.max(from + 1, Math.floor(((index + 1) * used) / count))
        const sum = sums.subarray(from, to).reduce((total, one) => total + one, 0)
        return Math.sqrt(sum / ((to - from) * span))
      })
      const loudest = heights.reduce((most, height) => Math.max(most, height), 0)
      return Uint8Array.from(heights, (height) =>
        loudest > 0 ? Math.round((height / loudest) * 255) : 0,
      )
    },
  }
}

function halve(sums: Float64Array): void {
  for (let place = 0; place < PLACES / 2; place += 1) {
    sums[place] = (sums[place * 2] ?? 0) + (sums[place * 2 + 1] ?? 0)
  }
  sums.fill(0, PLACES / 2)
}
