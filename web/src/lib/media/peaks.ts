import type { Audio } from '@plinth/contract/media/media.ts'
import { bytesOf } from './sources.ts'

/** Loudness along a sound file, 0 to 1; null until it has been measured. */
export const peaksOf = ({ peaks }: Pick<Audio, 'peaks'>): number[] | null =>
  peaks === null ? null : Array.from(bytesOf(peaks), (peak) => peak / 255)
