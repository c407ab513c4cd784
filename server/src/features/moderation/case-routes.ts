import { getCase } from '@plinth/contract/moderation/cases.ts'
import { openCaseFile } from '../../core/cases/cases.ts'
import type { Context } from '../../deps.ts'
import { findContentFacts } from './case-queries.ts'

/** The case file of something reported or appealed. Opening it is logged, because it shows what somebody wrote. */
export function registerContentCases({ mount, deps: { db } }: Context): void {
  mount(getCase, ({ params: { kind, id }, viewer, request }) => {
    const act = { adminId: viewer.id, requestId: request.id }
    return db.transaction().execute(async (trx) => {
      const file = await openCaseFile(trx, act, { kind, subjectId: id })
      return { ...file, kind, ...(await findContentFacts(trx, { kind, subjectId: id })) }
    })
  })
}
