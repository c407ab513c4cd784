import {
  addProof,
  assignCase,
  assignDispute,
  getOwnCase,
  listAssignedCases,
  noteCase,
  noteDispute,
} from '@plinth/contract/moderation/cases.ts'
import { MAX_CASE_NOTES, PAGE_SIZE } from '@plinth/contract/limits.ts'
import type { Database } from '../../db/pool.ts'
import type { Context, Deps } from '../../deps.ts'
import { AppError, invalidField, orNotFound } from '../../http/errors.ts'
import { decodeTimeCursor } from '../../http/paging.ts'
import type { Viewer } from '../../http/viewer.ts'
import { insertAudit, type AdminAct } from '../audit/audit-queries.ts'
import {
  ASSIGNED_CASES,
  assignCaseTo,
  insertNote,
  listAssigned,
  lockCase,
  type CaseKey,
  type HeldCase,
} from './case-queries.ts'
import { auditedSubject, ownCase } from './cases.ts'
import { checkSide } from './evidence.ts'
import { findOwnCase, insertProof, lockSide } from './proof-queries.ts'

interface DisputedProof {
  projectId: string
  viewer: Viewer
  text: string
}
/**
 * Locks a disputed project for one of its two people and tells the other one about proof. Returns what to call after the
 * commit. Throws as every step in a project does.
 */
export type TellOfProof = (trx: Database, proof: DisputedProof) => Promise<() => void>

/** What every case has: proof by its sides, notes and an assignee by staff. */
export function registerCases({ mount, deps }: Context, tellOfProof: TellOfProof): void {
  const { db, now } = deps

  mount(getOwnCase, async ({ params, viewer }) =>
    orNotFound(await findOwnCase(db, keyOf(params), { viewerId: viewer.id, now: now() })),
  )

  mount(addProof, async ({ params, body, viewer }) => {
    const key = keyOf(params)
    const asking = { viewerId: viewer.id, now: now() }
    const { fileIds = [] } = body
    const text = body.text.trim()
    if (text === '' && fileIds.length === 0) {
      throw invalidField('text', 'Write something, or add a file.')
    }
    const tell = await db.transaction().execute(async (trx) => {
      // Everybody locks the project before anything that belongs to it.
      const told =
        key.kind === 'dispute'
          ? await tellOfProof(trx, { projectId: key.subjectId, viewer, text })
          : () => undefined
      const held = checkSide(await lockSide(trx, key, asking))
      const { caseId, side } = held
      const proof = { caseId, side, authorId: viewer.id, text, fileIds, now: asking.now }
      if (!(await insertProof(trx, proof))) throw filesGone()
      return told
    })
    tell()
    return orNotFound(await findOwnCase(db, key, asking))
  })

  mount(listAssignedCases, ({ viewer, query: { cursor, limit = PAGE_SIZE } }) =>
    listAssigned(db, { viewer, limit, after: decodeTimeCursor(cursor, ASSIGNED_CASES) }),
  )

  mount(noteCase, ({ params, body, viewer, request }) =>
    note(deps, keyOf(params), viewer, request.id, body.text.trim()),
  )
  mount(noteDispute, ({ params, body, viewer, request }) =>
    note(deps, disputeOf(params), viewer, request.id, body.text.trim()),
  )
  mount(assignCase, ({ params, body, viewer, request }) =>
    assign(deps, keyOf(params), viewer, request.id, body.assigneeId),
  )
  mount(assignDispute, ({ params, body, viewer, request }) =>
    assign(deps, disputeOf(params), viewer, request.id, body.assigneeId),
  )
}

const keyOf = ({ kind, id }: { kind: CaseKey['kind']; id: string }): CaseKey => ({
  kind,
  subjectId: id,
})
const disputeOf = ({ id }: { id: string }): CaseKey => ({ kind: 'dispute', subjectId: id })

/** Runs a step of staff in a locked case that is not their own. */
function inCase<T>(
  { db }: Deps,
  key: CaseKey,
  viewer: Viewer,
  step: (trx: Database, held: HeldCase) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const held = orNotFound(await lockCase(trx, key, viewer.id))
    if (held.isOwn) throw ownCase()
    return step(trx, held)
  })
}

const note = (deps: Deps, key: CaseKey, viewer: Viewer, requestId: string, text: string) =>
  inCase(deps, key, viewer, async (trx, { id: caseId, noteCount }) => {
    if (noteCount >= MAX_CASE_NOTES) {
      throw new AppError('conflict', `A case can have ${MAX_CASE_NOTES} notes.`)
    }
    const act: AdminAct = { adminId: viewer.id, requestId }
    // The note itself stays in the case: it may quote what somebody wrote.
    await insertAudit(trx, { act, action: 'case.note', ...auditedSubject(key) })
    return insertNote(trx, { caseId, authorId: viewer.id, text, now: deps.now() })
  })

const assign = (
  deps: Deps,
  key: CaseKey,
  viewer: Viewer,
  requestId: string,
  assigneeId: string | null,
) =>
  inCase(deps, key, viewer, async (trx, held) => {
    const given = { kind: key.kind, caseId: held.id, assigneeId }
    if (!(await assignCaseTo(trx, given))) {
      throw new AppError('conflict', 'They can’t decide this case. Choose somebody else.')
    }
    if (held.assigneeId === assigneeId) return null
    await insertAudit(trx, {
      act: { adminId: viewer.id, requestId },
      action: 'case.assign',
      ...auditedSubject(key),
      before: { assigneeId: held.assigneeId },
      after: { assigneeId },
    })
    return null
  })

const filesGone = () =>
  new AppError('conflict', 'Some of these files are gone. Upload them again.', {
    fields: { fileIds: 'Some of these files are gone. Upload them again.' },
  })
