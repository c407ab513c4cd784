import type { AuditAction, AuditEntry } from '@plinth/contract/moderation/moderation.ts'
import { newId } from '../../db/id.ts'
import type { Database } from '../../db/pool.ts'

/** The admin who acts, and the id of the request. */
export interface AdminAct {
  adminId: string
  requestId: string
}

/** The fields that an action changed. */
type Facts = NonNullable<AuditEntry['before']>

export interface Audited {
  /** Null if Plinth acts by itself. */
  act: AdminAct | null
  action: AuditAction
  subjectKind: string
  subjectId: string
  before?: Facts | null
  after?: Facts | null
}

/**
 * Logs an action of an admin, in the transaction of that action. Never put the text of private messages into an entry.
 */
export async function insertAudit(
  db: Database,
  { act, action, subjectKind, subjectId, before = null, after = null }: Audited,
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      id: newId(),
      actor_id: act?.adminId ?? null,
      action,
      subject_kind: subjectKind,
      subject_id: subjectId,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
      request_id: act?.requestId ?? null,
    })
    .execute()
}

/** Reduces two states of a thing to the fields that differ. */
export function changesOf(was: Facts, now: Facts): { before: Facts; after: Facts } {
  const before: Facts = {}
  const after: Facts = {}
  for (const [name, value] of Object.entries(now)) {
    if (was[name] === value) continue
    before[name] = was[name] ?? null
    after[name] = value
  }
  return { before, after }
}
