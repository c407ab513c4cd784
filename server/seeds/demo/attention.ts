import { createRandom } from '../random.ts'

export interface AttentionWork {
  id: string
  ownerId: string
  createdAt: Date
  isFeatured: boolean
}

interface Mark {
  userId: string
  itemId: string
  at: Date
}

export interface Attention {
  likes: Mark[]
  saves: Mark[]
  /** At most one a person, work and day (UTC). */
  views: { viewerId: string; itemId: string; day: string }[]
}

const DAY = 86_400_000
const WINDOW_DAYS = 90

/**
 * Invents who viewed, liked and saved what over the last ninety days. Some works attract more than others, and some
 * people browse more than others. A like or a save follows a view, and nobody reacts to their own work.
 */
export function makeAttention(
  works: readonly AttentionWork[],
  people: readonly { id: string; joinedAt: Date }[],
  now: Date,
  seed = 'attention',
): Attention {
  const random = createRandom(seed)
  const eagerness = new Map(people.map((person) => [person.id, 0.35 + 0.65 * random.next()]))
  const attention: Attention = { likes: [], saves: [], views: [] }
  for (const work of works) {
    const appeal = Math.min(1, 0.25 + 0.75 * random.next() ** 1.6 + (work.isFeatured ? 0.25 : 0))
    for (const person of people) {
      if (person.id === work.ownerId) continue
      const start = Math.max(
        work.createdAt.getTime(),
        person.joinedAt.getTime(),
        now.getTime() - WINDOW_DAYS * DAY,
      )
      const span = now.getTime() - start
      if (span <= 0) continue
      const interest = appeal * (eagerness.get(person.id) ?? 0)
      // A work that has been up longer is viewed on more days, but not in proportion.
      const visits = Math.round(
        interest * (1 + Math.sqrt(span / DAY) * 0.55) * (0.4 + random.next()),
      )
      // Most visits come soon after a work was published.
      const times = Array.from({ length: visits }, () => start + span * random.next() ** 1.8).sort(
        (a, b) => a - b,
      )
      const first = times[0]
      if (first === undefined) continue
      const mark = { userId: person.id, itemId: work.id, at: new Date(first) }
      if (random.chance(0.2 + 0.85 * interest)) attention.likes.push(mark)
      if (random.chance(0.05 + 0.4 * interest)) attention.saves.push(mark)
      const days = new Set(times.map((time) => new Date(time).toISOString().slice(0, 10)))
      for (const day of days) attention.views.push({ viewerId: person.id, itemId: work.id, day })
    }
  }
  return attention
}
