import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import type { PaymentSettings } from '../../env.ts'
import { isTracing } from '../../tracing/tracing.ts'
import { ask, collect, coalesce, tracedClient } from './requests.ts'
import { openCheckout, openSubscriptionCheckout } from './checkout.ts'
import {
  CURRENCY,
  intentOfInvoice,
  readAccount,
  readCharge,
  readCheckout,
  readDispute,
  readEvent,
  readInvoice,
  readPayout,
  readRefund,
  readStripeWebhook,
  readSubscription,
  readTransfer,
} from './read.ts'
import {
  PaymentsRefused,
  type ChargeState,
  type CheckoutOrder,
  type InvoiceState,
  type PaymentsGateway,
  type SubscriptionOrder,
} from './payments.ts'

const TIMEOUT_MS = 10_000
const RETRIES = 2
const PAGE = 100
/** Expands a charge's balance transaction, which holds the fee. */
const WITH_FEE = { expand: ['latest_charge.balance_transaction'] }
const WITH_CARD = {
  expand: ['default_payment_method', 'customer.invoice_settings.default_payment_method'],
}

/** Stripe, or another server with its API at `apiBase`. */
export function createStripePayments(settings: PaymentSettings): PaymentsGateway {
  const stripe = connect(settings)
  return {
    ...checkouts(stripe),
    ...movements(stripe),
    ...subscriptions(stripe),
    ...accounts(stripe),
    readWebhook: (body, signature) =>
      readStripeWebhook(stripe, settings.webhookSecret, { body, signature }),
    async *listEvents(since) {
      const created = { gte: Math.floor(since.getTime() / 1_000) }
      const events = await collect(stripe.events.list({ created, limit: PAGE }))
      // The provider lists the newest first.
      for (const event of events.toReversed()) yield readEvent(event)
    },
    listBegun: async (since) => {
      const page = { created: { gte: Math.floor(since.getTime() / 1_000) }, limit: PAGE }
      const found = async (type: string, objects: Promise<readonly { id?: string }[]>) =>
        (await objects).flatMap(({ id }) => (id === undefined ? [] : [{ type, objectId: id }]))
      // Payments come first: what is returned has to be known as paid.
      return [
        ...(await found(
          'invoice.paid',
          collect(stripe.invoices.list({ ...page, status: 'paid' })),
        )),
        ...(await found('refund.updated', collect(stripe.refunds.list(page)))),
        ...(await found('charge.dispute.created', collect(stripe.disputes.list(page)))),
      ]
    },
    getBalance: async () => {
      const { available, pending } = await ask('balance', () => stripe.balance.retrieve())
      return [...available, ...pending]
        .filter(({ currency }) => currency === CURRENCY)
        .reduce((sum, { amount }) => sum + amount, 0)
    },
  }
}

function connect({ secretKey, apiBase }: PaymentSettings): Stripe {
  const { hostname, port, protocol } = new URL(apiBase)
  const isPlain = protocol === 'http:'
  return new Stripe(secretKey, {
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
    protocol: isPlain ? 'http' : 'https',
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(isTracing() ? { httpClient: tracedClient() } : {}),
  })
}

const checkouts = (stripe: Stripe) =>
  ({
    createCustomer: coalesce(async ({ userId, email, name }: Person) => {
      const { id } = await ask('customer', () =>
        stripe.customers.create(
          { name, metadata: { user: userId }, ...(email === null ? {} : { email }) },
          { idempotencyKey: `customer-${userId}-${hashOf(`${name}\n${email}`)}` },
        ),
      )
      return id
    }),
    openCheckout: coalesce((order: CheckoutOrder, key: string) => openCheckout(stripe, order, key)),
    openSubscriptionCheckout: coalesce((order: SubscriptionOrder, key: string) =>
      openSubscriptionCheckout(stripe, order, key),
    ),
    getCheckout: async (id) =>
      readCheckout(await ask('checkout.session', () => stripe.checkout.sessions.retrieve(id))),
    expireCheckout: async (id) => {
      try {
        await ask('checkout.session', () => stripe.checkout.sessions.expire(id))
        return true
      } catch (error) {
        if (!(error instanceof PaymentsRefused)) throw error
        const session = await ask('checkout.session', () => stripe.checkout.sessions.retrieve(id))
        if (session.status === 'open') throw error
        return false
      }
    },
  }) satisfies Partial<PaymentsGateway>

type Person = Parameters<PaymentsGateway['createCustomer']>[0]

/** The provider only accepts the same arguments with a key, and people change their names. */
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

