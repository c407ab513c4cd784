import { sql, type RawBuilder } from 'kysely'
import { ROOMS } from '../../delivery/room-sql.ts'
import { AT_WORK } from '../proofing-rules.ts'

/** What a guest's browser proves itself by. */
export interface Pass {
  guestId: string
  tokenHash: Buffer
  now: Date
}

/** Whether link `l` to room `p` still opens it. */
export const isLinkOpen = (
  now: Date,
): RawBuilder<boolean> => sql<boolean>`(l.ended_at is null and case
  when l.expires_at is null then p.status = any(${[...AT_WORK]}::text[])
  else l.expires_at > ${now}::timestamptz end)`

/**
 * The table `guest`: one row with who has this pass, their room and what they may do in it, or none. Every statement of
 * guests reads it, so that a link that is turned off ends what it opened at once.
 */
export const guestTable = ({ guestId, tokenHash, now }: Pass): RawBuilder<unknown> => sql`
  guest as materialized (
    select g.id, g.name, g.link_id, l.room_id, l.rights, l.allows_downloads
    from proof_guests g join proof_links l on l.id = g.link_id join ${ROOMS} p on p.id = l.room_id
    where g.id = ${guestId}::uuid and g.token_hash = ${tokenHash}::bytea and ${isLinkOpen(now)})`

/** The id of the guest in `guest`. */
export const guestId = sql<string>`(select id from guest)`

/** What the guest in `guest` sees of the files of room `p`. */
export const FILE_GUEST = {
  id: guestId,
  isOpen: sql<boolean>`((select allows_downloads from guest) and p.status = 'completed')`,
}
