import type { Database } from '../../db/pool.ts'
import { AppError } from '../../http/errors.ts'
import { book } from './ledger-queries.ts'
import type { Settlement } from './money.ts'
import { insertRefund, insertTransfer } from './outgoing-queries.ts'
import { lockPayment, ownerOf, recordSettled, subjectOf } from './payment-queries.ts'

/**
 * Divides a paid payment between client and creator, moving it out of escrow. The card fee is deducted from the
 * creator's part. The orders to send the money are inserted in the same transaction. A second call does nothing.
 */
export async function settle(trx: Database, settlement: Settlement): Promise<void> {
  const { paymentId, toClientCents, toCreatorCents, creatorId, now } = settlement
  const held = await lockPayment(trx, paymentId)
  if (held.chargeback === 'open') {
    throw new AppError(
      'conflict',
      'The payer’s bank is reviewing this payment and has to decide first.',
    )
  }
  const row = await recordSettled(trx, paymentId, { toClientCents, toCreatorCents, now })
  if (row === undefined) return
  const fee = creatorId === null ? 0 : Math.min(Number(row.fee_cents ?? 0n), toCreatorCents)
  const net = toCreatorCents - fee
  await book(
    trx,
    { kind: 'allocation', causeId: paymentId, paymentId, projectId: row.project_id },
    [
      { account: 'escrow', owner: ownerOf(subjectOf(row)), cents: toClientCents + toCreatorCents },
      { account: 'payable', owner: row.payer_id, cents: -toClientCents },
      ...(creatorId === null
        ? [{ account: 'revenue' as const, cents: -toCreatorCents }]
        : [
            { account: 'payable' as const, owner: creatorId, cents: -net },
            { account: 'card_fees' as const, cents: -fee },
          ]),
    ],
  )
  if (toClientCents > 0) await insertRefund(trx, { paymentId, cents: toClientCents, now })
  if (creatorId !== null && net > 0)
    await insertTransfer(trx, { paymentId, userId: creatorId, cents: net, now })
}
