import { expect, it } from 'vitest'
import {
  frameAt,
  frameOfUnits,
  frameTable,
  lastFrame,
  lengthInSeconds,
  nearestFrame,
  rateWords,
  secondsOf,
  seekTime,
  shortTimeCode,
  timeCode,
} from './frame-table.ts'
import type { FrameTimes } from './frames.ts'

const steady = (over: number, under: number, count: number): FrameTimes => ({
  unit: [1, under],
  start: 0,
  steps: [[over, count - 1]],
})
const RATES = {
  '23.976': [1_001, 24_000],
  '24': [1, 24],
  '25': [512, 12_800],
  '29.97': [1_001, 30_000],
  '50': [1, 50],
  '59.94': [1_001, 60_000],
} as const
/** As phones record: most frames after 33 ms, some after 17, and one after half a second. */
const unsteady: FrameTimes = {
  unit: [1, 90_000],
  start: 4_500,
  steps: [
    [2_997, 4],
    [1_530, 1],
    [45_000, 1],
    [2_997, 3],
  ],
}

it.each(Object.entries(RATES))(
  'finds each of the 108,000 frames of half an hour at %s a second again',
  (name, [over, under]) => {
    const table = frameTable(steady(over, under, 108_000))
    expect(rateWords(table)).toBe(`${name} frames a second`)
    const wrong = Array.from(table.times.keys()).filter((frame) => {
      const seconds = secondsOf(table, frame)
      // Browsers report millionths, cut off or rounded.
      const reported = [Math.floor(seconds * 1e6) / 1e6, Math.round(seconds * 1e6) / 1e6]
      return (
        reported.some((one) => nearestFrame(table, one) !== frame) ||
        reported.some((one) => frameAt(table, one) !== frame) ||
        frameAt(table, seekTime(table, frame)) !== frame ||
        frameOfUnits(table, table.times[frame] ?? -1) !== frame
      )
    })
    expect(wrong).toEqual([])
  },
)

it('seeks to the middle of a frame, and of the last one too', () => {
  const table = frameTable(steady(1, 25, 150))
  expect(seekTime(table, 0)).toBeCloseTo(0.02, 9)
  expect(seekTime(table, 128)).toBeCloseTo(128.5 / 25, 9)
  expect(seekTime(table, 149)).toBeCloseTo(149.5 / 25, 9)
  expect(lengthInSeconds(table)).toBe(6)
  const uneven = frameTable(unsteady)
  expect(seekTime(uneven, 4)).toBeCloseTo((4 * 2_997 + 765) / 90_000, 9)
  expect(seekTime(uneven, 5)).toBeCloseTo((4 * 2_997 + 1_530 + 22_500) / 90_000, 9)
})

it('takes times outside of a film as its first and last frame', () => {
  const table = frameTable(steady(1, 25, 150))
  expect([frameAt(table, -1), frameAt(table, 99)]).toEqual([0, 149])
  expect([nearestFrame(table, -1), nearestFrame(table, 99)]).toEqual([0, 149])
})

it('works for a film of one frame', () => {
  const table = frameTable({ unit: [1, 25], start: 0, steps: [] })
  expect(lastFrame(table)).toBe(0)
  expect(seekTime(table, 0)).toBeCloseTo(0.02, 9)
  expect(timeCode(table, 0)).toBe('00:00:00.000')
})

it('counts time codes in the film’s own rate, without dropping numbers', () => {
  const at25 = frameTable(steady(1, 25, 108_000))
  expect(timeCode(at25, 128)).toBe('00:00:05:03')
  expect(shortTimeCode(at25, 128)).toBe('05:03')
  expect(timeCode(at25, 25 * 3_600 + 25 * 61 + 7)).toBe('01:01:01:07')
  expect(shortTimeCode(at25, 25 * 61)).toBe('01:01:00')
  const at23976 = frameTable(steady(1_001, 24_000, 1_000))
  expect(timeCode(at23976, 23)).toBe('00:00:00:23')
  expect(timeCode(at23976, 24)).toBe('00:00:01:00')
  const at5994 = frameTable(steady(1_001, 60_000, 10_000))
  // A drop-frame code would skip 00:01:00:00 to 00:01:00:03.
  expect(timeCode(at5994, 3_600)).toBe('00:01:00:00')
})

it('says the time in thousandths of a second without a steady rate', () => {
  const table = frameTable(unsteady)
  expect(rateWords(table)).toBe('no steady rate')
  expect(timeCode(table, 6)).toBe('00:00:00.650')
  expect(shortTimeCode(table, 6)).toBe('00:00.650')
})

it('knows a steady rate whose times were rounded to thousandths', () => {
  const rounded = (fps: number, count: number): FrameTimes => {
    const times = Array.from({ length: count }, (_, at) => Math.round((at * 1_000) / fps))
    return {
      unit: [1, 1_000],
      start: 0,
      steps: times.slice(1).map((time, at) => [time - (times[at] ?? 0), 1]),
    }
  }
  expect(rateWords(frameTable(rounded(24, 480)))).toBe('24 frames a second')
  expect(rateWords(frameTable(rounded(24_000 / 1_001, 480)))).toBe('23.976 frames a second')
  expect(rateWords(frameTable(rounded(60, 480)))).toBe('60 frames a second')
})

it('has two frames of the same time count as the later one, which is the one to be seen', () => {
  const table = frameTable({
    unit: [1, 1_000],
    start: 0,
    steps: [
      [40, 2],
      [0, 1],
      [40, 2],
    ],
  })
  expect(nearestFrame(table, 0.08)).toBe(3)
  expect(frameAt(table, 0.1)).toBe(3)
})
