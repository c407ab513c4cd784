import {
  MAX_ANSWERS,
  createAnswer,
  deleteAnswer,
  listAnswers,
  updateAnswer,
} from '@plinth/contract/moderation/answers.ts'
import { changesOf, insertAudit, type Audited } from '../../core/audit/audit-queries.ts'
import type { Context } from '../../deps.ts'
import { AppError, orNotFound } from '../../http/errors.ts'
import {
  findAnswer,
  findAnswers,
  insertAnswer,
  removeAnswer,
  rewriteAnswer,
} from './answer-queries.ts'

const trimmed = ({ name, body }: { name: string; body: string }) => ({
  name: name.trim(),
  body: body.trim(),
})

/** Texts that staff use again as reasons and messages. */
export function registerAnswers({ mount, deps: { db } }: Pick<Context, 'mount' | 'deps'>): void {
  mount(listAnswers, () => findAnswers(db))

  mount(createAnswer, async ({ body, viewer, request }) => {
    const written = trimmed(body)
    const id = await db.transaction().execute(async (trx) => {
      const made = await insertAnswer(trx, { ...written, madeBy: viewer.id })
      if (made === null) {
        throw new AppError('conflict', `There are ${MAX_ANSWERS} answers. Remove one first.`)
      }
      const act = { adminId: viewer.id, requestId: request.id }
      await insertAudit(trx, audited(act, 'answer.create', made, { after: written }))
      return made
    })
    return orNotFound(await findAnswer(db, id))
  })

  mount(updateAnswer, async ({ params: { id }, body, viewer, request }) => {
    const written = trimmed(body)
    await db.transaction().execute(async (trx) => {
      const before = orNotFound(await rewriteAnswer(trx, id, written))
      const act = { adminId: viewer.id, requestId: request.id }
      const changes = changesOf({ ...before }, { ...written })
      await insertAudit(trx, audited(act, 'answer.update', id, changes))
    })
    return orNotFound(await findAnswer(db, id))
  })

  mount(deleteAnswer, async ({ params: { id }, viewer, request }) => {
    await db.transaction().execute(async (trx) => {
      const before = orNotFound(await removeAnswer(trx, id))
      const act = { adminId: viewer.id, requestId: request.id }
      await insertAudit(trx, audited(act, 'answer.delete', id, { before: { ...before } }))
    })
    return null
  })
}

const audited = (
  act: Audited['act'],
  action: Audited['action'],
  subjectId: string,
  facts: Pick<Audited, 'before' | 'after'>,
): Audited => ({ act, action, subjectKind: 'canned_answer', subjectId, ...facts })
