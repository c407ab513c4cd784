import { createRandom } from '../random.ts'

export interface SeedFollow {
  followerId: string
  followedId: string
  at: Date
}

const DAY = 86_400_000
const WINDOW_DAYS = 90

/**
 * Invents who started to follow whom over the last ninety days. Creators attract more followers than others, some of
 * them far more, and people often follow back later.
 */
export function makeFollows(
  people: readonly { id: string; isCreator: boolean; joinedAt: Date }[],
  now: Date,
): SeedFollow[] {
  const random = createRandom('follows')
  const traits = people.map((person) => ({
    ...person,
    appeal: (person.isCreator ? 0.3 : 0.08) + (person.isCreator ? 0.6 : 0.15) * random.next() ** 2,
    eagerness: 0.3 + 0.7 * random.next(),
  }))
  const follows: SeedFollow[] = []
  for (const [n, one] of traits.entries()) {
    for (const other of traits.slice(n + 1)) {
      const [first, second] = random.chance(0.5) ? [one, other] : [other, one]
      const start = Math.max(
        first.joinedAt.getTime(),
        second.joinedAt.getTime(),
        now.getTime() - WINDOW_DAYS * DAY,
      )
      const met = start + (now.getTime() - start) * random.next()
      const back = met + (now.getTime() - met) * random.next() ** 3
      const isFollowed = random.chance(first.eagerness * second.appeal)
      const isReturned = random.chance(second.eagerness * first.appeal + (isFollowed ? 0.25 : 0))
      if (isFollowed) {
        follows.push({ followerId: first.id, followedId: second.id, at: new Date(met) })
      }
      if (isReturned) {
        follows.push({ followerId: second.id, followedId: first.id, at: new Date(back) })
      }
    }
  }
  return follows
}
