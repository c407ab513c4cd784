import { RANKING } from './weights.ts'

/** How often the viewer liked, saved or hid posts and works with a tag or in a category. */
export interface Taste {
  likes: number
  saves: number
  hides: number
}

export interface ViewerTaste {
  /** By normalised tag. */
  tags: ReadonlyMap<string, Taste>
  categories: ReadonlyMap<number, Taste>
  /** Has hardly looked at any post yet. */
  isNewHere: boolean
}

export interface Candidate {
  id: string
  creatorId: string
  creatorName: string
  /** Times are milliseconds since 1970. */
  creatorSince: number
  categoryId: number | null
  /** Normalised. */
  tags: readonly string[]
  createdAt: number
  likeCount: number
  saveCount: number
  commentCount: number
  viewCount: number
  isFeatured: boolean
  /** Among the most popular posts of all. */
  isHot: boolean
  isFollowed: boolean
  /** The viewer wants less from its creator. */
  isDamped: boolean
}

/** The parts of a score. */
export interface Parts {
  follow: number
  tags: number
  categories: number
  fresh: number
  engagement: number
  popularity: number
  featured: number
  newcomer: number
  fairStart: number
  damped: number
}

/** Likes and saves add to a tag's or category's score, hides lower it. */
export const tasteScore = ({ likes, saves, hides }: Taste): number =>
  likes * RANKING.taste.like + saves * RANKING.taste.save + hides * RANKING.taste.hide

export const isNewcomer = ({ creatorSince }: Candidate, now: number): boolean =>
  now - creatorSince < RANKING.newcomer.age

/** Whether enough people liked or commented on it for somebody's first places. */
export const isRespondedTo = ({ likeCount, commentCount }: Candidate): boolean =>
  likeCount + commentCount >= RANKING.opening.actions

export function partsOf(post: Candidate, taste: ViewerTaste, now: number): Parts {
  const { follow, fresh, featured, newcomer, damped } = RANKING
  const age = Math.max(0, now - post.createdAt)
  return {
    follow: post.isFollowed ? follow : 0,
    tags: tagsPart(post, taste),
    categories: categoryPart(post, taste),
    fresh: fresh.weight * 0.5 ** (age / fresh.halfLife),
    engagement: engagementPart(post),
    popularity: popularityPart(post),
    featured: post.isFeatured ? featured : 0,
    newcomer: isNewcomer(post, now) ? newcomer.weight : 0,
    fairStart: fairStartPart(post, age),
    damped: post.isDamped ? damped : 0,
  }
}

/** Between -1 and 1; halfway at `half`. */
const saturate = (value: number, half: number) => value / (half + Math.abs(value))

function tagsPart(post: Candidate, taste: ViewerTaste): number {
  const sum = post.tags.reduce((total, tag) => {
    const known = taste.tags.get(tag)
    return known === undefined ? total : total + tasteScore(known)
  }, 0)
  return RANKING.tags.weight * saturate(sum, RANKING.tags.half)
}

/** The category's share of everything the viewer did, smoothed so that the first few likes do not dominate. */
function categoryPart(post: Candidate, taste: ViewerTaste): number {
  const known = post.categoryId === null ? undefined : taste.categories.get(post.categoryId)
  if (known === undefined) return 0
  const all = [...taste.categories.values()].reduce(
    (sum, one) => sum + Math.abs(tasteScore(one)),
    0,
  )
  return (RANKING.categories.weight * tasteScore(known)) / (RANKING.categories.smoothing + all)
}

const actionsOf = (post: Candidate) =>
  post.likeCount +
  RANKING.engagement.save * post.saveCount +
  RANKING.engagement.comment * post.commentCount

function engagementPart(post: Candidate): number {
  const { weight, priorViews, priorRate } = RANKING.engagement
  const rate = (actionsOf(post) + priorViews * priorRate) / (post.viewCount + priorViews)
  // An average rate counts as zero.
  return weight * (saturate(rate, priorRate) - 0.5)
}

function popularityPart(post: Candidate): number {
  const { weight, most } = RANKING.popularity
  return weight * Math.min(1, Math.log1p(actionsOf(post)) / Math.log1p(most))
}

function fairStartPart(post: Candidate, age: number): number {
  const { weight, views, age: within } = RANKING.fairStart
  return weight * Math.max(0, 1 - post.viewCount / views) * Math.max(0, 1 - age / within)
}
