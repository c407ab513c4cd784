import type { MediaKind } from '@plinth/contract/media/media.ts'
import { sql } from 'kysely'
import type { Database } from '../../../db/pool.ts'
import { CAPTIONS } from '../media-names.ts'

/** Holds one of the caller's uploads until the transaction ends. Null when there is none of this id. */
export async function holdMedia(
  trx: Database,
  { mediaId, ownerId }: { mediaId: string; ownerId: string },
): Promise<MediaKind | null> {
  const { rows } = await sql<{ kind: MediaKind }>`
    select kind from media where id = ${mediaId}::uuid and owner_id = ${ownerId}::uuid
    for update`.execute(trx)
  return rows[0]?.kind ?? null
}

export async function dropCaptions(trx: Database, mediaId: string): Promise<void> {
  await sql`
    with gone as (
      delete from media_renditions where media_id = ${mediaId}::uuid and name = ${CAPTIONS})
    update media set has_captions = false where id = ${mediaId}::uuid`.execute(trx)
}
