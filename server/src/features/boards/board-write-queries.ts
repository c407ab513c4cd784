import { MAX_BOARDS, MAX_BOARD_ITEMS, MAX_BOARD_PEOPLE } from '@plinth/contract/limits.ts'
import type { BoardRole, BoardView, BoardVisibility } from '@plinth/contract/boards/boards.ts'
import { sql } from 'kysely'
import { meTable } from '../../core/session/viewer-sql.ts'
import { isBlockBetween } from '../../core/users/block-sql.ts'
import { isPublicBoard } from '../../db/board-sql.ts'
import { newId } from '../../db/id.ts'
import { takeLock } from '../../db/locks.ts'
import type { Database } from '../../db/pool.ts'
import { isOwnerThere, roleOf, type Showables } from './board-sql.ts'

export interface NewBoard {
  title: string
  description: string
  visibility: BoardVisibility
}

/** Returns the id; null if its owner already has the most boards that anybody can have. */
export async function insertBoard(
  trx: Database,
  ownerId: string,
  { title, description, visibility }: NewBoard,
): Promise<string | null> {
  // Two at once would each count the boards that were there before.
  await takeLock(trx, 'boardsOf', ownerId)
  const { rows } = await sql<{ id: string }>`
    insert into boards (id, owner_id, title, description, visibility)
    select ${newId()}::uuid, ${ownerId}::uuid, ${title}, ${description}, ${visibility}
    where (select count(*) from boards where owner_id = ${ownerId}::uuid) < ${MAX_BOARDS}::int
    returning id`.execute(trx)
  return rows[0]?.id ?? null
}

/** Changes a locked board. */
export async function updateBoard(
  trx: Database,
  { id }: Pick<HeldBoard, 'id'>,
  { title, description, visibility }: Partial<NewBoard>,
): Promise<void> {
  await sql`
    update boards set title = coalesce(${title ?? null}, title),
      description = coalesce(${description ?? null}, description),
      visibility = coalesce(${visibility ?? null}, visibility), changed_at = now()
    where id = ${id}::uuid`.execute(trx)
}

/** Deletes a locked board, and what its owner was told about it. */
export async function deleteBoard(trx: Database, { id }: Pick<HeldBoard, 'id'>): Promise<void> {
  await sql`delete from notifications where board_id = ${id}::uuid and kind = 'standing'`.execute(
    trx,
  )
  await sql`delete from boards where id = ${id}::uuid`.execute(trx)
}

export interface HeldBoard {
  id: string
  ownerId: string
  visibility: BoardVisibility
  isTakenDown: boolean
  /** Whether everybody can find it. */
  isPublic: boolean
  role: NonNullable<BoardView['role']>
  itemCount: number
  peopleCount: number
}

/** Locks a board of this person, or one that they were asked to; undefined if there is none. */
export async function lockBoard(
  trx: Database,
  id: string,
  userId: string,
): Promise<HeldBoard | undefined> {
  const user = sql`${userId}::uuid`
  const { rows } = await sql<HeldBoard>`
    select bd.id, bd.owner_id as "ownerId", ${roleOf(user)} as role, bd.item_count as "itemCount",
      bd.people_count as "peopleCount", bd.visibility, bd.taken_down_at is not null as "isTakenDown",
      ${isPublicBoard} as "isPublic"
    from boards bd
    where bd.id = ${id}::uuid and ${roleOf(user)} is not null and ${isOwnerThere(user)}
    for update of bd`.execute(trx)
  return rows[0]
}

/** Locks a board whose things this person may add, arrange and take away. */
export async function lockToEdit(
  trx: Database,
  id: string,
  userId: string,
): Promise<HeldBoard | undefined> {
  const board = await lockBoard(trx, id, userId)
  return board?.role === 'view' ? undefined : board
}

export interface Added {
  itemId: string
  itemCount: number
}

/** What comes of putting something on a board that is `full`, or of something that is `gone`, or hidden from them. */
type AddResult = Added | 'full' | 'gone'

