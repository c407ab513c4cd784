import type { Database } from '../../db/pool.ts'
import type { ProviderHint } from '../../gateways/payments/payments.ts'
import type {
  Chargeback,
  Money,
  MoneyMoved,
  PaidPayment,
  PaymentSubject,
  Purpose,
} from './money.ts'

/** The handlers that features registered for money that moves. */
export interface MoneyHandlers {
  paid: (trx: Database, payment: PaidPayment, now: Date) => Promise<void>
  moved: (trx: Database, moved: MoneyMoved, now: Date) => Promise<void>
  chargeback: (trx: Database, chargeback: Chargeback, now: Date) => Promise<void>
  event: (event: ProviderHint) => Promise<void>
  afterMove: (subject: PaymentSubject) => void
}
type Registering = Pick<Money, 'onPaid' | 'onMoved' | 'onChargeback' | 'onEvent' | 'afterMove'>

export function createHandlers(): { handlers: MoneyHandlers; register: Registering } {
  const paid = new Map<Purpose, MoneyHandlers['paid']>()
  const moved: MoneyHandlers['moved'][] = []
  const chargebacks: MoneyHandlers['chargeback'][] = []
  const events: { types: readonly string[]; handler: MoneyHandlers['event'] }[] = []
  const after: MoneyHandlers['afterMove'][] = []
  return {
    handlers: {
      paid: async (trx, payment, now) => {
        const handler = paid.get(payment.purpose)
        if (handler === undefined) throw new Error(`nobody takes payments for a ${payment.purpose}`)
        await handler(trx, payment, now)
      },
      moved: async (trx, what, now) => {
        for (const handler of moved) await handler(trx, what, now)
      },
      chargeback: async (trx, what, now) => {
        for (const handler of chargebacks) await handler(trx, what, now)
      },
      event: async (event) => {
        for (const { types, handler } of events) {
          if (types.includes(event.type)) await handler(event)
        }
      },
      afterMove: (subject) => {
        for (const handler of after) handler(subject)
      },
    },
    register: {
      onPaid: (purpose, handler) => void paid.set(purpose, handler),
      onMoved: (handler) => void moved.push(handler),
      onChargeback: (handler) => void chargebacks.push(handler),
      onEvent: (types, handler) => void events.push({ types, handler }),
      afterMove: (handler) => void after.push(handler),
    },
  }
}
