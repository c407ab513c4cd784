import type { Context } from '../../deps.ts'
import { WebhookError } from '../../gateways/payments/payments.ts'
import { AppError } from '../../http/errors.ts'
import { callProvider } from './provider.ts'
import { createChargebacks } from './chargebacks.ts'
import { createHandlers } from './handlers.ts'
import type { Money } from './money.ts'
import {
  insertRefund,
  insertSubscriptionRefund,
  listFailedRefunds,
  releaseHeld,
} from './outgoing-queries.ts'
import { createCheckouts } from './checkout.ts'
import {
  closePayments,
  findPayment,
  listSettledIds,
  listUnsettled,
  paidOf,
} from './payment-queries.ts'
import { createPaymentSync } from './sync.ts'
import { createProviderEvents, EVENT_JOB } from './provider-events.ts'
import { createReconcile, RECONCILE_JOB } from './reconcile.ts'
import { createSending } from './sending.ts'
import { settle } from './settlement.ts'

const SEND_JOB = 'money.send'
const CLOSE_JOB = 'money.close'
/** Events are a few kilobytes; the card provider cuts long lists in them. */
const WEBHOOK_LIMIT = 512 * 1024

export function registerMoney(context: Context): Money {
  const { app, deps } = context
  const { db, jobs, payments } = deps
  const { handlers, register } = createHandlers()
  const chargeback = createChargebacks(deps, handlers)
  const sync = createPaymentSync(deps, handlers, chargeback)
  const sending = createSending(deps, handlers, (error) =>
    app.log.error({ err: error }, 'money could not be sent yet'),
  )
  const events = createProviderEvents(deps, { sync, sending, chargeback, handlers })
  const reconcile = createReconcile(deps, { sync, sending, events })
  const openPayment = createCheckouts(deps, sync)

  jobs.work<{ id: string }>(EVENT_JOB, ({ id }) => events.process(id), {
    retries: 8,
    concurrency: 2,
  })
  jobs.work(SEND_JOB, () => sending.send(), { schedule: '* * * * *' })
  jobs.work<{ paymentId: string }>(
    CLOSE_JOB,
    async ({ paymentId }) => {
      const row = await findPayment(db, paymentId)
      if (row?.state !== 'closed' || row.checkout_id === null) return
      if (!(await payments.expireCheckout(row.checkout_id))) await sync.payment(row)
    },
    { retries: 8 },
  )
  jobs.work<{ all?: boolean }>(
    RECONCILE_JOB,
    async ({ all = false }) => {
      // Without a card provider there is nothing to compare with, and nothing that could differ.
      if (deps.env.payments === null) return
      const { differences } = await reconcile({ all })
      if (differences.length > 0)
        app.log.error({ differences }, 'the books and the card provider do not agree')
    },
    { schedule: '11 * * * *', expireIn: 1_800 },
  )
  registerWebhook(context, events.receive)

  return {
    ...register,
    openPayment,
    confirm: (subject) => callProvider(() => sync.subject(subject)),
    closePayments: async (trx, subject) => {
      for (const paymentId of await closePayments(trx, subject, deps.now()))
        await jobs.send(trx, CLOSE_JOB, { paymentId })
    },
    settle: async (trx, settlement) => {
      await settle(trx, settlement)
      await jobs.send(trx, SEND_JOB, {})
    },
    lockUnsettled: async (trx, subject) => (await listUnsettled(trx, subject)).map(paidOf),
    retryRefunds: async (trx, subject, now) => {
      const failed = await listFailedRefunds(trx, await listSettledIds(trx, subject))
      for (const order of failed) await insertRefund(trx, { ...order, now })
      if (failed.length > 0) await jobs.send(trx, SEND_JOB, {})
      return failed.length
    },
    refundSubscription: async (trx, refund) => {
      await insertSubscriptionRefund(trx, refund)
      await jobs.send(trx, SEND_JOB, {})
    },
    accountReady: async (trx, userId) => {
      if ((await releaseHeld(trx, userId, deps.now())) > 0) await jobs.send(trx, SEND_JOB, {})
    },
  }
}

/** The webhook is authenticated by its signature over the raw bytes. Cookies and the origin do not matter here. */
function registerWebhook(
  { app, deps }: Context,
  receive: (event: ReturnType<Context['deps']['payments']['readWebhook']>) => Promise<boolean>,
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: WEBHOOK_LIMIT },
      (_request, body, done) => done(null, body),
    )
    scope.post(
      '/api/webhooks/stripe',
      { config: { anyOrigin: true, rateLimit: false }, schema: { hide: true } },
      async (request, reply) => {
        const signature = request.headers['stripe-signature']
        try {
          const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
          await receive(
            deps.payments.readWebhook(body, Array.isArray(signature) ? undefined : signature),
          )
        } catch (error) {
          if (error instanceof WebhookError)
            throw new AppError('input.invalid', 'The card provider didn’t send this.')
          throw error
        }
        return reply.send({ received: true })
      },
    )
  })
}
