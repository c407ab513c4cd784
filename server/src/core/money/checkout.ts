import { createHash } from 'node:crypto'
import type { Database } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import { callProvider } from './provider.ts'
import { customerOf } from './customer-queries.ts'
import type { PaymentOrder } from './money.ts'
import {
  closePayment,
  findPayment,
  lockOpenPayment,
  insertPayment,
  saveCheckout,
  recordOpened,
  ownerOf,
  type PaymentRow,
} from './payment-queries.ts'
import type { PaymentSync } from './sync.ts'

/** An open checkout that expires sooner is replaced, so that nobody is paying when it closes. */
const LEAST_TIME_MS = 10 * 60_000
/** A try fails when somebody else changes the payment meanwhile. */
const TRIES = 3

type FindOrder = (trx: Database) => Promise<PaymentOrder>
type PendingPayment = { order: PaymentOrder; row: PaymentRow; isFit: boolean }

export function createCheckouts(deps: Deps, sync: PaymentSync) {
  const { db, payments, env } = deps

  /** The payment row that waits for a card: from an earlier call, or new. */
  const prepare = (findOrder: FindOrder): Promise<PendingPayment> =>
    db.transaction().execute(async (trx) => {
      const order = await findOrder(trx)
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

  const openAtProvider = async ({ order, row }: PendingPayment): Promise<string | null> => {
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
        picture: order.picture === null ? null : new URL(order.picture, env.publicUrl).href,
        promise: order.promise,
        facts: order.facts,
        customerId,
        group: ownerOf(order),
        successUrl: returning('done'),
        cancelUrl: returning('cancelled'),
      },
      // The provider accepts a key only with the same content, and what is shown can change.
      `checkout-${row.id}-${fingerprintOf(order)}`,
    )
    if (await recordOpened(db, row.id, checkout)) return checkout.url
    await saveCheckout(db, row.id, checkout.id)
    await payments.expireCheckout(checkout.id)
    return null
  }

  /** Another process may have opened the checkout while our request was refused. */
  const readOpened = async (id: string, error: unknown): Promise<string> => {
    const row = await findPayment(db, id)
    if (row?.state !== 'open' || row.checkout_url === null) throw error
    return row.checkout_url
  }

  /**
   * Closes a checkout for another sum. If it was paid at this very moment, the payment is recorded and `findOrder` sees
   * it next time.
   */
  const closeCheckout = async (row: PaymentRow): Promise<void> => {
    if (row.checkout_id !== null && !(await payments.expireCheckout(row.checkout_id))) {
      await sync.payment(row)
    }
    await closePayment(db, row.id, deps.now())
  }

  return async (findOrder: FindOrder): Promise<{ url: string; cents: number }> => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const pending = await prepare(findOrder)
      if (!pending.isFit) {
        await callProvider(() => closeCheckout(pending.row))
        continue
      }
      const url = await callProvider(() =>
        openAtProvider(pending).catch((error) => readOpened(pending.row.id, error)),
      )
      if (url !== null) return { url, cents: pending.order.cents }
    }
    throw new AppError(
      'conflict',
      'This has just changed. Reload the page and check it before you pay.',
    )
  }
}

const fingerprintOf = ({ title, description, picture, promise, facts }: PaymentOrder): string =>
  createHash('sha256')
    .update(JSON.stringify([title, description, picture, promise, facts]))
    .digest('hex')
    .slice(0, 16)
