import { sql } from 'kysely'
import type { Database } from '../../src/db/pool.ts'

export interface SeedBoard {
  id: string
  ownerId: string
  title: string
  description: string
  visibility: string
  createdAt: Date
}

export interface SeedBoardPerson {
  boardId: string
  userId: string
  role: string
}

export interface SeedBoardItem {
  id: string
  boardId: string
  /** One of the two is null. */
  workId: string | null
  postId: string | null
  place: number
  note: string
  isAgainst: boolean
  addedBy: string
  addedAt: Date
}

/** Inserts boards with their counts. Nothing is put on one before it was published. */
export async function insertBoards(
  trx: Database,
  {
    boards,
    people,
    items,
  }: { boards: SeedBoard[]; people: SeedBoardPerson[]; items: SeedBoardItem[] },
): Promise<void> {
  await sql`
    insert into boards (id, owner_id, title, description, visibility, created_at, changed_at)
    select id, owner_id, title, description, visibility, at, at
    from unnest(${boards.map((one) => one.id)}::uuid[], ${boards.map((one) => one.ownerId)}::uuid[],
      ${boards.map((one) => one.title)}::text[], ${boards.map((one) => one.description)}::text[],
      ${boards.map((one) => one.visibility)}::text[],
      ${boards.map((one) => one.createdAt.toISOString())}::timestamptz[])
      as t (id, owner_id, title, description, visibility, at)
    on conflict do nothing`.execute(trx)
  await sql`
    insert into board_people (board_id, user_id, role, asked_at)
    select t.board_id, t.user_id, t.role, b.created_at
    from unnest(${people.map((one) => one.boardId)}::uuid[], ${people.map((one) => one.userId)}::uuid[],
      ${people.map((one) => one.role)}::text[]) as t (board_id, user_id, role)
    join boards b on b.id = t.board_id
    on conflict do nothing`.execute(trx)
  await sql`
    insert into board_items (id, board_id, portfolio_id, post_id, place, note, is_against, noted_by, noted_at,
      added_by, added_at)
    select t.id, t.board_id, p.id, q.id, t.place, t.note, t.is_against,
      case when t.note <> '' then t.added_by end, case when t.note <> '' then a.at end, t.added_by, a.at
    from unnest(${items.map((one) => one.id)}::uuid[], ${items.map((one) => one.boardId)}::uuid[],
      ${items.map((one) => one.workId)}::uuid[], ${items.map((one) => one.postId)}::uuid[],
      ${items.map((one) => one.place)}::float8[], ${items.map((one) => one.note)}::text[],
      ${items.map((one) => one.isAgainst)}::boolean[], ${items.map((one) => one.addedBy)}::uuid[],
      ${items.map((one) => one.addedAt.toISOString())}::timestamptz[])
      as t (id, board_id, work_id, post_id, place, note, is_against, added_by, at)
    left join portfolio_items p on p.id = t.work_id
    left join posts q on q.id = t.post_id
    cross join lateral (select greatest(t.at, p.created_at, q.created_at) as at) a
    where p.id is not null or q.id is not null
    on conflict do nothing`.execute(trx)
  await sql`
    update boards b set item_count = c.items, note_count = c.notes, against_count = c.against,
      people_count = (select count(*) from board_people bp where bp.board_id = b.id),
      changed_at = greatest(b.changed_at, c.at)
    from (
      select board_id, count(*) as items, count(*) filter (where note <> '') as notes,
        count(*) filter (where is_against) as against, max(added_at) as at
      from board_items group by board_id) c
    where c.board_id = b.id and b.id = any (${boards.map((one) => one.id)}::uuid[])`.execute(trx)
}
