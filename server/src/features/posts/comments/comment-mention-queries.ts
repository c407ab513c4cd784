import type { Mention } from '@plinth/contract/posts/comments.ts'
import { sql, type RawBuilder } from 'kysely'
import { isBlockBetween } from '../../../core/users/block-sql.ts'
import type { Database } from '../../../db/pool.ts'
import { callsIn, mentionsOf, NAMED_BY_ID, type Bearer } from './comment-mentions.ts'

export interface MentionInput {
  content: string
  postId: string
  writerId: string
  /** Ids of people that the writer picked, in order. */
  meantIds: readonly string[]
}

/** The people whom a comment names. Ids whose name does not stand in it mean nothing. */
export async function findMentions(db: Database, input: MentionInput): Promise<Mention[]> {
  const calls = callsIn(input.content)
  if (calls.length === 0) return []
  const names = [...new Set(calls.flatMap((call) => call.names))]
  const bearers = new Map<string, Bearer[]>()
  const { rows } = await bearersStatement(names, input).execute(db)
  for (const { name, ...bearer } of rows) {
    bearers.set(name, [...(bearers.get(name) ?? []), bearer])
  }
  return mentionsOf(calls, (name) => bearers.get(name) ?? [])
}

/**
 * Who bears these names: the nearest of each, and no more than tells whether there are several. Without a last name
 * a full name ends in a blank. Nobody is named under a post that they cannot see, nobody names themself, and none of
 * two who block each other names the other.
 */
export const bearersStatement = (
  names: readonly string[],
  { postId, writerId, meantIds }: MentionInput,
): RawBuilder<Bearer & { name: string }> => sql<Bearer & { name: string }>`
  select n.name, b.user_id as "userId", b.nearness
  from unnest(${names}::text[]) n (name)
  join posts p on p.id = ${postId}::uuid
  cross join lateral (
    select u.id as user_id, case
        when u.id = any (${meantIds}::uuid[]) then ${sql.lit(NAMED_BY_ID)}
        when u.id = p.creator_id then 1
        when exists (select 1 from comments c where c.author_id = u.id and c.post_id = p.id) then 2
        when exists (select 1 from follows f
          where f.follower_id = ${writerId}::uuid and f.followed_id = u.id) then 3
        else 4 end as nearness,
      array_position(${meantIds}::uuid[], u.id) as turn
    from users u
    where lower(u.first_name || ' ' || u.last_name) = any (array[lower(n.name), lower(n.name) || ' '])
      and not u.is_gone and u.id <> ${writerId}::uuid
      and (p.is_visible or u.id = p.creator_id or u.is_admin)
      and not ${isBlockBetween(sql`u.id`, sql`${writerId}::uuid`)}
    order by nearness, turn limit 20) b
  order by b.nearness, b.turn`
