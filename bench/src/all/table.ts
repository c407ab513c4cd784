import { millisecondsText, perSecondText, ratioText } from '../figures.ts'
import type { Goal, LimitName } from './rows.ts'
import type { RowResult } from './stage.ts'

const LIMIT_NAMES: Record<LimitName, string> = {
  statement: 'one statement',
  like: 'a like',
  'hot like': 'likes of one post',
  bytes: 'ready bytes',
}

export const HEADINGS = [
  '',
  'a second',
  'p50 ms',
  'p99 ms',
  'limit',
  'a second',
  'p99 ms',
  'ratio',
  'p99 ratio',
  'wanted',
  '',
  'others',
]

/** The cells of a row under `HEADINGS`. Without a ratio the row says that the machine was not the same for both. */
export function cellsOf(result: RowResult): string[] {
  const { name, limitName, row, limit, ratio, goal, others } = result
  const isLike = ratio !== null
  return [
    name,
    perSecondText(row.perSecond),
    millisecondsText(row.p50),
    millisecondsText(row.p99),
    LIMIT_NAMES[limitName],
    perSecondText(limit.perSecond),
    millisecondsText(limit.p99),
    isLike ? ratioText(ratio) : 'unlike',
    isLike ? ratioText(row.p99 / limit.p99) : 'unlike',
    goalText(goal),
    isLike ? (isMet(result) ? 'met' : 'missed') : '',
    others.toFixed(2),
  ]
}

/** Whether the row reaches all of its goals; never if it could not be compared. */
export const isMet = ({ goal, ratio, row, limit }: RowResult): boolean =>
  ratio !== null &&
  ratio >= (goal.ratio ?? 0) &&
  row.p99 / limit.p99 <= (goal.p99 ?? Infinity) &&
  row.perSecond >= (goal.perSecond ?? 0)

function goalText({ ratio, p99, perSecond }: Goal): string {
  const parts = [
    ratio === undefined ? '' : `≥ ${ratio} x`,
    p99 === undefined ? '' : `p99 ≤ ${p99} x`,
    perSecond === undefined ? '' : `≥ ${perSecondText(perSecond)} a second`,
  ]
  return parts.filter((part) => part !== '').join(', ')
}
