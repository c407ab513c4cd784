import type { PaymentSettings } from '../../env.ts'
import { PaymentsOff, WebhookError, type PaymentsGateway } from './payments.ts'
import { createStripePayments } from './stripe.ts'

function refuse(): never {
  throw new PaymentsOff('No card provider is set up here: STRIPE_SECRET_KEY is not set.')
}
const refuseLater = async () => refuse()

/** Without a card provider every call is refused. */
const paymentsOff: PaymentsGateway = {
  createCustomer: refuseLater,
  openCheckout: refuseLater,
  openSubscriptionCheckout: refuseLater,
  getCheckout: refuseLater,
  expireCheckout: refuseLater,
  getCharge: refuseLater,
  refund: refuseLater,
  getRefund: refuseLater,
  listRefunds: refuseLater,
  transfer: refuseLater,
  getTransfer: refuseLater,
  listTransfers: refuseLater,
  getDispute: refuseLater,
  getSubscription: refuseLater,
  endSubscriptionWithPeriod: refuseLater,
  cancelSubscription: refuseLater,
  listInvoices: refuseLater,
  getInvoice: refuseLater,
  openPortal: refuseLater,
  createAccount: refuseLater,
  openOnboarding: refuseLater,
  getAccount: refuseLater,
  getPayout: refuseLater,
  listPayouts: refuseLater,
  readWebhook: () => {
    throw new WebhookError('no card provider is set up here')
  },
  listEvents: refuse,
  listBegun: refuseLater,
  getBalance: refuseLater,
}

export const createPayments = (settings: PaymentSettings | null): PaymentsGateway =>
  settings === null ? paymentsOff : createStripePayments(settings)
