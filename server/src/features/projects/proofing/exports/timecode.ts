import { countedRate, type Rate } from '@plinth/contract/proofing/exports.ts'
import { timeCode } from '@plinth/contract/projects/frame-table.ts'

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
