import type { Deps } from '../../deps.ts'
import { checkPayments, type Difference } from './check-queries.ts'
import { balanceOf } from './ledger-queries.ts'
import { listSentRefunds } from './outgoing-queries.ts'
import { claimStalePayments } from './payment-queries.ts'
import type { PaymentSync } from './sync.ts'
import { insertReconciliation, lastReadUpTo, listStuckEvents } from './provider-event-queries.ts'
import type { ProviderEvents } from './provider-events.ts'
import type { Sending } from './sending.ts'

export const RECONCILE_JOB = 'money.reconcile'

/** The provider's clock may differ from ours, and an event may be listed late. */
const OVERLAP_MS = 15 * 60_000
/** Providers keep events for a month. */
const LONGEST_MS = 30 * 86_400_000
/** For this long after a payment a bank can dispute the charge and a refund can fail. */
const RETURNED_MS = 180 * 86_400_000
/** Checkouts and refunds without news for this long are read back. */
const STALE_MS = 30 * 60_000
/** Each run compares payments that changed in this time with the ledger; the command compares all of them. */
const RECENT_MS = 2 * 86_400_000

interface Reconciliation {
  /** Events that no webhook had delivered. */
  found: number
  /** Where the ledger and the provider disagree. */
  differences: readonly Difference[]
}

/** Reads missed events from the provider, and compares the ledger with its balance. */
export function createReconcile(
  deps: Deps,
  { sync, sending, events }: { sync: PaymentSync; sending: Sending; events: ProviderEvents },
) {
  const { db, payments } = deps

  const readEvents = async (since: Date): Promise<number> => {
    let found = 0
    for await (const event of payments.listEvents(since)) {
      if (!(await events.receive(event))) continue
      found += 1
      await events.process(event.id)
    }
    for (const id of await listStuckEvents(db)) await events.process(id)
    return found
  }

  /**
   * Used on the first run and after an outage longer than events are kept: reads back everything that the lost events
   * would have reported.
   */
  const readBegun = async (since: Date): Promise<void> => {
    for (const hint of await payments.listBegun(new Date(since.getTime() - RETURNED_MS)))
      await events.read(hint)
  }

  return async ({ all = false }: { all?: boolean } = {}): Promise<Reconciliation> => {
    const startedAt = deps.now()
    const last = await lastReadUpTo(db)
    const oldest = new Date(startedAt.getTime() - LONGEST_MS)
    const since = last ?? oldest
    const found = await readEvents(new Date(since.getTime() - OVERLAP_MS))
    const stale = new Date(startedAt.getTime() - STALE_MS)
    for (const row of await claimStalePayments(db, { before: stale, now: startedAt }))
      await sync.payment(row)
    if (last === undefined || last < oldest) await readBegun(since)
    for (const { providerId } of await listSentRefunds(db, stale))
      await sending.refund(await payments.getRefund(providerId))
    await sending.send()
    const [ours, theirs] = [await balanceOf(db, 'provider'), await payments.getBalance()]
    const recent = new Date(all ? 0 : startedAt.getTime() - RECENT_MS)
    const differences = [
      ...(ours === theirs ? [] : [{ what: 'balance at the card provider', ours, theirs }]),
      ...(await checkPayments(db, recent)),
    ]
    await insertReconciliation(db, { startedAt, readUpTo: startedAt, found, differences })
    return { found, differences }
  }
}
