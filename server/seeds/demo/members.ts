import type { CategorySlug } from '@plinth/contract/choices.ts'
import { createRandom, type Random } from '../random.ts'
import type { WorldMember } from '../world-more.ts'
import type { Attention } from './attention.ts'
import type { SeedFollow } from './follows.ts'

const DAY = 86_400_000
/** Older visits are not invented. */
const WINDOW_DAYS = 90
const DAYS_OF_MONTH = 30
/** Works and posts seen on one visit. */
const SEEN = { least: 3, most: 8 }
/** Of what somebody sees, this share is of the categories that they like. */
const OF_LIKED_CATEGORIES = 0.7
/** After this many likes of one creator somebody follows them. */
const LIKES_TO_FOLLOW = 3

export interface SeenItem {
  id: string
  kind: 'work' | 'post'
  ownerId: string
  category: CategorySlug
  createdAt: Date
}

export interface Visitor {
  id: string
  member: WorldMember
  joinedAt: Date
}

export interface Visits {
  works: Attention
  posts: Attention
  follows: SeedFollow[]
}

/**
 * What the members looked at, liked, saved and whom they followed over the last ninety days. Each looks in on as many days
 * as their activity says, from the day they joined, so that the sum rises as more of them join.
 */
export function makeVisits(
  visitors: readonly Visitor[],
  items: readonly SeenItem[],
  now: Date,
): Visits {
  const visits: Visits = { works: nothing(), posts: nothing(), follows: [] }
  for (const visitor of visitors) visit(visitor, items, now, visits)
  return visits
}

const nothing = (): Attention => ({ likes: [], saves: [], views: [] })

function visit(
  { id, member, joinedAt }: Visitor,
  items: readonly SeenItem[],
  now: Date,
  visits: Visits,
) {
  const random = createRandom(`member ${member.seed}`)
  const likedItems = items.filter(({ category }) => member.likes.includes(category))
  const likes = 0.08 + 0.03 * member.activity
  const saves = likes * (member.isClient ? 0.5 : 1 / 3)
  const seen = new Set<string>()
  const liked = new Map<string, number>()
  const first = Math.max(joinedAt.getTime(), now.getTime() - WINDOW_DAYS * DAY)
  for (let day = first; day < now.getTime(); day += DAY) {
    if (!random.chance((2 * member.activity) / DAYS_OF_MONTH)) continue
    let at = day + random.next() * Math.min(DAY, now.getTime() - day)
    for (let left = random.integer(SEEN.least, SEEN.most); left > 0; left -= 1) {
      const item = choose({ items, likedItems }, at, random)
      if (item === undefined) break
      at = Math.min(at + random.integer(10, 240) * 1_000, now.getTime())
      const date = new Date(at)
      const of = item.kind === 'work' ? visits.works : visits.posts
      of.views.push({ viewerId: id, itemId: item.id, day: date.toISOString().slice(0, 10) })
      if (seen.has(item.id)) continue
      seen.add(item.id)
      const mark = { userId: id, itemId: item.id, at: date }
      if (random.chance(saves)) of.saves.push(mark)
      if (!random.chance(likes)) continue
      of.likes.push(mark)
      const times = (liked.get(item.ownerId) ?? 0) + 1
      liked.set(item.ownerId, times)
      if (times === LIKES_TO_FOLLOW)
        visits.follows.push({ followerId: id, followedId: item.ownerId, at: date })
    }
  }
}

/** Something that existed then; newer things more often. */
function choose(
  { items, likedItems }: { items: readonly SeenItem[]; likedItems: readonly SeenItem[] },
  at: number,
  random: Random,
): SeenItem | undefined {
  const firstLiked = firstUntil(likedItems, at)
  const isLiked = firstLiked < likedItems.length && random.chance(OF_LIKED_CATEGORIES)
  const [from, first] = isLiked ? [likedItems, firstLiked] : [items, firstUntil(items, at)]
  return from[first + Math.floor(random.next() ** 1.4 * (from.length - first))]
}

/** The index of the newest item that existed then. The items are sorted, the newest first. */
function firstUntil(items: readonly SeenItem[], at: number): number {
  const index = items.findIndex(({ createdAt }) => createdAt.getTime() <= at)
  return index === -1 ? items.length : index
}
