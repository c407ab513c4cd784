import type { Database } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import { callProvider } from './provider.ts'
import { customerOf } from './customers.ts'
import type { PaymentOrder } from './money.ts'
import {
  closePayment,
  findPayment,
  lockOpenPayment,
  insertPayment,
  saveCheckout,
  openedPayment,
  ownerOf,
  type PaymentRow,
} from './payment-queries.ts'
import type { PaymentSync } from './sync.ts'

/** An open checkout that ends sooner is replaced: nobody pays at the last minute what is closed under their hands. */
const LEAST_TIME_MS = 10 * 60_000
/** What changes between two looks is changed by somebody at the same time. */
const TRIES = 3

type Hold = (trx: Database) => Promise<PaymentOrder>
type Found = { order: PaymentOrder; row: PaymentRow; isFit: boolean }

export function createCheckouts(deps: Deps, sync: PaymentSync) {
  const { db, payments, env } = deps

  /** The row that waits for a card: that of an earlier call, or a new one. */
  const find = (hold: Hold): Promise<Found> =>
    db.transaction().execute(async (trx) => {
      const order = await hold(trx)
      const open = await lockOpenPayment(trx, order)
      if (open === undefined)
        return { order, row: await insertPayment(trx, order, deps.now()), isFit: true }
      const isFit =
        Number(open.amount_cents) === order.cents &&
        open.payer_id === order.payerId &&
        (open.checkout_expires_at === null ||
          open.checkout_expires_at.getTime() > deps.now().getTime() + LEAST_TIME_MS)
      return { order, row: open, isFit }
    })

  const ask = async ({ order, row }: Found): Promise<string | null> => {
    if (row.checkout_url !== null) return row.checkout_url
    const customerId = await customerOf(deps, order.payerId)
    const back = new URL(order.returnTo, env.publicUrl)
    const returning = (how: 'done' | 'cancelled') => {
      const url = new URL(back)
      url.searchParams.set('checkout', how)
      return url.href
    }
    const checkout = await payments.openCheckout(
      {
        paymentId: row.id,
        cents: order.cents,
        title: order.title,
        description: order.description,
        customerId,
        group: ownerOf(order),
        successUrl: returning('done'),
        cancelUrl: returning('cancelled'),
      },
      `checkout-${row.id}`,
    )
    if (await openedPayment(db, row.id, checkout)) return checkout.url
    await saveCheckout(db, row.id, checkout.id)
    await payments.expireCheckout(checkout.id)
    return null
  }

  /** Another process may have asked at the same time, and been answered while we were turned away. */
  const already = async (id: string, error: unknown): Promise<string> => {
    const row = await findPayment(db, id)
    if (row?.state !== 'open' || row.checkout_url === null) throw error
    return row.checkout_url
  }

  /** Ends a checkout of another sum. When it was paid in this moment, it is recorded, and `hold` will find it so. */
  const end = async (row: PaymentRow): Promise<void> => {
    if (row.checkout_id !== null && !(await payments.expireCheckout(row.checkout_id))) {
      await sync.payment(row)
    }
    await closePayment(db, row.id, deps.now())
  }

  return async (hold: Hold): Promise<{ url: string; cents: number }> => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const found = await find(hold)
      if (!found.isFit) {
        await callProvider(() => end(found.row))
        continue
      }
      const url = await callProvider(() =>
        ask(found).catch((error) => already(found.row.id, error)),
      )
      if (url !== null) return { url, cents: found.order.cents }
    }
    throw new AppError('conflict', 'This changed while it was opened. Look at it again.')
  }
}
