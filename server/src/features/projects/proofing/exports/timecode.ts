import { timeCode, type FrameTable } from '@plinth/contract/projects/frame-table.ts'

/** Numerator and denominator of the frames a second. */
export type Rate = readonly [frames: number, seconds: number]

/** What a time code has two digits for, and editing programs have timelines of. */
const MOST_FRAMES = 60
/** Whole numbers of frames a second, and the same in 1.001 seconds, as American television has them. */
const SECONDS: ReadonlySet<number> = new Set([1, 1_001])

/** The rate at which a film can be edited; null if it has no steady one, or one that no time code counts. */
export function editRate({ rate }: Pick<FrameTable, 'rate'>): Rate | null {
  if (rate === null) return null
  const [frames, seconds] = rate
  return SECONDS.has(seconds) && frames / seconds <= MOST_FRAMES ? rate : null
}

/** Frames that a second of time code counts: 24 for 23.976 a second. */
export const countedRate = ([frames, seconds]: Rate): number => Math.round(frames / seconds)

/** Whether there is a way of counting that leaves out numbers, so that the time code keeps up with the clock. */
export const canDrop = (rate: Rate): boolean =>
  rate[1] === 1_001 && [30, 60].includes(countedRate(rate))

/** How many numbers are left out at the beginning of each minute but every tenth: two at 29.97, four at 59.94. */
const leftOutAt = (counted: number): number => counted / 15

/** The time code of a frame, counted from 0, with numbers left out and a semicolon that says so. */
export function dropTimeCode(rate: Rate, frame: number): string {
  const counted = countedRate(rate)
  const leftOut = leftOutAt(counted)
  const minute = counted * 60 - leftOut
  const tenMinutes = minute * 10 + leftOut
  const inTen = frame % tenMinutes
  // The first minute of ten leaves out nothing and is longer.
  const minutes = inTen < counted * 60 ? 0 : 1 + Math.floor((inTen - counted * 60) / minute)
  const number = frame + (Math.floor(frame / tenMinutes) * 9 + minutes) * leftOut
  const code = timeCode({ rate: [counted, 1], unit: [1, 1], times: new Float64Array(1) }, number)
  return code.replace(/:(?=\d+$)/, ';')
}

/** The frame at the end of an hour, counted from its beginning. */
export const framesOfHour = (rate: Rate, isDrop: boolean): number => {
  const counted = countedRate(rate)
  return counted * 3_600 - (isDrop ? 54 * leftOutAt(counted) : 0)
}
