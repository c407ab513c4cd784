import { sql } from 'kysely'
import { newId } from '../../src/db/id.ts'
import type { Deps } from '../../src/deps.ts'

/** Inserts a picture that somebody has uploaded and nothing uses, but without a file. Returns its id. */
export async function makeFile(
  { db }: Deps,
  owner: { id: string },
  { state = 'ready' }: { state?: 'ready' | 'processing' | 'failed' } = {},
): Promise<string> {
  const id = newId()
  await sql`
    insert into media (id, owner_id, state, file_name, content_type, extension, received_bytes, bytes,
      width, height, thumbhash, alt, rendition_widths)
    values (${id}, ${owner.id}, ${state}, 'shot.jpg', 'image/jpeg', 'jpg', 9, 9, 1200, 900,
      '1QcSHQRnh493V4dIh4eXh1h4kJUI', '', ${state === 'ready' ? [320, 640, 960] : []})`.execute(db)
  return id
}
