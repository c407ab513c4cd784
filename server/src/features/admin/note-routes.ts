import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import {
  assignUser,
  createUserNote,
  deleteUserNote,
  listUserNotes,
} from '@plinth/contract/moderation/notes.ts'
import type { Context } from '../../deps.ts'
import { notFound, orNotFound } from '../../http/errors.ts'
import { decodeTimeCursor } from '../../http/paging.ts'
import {
  NOTE_LIST,
  assign,
  endAssignment,
  findNote,
  insertNote,
  isSomebodyElse,
  listOfNotes,
  lockAssignment,
  removeNote,
} from './note-queries.ts'
import { audit } from './user-steps.ts'

/** Notes about people, and who of the staff looks after them. The audit log says that there are notes, not what is in them. */
export function registerNotes({ mount, deps: { db } }: Pick<Context, 'mount' | 'deps'>): void {
  mount(
    listUserNotes,
    async ({ params: { id: userId }, viewer, query: { cursor, limit = PAGE_SIZE } }) => {
      const adminId = viewer.id
      const after = decodeTimeCursor(cursor, NOTE_LIST)
      if (!(await isSomebodyElse(db, { adminId, userId }))) throw notFound()
      return listOfNotes(db, { adminId, userId, limit, after })
    },
  )

  mount(createUserNote, async ({ params: { id: userId }, body, viewer, request }) => {
    const adminId = viewer.id
    const id = await db.transaction().execute(async (trx) => {
      const made = orNotFound(await insertNote(trx, { userId, adminId, text: body.text.trim() }))
      const act = { adminId, requestId: request.id }
      await audit(trx, act, userId, 'user.note', { after: { noteId: made } })
      return made
    })
    return orNotFound(await findNote(db, adminId, id))
  })

  mount(deleteUserNote, async ({ params: { id }, viewer, request }) => {
    const adminId = viewer.id
    await db.transaction().execute(async (trx) => {
      const userId = orNotFound(await removeNote(trx, { id, adminId }))
      const act = { adminId, requestId: request.id }
      await audit(trx, act, userId, 'user.note_delete', { before: { noteId: id.toLowerCase() } })
    })
    return null
  })

  mount(assignUser, async ({ params: { id: userId }, body: { assigneeId }, viewer, request }) => {
    const adminId = viewer.id
    await db.transaction().execute(async (trx) => {
      const before = orNotFound(await lockAssignment(trx, { userId, adminId }))
      const after = assigneeId?.toLowerCase() ?? null
      if (before.assigneeId === after) return
      if (after === null) await endAssignment(trx, userId)
      else if (!(await assign(trx, { userId, assigneeId: after }))) throw notFound()
      const act = { adminId, requestId: request.id }
      await audit(trx, act, userId, 'user.assign', { before, after: { assigneeId: after } })
    })
    return null
  })
}
