import { Array as ListOf, Integer, Unsafe, type Static } from 'typebox'
import { exact } from '../http/scalars.ts'

/** Two whole numbers. Written as an array, because the dialect of the API's description has no tuples. */
const pair = (minimum: number) =>
  Unsafe<[number, number]>({
    type: 'array',
    items: { type: 'integer', minimum },
    minItems: 2,
    maxItems: 2,
  })

/**
 * When each frame of a film is shown. Times are whole numbers of a unit, because seconds as decimal fractions name no
 * frame for sure: a frame of 24000/1001 a second lasts 1001 units of 1/24000.
 */
export const FrameTimes = exact({
  /** Numerator and denominator of a unit, in seconds. */
  unit: pair(1),
  /** When the first frame is shown. */
  start: Integer(),
  /** How far it is from each frame to the next, with how many follow at the same distance. */
  steps: ListOf(pair(0)),
})
export type FrameTimes = Static<typeof FrameTimes>

export const countFrames = ({ steps }: FrameTimes): number =>
  1 + steps.reduce((sum, [, count]) => sum + count, 0)

/** The time of every frame in units, counted from the first. */
export function passedUnits({ steps }: FrameTimes): number[] {
  const times = [0]
  let now = 0
  for (const [step, count] of steps)
    for (let one = 0; one < count; one += 1) {
      now += step
      times.push(now)
    }
  return times
}