const movements = (stripe: Stripe) =>
  ({
    getCharge: (intentId) => getCharge(stripe, intentId),
    refund: async ({ chargeId, cents, refundId }, key) =>
      readRefund(
        await ask('refund', () =>
          stripe.refunds.create(
            { charge: chargeId, amount: cents, metadata: { refund: refundId } },
            { idempotencyKey: key },
          ),
        ),
      ),
    getRefund: async (id) => readRefund(await ask('refund', () => stripe.refunds.retrieve(id))),
    listRefunds: async (charge) =>
      (await collect(stripe.refunds.list({ charge, limit: PAGE }))).map(readRefund),
    transfer: async ({ accountId, chargeId, cents, group, transferId }, key) =>
      readTransfer(
        await ask('transfer', () =>
          stripe.transfers.create(
            {
              amount: cents,
              currency: CURRENCY,
              destination: accountId,
              source_transaction: chargeId,
              transfer_group: group,
              metadata: { transfer: transferId },
            },
            { idempotencyKey: key },
          ),
        ),
      ),
    getTransfer: async (id) =>
      readTransfer(await ask('transfer', () => stripe.transfers.retrieve(id))),
    listTransfers: async (group) =>
      (await collect(stripe.transfers.list({ transfer_group: group, limit: PAGE }))).map(
        readTransfer,
      ),
    getDispute: async (id) => readDispute(await ask('dispute', () => stripe.disputes.retrieve(id))),
  }) satisfies Partial<PaymentsGateway>

async function getCharge(stripe: Stripe, intentId: string): Promise<ChargeState> {
  const intent = await ask('payment_intent', () =>
    stripe.paymentIntents.retrieve(intentId, WITH_FEE),
  )
  const charge = intent.latest_charge
  if (typeof charge !== 'object' || !charge?.disputed) return readCharge(intent)
  const [dispute] = await collect(stripe.disputes.list({ charge: charge.id, limit: PAGE }))
  return readCharge(intent, dispute?.id ?? null)
}

const subscriptions = (stripe: Stripe) =>
  ({
    getSubscription: async (id) =>
      readSubscription(
        await ask('subscription', () => stripe.subscriptions.retrieve(id, WITH_CARD)),
      ),
    endSubscriptionWithPeriod: coalesce(async (id: string, ends: boolean, key: string) =>
      readSubscription(
        await ask('subscription', () =>
          stripe.subscriptions.update(
            id,
            { cancel_at_period_end: ends, ...WITH_CARD },
            { idempotencyKey: key },
          ),
        ),
      ),
    ),
    cancelSubscription: coalesce(async (id: string, key: string) =>
      readSubscription(
        await ask('subscription', () =>
          stripe.subscriptions.cancel(
            id,
            { prorate: false, ...WITH_CARD },
            { idempotencyKey: key },
          ),
        ),
      ),
    ),
    listInvoices: async (subscription) => {
      const invoices = await collect(
        stripe.invoices.list({
          subscription,
          status: 'paid',
          limit: PAGE,
          expand: ['data.payments'],
        }),
      )
      const found: InvoiceState[] = []
      for (const invoice of invoices.toReversed())
        found.push(await completeInvoice(stripe, invoice))
      return found
    },
    getInvoice: async (id) =>
      completeInvoice(
        stripe,
        await ask('invoice', () => stripe.invoices.retrieve(id, { expand: ['payments'] })),
      ),
    openPortal: async (customer, returnUrl) => {
      const { url } = await ask('billing_portal.session', () =>
        stripe.billingPortal.sessions.create({ customer, return_url: returnUrl }),
      )
      return url
    },
  }) satisfies Partial<PaymentsGateway>

/** The provider does not expand all the way from an invoice to its fee in one response. */
async function completeInvoice(stripe: Stripe, invoice: Stripe.Invoice): Promise<InvoiceState> {
  const intentId = intentOfInvoice(invoice)
  return readInvoice(invoice, intentId === null ? null : await getCharge(stripe, intentId))
}

type Payee = Parameters<PaymentsGateway['createAccount']>[0]

const accounts = (stripe: Stripe) =>
  ({
    createAccount: coalesce(async ({ userId, email }: Payee, key: string) => {
      const { id } = await ask('account', () =>
        stripe.accounts.create(
          {
            type: 'express',
            capabilities: { transfers: { requested: true } },
            metadata: { user: userId },
            ...(email === null ? {} : { email }),
          },
          { idempotencyKey: key },
        ),
      )
      return id
    }),
    openOnboarding: async (account, { returnUrl, refreshUrl }) => {
      const { url } = await ask('account_link', () =>
        stripe.accountLinks.create({
          account,
          type: 'account_onboarding',
          return_url: returnUrl,
          refresh_url: refreshUrl,
        }),
      )
      return url
    },
    getAccount: async (id) => {
      return readAccount(await ask('account', () => stripe.accounts.retrieve(id)))
    },
    getPayout: async (stripeAccount, id) =>
      readPayout(await ask('payout', () => stripe.payouts.retrieve(id, {}, { stripeAccount }))),
    listPayouts: async (stripeAccount, since) => {
      const created = { gte: Math.floor(since.getTime() / 1_000) }
      const payouts = stripe.payouts.list({ created, limit: PAGE }, { stripeAccount })
      return (await collect(payouts)).map(readPayout)
    },
  }) satisfies Partial<PaymentsGateway>
