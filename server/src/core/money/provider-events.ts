import type { Deps } from '../../deps.ts'
import type { ProviderEvent, ProviderHint } from '../../gateways/payments/payments.ts'
import type { MoneyHandlers } from './handlers.ts'
import type { PaymentSync } from './sync.ts'
import { startEvent, finishEvent, insertEvent } from './provider-event-queries.ts'
import type { Sending } from './sending.ts'

export const EVENT_JOB = 'money.event'

export interface ProviderEvents {
  /** Stores an event and queues its processing. Returns false if it was stored before. */
  receive: (event: ProviderEvent) => Promise<boolean>
  process: (id: string) => Promise<void>
  /** Reads back the object that a hint names; works without a stored event. */
  read: (hint: ProviderHint, eventId?: string) => Promise<void>
}

/**
 * Treats each event as a hint only: the object that it names is read back from the provider, and its current state is
 * recorded.
 */
export function createProviderEvents(
  deps: Deps,
  parts: {
    sync: PaymentSync
    sending: Sending
    chargeback: (dispute: Awaited<ReturnType<Deps['payments']['getDispute']>>) => Promise<void>
    handlers: MoneyHandlers
  },
): ProviderEvents {
  const { db, jobs, payments } = deps
  const { sync, sending, chargeback, handlers } = parts

  const dispatch = async ({ type, objectId }: ProviderHint, id?: string): Promise<void> => {
    if (type.startsWith('checkout.session.')) return sync.checkout(objectId, id)
    if (type.startsWith('payment_intent.')) return sync.intent(objectId, id)
    if (type === 'charge.refunded') {
      for (const one of await payments.listRefunds(objectId)) await sending.refund(one, id)
      return
    }
    if (type.startsWith('charge.dispute.')) return chargeback(await payments.getDispute(objectId))
    if (type.startsWith('refund.')) return sending.refund(await payments.getRefund(objectId), id)
    if (type.startsWith('transfer.'))
      return sending.transfer(await payments.getTransfer(objectId), id)
  }

  const read: ProviderEvents['read'] = async (hint, eventId) => {
    await dispatch(hint, eventId)
    await handlers.event(hint)
  }

  return {
    read,
    receive: (event) =>
      db.transaction().execute(async (trx) => {
        const isNew = await insertEvent(trx, event)
        if (isNew) await jobs.send(trx, EVENT_JOB, { id: event.id })
        return isNew
      }),
    process: async (id) => {
      const event = await startEvent(db, id)
      if (event === undefined) return
      try {
        await read(event, id)
      } catch (error) {
        await finishEvent(db, id, error instanceof Error ? error.message : String(error))
        throw error
      }
      await finishEvent(db, id, null)
    },
  }
}
