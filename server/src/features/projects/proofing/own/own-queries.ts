import type { MediaKind } from '@plinth/contract/media/file-types.ts'
import type { QueryOf } from '@plinth/contract/http/endpoint.ts'
import { MAX_OWN_ROOMS, PAGE_SIZE } from '@plinth/contract/limits.ts'
import type { listOwnProofRooms, OwnProofRoom } from '@plinth/contract/proofing/own.ts'
import { sql, type RawBuilder } from 'kysely'
import { linkUrl } from '../../../../core/media/media-sql.ts'
import { removedRooms } from '../../../../core/proofing/removed-rooms-sql.ts'
import { meTable } from '../../../../core/session/viewer-sql.ts'
import { newId } from '../../../../db/id.ts'
import {
  byTime,
  onlyRow,
  pageStatement,
  pastTime,
  type Shown,
  type ViewerPageRow,
} from '../../../../db/page-sql.ts'
import type { Database } from '../../../../db/pool.ts'
import { isoTime } from '../../../../db/time-sql.ts'
import { Page } from '../../../../http/mount.ts'
import { cursorAfter, decodeTimeCursor } from '../../../../http/paging.ts'
import { wantsPreview, wantsProof } from '../../delivery/delivery-rules.ts'
import { DELIVERY_PATH, PICTURE_NAME } from '../../delivery/delivery-sql.ts'

const LIST = 'own-proof-rooms'

const previewUrl = linkUrl({
  path: DELIVERY_PATH,
  id: sql.ref('f.id'),
  name: PICTURE_NAME,
  secret: sql.ref('f.secret'),
})

/** The contract's OwnProofRoom from room `p`, for its owner. */
const roomColumns = sql`p.id, p.title,
  (select count(*) from delivery_files f where f.room_id = p.id) as files,
  (select count(*) from proof_marks m
    where m.room_id = p.id and m.state = 'open' and m.gone_at is null) as "openMarks",
  (select count(*) from proof_links l where l.room_id = p.id and l.ended_at is null
    and (l.expires_at is null or l.expires_at > now())) as "openLinks",
  (select case when f.has_picture then json_build_object('url', ${previewUrl},
      'width', f.preview_width, 'height', f.preview_height) end
    from delivery_files f where f.room_id = p.id order by f.position limit 1) as preview,
  ${isoTime(sql`p.created_at`)} as "createdAt"`

const shown: Shown = { table: 'proof_rooms', columns: roomColumns, joins: sql`` }

type ListQuery = QueryOf<typeof listOwnProofRooms>

export function ownRoomsStatement(
  viewerId: string,
  { cursor, limit }: ListQuery & { limit: number },
): RawBuilder<ViewerPageRow> {
  return pageStatement({
    me: meTable({ viewerId }),
    sort: byTime(sql`p.created_at`),
    from: sql`proof_rooms p`,
    conditions: [sql`p.owner_id = (select user_id from me)`],
    limit,
    after: pastTime(decodeTimeCursor(cursor, LIST)),
    shown,
  })
}

export async function findOwnRooms(
  db: Database,
  viewerId: string,
  query: ListQuery,
): Promise<Page<OwnProofRoom>> {
  const limit = query.limit ?? PAGE_SIZE
  const { json, last } = await onlyRow(db, ownRoomsStatement(viewerId, { ...query, limit }))
  return new Page(JSON.parse(json) as OwnProofRoom[], cursorAfter(LIST, last))
}

export async function findOwnRoom(
  db: Database,
  { roomId, ownerId }: { roomId: string; ownerId: string },
): Promise<OwnProofRoom | undefined> {
  const { rows } = await sql<{ json: OwnProofRoom }>`
    select row_to_json(t) as json from (
      select ${roomColumns} from proof_rooms p
      where p.id = ${roomId}::uuid and p.owner_id = ${ownerId}::uuid) t`.execute(db)
  return rows[0]?.json
}

/** The file of a work, as it was uploaded. */
export interface WorkFile {
  mediaId: string
  extension: string
  kind: MediaKind
  fileName: string
  contentType: string
  bytes: number
}

/**
 * The files of these works in their order. Fewer where one is not the viewer's, is published, in the bin or taken down.
 */
export async function findWorkFiles(
  db: Database,
  { ownerId, workIds }: { ownerId: string; workIds: readonly string[] },
): Promise<WorkFile[]> {
  const { rows } = await sql<WorkFile>`
    select m.id as "mediaId", m.extension, m.kind, m.content_type as "contentType", m.bytes::float8 as bytes,
      coalesce(nullif(m.file_name, ''), w.title || '.' || m.extension) as "fileName"
    from unnest(${workIds}::uuid[]) with ordinality as given (id, place)
      join portfolio_items w on w.id = given.id join media m on m.id = w.media_id
    where w.creator_id = ${ownerId}::uuid and w.state in ('draft', 'scheduled', 'hidden')
      and w.taken_down_at is null
    order by given.place`.execute(db)
  return rows
}

/** Returns false if the person has as many rooms as they can. Whoever counts holds the lock of their deliveries. */
export async function insertOwnRoom(
  trx: Database,
  room: { id: string; ownerId: string; title: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into proof_rooms (id, owner_id, title)
    select ${room.id}::uuid, ${room.ownerId}::uuid, ${room.title}
    where (select count(*) from proof_rooms where owner_id = ${room.ownerId}::uuid) < ${MAX_OWN_ROOMS}::int`.execute(
    trx,
  )
  return numAffectedRows === 1n
}

/** A copy that is in the store. */
export interface CopiedFile extends WorkFile {
  fileId: string
}

/** The first delivery of a room, with the rows of its files. */
export async function insertCopies(
  trx: Database,
  { roomId, ownerId, copies }: { roomId: string; ownerId: string; copies: readonly CopiedFile[] },
): Promise<void> {
  const deliveryId = newId()
  const given = copies.map((copy, position) => ({
    id: copy.fileId,
    kind: copy.kind,
    name: copy.fileName,
    type: copy.contentType,
    bytes: copy.bytes,
    preview: wantsPreview(copy.kind, copy.bytes) ? 'waiting' : 'none',
    proof: wantsProof(copy, { isArchive: false }) ? 'waiting' : 'none',
    position,
  }))
  await sql`
    insert into project_deliveries (id, room_id, number, note)
    values (${deliveryId}::uuid, ${roomId}::uuid, 1, '')`.execute(trx)
  await sql`
    with noted as (
      delete from delivery_removals where file_id = any(${copies.map(({ fileId }) => fileId)}::uuid[]))
    insert into delivery_files (id, room_id, owner_id, kind, file_name, content_type, bytes, preview_state,
      proof_state, delivery_id, position)
    select g.id, ${roomId}::uuid, ${ownerId}::uuid, g.kind, g.name, g.type, g.bytes, g.preview, g.proof,
      ${deliveryId}::uuid, g.position
    from json_to_recordset(${JSON.stringify(given)}::json)
      as g (id uuid, kind text, name text, type text, bytes bigint, preview text, proof text, position int)`.execute(
    trx,
  )
}

/** Deletes a room of the owner. Returns the ids of its files, or undefined if they have no such room. */
export async function deleteOwnRoom(
  trx: Database,
  { roomId, ownerId }: { roomId: string; ownerId: string },
): Promise<string[] | undefined> {
  const isTheirs = sql<boolean>`r.id = ${roomId}::uuid and r.owner_id = ${ownerId}::uuid`
  const { rows } = await removedRooms(isTheirs).execute(trx)
  return rows[0]?.fileIds
}
