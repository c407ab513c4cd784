import { HELD_AFTER_PEOPLE, YOUNG_TOGETHER } from '@plinth/contract/moderation/held.ts'
import { NEW_DAYS } from '@plinth/contract/people/levels.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../db/pool.ts'
import { statement } from '../../db/statement.ts'
import type { Writes } from '../../db/writes.ts'
import { marksOf } from './marks.ts'

/** Simhashes of copies with another name in them differ in fewer bits; those of other texts in about 30 of 64. */
export const NEAR_BITS = 12
/** What is compared at most: the author's own newest texts, and candidates among those of young accounts. */
const MAX_OWN = 300
const MAX_YOUNG = 2_000
/** Marks above these are hashes of links. */
const FIRST_LINK = 2_048

/** A text on its way to somebody. */
export interface Sent {
  kind: 'message' | 'comment'
  authorId: string
  /** The receiver, or the post. */
  targetId: string
  text: string
}

interface PrintValues {
  authorId: string
  targetId: string
  near: string | null
  marks: number[]
  links: number[]
}

/** People who expect a message: they follow its sender, or wrote to them first. And one’s own posts. */
const KNOWN: Record<
  Sent['kind'],
  (author: RawBuilder<unknown>, target: RawBuilder<unknown>) => RawBuilder<boolean>
> = {
  message: (author, target) => sql<boolean>`(
    exists (select 1 from follows f where f.follower_id = ${target} and f.followed_id = ${author})
    or exists (select 1 from conversations c
      where (c.low_id, c.high_id) = (least(${author}, ${target}), greatest(${author}, ${target}))
        and c.started_by = ${target}))`,
  comment: (author, target) =>
    sql<boolean>`exists (select 1 from posts p where p.id = ${target} and p.creator_id = ${author})`,
}

/**
 * Notes what a text is recognised by, and tells whether it or nearly the same, or one of its links, has gone to more than
 * `HELD_AFTER_PEOPLE` in a day, from its author or from young accounts together. What staff and people write to those who
 * know them is neither noted nor held. Reads a bounded number of rows of the last day.
 */
const printed = statement<{ kind: Sent['kind'] }, PrintValues, { isHeld: boolean }>(
  ({ kind }, { authorId, targetId, near, marks, links }) => {
    const isAlike = sql`(bit_count((p.near # ${near}::bigint)::bit(64)) <= ${sql.lit(NEAR_BITS)}
      or p.marks && ${links}::int[])`
    const sinceYesterday = sql`p.created_at > now() - interval '1 day'`
    return sql<{ isHeld: boolean }>`
      with me as materialized (
        select u.id, u.created_at > now() - ${sql.lit(NEW_DAYS)} * interval '1 day' as is_young
        from users u where u.id = ${authorId}::uuid and u.staff_role is null
          and not ${KNOWN[kind](sql`u.id`, sql`${targetId}::uuid`)}),
      noted as (
        insert into text_prints (author_id, target_id, is_young, near, marks)
        select id, ${targetId}::uuid, is_young, ${near}::bigint, ${marks}::int[] from me),
      own as (
        select count(distinct p.target_id) as targets from (
          select p.target_id, p.near, p.marks from text_prints p
          where p.author_id = ${authorId}::uuid and ${sinceYesterday} order by p.created_at desc limit ${sql.lit(MAX_OWN)}) p
        where p.target_id <> ${targetId}::uuid and ${isAlike}),
      young as (
        select count(distinct p.target_id) as targets,
          count(distinct p.author_id) filter (where p.author_id <> ${authorId}::uuid) as authors from (
          select p.author_id, p.target_id, p.near, p.marks from text_prints p
          where p.is_young and p.marks && ${marks}::int[] and ${sinceYesterday}
            and (select is_young from me)
          limit ${sql.lit(MAX_YOUNG)}) p
        where p.target_id <> ${targetId}::uuid and ${isAlike})
      select own.targets >= ${sql.lit(HELD_AFTER_PEOPLE)}
        or (young.authors + 1 >= ${sql.lit(YOUNG_TOGETHER)}
          and young.targets >= ${sql.lit(HELD_AFTER_PEOPLE)}) as "isHeld"
      from me, own, young`
  },
)

/** The statement for a text, for its plan; null if there is nothing to recognise in it. */
export function printStatement({ kind, authorId, targetId, text }: Sent) {
  const { near, marks } = marksOf(text)
  if (marks.length === 0) return null
  const links = marks.filter((mark) => mark >= FIRST_LINK)
  const values = { authorId, targetId, near: near?.toString() ?? null, marks, links }
  return printed({ kind }, values)
}

/** Whether a text has to wait for a look, because it goes to many people. */
export async function isForMany(writes: Writes, sent: Sent): Promise<boolean> {
  const bound = printStatement(sent)
  if (bound === null) return false
  const [row] = await writes.rows(bound)
  return row?.isHeld ?? false
}

export async function sweepPrints(db: Database): Promise<void> {
  await sql`delete from text_prints where created_at < now() - interval '1 day'`.execute(db)
}
