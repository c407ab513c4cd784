import { fixedId, type World } from '../world.ts'
import type { Calendar } from './calendar.ts'
import type { SeedWall } from './wall-queries.ts'

/** The walls that demo people have arranged. A part of the world, for tests, may be without some of the works. */
export function makeWalls({ works, people, more }: World, calendar: Calendar): SeedWall[] {
  const isThere = (id: string) => works.some((work) => work.id === id)
  const idsOf = (some: readonly string[]) => some.filter(isThere).map((id) => fixedId('work', id))
  return more.walls
    .filter(({ creator }) => people.some(({ id }) => id === creator))
    .map(({ creator, pins, series }) => ({
      creatorId: fixedId('person', creator),
      pins: idsOf(pins),
      series: series
        .map(({ id, title, description, works: inside, at }) => ({
          id: fixedId('series', id),
          title,
          description,
          workIds: idsOf(inside),
          at: calendar.at(at),
        }))
        .filter(({ workIds }) => workIds.length > 0),
    }))
}
