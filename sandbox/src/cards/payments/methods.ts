import type { Call } from '../call.ts'
import { newId, save, find, get, named } from '../store.ts'
import type { PaymentMethod } from '../kinds.ts'
import { invalid, missing } from '../errors.ts'
import { oneOf, required, text } from '../params.ts'
import { listRoute, route, type Route } from '../routes.ts'

type Behaviour =
  | 'succeeds'
  | 'declined'
  | 'insufficient_funds'
  | 'authenticates'
  | 'fails_later'
  | 'disputed'

export interface TestCard {
  number: string
  behaviour: Behaviour
  /** How it behaves, described on the page. */
  line: string
  mood: 'good' | 'bad' | 'mixed'
  token: string
}

export const TEST_CARDS: TestCard[] = [
  {
    number: '4242424242424242',
    behaviour: 'succeeds',
    line: 'Succeeds',
    mood: 'good',
    token: 'pm_card_visa',
  },
  {
    number: '4000002500003155',
    behaviour: 'authenticates',
    line: 'Asks for confirmation, then succeeds',
    mood: 'good',
    token: 'pm_card_authenticationRequired',
  },
  {
    number: '4000000000000341',
    behaviour: 'fails_later',
    line: 'Succeeds now, fails at renewals',
    mood: 'mixed',
    token: 'pm_card_chargeCustomerFail',
  },
  {
    number: '4000000000000002',
    behaviour: 'declined',
    line: 'Declined',
    mood: 'bad',
    token: 'pm_card_visa_chargeDeclined',
  },
  {
    number: '4000000000009995',
    behaviour: 'insufficient_funds',
    line: 'Declined, insufficient funds',
    mood: 'bad',
    token: 'pm_card_visa_chargeDeclinedInsufficientFunds',
  },
  {
    number: '4000000000000259',
    behaviour: 'disputed',
    line: 'Succeeds, disputed later',
    mood: 'mixed',
    token: 'pm_card_createDispute',
  },
]

/** Finds a test card by its number as typed. Null: it is another card, and its number must not be stored. */
export const testCard = (typed: string): TestCard | null => {
  const digits = typed.replaceAll(/[\s-]/g, '')
  return TEST_CARDS.find(({ number }) => number === digits) ?? null
}

/** Finds a test card by its name in the API, such as `pm_card_visa`. */
export const tokenCard = (name: string): TestCard | null =>
  TEST_CARDS.find(({ token }) => token === name) ?? null

export const spaced = (number: string): string => number.replaceAll(/(.{4})(?=.)/g, '$1 ')

export interface CardDetails {
  expMonth: number
  expYear: number
  email: string | null
  name: string | null
}

export function createPaymentMethod(
  call: Call,
  card: TestCard,
  { expMonth, expYear, email, name }: CardDetails,
  customer: string | null,
): Promise<PaymentMethod> {
  const method = {
    livemode: false,
    allow_redisplay: 'unspecified',
    customer_account: null,
    id: newId('pm'),
    object: 'payment_method' as const,
    created: call.now,
    customer,
    type: 'card' as const,
    card: {
      brand: 'visa',
      display_brand: 'visa',
      country: 'US',
      funding: 'credit',
      fingerprint: `test_${card.behaviour}`,
      checks: null,
      networks: null,
      last4: card.number.slice(-4),
      exp_month: expMonth,
      exp_year: expYear,
    },
    billing_details: {
      address: null,
      phone: null,
      tax_id: null,
      email,
      name,
    },
    metadata: {},
    _behaviour: card.behaviour,
  }
  return save(call, method)
}

/** Finds a payment method by id, or creates one for a test token such as `pm_card_visa`. */
export async function usePaymentMethod(
  call: Call,
  id: string,
  customer: string | null,
): Promise<PaymentMethod> {
  const card = tokenCard(id)
  if (card !== null) {
    const details = { expMonth: 12, expYear: 2034, email: null, name: null }
    return createPaymentMethod(call, card, details, null)
  }
  const method = await find(call, 'payment_method', id)
  if (method === null) throw missing('PaymentMethod', id, 'payment_method', 400)
  if (method.customer !== null && method.customer !== customer)
    throw invalid('The payment method belongs to a customer. Please include the customer.', {
      code: 'payment_method_unexpected_state',
      param: 'payment_method',
    })
  return method
}

export const paymentMethodRoutes: Route[] = [
  route('GET /v1/payment_methods/:id', {}, (call, _params, id) => get(call, 'payment_method', id)),
  listRoute('/v1/payment_methods', 'payment_method', { customer: text, type: oneOf('card') }),
  route(
    'POST /v1/payment_methods/:id/attach',
    { customer: required(text) },
    async (call, { customer }, id) => {
      await named(call, 'customer', customer, 'customer')
      const method = await usePaymentMethod(call, id, customer)
      return save(call, { ...method, customer })
    },
  ),
  route('POST /v1/payment_methods/:id/detach', {}, async (call, _params, id) => {
    const method = await get(call, 'payment_method', id)
    return save(call, { ...method, customer: null })
  }),
]
