import type { AuditAction } from '@plinth/contract/moderation/moderation.ts'
import type { Database } from '../../db/pool.ts'
import { AppError, orNotFound } from '../../http/errors.ts'
import { insertAudit, type AdminAct } from '../audit/audit-queries.ts'
import { findCaseFile, type CaseFile, type CaseKey } from './case-queries.ts'

/** How the audit log names what a case is about. */
export const auditedSubject = ({ kind, subjectId }: CaseKey) => ({
  subjectKind: kind === 'dispute' ? 'project' : kind,
  subjectId,
})

export const ownCase = () =>
  new AppError('auth.forbidden', 'This is your own case. Somebody else has to decide it.')

/**
 * Opens a case for a member of staff and logs it, in this transaction. Throws 404 if there is none, and 403 if something
 * in it is at stake for them: they would read what others write about them.
 */
export async function openCaseFile(
  trx: Database,
  act: AdminAct,
  key: CaseKey,
  action: Extract<AuditAction, `case.${string}`> = 'case.open',
): Promise<CaseFile> {
  const { file, isOwn } = orNotFound(await findCaseFile(trx, key, act.adminId))
  if (isOwn) throw ownCase()
  await insertAudit(trx, { act, action, ...auditedSubject(key) })
  return file
}
