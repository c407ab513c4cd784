import type { MediaKind } from '@plinth/contract/media/file-types.ts'
import type { QueryOf } from '@plinth/contract/http/endpoint.ts'
import { MAX_OWN_ROOMS, PAGE_SIZE } from '@plinth/contract/limits.ts'
import type {
  listOwnProofRooms,
  listRoomWorks,
  OwnProofRoom,
  RoomWork,
} from '@plinth/contract/proofing/own.ts'
import { sql, type RawBuilder } from 'kysely'
import { isUsed, linkUrl, pictureJson } from '../../../../core/media/media-sql.ts'
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
const WORKS = 'proof-works'

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

/** Works `p` that only their creator sees, and that nobody took down. */
const isUnshown = sql<boolean>`(p.state in ('draft', 'scheduled', 'hidden') and p.taken_down_at is null)`

/** What the file `m` of work `p` is called. */
const workFileName = sql<string>`coalesce(nullif(m.file_name, ''), p.title || '.' || m.extension)`

const shownWork: Shown = {
  table: 'portfolio_items',
  columns: sql`p.id, p.title, ${workFileName} as "fileName", m.kind, ${pictureJson()} as picture`,
  joins: sql`join media m on m.id = p.media_id`,
}

export function roomWorksStatement(
  viewerId: string,
  { cursor, limit }: QueryOf<typeof listRoomWorks> & { limit: number },
): RawBuilder<ViewerPageRow> {
  return pageStatement({
    me: meTable({ viewerId }),
    sort: byTime(sql`p.state_at`),
    from: sql`portfolio_items p`,
    conditions: [sql`p.creator_id = (select user_id from me)`, isUnshown],
    limit,
    after: pastTime(decodeTimeCursor(cursor, WORKS)),
    shown: shownWork,
  })
}

/** The viewer's works that can be put into a room. */
export async function findRoomWorks(
  db: Database,
  viewerId: string,
  query: QueryOf<typeof listRoomWorks>,
): Promise<Page<RoomWork>> {
  const limit = query.limit ?? PAGE_SIZE
  const { json, last } = await onlyRow(db, roomWorksStatement(viewerId, { ...query, limit }))
  return new Page(JSON.parse(json) as RoomWork[], cursorAfter(WORKS, last))
}

/** Staff haven't decided yet about a file `m` that looks like something taken down, or have refused it. */
const isInReview = sql<boolean>`exists (
  select from media_reviews r where r.id = m.id and r.state <> 'passed')`

/** The file of a work or an upload, as it was uploaded. */
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
      ${workFileName} as "fileName"
    from unnest(${workIds}::uuid[]) with ordinality as given (id, place)
      join portfolio_items p on p.id = given.id join media m on m.id = p.media_id
    where p.creator_id = ${ownerId}::uuid and ${isUnshown} and not ${isInReview}
    order by given.place`.execute(db)
  return rows
}

/** These uploads in their order. Fewer where one is not the viewer's, or something else shows it. */
export async function findUploadedFiles(
  db: Database,
  { ownerId, mediaIds }: { ownerId: string; mediaIds: readonly string[] },
): Promise<WorkFile[]> {
  const { rows } = await sql<WorkFile>`
    select m.id as "mediaId", m.extension, m.kind, m.content_type as "contentType", m.bytes::float8 as bytes,
      coalesce(nullif(m.file_name, ''), 'file.' || m.extension) as "fileName"
    from unnest(${mediaIds}::uuid[]) with ordinality as given (id, place) join media m on m.id = given.id
    where m.owner_id = ${ownerId}::uuid and not ${isUsed} and not ${isInReview}
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

/**
 * Holds a room of the owner until the end of the transaction, and counts a change. Returns how many files it has, or
 * undefined if they have no such room.
 */
export async function holdOwnRoom(
  trx: Database,
  { roomId, ownerId }: { roomId: string; ownerId: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ files: number }>`
    update proof_rooms p set changes = changes + 1 where id = ${roomId}::uuid and owner_id = ${ownerId}::uuid
    returning (select count(*)::int from delivery_files f where f.room_id = p.id) as files`.execute(
    trx,
  )
  return rows[0]?.files
}

/** Returns false if the owner has no such room. */
export async function renameOwnRoom(
  trx: Database,
  { roomId, ownerId, title }: { roomId: string; ownerId: string; title: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update proof_rooms set title = ${title}, changes = changes + 1
    where id = ${roomId}::uuid and owner_id = ${ownerId}::uuid`.execute(trx)
  return numAffectedRows === 1n
}

/** A copy that is in the store. */
export interface CopiedFile extends WorkFile {
  fileId: string
}

/** The next delivery of a room that is held or new, with the rows of its files. */
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
    select ${deliveryId}::uuid, ${roomId}::uuid, coalesce(max(number), 0) + 1, ''
    from project_deliveries where room_id = ${roomId}::uuid`.execute(trx)
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
