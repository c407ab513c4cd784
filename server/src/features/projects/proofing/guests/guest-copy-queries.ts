import { sql } from 'kysely'
import { namedSignature } from '../../../../core/media/media-sql.ts'
import type { Database } from '../../../../db/pool.ts'
import { isOfRoom, ROOMS } from '../../delivery/room-sql.ts'
import { isLinkOpen } from './guest-sql.ts'

export interface GuestCopy {
  /** The guest's. */
  name: string
  /** The signature that a link with this name and expiry must have. */
  signature: string
}

/** Who a copy is for; undefined if the guest may not see this file, or no longer. */
export async function findGuestCopy(
  db: Database,
  of: { guestId: string; fileId: string; name: string; expires: string; now: Date },
): Promise<GuestCopy | undefined> {
  const { rows } = await sql<GuestCopy>`
    select g.name, ${namedSignature({
      name: sql`${of.name}::text`,
      secret: sql`f.secret`,
      expires: sql`${of.expires}::text`,
    })} as signature
    from proof_guests g join proof_links l on l.id = g.link_id join ${ROOMS} p on p.id = l.room_id
      join delivery_files f on ${isOfRoom('f')} and f.delivery_id is not null
    where g.id = ${of.guestId}::uuid and f.id = ${of.fileId}::uuid and ${isLinkOpen(of.now)}`.execute(
    db,
  )
  return rows[0]
}
