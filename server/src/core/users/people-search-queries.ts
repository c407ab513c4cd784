import type { Person } from '@plinth/contract/people/users.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../db/pool.ts'
import { meTable } from '../session/viewer-sql.ts'
import { isBlockBetween } from './block-sql.ts'
import { personColumns } from './follow-queries.ts'

/** One search reads at most this many followed people and this many others whose names match. */
export const MAX_FOLLOWED = 1_000
export const MAX_MATCHING = 2_000

/** Further words of a search are ignored: names have fewer. */
const MAX_WORDS = 5

export interface PeopleSearch {
  viewerId: string
  /** Beginnings of words in the name; case and accents do not matter. */
  words: readonly string[]
  limit: number
}

const mostFollowed = sql`order by follower_count desc, id limit 20`

/**
 * People whom the viewer follows come first, then others; in both groups those with the most followers first. The
 * followed are looked up one by one, the others through the index of names, with each word as its own condition.
 */
export function peopleSearchStatement({
  viewerId,
  words,
  limit,
}: PeopleSearch): RawBuilder<{ json: string }> {
  const viewer = sql`(select user_id from me)`
  const isMatch = sql.join(
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
      where ${isMatch} ${mostFollowed}),
    others as materialized (
      select id, follower_count from (
        select u.id, u.follower_count from users u where ${isMatch}
        limit ${sql.lit(MAX_MATCHING)}) u
      where id not in (select id from followed) ${mostFollowed}),
    found as (
      select id, follower_count, 1 as turn from followed
      union all select id, follower_count, 2 from others)
    select coalesce(json_agg(t), '[]')::text as json from (
      select ${personColumns} from found join users p on p.id = found.id
      order by found.turn, found.follower_count desc, found.id limit ${limit}::int
    ) t`
}

/** Whether each of these words (at least one) begins a word of a name: that of a row `u` of `users`, or a title. */
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

/** Returns nobody when the search has no letter and no digit. */
export async function findPeopleByName(
  db: Database,
  { search, ...input }: { viewerId: string; search: string; limit: number },
): Promise<Person[]> {
  const words = wordsOf(search)
  if (words.length === 0) return []
  const { rows } = await peopleSearchStatement({ ...input, words }).execute(db)
  return JSON.parse(rows[0]?.json ?? '[]') as Person[]
}

/** Splits a search into words as names are split. */
export const wordsOf = (search: string): string[] =>
  (search.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS)