/** Puts a work or a post at the end of a board that is locked. If it is there already, only its note changes. */
export async function insertItem(
  trx: Database,
  board: HeldBoard,
  added: { userId: string; workId: string | null; postId: string | null; note: string | null },
  { works, posts }: Showables,
): Promise<AddResult> {
  const { userId, workId, postId, note } = added
  const { rows: before } = await sql<{ id: string }>`
    select id from board_items where board_id = ${board.id}::uuid
      and (portfolio_id = ${workId}::uuid or post_id = ${postId}::uuid)`.execute(trx)
  const [there] = before
  if (there !== undefined) {
    if (note !== null) await changeItem(trx, board, { itemId: there.id, userId, note })
    return { itemId: there.id, itemCount: board.itemCount }
  }
  if (board.itemCount >= MAX_BOARD_ITEMS) return 'full'
  const { rows } = await sql<{ itemId: string; itemCount: number }>`
    with ${meTable({ viewerId: userId })},
    thing as (
      select p.id as portfolio_id, null::uuid as post_id from portfolio_items p
        where p.id = ${workId}::uuid and ${works.isSeen}
      union all
      select null, p.id from posts p where p.id = ${postId}::uuid and ${posts.isSeen}),
    added as (
      insert into board_items (id, board_id, portfolio_id, post_id, place, note, noted_by, noted_at, added_by)
      select ${newId()}::uuid, ${board.id}::uuid, t.portfolio_id, t.post_id,
        coalesce((select floor(max(i.place)) + 1 from board_items i where i.board_id = ${board.id}::uuid), 0),
        ${note ?? ''}, case when ${note ?? ''} <> '' then ${userId}::uuid end,
        case when ${note ?? ''} <> '' then now() end, ${userId}::uuid
      from thing t returning id, note)
    update boards bd set item_count = item_count + 1,
      note_count = note_count + (added.note <> '')::int, changed_at = now()
    from added where bd.id = ${board.id}::uuid
    returning added.id as "itemId", bd.item_count as "itemCount"`.execute(trx)
  return rows[0] ?? 'gone'
}

interface ItemChange {
  itemId: string
  userId: string
  note?: string | undefined
  isAgainst?: boolean | undefined
}

/** Writes the note of something on a locked board, and whether it is wanted. Returns whether it is there. */
export async function changeItem(
  trx: Database,
  board: Pick<HeldBoard, 'id'>,
  { itemId, userId, note, isAgainst }: ItemChange,
): Promise<boolean> {
  const { rows } = await sql`
    with was as (
      select id, note, is_against from board_items
      where id = ${itemId}::uuid and board_id = ${board.id}::uuid),
    changed as (
      update board_items i set note = coalesce(${note ?? null}, i.note),
        is_against = coalesce(${isAgainst ?? null}::boolean, i.is_against),
        noted_by = case when ${note ?? null}::text <> was.note
          then ${userId}::uuid else i.noted_by end,
        noted_at = case when ${note ?? null}::text <> was.note
          then now() else i.noted_at end
      from was where i.id = was.id
      returning (i.note <> '')::int - (was.note <> '')::int as notes,
        i.is_against::int - was.is_against::int as against)
    update boards bd set note_count = note_count + changed.notes,
      against_count = against_count + changed.against, changed_at = now()
    from changed where bd.id = ${board.id}::uuid returning bd.id`.execute(trx)
  return rows.length > 0
}

/** Neighbours that were halved so often that no number is left between them. */
const NARROW = 1e-9

/**
 * Moves something on a locked board behind another thing of it, or to its front, and writes one row. Returns whether
 * both are there.
 */
