import type { PaymentSettings } from '../../env.ts'
import { paymentsOff } from './payments-off.ts'
import { createStripePayments } from './payments-stripe.ts'
import type { PaymentsGateway } from './payments.ts'

export const createPayments = (settings: PaymentSettings | null): PaymentsGateway =>
  settings === null ? paymentsOff : createStripePayments(settings)
