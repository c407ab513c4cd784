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

/** The provider's clock and ours differ, and an event can be listed late. */
const OVERLAP_MS = 15 * 60_000
/** Providers keep events for a month. */
const LONGEST_MS = 30 * 86_400_000
/** A bank can take a charge back so long after it was paid, and a refund fail. */
const RETURNED_MS = 180 * 86_400_000
/** Checkouts and refunds that were silent for so long are asked after. */
const STALE_MS = 30 * 60_000
/** Payments that moved since then are held against the books each time; the command looks at all. */
const RECENT_MS = 2 * 86_400_000

export interface Reconciliation {
  /** Events that no webhook had told of. */
  found: number
  /** What the books and the provider do not agree on. */
  differences: readonly Difference[]
}

/** Reads back from the provider what was missed, and holds the books against its balance. */
export function createReconcile(
  deps: Deps,
  { sync, sending, events }: { sync: PaymentSync; sending: Sending; events: ProviderEvents },
) {
  const { db, payments } = deps

  const readEvents = async (since: Date): Promise<number> => {
    let found = 0
    for await (const event of payments.listEvents(since)) {
      if (!(await events.take(event))) continue
      found += 1
      await events.work(event.id)
    }
    for (const id of await listStuckEvents(db)) await events.work(id)
    return found
  }

  /** After a silence longer than events are kept, or before the first look: what they would have told of. */
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
