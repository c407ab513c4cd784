import { MAX_BOARD_ITEMS, MAX_BOARD_PICTURES } from '@plinth/contract/limits.ts'
import type { MediaKind } from '@plinth/contract/media/file-types.ts'
import { sql } from 'kysely'
import { newId } from '../../db/id.ts'
import type { Database } from '../../db/pool.ts'
import { changeItem, type Added, type HeldBoard } from './board-write-queries.ts'

/**
 * What comes of putting a picture on a board that is `full` or has the `most` pictures, of a file that is `gone` or
 * somebody else's, that is on another board (`elsewhere`), or that is no picture (`kind`).
 */
type PictureResult = Added | 'full' | 'most' | 'gone' | 'elsewhere' | 'kind'

interface AddedPicture {
  mediaId: string
  userId: string
  note: string | null
}

/**
 * Puts an uploaded picture at the end of a board that is locked. If it is there already, only its note changes. A picture
 * that was just taken off this board can be put back by everybody who may edit it.
 */
export async function insertPicture(
  trx: Database,
  board: HeldBoard,
  { mediaId, userId, note }: AddedPicture,
): Promise<PictureResult> {
  // Locked, so that nobody deletes the file meanwhile.
  const { rows: files } = await sql<{ kind: MediaKind; itemId: string | null; boardId: string }>`
    select m.kind, i.id as "itemId", i.board_id as "boardId"
    from media m left join board_items i on i.media_id = m.id
    where m.id = ${mediaId}::uuid and (m.owner_id = ${userId}::uuid or i.board_id = ${board.id}::uuid
      or exists (select from removed_board_pictures r
        where r.media_id = m.id and r.board_id = ${board.id}::uuid))
    for no key update of m`.execute(trx)
  const [file] = files
  if (file === undefined) return 'gone'
  if (file.itemId !== null) {
    if (file.boardId !== board.id) return 'elsewhere'
    if (note !== null) await changeItem(trx, board, { itemId: file.itemId, userId, note })
    return { itemId: file.itemId, itemCount: board.itemCount }
  }
  if (file.kind !== 'image') return 'kind'
  if (board.itemCount >= MAX_BOARD_ITEMS) return 'full'
  const { rows } = await sql<Added>`
    with back as (delete from removed_board_pictures where media_id = ${mediaId}::uuid),
    added as (
      insert into board_items (id, board_id, media_id, place, note, noted_by, noted_at, added_by)
      select ${newId()}::uuid, ${board.id}::uuid, ${mediaId}::uuid,
        coalesce((select floor(max(i.place)) + 1 from board_items i where i.board_id = ${board.id}::uuid), 0),
        ${note ?? ''}, case when ${note ?? ''} <> '' then ${userId}::uuid end,
        case when ${note ?? ''} <> '' then now() end, ${userId}::uuid
      where (select count(*) from board_items i
        where i.board_id = ${board.id}::uuid and i.media_id is not null) < ${MAX_BOARD_PICTURES}::int
      returning id, note)
    update boards bd set item_count = item_count + 1,
      note_count = note_count + (added.note <> '')::int, changed_at = now()
    from added where bd.id = ${board.id}::uuid
    returning added.id as "itemId", bd.item_count as "itemCount"`.execute(trx)
  return rows[0] ?? 'most'
}

/** Describes a picture on a locked board that this person uploaded. Returns whether there is one. */
export async function describePicture(
  trx: Database,
  board: Pick<HeldBoard, 'id'>,
  { itemId, userId, alt }: { itemId: string; userId: string; alt: string },
): Promise<boolean> {
  const { rows } = await sql`
    update media m set alt = ${alt} from board_items i
    where i.id = ${itemId}::uuid and i.board_id = ${board.id}::uuid and m.id = i.media_id
      and m.owner_id = ${userId}::uuid
    returning m.id`.execute(trx)
  return rows.length > 0
}
