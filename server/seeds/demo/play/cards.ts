import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
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
  /** New events, the oldest first, signed as webhooks. Asks only if something was written at the provider since. */
  takeEvents: () => Promise<{ payload: string; signature: string }[]>
  /** Sends webhooks again from now on. */
  open: () => Promise<void>
  close: () => void
}

const GOOD_CARD = '4242424242424242'
const PAGE = 100
/** Published by Node for each request of its HTTP client. */
const REQUESTS = 'http.client.request.start'

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
  let mayHaveEvents = false
  // The product's own calls count too: all of them use Node's HTTP client.
  const noteWrite = (message: unknown) => {
    if ((message as { request: ClientRequest }).request.method !== 'GET') mayHaveEvents = true
  }
  subscribe(REQUESTS, noteWrite)

  const control = async <T>(name: string, input: object): Promise<T> => {
    const response = await fetch(new URL(`/cards/control/${name}`, apiBase), {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
    if (!response.ok) throw new Error(`${name}: ${await response.text()}`)
    return (await response.json()) as T
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
    moveTo: async (at) => {
      const { done } = await control<{ done: number }>('clock', { at: at.toISOString() })
      if (done > 0) mayHaveEvents = true
    },
    pay: async (checkoutUrl) => {
      const session = new URL(checkoutUrl).pathname.split('/').at(-1)
      await control('payments/pay', { session, card: GOOD_CARD })
      mayHaveEvents = true
    },
    completeAccount: async (accountId) => {
      await control(`accounts/${accountId}/complete`, {})
      mayHaveEvents = true
    },
    takeEvents: async () => {
      if (!mayHaveEvents) return []
      mayHaveEvents = false
      const events = await newEvents()
      if (events.length === PAGE) mayHaveEvents = true
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
    open: async () => {
      await control('delivery', {})
    },
    close: () => void unsubscribe(REQUESTS, noteWrite),
  }
}
