import { sql } from 'kysely'
import type { Reads } from '../../db/reads.ts'
import { statement } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'

/** What lists show of a person, which is the same for every viewer. */
export interface PersonCard {
  /** The JSON of a `Creator`. */
  creator: string
  /** The JSON of who did what a notification is about, without its closing brace: what differs between viewers follows. */
  actor: string
  /** Suspended or deleted. */
  isGone: boolean
}

export interface PeopleCards {
  /** The cards of these people by id, without those who do not exist. */
  find: (ids: Iterable<string>) => Promise<ReadonlyMap<string, PersonCard>>
  /** Forgets people whose name, picture, handle or rights have changed, after the commit. */
  drop: (ids: readonly string[]) => void
}

/** How old a name may be that another process has changed. Shared pages may be as old. */
const MAX_AGE_MS = 1_000
/** About half a kilobyte each. */
const MAX_PEOPLE = 5_000

/**
 * Keeps what lists show of people, so that their statements name people by id only: looking each up and writing their
 * JSON took a third of such a statement.
 */
export function createPeopleCards(
  load: (ids: string[]) => Promise<readonly PersonRow[]>,
): PeopleCards {
  const kept = new Map<string, { card: PersonCard; until: number }>()
  let drops = 0

  const keep = (id: string, card: PersonCard, now: number) => {
    kept.delete(id)
    kept.set(id, { card, until: now + MAX_AGE_MS })
    // A map keeps insertion order, so the oldest come first.
    for (const [oldest, { until }] of kept) {
      if (until > now && kept.size <= MAX_PEOPLE) break
      kept.delete(oldest)
    }
  }
  return {
    find: async (ids) => {
      const now = performance.now()
      const found = new Map<string, PersonCard>()
      const missing = new Set<string>()
      for (const id of ids) {
        const known = kept.get(id)
        if (known !== undefined && known.until > now) found.set(id, known.card)
        else missing.add(id)
      }
      if (missing.size === 0) return found
      const dropsBefore = drops
      for (const row of await load([...missing])) {
        const card = cardOf(row)
        found.set(row.id, card)
        // What was read before a change must not be kept after it.
        if (drops === dropsBefore) keep(row.id, card, now)
      }
      return found
    },
    drop: (ids) => {
      drops++
      for (const id of ids) kept.delete(id)
    },
  }
}

const known = new WeakMap<Reads, PeopleCards>()

/** The same for the whole app, so that all lists share them. */
export function peopleCards({ reads }: Pick<Deps, 'reads'>): PeopleCards {
  const before = known.get(reads)
  if (before !== undefined) return before
  const people = createPeopleCards((ids) => reads.rows(peopleStatement(null, { ids })))
  known.set(reads, people)
  return people
}

export interface PersonRow {
  id: string
  handle: string | null
  firstName: string
  lastName: string
  profileImageUrl: string | null
  location: string | null
  isCreator: boolean
  isGone: boolean
}

/** With the same fields as `personJson`. */
const peopleStatement = statement<null, { ids: string[] }, PersonRow>(
  (_, { ids }) => sql<PersonRow>`
    select u.id, u.handle, u.first_name as "firstName", u.last_name as "lastName",
      u.profile_image_url as "profileImageUrl", u.location, u.is_creator and not u.is_gone as "isCreator",
      u.is_gone as "isGone"
    from users u where u.id = any ((select ${ids}::uuid[])::uuid[])`,
)

function cardOf({ isGone, location, ...person }: PersonRow): PersonCard {
  const { isCreator, ...rest } = person
  return {
    creator: JSON.stringify({ ...rest, location, isCreator }),
    actor: JSON.stringify(person).slice(0, -1),
    isGone,
  }
}
