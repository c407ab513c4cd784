import type { Reason } from '@plinth/contract/posts/posts.ts'
import { reasonsOf } from './reasons.ts'
import {
  isNewcomer,
  isRespondedTo,
  partsOf,
  type Candidate,
  type Parts,
  type ViewerTaste,
} from './score.ts'
import { RANKING } from './weights.ts'

export interface RankedPost {
  id: string
  reasons: Reason[]
}

interface Scored {
  candidate: Candidate
  parts: Parts
  /** Its score, minus the penalty for earlier posts of its creator and category. */
  worth: number
  /** What the response to it adds in the opening; null for a post that may not be there. */
  opening: number | null
  isNewcomer: boolean
}

/** The place to be filled. */
interface Place {
  last: Scored | undefined
  isOpening: boolean
  isNewcomersTurn: boolean
}

/** The order in which somebody sees these posts, with the reasons. The same input gives the same order. */
export function rankForYou(
  candidates: readonly Candidate[],
  taste: ViewerTaste,
  now: number,
): RankedPost[] {
  const scored = candidates.map((candidate): Scored => {
    const parts = partsOf(candidate, taste, now)
    const worth = Object.values(parts).reduce((sum: number, part: number) => sum + part, 0)
    return {
      candidate,
      parts,
      worth,
      opening: openingOf(candidate, parts),
      isNewcomer: isNewcomer(candidate, now),
    }
  })
  scored.sort((a, b) => (a.candidate.id < b.candidate.id ? 1 : -1))
  return arrange(scored, taste.isNewHere ? RANKING.opening.places : 0).map(
    ({ candidate, parts }) => ({
      id: candidate.id,
      reasons: reasonsOf(candidate, parts, taste, now),
    }),
  )
}

const openingOf = (post: Candidate, { popularity, engagement }: Parts): number | null =>
  isRespondedTo(post) && !post.isDamped
    ? RANKING.opening.response * (popularity + engagement)
    : null

/**
 * Picks the best remaining post for each place, after penalties for repeated creators and categories. The same creator
 * never comes twice in a row while another one is left.
 */
function arrange(scored: readonly Scored[], openingPlaces: number): Scored[] {
  const left = [...scored]
  const arranged: Scored[] = []
  const before = new Map<string | number, number>()
  let sinceNewcomer = 0
  while (left.length > 0 && arranged.length < RANKING.length) {
    const best = bestOf(left, {
      last: arranged.at(-1),
      isOpening: arranged.length < openingPlaces,
      isNewcomersTurn: sinceNewcomer >= RANKING.newcomerEvery - 1,
    })
    const [next] = left.splice(best, 1)
    if (next === undefined) break
    arranged.push(next)
    sinceNewcomer = next.isNewcomer ? 0 : sinceNewcomer + 1
    lowerRepeats(left, next, before)
  }
  return arranged
}

/** Index of the best one; of equal ones the first. */
function bestOf(left: Scored[], place: Place): number {
  let best = 0
  let bestTier = Number.NEGATIVE_INFINITY
  let bestWorth = Number.NEGATIVE_INFINITY
  for (const [at, one] of left.entries()) {
    const tier = tierOf(one, place)
    const worth = place.isOpening ? one.worth + (one.opening ?? 0) : one.worth
    if (tier > bestTier || (tier === bestTier && worth > bestWorth)) {
      best = at
      bestTier = tier
      bestWorth = worth
    }
  }
  return best
}

/** A higher tier wins over any worth. */
function tierOf(one: Scored, { last, isOpening, isNewcomersTurn }: Place): number {
  if (one.candidate.creatorId === last?.candidate.creatorId) return 0
  if (isOpening) return one.opening === null ? 1 : 2
  return isNewcomersTurn && isPresentable(one) ? 2 : 1
}

/** A newcomer of whom the viewer did not ask for less. */
const isPresentable = ({ isNewcomer: isNew, candidate }: Scored) => isNew && !candidate.isDamped

/** Lowers the worth of the remaining posts of this creator and category. */
function lowerRepeats(
  left: Scored[],
  { candidate: { creatorId, categoryId } }: Scored,
  before: Map<string | number, number>,
): void {
  const step = (key: string | number, weight: number) => {
    const times = (before.get(key) ?? 0) + 1
    before.set(key, times)
    return weight * Math.log2((1 + times) / times)
  }
  const { creator, category } = RANKING.repeat
  const ofCreator = step(creatorId, creator)
  const ofCategory = categoryId === null ? 0 : step(categoryId, category)
  for (const one of left) {
    if (one.candidate.creatorId === creatorId) one.worth -= ofCreator
    if (one.candidate.categoryId === categoryId) one.worth -= ofCategory
  }
}
