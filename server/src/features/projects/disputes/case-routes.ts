import {
  getDisputeCase,
  listDisputeMessages,
  openOriginal,
} from '@plinth/contract/projects/dispute-calls.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import type { TellOfProof } from '../../../core/cases/case-routes.ts'
import { openCaseFile } from '../../../core/cases/cases.ts'
import { orNotFound } from '../../../http/errors.ts'
import { Page, type Mount } from '../../../http/mount.ts'
import { decodeTimeCursor } from '../../../http/paging.ts'
import { beginStep, type ProjectContext } from '../project-steps.ts'
import { addEvent, updateProject } from '../project-write-queries.ts'
import { readRoom } from '../room/project-read-queries.ts'
import { findLedger, findOriginalUrl, findThread, listThread, threadList } from './case-queries.ts'

const keyOf = (subjectId: string) => ({ kind: 'dispute', subjectId }) as const

/** The case file of a dispute. Whatever it opens of the two people is logged. */
export function registerDisputeCases(mount: Mount, context: ProjectContext): void {
  const { db } = context.deps

  mount(getDisputeCase, async ({ params: { id }, viewer, request }) => {
    const act = { adminId: viewer.id, requestId: request.id }
    const file = await db.transaction().execute((trx) => openCaseFile(trx, act, keyOf(id)))
    const [project, ledger] = await Promise.all([readRoom(context, id, viewer), findLedger(db, id)])
    return { ...file, project, ledger }
  })

  mount(listDisputeMessages, async ({ params: { id }, query, viewer, request }) => {
    const { cursor, limit = PAGE_SIZE } = query
    const after = decodeTimeCursor(cursor, threadList(id))
    const act = { adminId: viewer.id, requestId: request.id }
    const thread = await db.transaction().execute(async (trx) => {
      const found = orNotFound(await findThread(trx, id))
      // The pages after the first are the same reading.
      if (after === null) await openCaseFile(trx, act, keyOf(id), 'case.thread')
      return found
    })
    const { conversationId, from, to } = thread
    if (conversationId === null) return new Page([], null)
    return listThread(db, {
      adminId: viewer.id,
      projectId: id,
      conversationId,
      from,
      to,
      limit,
      after,
    })
  })

  mount(openOriginal, ({ params: { id, fileId }, viewer, request }) => {
    const act = { adminId: viewer.id, requestId: request.id }
    return db.transaction().execute(async (trx) => {
      const url = orNotFound(await findOriginalUrl(trx, { projectId: id, fileId }))
      await openCaseFile(trx, act, keyOf(id), 'case.original')
      return { url }
    })
  })
}

/** Proof is part of a side, so the other one is told of it like of a statement. */
export const tellOfProof =
  (context: ProjectContext): TellOfProof =>
  async (trx, { projectId, viewer, text }) => {
    const { project, role, now } = await beginStep(context, trx, { id: projectId, viewer })
    await updateProject(trx, { id: projectId, from: ['disputed'], set: { updated_at: now } })
    await addEvent(
      trx,
      project,
      { kind: 'statement', by: role, actorId: viewer.id, note: text },
      now,
    )
    return () => context.deps.live.projectMoved(projectId, [project.clientId, project.creatorId])
  }
