import { book, type LedgerEntry, type LedgerKind } from '../../core/money/ledger-queries.ts'
import type { Deps } from '../../deps.ts'
import { findOfCharge } from './subscription-queries.ts'

/**
 * What of a paid month goes back: by hand at the provider, or through the bank. Plinth does neither by itself, and its
 * books have to know. Money of projects and promotions is the core's.
 */
export function createReturns({ db, payments }: Deps) {
  const write = async (chargeId: string, causeId: string, movements: readonly Movement[]) => {
    const subscriptionId = await findOfCharge(db, chargeId)
    if (subscriptionId === undefined) return
    await db.transaction().execute(async (trx) => {
      for (const [kind, entries] of movements)
        await book(trx, { kind, causeId, subscriptionId }, entries)
    })
  }

  return {
    refund: async (id: string): Promise<void> => {
      const { chargeId, cents, state } = await payments.getRefund(id)
      const movements: Movement[] = [['refund', moved('revenue', 'provider', cents)]]
      if (state === 'failed')
        movements.push(['refund_returned', moved('provider', 'revenue', cents)])
      await write(chargeId, id, movements)
    },
    dispute: async (id: string): Promise<void> => {
      const { chargeId, cents, feeCents, state } = await payments.getDispute(id)
      const fee = moved('losses', 'provider', feeCents)
      const movements: Movement[] = [
        ['chargeback', [...moved('chargebacks', 'provider', cents), ...fee]],
      ]
      if (state === 'won')
        movements.push(['chargeback_returned', moved('provider', 'chargebacks', cents)])
      if (state === 'lost')
        movements.push(['chargeback_lost', moved('losses', 'chargebacks', cents)])
      await write(chargeId, id, movements)
    },
  }
}

type Movement = [kind: LedgerKind, entries: readonly LedgerEntry[]]
type Account = 'provider' | 'revenue' | 'chargebacks' | 'losses'

const moved = (to: Account, from: Account, cents: number): LedgerEntry[] => [
  { account: to, cents },
  { account: from, cents: -cents },
]
