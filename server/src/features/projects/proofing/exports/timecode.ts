import { type FrameTimes, passedUnits } from '@plinth/contract/projects/frames.ts'

/** How many frames a film has in how many seconds, as whole numbers: 24000 in 1001. */
export interface Rate {
  frames: number
  seconds: number
}

/** Rates that films are made at. The broken ones are those of American television. */
const USUAL: readonly Rate[] = [
  { frames: 24_000, seconds: 1_001 },
  { frames: 24, seconds: 1 },
  { frames: 25, seconds: 1 },
  { frames: 30_000, seconds: 1_001 },
  { frames: 30, seconds: 1 },
  { frames: 48_000, seconds: 1_001 },
  { frames: 48, seconds: 1 },
  { frames: 50, seconds: 1 },
  { frames: 60_000, seconds: 1_001 },
  { frames: 60, seconds: 1 },
]

/**
 * The rate of a film whose frames all last equally long; null if they do not, or if nobody edits at that rate. Some
 * files keep times in thousandths, in which a frame of 30 a second lasts 33 or 34: they are steady all the same, as
 * long as no frame is a whole unit away from where it should be.
 */
export function rateOf(frames: FrameTimes): Rate | null {
  const times = passedUnits(frames)
  const [numerator, denominator] = frames.unit
  const isSteadyAt = ({ frames: count, seconds }: Rate): boolean => {
    const step = (seconds * denominator) / (count * numerator)
    return times.every((time, frame) => Math.abs(time - frame * step) < 1)
  }
  const steps = new Set(frames.steps.filter(([, count]) => count > 0).map(([step]) => step))
  if (steps.size === 0) return null
  const [only] = steps
  // Between two usual rates that both are near enough, a short film cannot tell. An exact one is right.
  const isExact = ({ frames: count, seconds }: Rate): boolean =>
    steps.size === 1 && only !== undefined && only * numerator * count === denominator * seconds
  return USUAL.find(isExact) ?? nearest(USUAL.filter(isSteadyAt), times, frames.unit)
}

/** Of several rates, the one at which the last frame is closest to its time. */
function nearest(
  rates: readonly Rate[],
  times: readonly number[],
  [numerator, denominator]: readonly [number, number],
): Rate | null {
  const last = times.length - 1
  const offOf = ({ frames, seconds }: Rate): number =>
    Math.abs((times[last] ?? 0) - (last * seconds * denominator) / (frames * numerator))
  return rates.toSorted((one, other) => offOf(one) - offOf(other))[0] ?? null
}

/** Which frame is shown at a time, from 0; a time between two frames is of the earlier one. */
export function frameAt(times: readonly number[], time: number): number {
  let [low, high] = [0, times.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((times[middle] ?? 0) <= time) low = middle
    else high = middle - 1
  }
  return low
}

/** Frames that a second of time code counts: 24 for 24000/1001. */
export const countedRate = ({ frames, seconds }: Rate): number => Math.round(frames / seconds)

/** Whether there is a way of counting that skips numbers, so that the time code keeps up with the clock. */
export const canDrop = (rate: Rate): boolean =>
  rate.seconds === 1_001 && [30, 60].includes(countedRate(rate))

const two = (number: number): string => String(number).padStart(2, '0')

/**
 * The time code of a frame, counted from 0. `isDrop` skips the first two numbers of each minute but every tenth, four
 * at 59.94, and writes them with a semicolon. Above 30 frames a second the last part goes up to 59: the format knows
 * no other way, and editing programs read it so.
 */
export function timeCode(rate: Rate, frame: number, { isDrop = false } = {}): string {
  const counted = countedRate(rate)
  const number = isDrop ? frame + skippedBefore(frame, counted) : frame
  const seconds = Math.floor(number / counted)
  const parts = [Math.floor(seconds / 3_600) % 24, Math.floor(seconds / 60) % 60, seconds % 60]
  return `${parts.map(two).join(':')}${isDrop ? ';' : ':'}${two(number % counted)}`
}

function skippedBefore(frame: number, counted: number): number {
  const skipped = counted / 15
  const minute = counted * 60 - skipped
  const tenMinutes = minute * 10 + skipped
  const inTen = frame % tenMinutes
  // The first minute of ten skips nothing and is longer.
  const minutes = inTen < counted * 60 ? 0 : 1 + Math.floor((inTen - counted * 60) / minute)
  return Math.floor(frame / tenMinutes) * 9 * skipped + minutes * skipped
}

/** Hours, minutes, seconds and thousandths, for what has no steady frames. */
export function clockTime(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1_000)
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  return `${parts.map(two).join(':')}.${String(Math.floor(milliseconds % 1_000)).padStart(3, '0')}`
}
