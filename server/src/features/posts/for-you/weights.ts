/** Goes up with every change of what follows: kept lists of another version are made anew. */
export const RANKING_VERSION = 1

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** All that the order depends on. A post's score is the sum of its parts; most lie between -1 and 1 times a weight. */
export const RANKING = {
  /** What a like, a save and a "not for me" say about the post's tags and category. */
  taste: { like: 1, save: 2, hide: -2 },
  /** By somebody the viewer follows. */
  follow: 2,
  tags: { weight: 1.8, half: 4 },
  categories: { weight: 1, smoothing: 10 },
  fresh: { weight: 1.2, halfLife: 36 * HOUR },
  /** What people do per view, as if each post started with some views of an average outcome. */
  engagement: { weight: 1, save: 2, comment: 3, priorViews: 20, priorRate: 0.1 },
  /** How much was done at all, up to the number at which more says nothing more. */
  popularity: { weight: 0.8, most: 1_000 },
  featured: 0.3,
  newcomer: { weight: 0.6, age: 30 * DAY },
  /** A chance for what is new and was shown to few. */
  fairStart: { weight: 0.5, views: 50, age: 7 * DAY },
  damped: -6,
  seen: -1.5,
  liked: -2.5,
  /** Every so many places one is a newcomer's, while there are any. */
  newcomerEvery: 8,
  /** What each doubling of a creator's or a category's posts so far takes from the next one. */
  repeat: { creator: 0.9, category: 0.15 },
  length: 200,
} as const

/** What is called popular this week. */
export const POPULAR = { age: 7 * DAY, actions: 5 } as const
export const POPULAR_TEXT = 'Popular this week'

export const REASONS = {
  most: 3,
  /** Half a day: later it was yesterday for too many. */
  today: 12 * HOUR,
  /** So many likes and saves, and this share of all, are "often". */
  oftenTimes: 3,
  oftenShare: 0.25,
} as const
