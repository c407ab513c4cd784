import type { AuditAction, AuditEntry } from '@plinth/contract/moderation/moderation.ts'
import { newId } from '../../db/id.ts'
import type { Database } from '../../db/pool.ts'

/** Who acts, and by which request. */
export interface AdminAct {
  adminId: string
  requestId: string
}

/** What of a thing an act changed. */
type Facts = NonNullable<AuditEntry['before']>

export interface Audited {
  /** Null for what Plinth does by itself. */
  act: AdminAct | null
  action: AuditAction
  subjectKind: string
  subjectId: string
  before?: Facts | null
  after?: Facts | null
}

/**
 * Writes down what an admin does, in the transaction in which it is done. Words of private messages have no place in
 * what it says.
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

/** Of two pictures of a thing only what differs. */
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
