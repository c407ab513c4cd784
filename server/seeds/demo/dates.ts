import { createRandom } from '../random.ts'
import type { WorldWork } from '../world-more.ts'
import { FRONT_LEDGE, type WorldPerson, type WorldThread } from '../world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

export const daysBefore = (now: Date, days: number) => before(now, days * DAY)

const before = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds)

/** When each person joined: over the last fourteen months, everybody before the oldest work was published. */
export function joinDates(people: readonly WorldPerson[], now: Date): Map<string, Date> {
  const random = createRandom('joined')
  return new Map(
    people.map((person) => [person.id, before(now, (135 + 290 * random.next()) * DAY)] as const),
  )
}

/**
 * When each work was published: the first 30 hours ago, the last about 120 days ago, and none later than the first thing
 * that refers to it. The newest comes first; otherwise works keep their order, with neighbours by different makers and of
 * different categories where that is possible.
 */
export function publicationDates(
  works: readonly WorldWork[],
  { days, now }: { days: Readonly<Record<string, number>>; now: Date },
): Map<string, Date> {
  const random = createRandom('hung')
  const left = works.map((work) => ({ work, youngest: -(days[work.id] ?? 0) * DAY + DAY / 2 }))
  const published = new Map<string, Date>()
  let age = 30 * HOUR
  let last: WorldWork | undefined
  while (left.length > 0) {
    const waiting = left.filter(({ youngest }) => youngest <= age)
    const next =
      waiting.find(
        ({ work }) => work.creator !== last?.creator && work.category !== last?.category,
      ) ??
      waiting.find(({ work }) => work.creator !== last?.creator) ??
      waiting[0] ??
      left.reduce((one, other) => (other.youngest < one.youngest ? other : one))
    left.splice(left.indexOf(next), 1)
    age = Math.max(age, next.youngest)
    published.set(next.work.id, before(now, age))
    last = next.work
    age += (12 + 40 * random.next()) * HOUR
  }
  return published
}

/** When works were featured: newest first, in the order in which they are shown. */
export function featuredDates(published: ReadonlyMap<string, Date>, now: Date): Map<string, Date> {
  const order = FRONT_LEDGE.filter((id) => published.has(id))
  return new Map(
    order.map((id, at) => {
      const age = (2 + 3 * at) * HOUR
      const earliest = (published.get(id)?.getTime() ?? 0) + HOUR
      return [id, new Date(Math.max(before(now, age).getTime(), earliest))] as const
    }),
  )
}

const WRITTEN_DAYS = 12

/**
 * When the messages of each thread were written: the last of the first thread half an hour ago, the last of the last
 * about twelve days ago, and none about a work before its publication.
 */
export function messageDates(
  threads: readonly WorldThread[],
  { published, now }: { published: ReadonlyMap<string, Date>; now: Date },
): Date[][] {
  const random = createRandom('written')
  return threads.map(({ work, messages }, place) => {
    const share = (place + 0.3 * random.next()) / threads.length
    const earliest = (published.get(work ?? '')?.getTime() ?? 0) + HOUR
    const last = Math.max(
      now.getTime() - (0.5 * HOUR + share ** 1.6 * WRITTEN_DAYS * DAY),
      earliest + HOUR,
    )
    const steps = messages.length - 1
    const first = Math.max(last - steps * (0.5 + 7 * random.next()) * HOUR, earliest)
    return messages.map((_, at) => {
      if (at === steps) return new Date(last)
      const way = at === 0 ? 0 : (at - 0.3 + 0.6 * random.next()) / steps
      return new Date(first + way * (last - first))
    })
  })
}

export function dateOf(dates: ReadonlyMap<string, Date>, id: string): Date {
  const date = dates.get(id)
  if (date === undefined) throw new Error(`${id} is not in the demo world.`)
  return date
}
