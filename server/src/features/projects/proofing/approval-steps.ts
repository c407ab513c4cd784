import type { Database } from '../../../db/pool.ts'
import { AppError } from '../../../http/errors.ts'
import { findApproved, holdForApproval, insertApproval } from './approval-queries.ts'

/**
 * Keeps what is approved, in the transaction that approves it. Returns the note of its event. Throws if a file cannot be
 * read: otherwise somebody would pay for a file that is missing.
 */
export async function recordApproval(
  trx: Database,
  approval: { projectId: string; by: string | null; now: Date },
): Promise<string | null> {
  await holdForApproval(trx, approval.projectId)
  const delivery = await findApproved(trx, approval.projectId)
  if (delivery === undefined) return null
  if (delivery.unhashed > 0)
    throw new AppError(
      'conflict',
      'We couldn’t read all files of this delivery. Try again in a minute, or ask the creator to deliver again.',
    )
  await insertApproval(trx, approval)
  const { number, files } = delivery
  return `Delivery ${number}: ${files === 1 ? '1 file' : `${files} files`}`
}
