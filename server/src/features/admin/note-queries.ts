import type { UserNote } from '@plinth/contract/moderation/notes.ts'
import { sql, type RawBuilder } from 'kysely'
import { meTable } from '../../core/session/viewer-sql.ts'
import { personOrNull } from '../../core/users/person-sql.ts'
import { newId } from '../../db/id.ts'
import {
  byTime,
  findShown,
  onlyRow,
  pageStatement,
  pastTime,
  type Shown,
  type ViewerPageRow,
} from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import { isoTime } from '../../db/time-sql.ts'
import { Page } from '../../http/mount.ts'
import { cursorAfter, type TimePosition } from '../../http/paging.ts'

/** Name of the list in its cursors. */
export const NOTE_LIST = 'notes'

const shownNote = (adminId: string): Shown => ({
  table: 'user_notes',
  columns: sql`
    p.id, p.text, ${personOrNull('author')} as author,
    coalesce(p.author_id = ${adminId}::uuid, false) as "isOwn",
    ${isoTime(sql`p.created_at`)} as "createdAt"`,
  joins: sql`left join users author on author.id = p.author_id`,
})

export interface NotesInput {
  adminId: string
  userId: string
  limit: number
  after: TimePosition | null
}

/** A page of notes about somebody, newest first. */
export const notesStatement = ({
  adminId,
  userId,
  limit,
  after,
}: NotesInput): RawBuilder<ViewerPageRow> =>
  pageStatement({
    me: meTable({ viewerId: adminId }),
    sort: byTime(sql`p.created_at`),
    from: sql`user_notes p`,
    conditions: [sql`p.user_id = ${userId}::uuid`],
    limit,
    after: pastTime(after),
    shown: shownNote(adminId),
  })

export async function listOfNotes(db: Database, input: NotesInput): Promise<Page<UserNote>> {
  const { json, last } = await onlyRow(db, notesStatement(input))
  return new Page(JSON.parse(json) as UserNote[], cursorAfter(NOTE_LIST, last))
}

export const findNote = (db: Database, adminId: string, id: string): Promise<UserNote | null> =>
  findShown(db, id, shownNote(adminId))

/** Whether there is such a person, who is not the one that asks: nobody reads notes about themselves. */
export async function isSomebodyElse(
  db: Database,
  { adminId, userId }: { adminId: string; userId: string },
): Promise<boolean> {
  const { found } = await onlyRow(
    db,
    sql<{ found: boolean }>`select exists (
      select 1 from users where id = ${userId}::uuid and id <> ${adminId}::uuid
        and deleted_at is null) as found`,
  )
  return found
}

/** Inserts a note about somebody else and returns its id; null when there is no such person. */
export async function insertNote(
  trx: Database,
  { userId, adminId, text }: { userId: string; adminId: string; text: string },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into user_notes (id, user_id, author_id, text)
    select ${newId()}::uuid, id, ${adminId}::uuid, ${text} from users
    where id = ${userId}::uuid and id <> ${adminId}::uuid and deleted_at is null
    returning id`.execute(trx)
  return rows[0]?.id ?? null
}

/** Removes a note that this person wrote and returns whom it was about; null when there is none. */
export async function removeNote(
  trx: Database,
  { id, adminId }: { id: string; adminId: string },
): Promise<string | null> {
  const { rows } = await sql<{ userId: string }>`
    delete from user_notes where id = ${id}::uuid and author_id = ${adminId}::uuid
      and user_id <> ${adminId}::uuid
    returning user_id as "userId"`.execute(trx)
  return rows[0]?.userId ?? null
}

/** Who looks after a person, whose row is locked; undefined when there is no such person, or they ask for themselves. */
export async function lockAssignment(
  trx: Database,
  { userId, adminId }: { userId: string; adminId: string },
): Promise<{ assigneeId: string | null } | undefined> {
  const { rows } = await sql<{ assigneeId: string | null }>`
    select (select assignee_id from user_assignments a where a.user_id = u.id) as "assigneeId"
    from users u where id = ${userId}::uuid and id <> ${adminId}::uuid and deleted_at is null
    for no key update`.execute(trx)
  return rows[0]
}

export async function endAssignment(trx: Database, userId: string): Promise<void> {
  await sql`delete from user_assignments where user_id = ${userId}::uuid`.execute(trx)
}

/** Has a member of staff look after somebody else. False when the assignee is not staff. */
export async function assign(
  trx: Database,
  { userId, assigneeId }: { userId: string; assigneeId: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into user_assignments (user_id, assignee_id)
    select ${userId}::uuid, id from users
    where id = ${assigneeId}::uuid and id <> ${userId}::uuid and is_admin and deleted_at is null
    on conflict (user_id) do update set assignee_id = excluded.assignee_id, assigned_at = now()
    returning user_id`.execute(trx)
  return rows.length > 0
}
