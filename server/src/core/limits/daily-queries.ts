import { linksIn, LOWEST_LEVEL, STRIKES_FOR_LOWEST } from '@plinth/contract/people/levels.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../db/pool.ts'
import { statement, type Bound } from '../../db/statement.ts'
import { rowsIn } from '../../db/writes.ts'
import type { Env } from '../../env.ts'
import { levelOf, limitOf, liveStrikes, today, tomorrow } from './level-sql.ts'

/** Whether daily limits refuse anything. What people do is counted either way. */
type Limiting = Pick<Env, 'dailyLimits'>

/** A row would be a refusal, but that ends the transaction. */
interface Counted {
  refusal: unknown
}

/**
 * Counts what the transaction has just written, as rows of `user_id`, `kind` and `amount`, and ends the transaction with
 * the constraint `daily_counts_limit` if that is more than somebody may do in a day. It comes last in a transaction, so
 * that nothing is counted that was not written; the rows are locked in one order.
 *
 * Only for a count above the lowest limit it looks at who the person is.
 */
const dailyCounts = (done: RawBuilder<unknown>, isOn: boolean): RawBuilder<Counted> => sql<Counted>`
  with done as (${done}),
  counted as (
    insert into daily_counts as d (user_id, kind, day, count)
    select user_id, kind, ${today}, sum(amount)::int from done
    group by user_id, kind having sum(amount) > 0 order by user_id, kind
    on conflict (user_id, kind) do update set day = excluded.day,
      count = excluded.count + case when d.day = excluded.day then d.count else 0 end
    returning user_id, kind, count)
  select refuse_daily(json_build_object('kind', c.kind, 'allowed', l.allowed, 'level', l.level,
    'isOwn', l.is_own, 'isStruck', l.strikes >= ${sql.lit(STRIKES_FOR_LOWEST)},
    'waitSeconds', ceil(extract(epoch from ${tomorrow} - now())))::text) as refusal
  from counted c
  left join person_limits own on (own.user_id, own.kind) = (c.user_id, c.kind) and own.until > now()
  cross join lateral (
    select own.allowed, ${sql.lit(LOWEST_LEVEL)} as level, true as is_own, 0 as strikes
    where own.allowed is not null
    union all
    select ${limitOf(sql`c.kind`, sql`g.level`)}, g.level, false, g.strikes
    from (select ${levelOf(sql`f.strikes`)} as level, f.strikes
      from users u cross join lateral (select ${liveStrikes(sql`u.id`)} as strikes) f
      where u.id = c.user_id) g
    where own.allowed is null and c.count > ${limitOf(sql`c.kind`, sql.lit(LOWEST_LEVEL))}) l
  where ${isOn ? sql`c.count > l.allowed` : sql`false`}`

/** Tables whose new rows are counted, and the column that says whose they are. */
const WRITTEN = {
  posts: { kind: 'posts', owner: 'creator_id' },
  comments: { kind: 'comments', owner: 'author_id' },
  /** A person may write as much as they like to people they know; only its links count. */
  messages: { kind: null, owner: 'sender_id' },
  media: { kind: 'uploads', owner: 'owner_id' },
} as const

interface WrittenValues {
  ids: string[]
  /** How many links the text of each holds. */
  links: number[]
}

const written = statement<{ table: keyof typeof WRITTEN; isOn: boolean }, WrittenValues, Counted>(
  ({ table, isOn }, { ids, links }) => {
    const { kind, owner } = WRITTEN[table]
    const itself = kind === null ? sql`` : sql`(${sql.lit(kind)}, 1),`
    return dailyCounts(
      sql`select w.${sql.ref(owner)} as user_id, k.kind, k.amount
      from unnest(${ids}::uuid[], ${links}::int[]) as g (id, links)
      join ${sql.table(table)} w on w.id = g.id
      cross join lateral (values ${itself} ('links', g.links)) as k (kind, amount)`,
      isOn,
    )
  },
)

/**
 * Counts the new rows with these ids, as far as they were written, and the links in their texts. Empty if there is
 * nothing to count: of messages without links.
 */
export function countWritten(
  { dailyLimits }: Limiting,
  table: keyof typeof WRITTEN,
  rows: readonly { id: string; text: string }[],
): Bound<Counted>[] {
  const links = rows.map(({ text }) => linksIn(text).length)
  if (WRITTEN[table].kind === null && links.every((count) => count === 0)) return []
  return [written({ table, isOn: dailyLimits }, { ids: rows.map(({ id }) => id), links })]
}

interface FollowValues {
  followerIds: string[]
  followedIds: string[]
}

const followed = statement<{ isOn: boolean }, FollowValues, Counted>(
  ({ isOn }, { followerIds, followedIds }) =>
    dailyCounts(
      sql`select f.follower_id as user_id, 'follows' as kind, 1 as amount
        from unnest(${followerIds}::uuid[], ${followedIds}::uuid[]) as g (follower_id, followed_id)
        join follows f on (f.follower_id, f.followed_id) = (g.follower_id, g.followed_id)
        -- Both are the time at which the transaction began.
        where f.created_at = now()`,
      isOn,
    ),
)

/** Counts the follows that this transaction has added, out of these. */
export const countFollows = ({ dailyLimits }: Limiting, pairs: FollowValues): Bound<Counted> =>
  followed({ isOn: dailyLimits }, pairs)

const begun = statement<{ isOn: boolean }, { id: string }, Counted>(({ isOn }, { id }) =>
  dailyCounts(
    sql`select c.started_by as user_id, 'strangers' as kind, 1 as amount
      from conversations c
      cross join lateral (select case when c.low_id = c.started_by then c.high_id else c.low_id end as id) other
      where c.id = ${id}::uuid
        and not exists (select 1 from follows f
          where f.follower_id = other.id and f.followed_id = c.started_by)
        and not exists (select 1 from conversations k
          where (k.low_id, k.high_id) = (c.low_id, c.high_id) and k.id <> c.id)`,
    isOn,
  ),
)

/** Counts a conversation that was just begun, unless the other person follows its beginner or knows them already. */
export const countStranger = ({ dailyLimits }: Limiting, id: string): Bound<Counted> =>
  begun({ isOn: dailyLimits }, { id })

const asked = statement<{ isOn: boolean }, { userId: string; asked: number }, Counted>(
  ({ isOn }, slots) =>
    dailyCounts(
      sql`select ${slots.userId}::uuid as user_id, 'credits' as kind, ${slots.asked}::int as amount`,
      isOn,
    ),
)

/** Counts people whom somebody has asked whether a work may name them. */
export const countAsked = (
  { dailyLimits }: Limiting,
  { userId, asked: count }: { userId: string; asked: number },
): Bound<Counted> => asked({ isOn: dailyLimits }, { userId, asked: count })

const linked = statement<{ isOn: boolean }, { userId: string; added: number }, Counted>(
  ({ isOn }, { userId, added }) =>
    dailyCounts(
      sql`select ${userId}::uuid as user_id, 'links' as kind, ${added}::int as amount`,
      isOn,
    ),
)

/** Counts the links that an edit added to a text. */
export async function countAddedLinks(
  trx: Database,
  { dailyLimits }: Limiting,
  edit: { userId: string; before: string; after: string },
): Promise<void> {
  const known = new Set(linksIn(edit.before))
  const added = linksIn(edit.after).filter((link) => !known.has(link)).length
  if (added > 0) await rowsIn(trx, linked({ isOn: dailyLimits }, { userId: edit.userId, added }))
}
