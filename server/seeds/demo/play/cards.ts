import Stripe from 'stripe'
import type { Env } from '../../../src/env.ts'

/** The sandbox's card provider, with a clock that is moved by hand. */
export interface Cards {
  /** Begins in the past, and keeps its webhooks to itself until `open`. */
  begin: (at: Date) => Promise<void>
  moveTo: (at: Date) => Promise<void>
  pay: (checkoutUrl: string) => Promise<void>
  /** Completes the onboarding of a connected account. */
  completeAccount: (accountId: string) => Promise<void>
  hasEvents: () => Promise<boolean>
  /** New events, the oldest first, signed as webhooks. */
  takeEvents: () => Promise<{ payload: string; signature: string }[]>
  /** Sends webhooks again from now on. */
  open: () => Promise<void>
}

const GOOD_CARD = '4242424242424242'
const PAGE = 100

export function createCards({ payments }: Pick<Env, 'payments'>): Cards {
  if (payments === null || payments.apiBase === null)
    throw new Error('The hires of the demo world need the sandbox’s card provider.')
  const { secretKey, webhookSecret, apiBase } = payments
  const { protocol, hostname, port } = new URL(apiBase)
  const stripe = new Stripe(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port,
  })
  let last: string | undefined

  const control = async (name: string, input: object): Promise<void> => {
    const response = await fetch(new URL(`/cards/control/${name}`, apiBase), {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
    if (!response.ok) throw new Error(`${name}: ${await response.text()}`)
  }
  const newEvents = async (): Promise<Stripe.Event[]> => {
    const { data } = await stripe.events.list({
      limit: PAGE,
      ...(last === undefined ? {} : { ending_before: last }),
    })
    return data.toReversed()
  }

  return {
    begin: async (at) => {
      await control('reset', {})
      await control('clock', { at: at.toISOString() })
      await control('delivery', { drop: 'all' })
    },
    moveTo: (at) => control('clock', { at: at.toISOString() }),
    pay: (checkoutUrl) =>
      control('payments/pay', {
        session: new URL(checkoutUrl).pathname.split('/').at(-1),
        card: GOOD_CARD,
      }),
    completeAccount: (accountId) => control(`accounts/${accountId}/complete`, {}),
    hasEvents: async () => (await newEvents()).length > 0,
    takeEvents: async () => {
      const events = await newEvents()
      last = events.at(-1)?.id ?? last
      return Promise.all(
        events.map(async (event) => {
          const payload = JSON.stringify(event)
          const secret = webhookSecret
          const signature = await stripe.webhooks.generateTestHeaderStringAsync({ payload, secret })
          return { payload, signature }
        }),
      )
    },
    open: () => control('delivery', {}),
  }
}
