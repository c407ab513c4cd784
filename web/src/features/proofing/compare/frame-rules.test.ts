import { describe, expect, it } from 'vitest'
import { frameAfter, framesOf } from './frame-rules.ts'

/** Ten frames at 25 a second, then ten at 12.5. */
const frames = framesOf({
  unit: [1, 25],
  start: 0,
  steps: [
    [1, 10],
    [2, 9],
  ],
})

describe('going through a film frame by frame', () => {
  it('leads to the next frame, wherever in a frame it is', () => {
    for (const time of [0.04, 0.05, 0.06, 0.079]) {
      expect(frameAfter(frames, time, 1)).toBeCloseTo(0.1, 6)
      expect(frameAfter(frames, time, -1)).toBeCloseTo(0.02, 6)
    }
  })

  it('passes every frame once, also where they get longer', () => {
    const times = [0.02]
    for (let step = 1; step < frames.length; step += 1)
      times.push(frameAfter(frames, times.at(-1) ?? 0, 1) ?? 0)
    expect(times).toEqual(frames.map(({ middle }) => middle))
    expect(new Set(times).size).toBe(20)
  })

  it('stays on the first and on the last', () => {
    expect(frameAfter(frames, 0, -1)).toBeCloseTo(0.02, 6)
    const last = frames.at(-1)
    expect(frameAfter(frames, 99, 1)).toBe(last?.middle)
  })

  it('leads nowhere without frames', () => {
    expect(frameAfter(framesOf(null), 0, 1)).toBeNull()
    expect(framesOf({ unit: [1, 25], start: 0, steps: [] })).toEqual([{ start: 0, middle: 0.02 }])
  })
})
