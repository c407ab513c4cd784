import type { Person } from '@plinth/contract/people/users.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../db/pool.ts'
import { meTable } from '../session/viewer-sql.ts'
import { isBlockBetween } from './block-sql.ts'
import { personColumns } from './follow-queries.ts'

/** Most of the followed, and most of those whose name fits, that one search looks at. */
export const MAX_FOLLOWED = 1_000
export const MAX_FITTING = 2_000

/** Words of a search that count: more than names have. */
const MAX_WORDS = 5

export interface PeopleSearch {
  viewerId: string
  /** Beginnings of words in the name, whatever their case and accents. */
  words: readonly string[]
  limit: number
}

const mostFollowed = sql`order by follower_count desc, id limit 20`

/**
 * The followed are looked up one by one, the others in the index of all names, which takes every word as a condition
 * of its own; then those whom most people follow come first.
 */
export function peopleSearchStatement({
  viewerId,
  words,
  limit,
}: PeopleSearch): RawBuilder<{ json: string }> {
  const viewer = sql`(select user_id from me)`
  const isMeant = sql.join(
    [
      sql`not u.is_gone`,
      sql`u.id <> ${viewer}`,
      sql`not ${isBlockBetween(sql`u.id`, viewer)}`,
      nameFits(words),
    ],
    sql` and `,
  )
  return sql<{ json: string }>`
    with ${meTable({ viewerId })},
    followed as materialized (
      select u.id, u.follower_count
      from (
        select followed_id from follows where follower_id = (select user_id from me)
        order by created_at desc limit ${sql.lit(MAX_FOLLOWED)}) f
      cross join lateral (select * from users where users.id = f.followed_id offset 0) u
      where ${isMeant} ${mostFollowed}),
    others as materialized (
      select id, follower_count from (
        select u.id, u.follower_count from users u where ${isMeant}
        limit ${sql.lit(MAX_FITTING)}) u
      where id not in (select id from followed) ${mostFollowed}),
    found as (
      select id, follower_count, 1 as turn from followed
      union all select id, follower_count, 2 from others)
    select coalesce(json_agg(t), '[]')::text as json from (
      select ${personColumns} from found join users p on p.id = found.id
      order by found.turn, found.follower_count desc, found.id limit ${limit}::int
    ) t`
}

/** Whether these words, one at least, begin words in a name: that of a row `u` of `users`, or a title. */
export const nameFits = (
  words: readonly string[],
  name: RawBuilder<unknown> = sql`u.first_name || ' ' || u.last_name`,
): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    words.map(
      (word) => sql`name_words(${name}) like (select '% ' || search_text(${word}::text) || '%')`,
    ),
    sql` and `,
  )})`

/** Nobody, where the search has no letter and no digit. */
export async function findPeopleByName(
  db: Database,
  { search, ...input }: { viewerId: string; search: string; limit: number },
): Promise<Person[]> {
  const words = wordsOf(search)
  if (words.length === 0) return []
  const { rows } = await peopleSearchStatement({ ...input, words }).execute(db)
  return JSON.parse(rows[0]?.json ?? '[]') as Person[]
}

/** The words of a search, cut as the names are. */
export const wordsOf = (search: string): string[] =>
  (search.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS)
