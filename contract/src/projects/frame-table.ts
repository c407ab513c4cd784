import { passedUnits, type FrameTimes } from './frames.ts'

/** When each frame of a film is shown, ready to be looked up. Frames are counted from 0 here, and from 1 for people. */
export interface FrameTable {
  /** The time of each frame in units, counted from the first. */
  times: Float64Array
  /** Numerator and denominator of a unit, in seconds. */
  unit: readonly [number, number]
  /** Numerator and denominator of the frames a second; null for a film without a steady rate. */
  rate: readonly [number, number] | null
}

/** Rates of films whose times were rounded to a coarse unit, such as WebM's thousandths of a second. */
const RATES: readonly (readonly [number, number])[] = [
  [24, 1],
  [25, 1],
  [30, 1],
  [50, 1],
  [60, 1],
  [24_000, 1_001],
  [30_000, 1_001],
  [60_000, 1_001],
  [12, 1],
  [15, 1],
  [48, 1],
  [120, 1],
]
/** Browsers count in millionths of a second. */
const ROUNDED_SECONDS = 2e-6

export function frameTable(frames: FrameTimes): FrameTable {
  const times = Float64Array.from(passedUnits(frames))
  return { times, unit: frames.unit, rate: rateOf(frames, times) }
}

function rateOf(
  { unit: [over, under], steps }: FrameTimes,
  times: Float64Array,
): readonly [number, number] | null {
  const [[step] = [0], ...others] = steps
  if (step === 0) return null
  if (others.length === 0) return reduced(under, over * step)
  // The first and another time may each be off by half a unit.
  const isNear = ([frames, seconds]: readonly [number, number]) =>
    times.every((time, at) => Math.abs(time - (at * seconds * under) / (frames * over)) <= 1)
  return RATES.find(isNear) ?? null
}

function reduced(over: number, under: number): readonly [number, number] {
  let [a, rest] = [over, under]
  while (rest > 0) [a, rest] = [rest, a % rest]
  return [over / a, under / a]
}

const toSeconds = ({ unit: [over, under] }: FrameTable, units: number) => (units * over) / under
const toUnits = ({ unit: [over, under] }: FrameTable, seconds: number) => (seconds * under) / over
const timeOf = ({ times }: FrameTable, frame: number): number => times[frame] ?? 0

export const lastFrame = ({ times }: FrameTable): number => times.length - 1

/** How many units a frame is shown. Nothing says it of the last one, which gets as many as the one before it. */
function lengthOf(table: FrameTable, frame: number): number {
  const from = frame < lastFrame(table) ? frame : Math.max(0, frame - 1)
  return from === lastFrame(table) ? 1 : timeOf(table, from + 1) - timeOf(table, from)
}

/** The seconds from the first frame to this one. */
export const secondsOf = (table: FrameTable, frame: number): number =>
  toSeconds(table, timeOf(table, frame))

/** The seconds from the first frame to the end of the last one. */
export const lengthInSeconds = (table: FrameTable): number => {
  const last = lastFrame(table)
  return toSeconds(table, timeOf(table, last) + lengthOf(table, last))
}

/**
 * Where to seek to for a frame, in seconds from the first: the middle of the time in which it is shown, so that no
 * rounding leads to its neighbour.
 */
export const seekTime = (table: FrameTable, frame: number): number =>
  toSeconds(table, timeOf(table, frame) + lengthOf(table, frame) / 2)

/** The last frame that begins at this number of units or before it; the first one for anything earlier. */
function frameBefore(times: Float64Array, units: number): number {
  let [low, high] = [0, times.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((times[middle] ?? 0) <= units) low = middle
    else high = middle - 1
  }
  return low
}

/** The frame that is shown at this time, in seconds from the first. */
export const frameAt = (table: FrameTable, seconds: number): number =>
  frameBefore(table.times, toUnits(table, seconds + ROUNDED_SECONDS))

function nearest(table: FrameTable, units: number): number {
  const before = frameBefore(table.times, units)
  const after = Math.min(before + 1, lastFrame(table))
  return timeOf(table, after) - units < units - timeOf(table, before) ? after : before
}

/** The frame whose time is nearest to this one, in seconds from the first. */
export const nearestFrame = (table: FrameTable, seconds: number): number =>
  nearest(table, toUnits(table, seconds))

/** The frame of a time that is kept in units, as in `MarkPlace`. */
export const frameOfUnits = (table: FrameTable, units: number): number => nearest(table, units)

const two = (value: number) => String(value).padStart(2, '0')

function clockOf(seconds: number): string {
  return [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map(two)
    .join(':')
}

/**
 * Hours, minutes, seconds and frames, as editing programs count them: at 23.976 a second the frames go from 0 to 23, and
 * no numbers are dropped. Without a steady rate it is the time with thousandths of a second instead.
 */
export function timeCode(table: FrameTable, frame: number): string {
  if (table.rate === null) {
    const thousandths = Math.round(secondsOf(table, frame) * 1_000)
    return `${clockOf(Math.floor(thousandths / 1_000))}.${String(thousandths % 1_000).padStart(3, '0')}`
  }
  const [frames, seconds] = table.rate
  const whole = Math.max(1, Math.round(frames / seconds))
  return `${clockOf(Math.floor(frame / whole))}:${two(frame % whole)}`
}

/** `05:03`: the same without hours and minutes that are none. */
export const shortTimeCode = (table: FrameTable, frame: number): string =>
  timeCode(table, frame).replace(table.rate === null ? /^00:/ : /^(00:){1,2}/, '')

/** `25 frames a second`, `23.976 frames a second`, `no steady rate`. */
export function rateWords({ rate }: FrameTable): string {
  if (rate === null) return 'no steady rate'
  const [frames, seconds] = rate
  return `${Number((frames / seconds).toFixed(3))} frames a second`
}
