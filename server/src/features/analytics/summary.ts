import { growthOf, type Analytics, type DayFigures } from '@plinth/contract/analytics/analytics.ts'
import type { Asked, Found, FoundDay } from './analytics-queries.ts'

const WEEK = 7

/** The answer of the analytics calls, computed from the rows that were found. */
export function summaryOf(
  { days, works, sources, converted }: Found,
  { period, tz }: Asked,
): Analytics {
  const inPeriod = days.filter(({ isInPeriod }) => isInPeriod)
  const totalMessages = sumOf(inPeriod, 'messages')
  const [week, lastWeek] = [days.slice(-WEEK), days.slice(-2 * WEEK, -WEEK)]
  const [weekViews, lastWeekViews] = [sumOf(week, 'views'), sumOf(lastWeek, 'views')]
  const funnel = {
    views: sumOf(inPeriod, 'views'),
    inquiries: totalMessages,
    deposits: sources.reduce((sum, { deposits }) => sum + deposits, 0),
    completed: sources.reduce((sum, { completions }) => sum + completions, 0),
  }
  return {
    period,
    timeZone: tz,
    totalViews: funnel.views,
    totalLikes: sumOf(inPeriod, 'likes'),
    totalSaves: sumOf(inPeriod, 'saves'),
    totalMessages,
    totalEarnings: sumOf(inPeriod, 'earnings') / 100,
    monthlyEarnings:
      sumOf(
        days.filter(({ isThisMonth }) => isThisMonth),
        'earnings',
      ) / 100,
    weeklyGrowth: growthOf(weekViews, lastWeekViews),
    weekViews,
    lastWeekViews,
    messagesToday: days.at(-1)?.messages ?? 0,
    topPortfolios: works.map(({ messages, completions, ...work }) => ({
      ...work,
      inquiries: messages,
      completed: completions,
    })),
    dailyStats: inPeriod.some(hasHappened) ? inPeriod.map(figuresOf) : [],
    funnel,
    sources: sources.map(({ messages, completions, ...source }) => ({
      ...source,
      inquiries: messages,
      completed: completions,
    })),
    conversionRate:
      totalMessages === 0 ? null : Math.round((converted * 1_000) / totalMessages) / 10,
  }
}

export const figuresOf = (found: FoundDay): DayFigures => ({
  date: found.day,
  views: found.views,
  likes: found.likes,
  saves: found.saves,
  messages: found.messages,
  earnings: found.earnings / 100,
})

type Figure = 'views' | 'likes' | 'saves' | 'messages' | 'earnings'
const sumOf = (days: readonly FoundDay[], figure: Figure): number =>
  days.reduce((sum, day) => sum + day[figure], 0)

const hasHappened = ({ views, likes, saves, messages, earnings }: FoundDay): boolean =>
  [views, likes, saves, messages, earnings].some((figure) => figure !== 0)
