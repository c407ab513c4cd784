/** Raise it with every change below: saved lists of another version are ranked again. */
export const RANKING_VERSION = 4

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Everything that the order depends on. A post's score is the sum of its parts, most of them -1 to 1 times a weight. */
export const RANKING = {
  /** How much a like, a save and a "not for me" count for the post's tags and category. A pick of the welcome is a like. */
  taste: { like: 1, save: 2, hide: -2 },
  /** The viewer follows the author. */
  follow: 2,
  tags: { weight: 1.8, half: 4 },
  categories: { weight: 1, smoothing: 10 },
  fresh: { weight: 1.2, halfLife: 36 * HOUR },
  /** Actions per view. Each post starts with a few assumed views at an average rate. */
  engagement: { weight: 1, save: 2, comment: 3, priorViews: 20, priorRate: 0.1 },
  /** Number of actions; those above `most` add nothing. */
  popularity: { weight: 0.8, most: 1_000 },
  featured: 0.3,
  newcomer: { weight: 0.6, age: 30 * DAY },
  /** A boost for new posts with few views. */
  fairStart: { weight: 0.5, views: 50, age: 7 * DAY },
  damped: -6,
  /**
   * The first places of somebody who has seen fewer than `seen` posts go to posts with at least `actions` likes and
   * comments. There `response` times the parts for engagement and popularity is added to the score.
   */
  opening: { places: 6, actions: 5, seen: 20, response: 1 },
  /** One of this many places goes to a newcomer, while there are any. */
  newcomerEvery: 8,
  /** The penalty for each doubling of the posts that the same creator or category already has in the list. */
  repeat: { creator: 0.9, category: 0.15 },
  length: 200,
} as const

/** When a post counts as popular this week. */
export const POPULAR = { age: 7 * DAY, actions: RANKING.opening.actions } as const
export const POPULAR_TEXT = 'Popular this week'
/** The reason of an opening's post that is older than that. */
export const RESPONSE_TEXT = 'Others liked or commented on it'
/** The reason of everything after the new posts. */
export const OLDER_TEXT = 'You’ve seen everything new, so older posts follow.'

export const REASONS = {
  most: 3,
  /** Half a day: after that it was posted yesterday in many time zones. */
  today: 12 * HOUR,
  /** From this many likes and saves, and this share of all, we say "often". */
  oftenTimes: 3,
  oftenShare: 0.25,
} as const