export async function moveItem(
  trx: Database,
  board: Pick<HeldBoard, 'id'>,
  { itemId, after }: { itemId: string; after: string | null },
): Promise<boolean> {
  if (after === itemId) return true
  const { rows } = await sql<{ gap: number }>`
    with before as (
      select i.place from board_items i
      where i.board_id = ${board.id}::uuid and i.id = ${after}::uuid),
    edge as (
      select case when ${after}::uuid is null then (
          select min(i.place) - 2 from board_items i where i.board_id = ${board.id}::uuid)
        else (select place from before) end as low),
    next as (
      select coalesce((
          select i.place from board_items i
          where i.board_id = ${board.id}::uuid and i.id <> ${itemId}::uuid and i.place > (select low from edge)
          order by i.place, i.id limit 1),
        (select floor(low) + 2 from edge)) as high)
    update board_items i set place = (edge.low + next.high) / 2
    from edge, next
    where i.id = ${itemId}::uuid and i.board_id = ${board.id}::uuid and edge.low is not null
    returning next.high - edge.low as gap`.execute(trx)
  const [moved] = rows
  if (moved === undefined) return false
  if (moved.gap < NARROW) await spread(trx, board)
  await sql`update boards set changed_at = now() where id = ${board.id}::uuid`.execute(trx)
  return true
}

/** Gives everything on a board whole numbers again. */
async function spread(trx: Database, board: Pick<HeldBoard, 'id'>): Promise<void> {
  await sql`
    update board_items i set place = n.place from (
      select id, row_number() over (order by place, id) as place from board_items
      where board_id = ${board.id}::uuid) n
    where i.id = n.id`.execute(trx)
}

/** Takes something off a locked board. Returns whether it was there. */
export async function deleteItem(
  trx: Database,
  board: Pick<HeldBoard, 'id'>,
  itemId: string,
): Promise<boolean> {
  const { rows } = await sql`
    with gone as (
      delete from board_items where id = ${itemId}::uuid and board_id = ${board.id}::uuid
      returning note, is_against)
    update boards bd set item_count = item_count - 1, note_count = note_count - (gone.note <> '')::int,
      against_count = against_count - gone.is_against::int, changed_at = now()
    from gone where bd.id = ${board.id}::uuid returning bd.id`.execute(trx)
  return rows.length > 0
}

/** What comes of asking somebody: they are `gone` or blocked, or one of the two limits is reached. */
type AskResult = 'done' | 'gone' | 'full' | 'busy'

/** Asks somebody to a locked board, or changes what they may do there. */
export async function putPerson(
  trx: Database,
  board: HeldBoard,
  { userId, role }: { userId: string; role: BoardRole },
): Promise<AskResult> {
  const { rows: changed } = await sql`
    update board_people set role = ${role}
    where board_id = ${board.id}::uuid and user_id = ${userId}::uuid returning user_id`.execute(trx)
  if (changed.length > 0) return 'done'
  if (board.peopleCount >= MAX_BOARD_PEOPLE) return 'full'
  await takeLock(trx, 'boardsOf', userId)
  const { rows } = await sql<{ count: number }>`
    select (select count(*)::int from board_people bp where bp.user_id = u.id) as count from users u
    where u.id = ${userId}::uuid and not u.is_gone and u.id <> ${board.ownerId}::uuid
      and not ${isBlockBetween(sql`u.id`, sql`${board.ownerId}::uuid`)}`.execute(trx)
  const [person] = rows
  if (person === undefined) return 'gone'
  if (person.count >= MAX_BOARDS) return 'busy'
  await sql`
    with asked as (
      insert into board_people (board_id, user_id, role)
      values (${board.id}::uuid, ${userId}::uuid, ${role}) returning board_id)
    update boards bd set people_count = people_count + 1 from asked where bd.id = asked.board_id`.execute(
    trx,
  )
  return 'done'
}

/** Takes somebody off a locked board. Returns whether they were there. */
export async function deletePerson(
  trx: Database,
  board: Pick<HeldBoard, 'id'>,
  userId: string,
): Promise<boolean> {
  const { rows } = await sql`
    with gone as (
      delete from board_people where board_id = ${board.id}::uuid and user_id = ${userId}::uuid
      returning board_id)
    update boards bd set people_count = people_count - 1 from gone where bd.id = gone.board_id
    returning bd.id`.execute(trx)
  return rows.length > 0
}
