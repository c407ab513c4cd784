import type { FileFacts, MediaState, TakenOut } from '@plinth/contract/media/media.ts'
import { sql } from 'kysely'
import type { Database } from '../../../db/pool.ts'
import type { Made, Original } from '../making/media-plan.ts'
import type { MadeFile } from '../making/media-work-queries.ts'

/** What became of a file, as its row tells. */
export interface ReceiptRow extends Original, Made {
  id: string
  extension: string
  state: MediaState
  failure: string | null
  laterFailure: string | null
  durationMs: number | null
  pages: number | null
  receivedBytes: number
  bytes: number
  /** Null of files that came before these were noted. */
  received: FileFacts | null
  kept: FileFacts | null
  isSame: boolean
  takenOut: TakenOut[]
  made: MadeFile[]
}

export async function findReceipt(
  db: Database,
  { mediaId, ownerId }: { mediaId: string; ownerId: string },
): Promise<ReceiptRow | undefined> {
  const { rows } = await sql<ReceiptRow>`
    select id, kind, content_type as "contentType", extension, width, height,
      is_animated as "isAnimated", rendition_widths as "renditionWidths", thumbhash, plays,
      has_tiles as "hasTiles", has_preview as "hasPreview", state, failure,
      later_failure as "laterFailure", duration_ms as "durationMs", pages,
      received_bytes::float8 as "receivedBytes", bytes::float8 as bytes, received, kept,
      is_same as "isSame", taken_out as "takenOut",
      (select coalesce(json_agg(json_build_object('name', r.name, 'width', r.width,
          'height', r.height, 'bytes', r.bytes)), '[]')
        from media_renditions r where r.media_id = m.id) as made
    from media m where id = ${mediaId}::uuid and owner_id = ${ownerId}::uuid`.execute(db)
  return rows[0]
}
