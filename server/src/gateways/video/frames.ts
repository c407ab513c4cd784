import type { FrameTimes } from '@plinth/contract/projects/frames.ts'
import type { AvPacket, AvTrack, TimeBase } from '../av/av.ts'

/** A time that is off by less than this share of a unit has only been rounded on its way. */
const ROUNDED = 0.05

/**
 * When each frame of a film is shown, from the packets of a copy that has every one of its frames. Times count in the
 * film's own unit and from where the film begins, or in the copy's unit if they fall between two of those.
 */
export function frameTimes(
  packets: readonly AvPacket[],
  { film, copy }: { film: AvTrack; copy: AvTrack },
): FrameTimes {
  const seconds = packets
    .flatMap(({ start }) => (start === null ? [] : [start]))
    .toSorted((a, b) => a - b)
  const [first = 0] = seconds
  const passed = seconds.map((one) => one - first)
  const own = inUnits(passed, film.timeBase)
  return own === null
    ? { unit: [...copy.timeBase], start: 0, steps: stepsOf(inUnits(passed, copy.timeBase) ?? []) }
    : { unit: [...film.timeBase], start: film.start, steps: stepsOf(own) }
}

/** Null if one of them is no whole number of units. */
function inUnits(seconds: readonly number[], [over, under]: TimeBase): number[] | null {
  const exact = seconds.map((one) => (one * under) / over)
  const whole = exact.map((one) => Math.round(one))
  return whole.every((one, at) => Math.abs(one - (exact[at] ?? 0)) < ROUNDED) ? whole : null
}

/** How far it is from each to the next, with how often the same follows. */
function stepsOf(times: readonly number[]): [number, number][] {
  const steps: [number, number][] = []
  for (const [at, time] of times.entries()) {
    if (at === 0) continue
    const step = time - (times[at - 1] ?? 0)
    const last = steps.at(-1)
    if (last?.[0] === step) last[1] += 1
    else steps.push([step, 1])
  }
  return steps
}
