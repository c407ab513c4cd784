import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import Stripe from 'stripe'
import { checkExchange } from './stripe-schemas.ts'

const MAIN = path.join(import.meta.dirname, '../src/cards/main.ts')

export interface CardsProcess {
  url: string
  databaseUrl: string
  /** Returns its exit code. */
  stop: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<number | null>
  close: () => Promise<void>
}

/** Starts the card provider as its own process; `port` reuses the port of an earlier one. */
export async function startCardsProcess(
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<CardsProcess> {
  const child = fork(MAIN, {
    execArgv: [],
    env: { PATH: process.env.PATH, SANDBOX_DATABASE_URL: databaseUrl, ...env },
  })
  const ended = once(child, 'exit')
  const [message] = (await Promise.race([
    once(child, 'message'),
    ended.then(([code]) => {
      throw new Error(`The card provider ended with ${String(code)} before it listened.`)
    }),
  ])) as [{ url: string }]
  const stop: CardsProcess['stop'] = async (signal = 'SIGTERM') => {
    child.kill(signal)
    const [code] = (await ended) as [number | null]
    return code
  }
  return { url: message.url, databaseUrl, stop, close: async () => void (await stop()) }
}

export interface World {
  key: string
  stripe: Stripe
  /** Names of the schemas that requests and responses were checked against so far. */
  checked: Set<string>
  control: <T = Record<string, unknown>>(path: string, body?: unknown) => Promise<T>
  /** Makes a call that the SDK would not make. */
  raw: (method: string, path: string, options?: RawOptions) => Promise<RawAnswer>
}
interface RawOptions {
  body?: string
  headers?: Record<string, string>
}
export interface RawAnswer {
  status: number
  headers: Headers
  body: Record<string, unknown> & {
    error?: { type: string; code?: string; message: string; param?: string }
  }
}

/** A world with its own secret key, so tests do not see each other's objects. */
export function createWorld(cards: Pick<CardsProcess, 'url'>, key = newKey()): World {
  const { hostname, port } = new URL(cards.url)
  const checked = new Set<string>()
  const watched: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const response = await fetch(url, init)
    const answer: unknown = await response.clone().json()
    const said = typeof init?.body === 'string' ? init.body : ''
    const exchange = { method: init?.method ?? 'GET', path: url.pathname, body: said, answer }
    try {
      for (const name of checkExchange(exchange)) checked.add(name)
    } catch (error) {
      // The SDK would turn this into a connection error without details.
      process.stderr.write(`${String(error)}\n`)
      throw error
    }
    return response
  }
  const stripe = new Stripe(key, {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(watched),
  })
  const raw: World['raw'] = async (method, address, { body, headers = {} } = {}) => {
    const response = await fetch(new URL(address, cards.url), {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    })
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as RawAnswer['body'],
    }
  }
  const control: World['control'] = async <T>(address: string, body?: unknown) => {
    const response = await fetch(new URL(`/cards/control/${address}`, cards.url), {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as T & { error?: { message: string } }
    if (!response.ok) throw new Error(`${address}: ${answer.error?.message}`)
    return answer
  }
  return { key, stripe, checked, control, raw }
}

const newKey = (): string => `sk_test_${randomBytes(9).toString('hex')}`

interface Received {
  headers: IncomingHttpHeaders
  body: string
  event: Stripe.Event
}
export interface Receiver {
  url: string
  received: Received[]
  /** The status codes to answer with, in order; after them 200. */
  answers: number[]
  close: () => Promise<void>
}

/** Starts a server that receives webhooks in place of Plinth. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const answers: number[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      received.push({ headers: request.headers, body, event: JSON.parse(body) as Stripe.Event })
      response.writeHead(answers.shift() ?? 200).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    received,
    answers,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export const types = (receiver: Receiver): string[] =>
  receiver.received.map(({ event }) => event.type)

/** Pays a session through the control API, without its page. */
export const pay = (world: World, session: string, card = '4242424242424242') =>
  world.control<{ state: string; session?: Stripe.Checkout.Session }>('payments/pay', {
    session,
    card,
  })

/** Creates a checkout session. */
export const paymentSession = (
  { stripe }: World,
  cents: number,
  more: Partial<Stripe.Checkout.SessionCreateParams> = {},
) =>
  stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [
      {
        price_data: { currency: 'usd', unit_amount: cents, product_data: { name: 'Deposit' } },
        quantity: 1,
      },
    ],
    success_url: 'http://localhost:9/paid?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:9/hire',
    ...more,
  })

/** Makes a successful payment. */
export async function paidCharge(
  world: World,
  cents: number,
  more: Partial<Stripe.Checkout.SessionCreateParams> = {},
  card?: string,
): Promise<Stripe.Charge> {
  const session = await paymentSession(world, cents, more)
  await pay(world, session.id, card)
  const paid = await world.stripe.checkout.sessions.retrieve(session.id, {
    expand: ['payment_intent.latest_charge'],
  })
  return (paid.payment_intent as Stripe.PaymentIntent).latest_charge as Stripe.Charge
}
