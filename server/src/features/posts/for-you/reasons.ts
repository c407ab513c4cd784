import { CATEGORIES } from '@plinth/contract/choices.ts'
import type { Reason } from '@plinth/contract/posts/posts.ts'
import {
  isNewcomer,
  isRespondedTo,
  tasteScore,
  type Candidate,
  type Parts,
  type ViewerTaste,
} from './score.ts'
import { POPULAR, POPULAR_TEXT, RANKING, REASONS, RESPONSE_TEXT } from './weights.ts'

/** Why the viewer sees a post, strongest reason first. Each sentence is true and reveals nothing about other people. */
export function reasonsOf(
  post: Candidate,
  parts: Parts,
  taste: ViewerTaste,
  now: number,
): Reason[] {
  const age = now - post.createdAt
  const found: { reason: Reason; strength: number }[] = []
  const add = (kind: Reason['kind'], text: string | null, strength: number) => {
    if (text !== null && strength > 0) found.push({ reason: { kind, text }, strength })
  }
  add('follow', post.isFollowed ? followText(post) : null, parts.follow)
  add('tag', tagText(post, taste), parts.tags)
  add('category', categoryText(post, taste), parts.categories)
  const isPopular =
    post.isHot && age < POPULAR.age && post.likeCount + post.commentCount >= POPULAR.actions
  if (isPopular) add('popular', POPULAR_TEXT, parts.popularity + parts.engagement)
  else if (taste.isNewHere && isRespondedTo(post)) add('popular', RESPONSE_TEXT, parts.popularity)
  add('newcomer', isNewcomer(post, now) ? 'New on Plinth' : null, parts.newcomer)
  add('fresh', age < REASONS.today ? 'Posted today' : null, parts.fresh)
  return found
    .sort((a, b) => b.strength - a.strength)
    .slice(0, REASONS.most)
    .map(({ reason }) => reason)
}

const followText = ({ creatorName }: Candidate) => `You follow ${creatorName || 'this person'}`

/** Names the tag that the viewer likes most. */
function tagText(post: Candidate, taste: ViewerTaste): string | null {
  const [best] = post.tags
    .flatMap((tag) => {
      const known = taste.tags.get(tag)
      return known === undefined ? [] : [{ tag, known, score: tasteScore(known) }]
    })
    .sort((a, b) => b.score - a.score || (a.tag < b.tag ? -1 : 1))
  if (best === undefined || best.score <= 0) return null
  const { tag, known } = best
  const isSaved = known.saves * RANKING.taste.save >= known.likes * RANKING.taste.like
  return `Because you ${isSaved ? 'save' : 'like'} #${tag}`
}

/** Only for a category that makes up a good part of what the viewer likes and saves. */
function categoryText({ categoryId }: Candidate, taste: ViewerTaste): string | null {
  const known = categoryId === null ? undefined : taste.categories.get(categoryId)
  const name = CATEGORIES.find(({ id }) => id === categoryId)?.name
  if (known === undefined || name === undefined) return null
  const all = [...taste.categories.values()].reduce((sum, one) => sum + one.likes + one.saves, 0)
  const times = known.likes + known.saves
  if (times < REASONS.oftenTimes || times < REASONS.oftenShare * all) return null
  return `You often ${known.saves > known.likes ? 'save' : 'like'} ${name}`
}
