import type { Call } from '../call.ts'
import { newId } from '../ids.ts'
import type { PaymentMethod } from '../kinds.ts'
import { keep } from '../store.ts'

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
  /** What it does, for the page. */
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

/** By its number as typed. Null: not one of them, and what was typed is kept nowhere. */
export const testCard = (typed: string): TestCard | null => {
  const digits = typed.replaceAll(/[\s-]/g, '')
  return TEST_CARDS.find(({ number }) => number === digits) ?? null
}

/** By the name it has in the API, such as `pm_card_visa`. */
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
  return keep(call, method)
}
