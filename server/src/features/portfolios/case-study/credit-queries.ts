import type { BodyOf } from '@plinth/contract/http/endpoint.ts'
import type { Credit, answerCredit } from '@plinth/contract/portfolios/credits.ts'
import { sql, type RawBuilder } from 'kysely'
import { countAsked } from '../../../core/limits/daily-queries.ts'
import { cardJson } from '../../../core/media/media-sql.ts'
import { isBlockBetween } from '../../../core/users/block-sql.ts'
import { personJson } from '../../../core/users/person-sql.ts'
import { newId } from '../../../db/id.ts'
import type { Database } from '../../../db/pool.ts'
import { isoTime } from '../../../db/time-sql.ts'
import { rowsIn } from '../../../db/writes.ts'
import type { Env } from '../../../env.ts'

/** The most works that a person's list shows. */
const MAX_LISTED = 500

/** A line of a published page that names somebody of Plinth. */
export interface NamedLine {
  id: string
  personId: string
  role: string
}

/**
 * Brings the credits of a locked work in line with its published page. Whoever is named for the first time, or for
 * something else than they agreed to, is asked; who is not named any more is not asked any longer. Nobody is asked again
 * after a no, and the creator needs no question.
 */
export async function writeCredits(
  trx: Database,
  env: Pick<Env, 'dailyLimits'>,
  { workId, creatorId }: { workId: string; creatorId: string },
  lines: readonly NamedLine[],
): Promise<void> {
  const item = sql`${workId}::uuid`
  const creator = sql`${creatorId}::uuid`
  const wanted = sql`unnest(${lines.map(() => newId())}::uuid[], ${lines.map(({ id }) => id)}::uuid[],
    ${lines.map(({ personId }) => personId)}::uuid[], ${lines.map(({ role }) => role)}::text[])
    l (id, line_id, person_id, role)`
  await sql`
    update credits cr set line_id = null
    where cr.item_id = ${item} and cr.line_id is not null and cr.state = 'declined'
      and not exists (select from ${wanted} where (l.line_id, l.person_id) = (cr.line_id, cr.person_id))`.execute(
    trx,
  )
  const { rows: gone } = await sql<{ personId: string }>`
    delete from credits cr
    where cr.item_id = ${item} and cr.line_id is not null
      and not exists (select from ${wanted} where (l.line_id, l.person_id) = (cr.line_id, cr.person_id))
    returning cr.person_id as "personId"`.execute(trx)
  const { rows: changed } = await sql<{ personId: string }>`
    with changed as (
      update credits cr set role = l.role,
        state = case when cr.state = 'accepted' and cr.person_id <> ${creator} then 'asked' else cr.state end,
        answered_at = case when cr.state = 'accepted' and cr.person_id <> ${creator} then null
          else cr.answered_at end,
        asked_at = case when cr.state = 'accepted' and cr.person_id <> ${creator} then now() else cr.asked_at end
      from ${wanted}
      where cr.item_id = ${item} and cr.line_id = l.line_id and cr.role <> l.role
      returning cr.person_id, cr.state, cr.asked_at)
    select person_id as "personId" from changed where state = 'asked' and asked_at = now()`.execute(
    trx,
  )
  const { rows: added } = await sql<{ personId: string }>`
    with added as (
      insert into credits (id, item_id, person_id, line_id, role, state, answered_at)
      select l.id, ${item}, l.person_id, l.line_id, l.role, d.state,
        case when d.state <> 'asked' then now() end
      from ${wanted} join users u on u.id = l.person_id and not u.is_gone
      cross join lateral (select case
        when u.id = ${creator} then 'accepted'
        when exists (select from credits no where no.item_id = ${item} and no.person_id = u.id
          and no.state = 'declined') then 'declined'
        else 'asked' end as state) d
      where not ${isBlockBetween(sql`u.id`, creator)}
        and not exists (select from credits known where known.item_id = ${item} and known.line_id = l.line_id)
      returning person_id, state)
    select person_id as "personId" from added where state = 'asked'`.execute(trx)
  const asked = idsOf([...changed, ...added])
  await sql`
    insert into notices (kind, actor_id, item_id, followed_id, is_undone)
    select 'credit', ${creator}, ${item}, g.id, true from unnest(${idsOf(gone)}::uuid[]) g (id)
    where not exists (select from credits cr where cr.item_id = ${item} and cr.person_id = g.id
      and cr.state = 'asked')
    union all
    select 'credit', ${creator}, ${item}, g.id, false from unnest(${asked}::uuid[]) g (id)`.execute(
    trx,
  )
  await rowsIn(trx, countAsked(env, { userId: creatorId, asked: asked.length }))
}

const idsOf = (rows: readonly { personId: string }[]): string[] => [
  ...new Set(rows.map(({ personId }) => personId)),
]

/** A credit `cr` as the person whom it names sees it, with its work `p`, the creator `u` and the cover `m`. */
const creditJson = sql<Credit>`json_build_object('id', cr.id, 'role', cr.role, 'state', cr.state,
  'work', ${cardJson('p')}, 'creator', ${personJson('u')}, 'askedAt', ${isoTime(sql`cr.asked_at`)})`

/** Credits that this person can answer: of works that stand, by people with whom they have no block. */
const answerable = (personId: string) => sql`
  from credits cr
  join portfolio_items p on p.id = cr.item_id
  join users u on u.id = p.creator_id
  join media m on m.id = p.media_id
  where cr.person_id = ${personId}::uuid and cr.line_id is not null and p.creator_id <> cr.person_id
    and p.taken_down_at is null and p.state <> 'binned' and not u.is_gone
    and not ${isBlockBetween(sql`u.id`, sql`${personId}::uuid`)}`

export const creditsStatement = (personId: string): RawBuilder<{ json: Credit }> => sql<{
  json: Credit
}>`
  select ${creditJson} as json ${answerable(personId)}
  order by cr.asked_at desc, cr.id desc limit ${sql.lit(MAX_LISTED)}`

export async function findCredits(db: Database, personId: string): Promise<Credit[]> {
  const { rows } = await creditsStatement(personId).execute(db)
  return rows.map(({ json }) => json)
}

interface Answer extends BodyOf<typeof answerCredit> {
  id: string
  personId: string
}

/** Undefined if this person has no such credit. A changed answer changes what visitors see of the work. */
export async function setCredit(
  trx: Database,
  { id, personId, state }: Answer,
): Promise<Credit | undefined> {
  // The work first, as whoever publishes it does.
  await sql`
    update portfolio_items p set card_version = p.card_version + 1 from credits cr
    where cr.id = ${id}::uuid and cr.person_id = ${personId}::uuid and p.id = cr.item_id
      and cr.state <> ${state}`.execute(trx)
  await sql`
    update credits cr set state = ${state}, answered_at = now()
    where cr.id = (select cr.id ${answerable(personId)} and cr.id = ${id}::uuid)
      and cr.state <> ${state}`.execute(trx)
  // A yes takes back what was said about earlier lines.
  if (state === 'accepted')
    await sql`
      delete from credits no using credits cr
      where cr.id = ${id}::uuid and cr.person_id = ${personId}::uuid and no.item_id = cr.item_id
        and no.person_id = cr.person_id and no.line_id is null`.execute(trx)
  const { rows } = await sql<{ json: Credit }>`
    select ${creditJson} as json ${answerable(personId)} and cr.id = ${id}::uuid`.execute(trx)
  return rows[0]?.json
}
