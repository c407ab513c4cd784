import type { LinkRight } from '@plinth/contract/proofing/links.ts'
import { sql } from 'kysely'
import type { Database } from '../../../../db/pool.ts'
import { ROOMS } from '../../delivery/room-sql.ts'
import { isLinkOpen, type Pass } from './guest-sql.ts'

export interface EndedGuest {
  roomId: string
  makerName: string
  hasEnded: boolean
}

/** Who has this pass, also after their link has ended; undefined if nobody has it. */
export async function findEndedGuest(
  db: Database,
  { guestId, tokenHash, now }: Pass,
): Promise<EndedGuest | undefined> {
  const { rows } = await sql<EndedGuest>`
    select l.room_id as "roomId", u.first_name as "makerName", not ${isLinkOpen(now)} as "hasEnded"
    from proof_guests g join proof_links l on l.id = g.link_id join ${ROOMS} p on p.id = l.room_id
      join users u on u.id = l.made_by
    where g.id = ${guestId}::uuid and g.token_hash = ${tokenHash}::bytea`.execute(db)
  return rows[0]
}

/** Records that a guest is in the room, once a minute. */
export async function noteSeen(db: Database, { guestId, now }: Pass): Promise<void> {
  await sql`
    update proof_guests set seen_at = ${now} where id = ${guestId}::uuid
      and seen_at < ${now}::timestamptz - interval '1 minute'`.execute(db)
}

export interface NewGuest {
  id: string
  linkId: string
  name: string
  email: string | null
  tokenHash: Buffer
  now: Date
}

export async function countGuests(trx: Database, linkId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from proof_guests where link_id = ${linkId}::uuid`.execute(trx)
  return rows[0]?.count ?? 0
}

export async function insertGuest(trx: Database, guest: NewGuest): Promise<void> {
  await sql`
    insert into proof_guests (id, link_id, name, email, token_hash, created_at, seen_at)
    values (${guest.id}::uuid, ${guest.linkId}::uuid, ${guest.name}, ${guest.email}, ${guest.tokenHash},
      ${guest.now}, ${guest.now})`.execute(trx)
}

/** Who opens a link, and what is behind it. */
export interface OpenedLink {
  id: string
  right: LinkRight
  hasEnded: boolean
  makerName: string
  roomId: string
  passwordHash: Buffer | null
  personName: string | null
  personEmail: string | null
}

/** The link with this secret; undefined without the right one. Locked until the transaction ends if `isHeld`. */
export async function findOpenedLink(
  db: Database,
  { id, secretHash, now }: { id: string; secretHash: Buffer; now: Date },
  isHeld = false,
): Promise<OpenedLink | undefined> {
  const { rows } = await sql<OpenedLink>`
    select l.id, l.rights as right, not ${isLinkOpen(now)} as "hasEnded", u.first_name as "makerName",
      l.room_id as "roomId", l.password_hash as "passwordHash", l.person_name as "personName",
      l.person_email as "personEmail"
    from proof_links l join ${ROOMS} p on p.id = l.room_id join users u on u.id = l.made_by
    where l.id = ${id}::uuid and l.secret_hash = ${secretHash}
    ${isHeld ? sql`for no key update of l` : sql``}`.execute(db)
  return rows[0]
}
