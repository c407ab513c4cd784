import { millisecondsText, perSecondText, type Figures } from '../figures.ts'
import { loadHttp, WARM_UP_SECONDS, type LoadInput } from '../load/http.ts'
import { watchMachine, type Roots } from '../machine.ts'

const MOST_TRIES = 3

/** Times in milliseconds at most, and answers a second at least. */
interface AbsoluteGoal {
  p50?: number
  p99?: number
  perSecond?: number
}

export interface AbsoluteRow {
  name: string
  goal: AbsoluteGoal
  load: LoadInput
}

export const ABSOLUTE_HEADINGS = ['', 'a second', 'p50 ms', 'p99 ms', 'wanted', '', 'others']

/**
 * Measures a row that has no limit beside it, again if something else kept the machine busy. Returns its cells, which say
 * `unlike` if that was so each time.
 */
export async function measureAbsolute(
  { name, goal, load }: AbsoluteRow,
  { roots, mostOthers }: { roots: Roots; mostOthers: number },
): Promise<string[]> {
  await loadHttp({ ...load, seconds: WARM_UP_SECONDS })
  let best: { figures: Figures; others: number } | null = null
  for (let at = 0; at < MOST_TRIES && (best === null || best.others > mostOthers); at += 1) {
    const usage = watchMachine(roots)
    const figures = await loadHttp(load)
    const { others } = usage()
    if (best === null || others < best.others) best = { figures, others }
  }
  const { figures, others } = best as { figures: Figures; others: number }
  const verdict = isMet(goal, figures) ? 'met' : 'missed'
  return [
    name,
    perSecondText(figures.perSecond),
    millisecondsText(figures.p50),
    millisecondsText(figures.p99),
    goalText(goal),
    others > mostOthers ? 'unlike' : verdict,
    others.toFixed(2),
  ]
}

const isMet = (goal: AbsoluteGoal, { perSecond, p50, p99 }: Figures): boolean =>
  perSecond >= (goal.perSecond ?? 0) &&
  p50 <= (goal.p50 ?? Infinity) &&
  p99 <= (goal.p99 ?? Infinity)

function goalText({ p50, p99, perSecond }: AbsoluteGoal): string {
  const parts = [
    perSecond === undefined ? [] : [`≥ ${perSecondText(perSecond)} a second`],
    p50 === undefined ? [] : [`p50 ≤ ${p50} ms`],
    p99 === undefined ? [] : [`p99 ≤ ${p99} ms`],
  ]
  return parts.flat().join(', ')
}
