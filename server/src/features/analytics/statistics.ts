import type { AnalyticsPeriod } from '@plinth/contract/analytics/analytics.ts'
import {
  WEEKLY_PERIOD,
  type Statistics,
  type StatisticsSource,
  type StatisticsStep,
  type StatisticsTotals,
} from '@plinth/contract/analytics/statistics.ts'
import type { FoundFigures, FoundThing } from './statistics-queries.ts'

const WEEK = 7
const DAY_MS = 86_400_000

/** The days of a period and of the one before, in UTC. */
export interface Span {
  days: AnalyticsPeriod
  earliest: string
  first: string
  last: string
  /** Whether all views of the period before are kept. */
  hasBefore: boolean
}

const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The period up to today. It begins later if views are kept from a later day on. */
export function spanOf(days: AnalyticsPeriod, now: Date, keptFrom: string | null): Span {
  const back = (count: number) => dayAt(now.getTime() - count * DAY_MS)
  const [first, earliest] = [back(days - 1), back(2 * days - 1)]
  const isShort = keptFrom !== null && keptFrom > first
  const hasBefore = keptFrom === null || keptFrom <= earliest
  const begins = isShort ? keptFrom : first
  return { days, earliest: hasBefore ? earliest : begins, first: begins, last: back(0), hasBefore }
}

/** The first day of which views are kept for so many months; null if they are kept forever. */
export const keptFromOf = (now: Date, months: number): string | null =>
  months === 0 ? null : dayAt(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1))

/** The answer of the two calls, computed from what was found. */
export function statisticsOf(
  found: FoundThing,
  { id, of, span }: { id: string; of: Statistics['of']; span: Span },
): Statistics {
  const { title, picture, isVisible, viewCount, boardCount, days } = found
  const { first, last } = span
  const sum = (of_: readonly FoundFigures[]) => totalsOf(of_, of)
  const inPeriod = days.filter(({ day }) => day >= first)
  const totals = sum(inPeriod)
  const stepped = firstDays(span).map((date, at, all): StatisticsStep => {
    const next = all[at + 1]
    const within = inPeriod.filter(
      ({ day }) => day >= date && (next === undefined ? day <= last : day < next),
    )
    const { views, likes, saves, comments } = sum(within)
    return { date, views, likes, saves, comments }
  })
  return {
    id,
    of,
    title,
    picture,
    isVisible,
    days: span.days,
    from: first,
    viewCount,
    boardCount,
    totals,
    before: span.hasBefore ? sum(days.filter(({ day }) => day < first)) : null,
    steps: inPeriod.length === 0 ? [] : stepped,
    sources: sourcesOf(found.sources, totals.views),
  }
}

/** The first day of each step, so that the last step ends today. */
function firstDays({ days, first, last }: Span): string[] {
  const length = days === WEEKLY_PERIOD ? WEEK : 1
  const [from, to] = [Date.parse(first), Date.parse(last)]
  const count = Math.max(1, Math.floor((to - from + DAY_MS) / (length * DAY_MS)))
  return Array.from({ length: count }, (_, at) =>
    at === 0 ? first : dayAt(to - ((count - at) * length - 1) * DAY_MS),
  )
}

function totalsOf(days: readonly FoundFigures[], of: Statistics['of']): StatisticsTotals {
  const sum = (figure: keyof FoundFigures) => days.reduce((all, day) => all + day[figure], 0)
  return {
    views: sum('views'),
    likes: sum('likes'),
    saves: sum('saves'),
    comments: of === 'work' ? null : sum('comments'),
    inquiries: sum('inquiries'),
    deposits: sum('deposits'),
    completed: sum('completed'),
  }
}

/** Views whose rows are gone, with their viewer or by age, still count. Nobody knows where they came from. */
function sourcesOf(found: readonly StatisticsSource[], views: number): StatisticsSource[] {
  const lost = views - found.reduce((all, source) => all + source.views, 0)
  const known = found.filter(({ source }) => source !== 'other')
  const other = found.find(({ source }) => source === 'other')
  const unknown = {
    source: 'other' as const,
    views: (other?.views ?? 0) + Math.max(0, lost),
    deposits: other?.deposits ?? 0,
  }
  return [...known, unknown]
    .filter((source) => source.views + source.deposits > 0)
    .toSorted((a, c) => c.views - a.views || c.deposits - a.deposits)
}
