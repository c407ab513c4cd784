import { createRandom } from './random.ts'
import { FRONT_LEDGE, type WorldPerson, type WorldWork } from './world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const before = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds)

/** When each person joined: over the last fourteen months, everybody before the oldest work was hung. */
export function joinDates(people: readonly WorldPerson[], now: Date): Map<string, Date> {
  const random = createRandom('joined')
  return new Map(
    people.map((person) => [person.id, before(now, (135 + 290 * random.next()) * DAY)] as const),
  )
}

/** When each work was hung: the first of the list 30 hours ago, the last about 115 days ago. */
export function hangingDates(works: readonly WorldWork[], now: Date): Map<string, Date> {
  const random = createRandom('hung')
  let age = 30 * HOUR
  return new Map(
    works.map((work) => {
      const hung = before(now, age)
      age += (18 + 52 * random.next()) * HOUR
      return [work.id, hung] as const
    }),
  )
}

/** When the featured works were put forward, newest first in the order they are to be shown. */
export function featuredDates(hung: ReadonlyMap<string, Date>, now: Date): Map<string, Date> {
  const order = FRONT_LEDGE.filter((id) => hung.has(id))
  return new Map(
    order.map((id, at) => {
      const age = (2 + 3 * at) * HOUR
      const earliest = (hung.get(id)?.getTime() ?? 0) + HOUR
      return [id, new Date(Math.max(before(now, age).getTime(), earliest))] as const
    }),
  )
}
