import { GUEST_DAYS, GUEST_MAIL_MINUTES } from '@plinth/contract/limits.ts'
import { sql } from 'kysely'
import type { Database } from '../../../../db/pool.ts'
import { ROOMS } from '../../delivery/room-sql.ts'
import { isLinkOpen } from './guest-sql.ts'

/** Notes that the guest who made this mark has an answer to hear about, unless it is their own. */
export async function noteAnswer(
  trx: Database,
  { markId, guestId }: { markId: string; guestId: string | null },
): Promise<void> {
  await sql`
    update proof_guests g set news_at = coalesce(g.news_at, now()) from proof_marks m
    where m.id = ${markId}::uuid and g.id = m.guest_id and g.email is not null
      and g.id is distinct from ${guestId}::uuid`.execute(trx)
}

/** Guests who are due an email about answers. */
export async function findGuestsToMail(db: Database, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select g.id from proof_guests g
    where g.news_at is not null and (g.mailed_at is null
      or g.mailed_at <= ${now}::timestamptz - ${GUEST_MAIL_MINUTES}::int * interval '1 minute')
    order by g.news_at limit 500`.execute(db)
  return rows.map(({ id }) => id)
}

export interface GuestMail {
  email: string
  mailKey: string
  linkId: string
  title: string
  /** First names of members, and names of guests, who answered. */
  names: string[]
  answers: number
}

/**
 * Takes what a guest has not heard about yet, so that one process emails it. Undefined if another one has it, or there
 * is nothing left to say: their link has ended, or the answers were taken back.
 */
export async function takeGuestNews(
  trx: Database,
  id: string,
  now: Date,
): Promise<GuestMail | undefined> {
  const { rows } = await sql<Omit<GuestMail, 'email'> & { email: string | null; isOpen: boolean }>`
    with due as (
      select g.id, g.link_id, g.email, g.mail_key, g.news_at from proof_guests g
      where g.id = ${id}::uuid and g.news_at is not null for update),
    taken as (
      update proof_guests g set news_at = null, mailed_at = ${now} from due where g.id = due.id returning g.id)
    select due.email, due.mail_key as "mailKey", due.link_id as "linkId", p.title, ${isLinkOpen(now)} as "isOpen",
      a.names, a.count::int as answers
    from taken join due on due.id = taken.id join proof_links l on l.id = due.link_id
      join ${ROOMS} p on p.id = l.room_id
      cross join lateral (
        select count(*), array_agg(distinct coalesce(u.first_name, nullif(o.name, ''), 'A guest')) as names
        from proof_marks m join proof_replies r on r.mark_id = m.id and r.gone_at is null
          left join users u on u.id = r.author_id left join proof_guests o on o.id = r.guest_id
        where m.guest_id = due.id and m.gone_at is null and r.guest_id is distinct from due.id
          and r.created_at >= due.news_at) a`.execute(trx)
  const [row] = rows
  if (row === undefined || row.email === null || !row.isOpen || row.answers === 0) return undefined
  return { ...row, email: row.email }
}

interface MailKey {
  guest: string
  key: string
}

/** The address that unsubscribes by this key: null if it has already; undefined for a key of nobody. */
export async function findByGuestKey(
  db: Database,
  { guest, key }: MailKey,
): Promise<{ email: string | null } | undefined> {
  const { rows } = await sql<{ email: string | null }>`
    select email from proof_guests where id = ${guest}::uuid and mail_key = ${key}::uuid`.execute(
    db,
  )
  return rows[0]
}

export async function forgetGuestEmail(db: Database, { guest, key }: MailKey): Promise<void> {
  await sql`
    update proof_guests set email = null, news_at = null
    where id = ${guest}::uuid and mail_key = ${key}::uuid`.execute(db)
}

/**
 * Deletes what links that ended long ago say about people: names, addresses, passes and whom a link was for. What guests
 * wrote stays with the project. Returns how many links.
 */
export async function clearEndedLinks(db: Database, now: Date): Promise<number> {
  const { rows } = await sql`
    with ended as (
      select l.id from proof_links l join ${ROOMS} p on p.id = l.room_id
      where l.cleared_at is null and not ${isLinkOpen(now)}
        and coalesce(l.ended_at, l.expires_at, p.updated_at)
          <= ${now}::timestamptz - ${GUEST_DAYS}::int * interval '1 day'
      limit 500),
    guests as (
      update proof_guests g set name = '', email = null, token_hash = null, news_at = null
      from ended where g.link_id = ended.id)
    update proof_links l set cleared_at = ${now}, name = '', person_name = null, person_email = null,
      password_hash = null, code_hash = null
    from ended where l.id = ended.id returning l.id`.execute(db)
  return rows.length
}
