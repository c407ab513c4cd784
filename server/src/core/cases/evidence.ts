import { MAX_PROOFS, PROOF_DAYS } from '@plinth/contract/limits.ts'
import type { Database } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { lockSide, type HeldSide } from './proof-queries.ts'

/** Throws unless this person has a side in the case that can add proof now. */
export function checkSide(held: HeldSide | undefined): HeldSide {
  if (held === undefined) throw notFound()
  if (!held.isOpen) {
    throw new AppError('conflict', 'This case is closed, so you can’t add anything to it.')
  }
  if (!held.isInTime) {
    throw new AppError(
      'conflict',
      `You could add proof for ${PROOF_DAYS} days, and they have passed.`,
    )
  }
  if (held.proofCount >= MAX_PROOFS) {
    throw new AppError('conflict', `You’ve added proof ${MAX_PROOFS} times, and can’t add more.`)
  }
  return held
}

export type AdmitEvidence = (
  trx: Database,
  upload: { ownerId: string; caseId: string },
) => Promise<void>

/** Refuses an upload for a case before its bytes are sent, if they could not become proof. */
export const admitEvidence =
  ({ now }: Pick<Deps, 'now'>): AdmitEvidence =>
  async (trx, { ownerId, caseId }) => {
    checkSide(await lockSide(trx, { caseId }, { viewerId: ownerId, now: now() }))
  }
