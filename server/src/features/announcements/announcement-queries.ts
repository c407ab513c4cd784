import {
  MAX_ANNOUNCEMENTS,
  type Announcement,
  type Audience,
} from '@plinth/contract/moderation/announcements.ts'
import { sql, type RawBuilder } from 'kysely'
import { isReachable, wantsMail } from '../../core/notifications/emails/reader-sql.ts'
import { personOrNull } from '../../core/users/person-sql.ts'
import { newId } from '../../db/id.ts'
import { onlyRow } from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import { isoTime } from '../../db/time-sql.ts'

/** Whether `users u` gets news. */
const getsNews = sql<boolean>`${isReachable} and ${wantsMail(sql`'news'`)}`

export interface Written {
  subject: string
  text: string
}

const announcements = (
  condition: RawBuilder<unknown>,
): RawBuilder<Announcement> => sql<Announcement>`
  select a.id, a.subject, a.text, a.audience, a.state, a.reached, ${personOrNull('u')} as "sentBy",
    ${isoTime(sql`a.created_at`)} as "createdAt", ${isoTime(sql`a.finished_at`)} as "finishedAt"
  from announcements a left join users u on u.id = a.sent_by
  where ${condition} order by a.created_at desc, a.id desc limit ${sql.lit(MAX_ANNOUNCEMENTS)}`

export async function findAnnouncements(db: Database): Promise<Announcement[]> {
  const { rows } = await announcements(sql`true`).execute(db)
  return rows
}

export async function findAnnouncement(db: Database, id: string): Promise<Announcement | null> {
  const { rows } = await announcements(sql`a.id = ${id}::uuid`).execute(db)
  return rows[0] ?? null
}

export const countReaders = (db: Database): Promise<Record<Audience, number>> =>
  onlyRow(
    db,
    sql<Record<Audience, number>>`
      select count(*)::int as everyone, count(*) filter (where u.is_creator)::int as creators,
        count(*) filter (where not u.is_creator)::int as others
      from users u where ${getsNews}`,
  )

/** Inserts an announcement that is sent from now on, and returns its id; null while another one is. */
export async function insertAnnouncement(
  trx: Database,
  { subject, text, audience, sentBy }: Written & { audience: Audience; sentBy: string },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into announcements (id, subject, text, audience, sent_by)
    values (${newId()}::uuid, ${subject}, ${text}, ${audience}, ${sentBy}::uuid)
    on conflict (state) where state = 'sending' do nothing
    returning id`.execute(trx)
  return rows[0]?.id ?? null
}

/** Stops an announcement that is being sent. Returns how many were reached; null when it is not being sent. */
export async function stopSending(trx: Database, id: string): Promise<number | null> {
  const { rows } = await sql<{ reached: number }>`
    update announcements set state = 'stopped', finished_at = now()
    where id = ${id}::uuid and state = 'sending' returning reached`.execute(trx)
  return rows[0]?.reached ?? null
}

/**
 * Takes the next readers of an announcement, at most so many; null when it is no longer being sent. Fewer than that are
 * the last, and it counts as sent. Each reader is taken once, however many take at the same time.
 */
export async function takeReaders(
  trx: Database,
  { id, most }: { id: string; most: number },
): Promise<string[] | null> {
  const { rows } = await sql<{ ids: string[] }>`
    with held as materialized (
      select id, audience, last_id from announcements
      where id = ${id}::uuid and state = 'sending' for update),
    next as materialized (
      select u.id from users u, held
      where (held.last_id is null or u.id > held.last_id) and ${getsNews}
        and (held.audience = 'everyone' or u.is_creator = (held.audience = 'creators'))
      order by u.id limit ${most}),
    taken as (select count(*)::int as n, array_agg(id order by id) as ids from next)
    update announcements a set last_id = coalesce(taken.ids[taken.n], a.last_id),
      reached = a.reached + taken.n,
      state = case when taken.n < ${most}::int then 'sent' else 'sending' end,
      finished_at = case when taken.n < ${most}::int then now() end
    from held, taken where a.id = held.id
    returning coalesce(taken.ids, '{}') as ids`.execute(trx)
  return rows[0]?.ids ?? null
}

export interface Reader {
  userId: string
  email: string
  firstName: string
  mailKey: string
}

const reader = sql`u.id as "userId", u.email, u.first_name as "firstName", u.mail_key as "mailKey"`

/** What to send to a reader; null when they no longer want it, or when it was stopped. */
export async function findLetter(
  db: Database,
  { id, userId }: { id: string; userId: string },
): Promise<(Reader & Written) | null> {
  const { rows } = await sql<Reader & Written>`
    select ${reader}, a.subject, a.text from announcements a, users u
    where a.id = ${id}::uuid and a.state <> 'stopped' and u.id = ${userId}::uuid and ${getsNews}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** The reader that somebody is themselves, whatever they chose; null without a confirmed address. */
export async function findSelf(db: Database, userId: string): Promise<Reader | null> {
  const { rows } = await sql<Reader>`
    select ${reader} from users u where u.id = ${userId}::uuid and ${isReachable}`.execute(db)
  return rows[0] ?? null
}
