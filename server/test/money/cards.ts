import { fork } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import {
  secondsOf,
  settingsOf,
  startTestApp,
  type Advance,
  type Replace,
  type Settings,
  type TestApp,
} from '../app.ts'
import { duringTests } from '../lifetime.ts'
import { emptyDatabase } from '../sandbox.ts'

/** The provider's test card numbers. */
export const CARD = {
  good: '4242424242424242',
  declined: '4000000000000002',
  asks: '4000002500003155',
  failsLater: '4000000000000341',
  disputed: '4000000000000259',
} as const

const MAIN = path.resolve(import.meta.dirname, '../../../sandbox/src/cards/main.ts')
const WEBHOOK_SECRET = 'whsec_of_the_tests'
const WEBHOOK_URL = '/api/webhooks/stripe'

/** Where it answers: one for all apps of this process, with which it ends. Each app has an account of its own. */
let provider: Promise<string> | null = null

async function startProvider(): Promise<string> {
  const child = fork(MAIN, {
    execArgv: [],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      SANDBOX_DATABASE_URL: await emptyDatabase(),
      SANDBOX_HOST: '127.0.0.1',
      SANDBOX_CARDS_PORT: '0',
    },
  })
  const [message] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The card provider ended with ${String(code)} before it listened.`)
    }),
  ])) as [{ url: string }]
  child.unref()
  child.channel?.unref()
  return message.url
}

/** An event as the provider sends it. */
export interface CardEvent {
  id: string
  type: string
  created: number
  data: { object: { id: string } }
}

interface TestCards {
  secretKey: string
  /** Pays a hosted checkout as its page would. */
  pay: (checkoutUrl: string, card?: string) => Promise<{ state: string }>
  /** The provider's events, oldest first. */
  events: () => Promise<CardEvent[]>
  /** Delivers all new events, in order or reversed, until no further ones follow. */
  deliverWebhooks: (options?: { copies?: number; reverse?: boolean }) => Promise<void>
  /** Posts one event with its signature. Returns the status. */
  deliver: (event: object, signature?: string) => Promise<number>
  /** Moves the provider's clock, which triggers renewals, ends and retries. */
  advance: (by: Advance) => Promise<void>
  /** Uses a control of the sandbox provider: `accounts/{id}/complete`, `disputes/open`, `fail-next`, … */
  control: (name: string, input?: object) => Promise<Record<string, unknown>>
  /** Does what the provider's dashboard and portal can do. */
  post: <T = { id: string }>(path: string, fields: Record<string, string>) => Promise<T>
  /** Reads an object of the provider by its path after `/v1/`. */
  read: <T = { data: { id: string }[] }>(path: string) => Promise<T>
}
export interface PaidApp extends TestApp {
  cards: TestCards
}

/** Starts a test app with its own account at the sandbox card provider, identified by its secret key. */
export async function startPaidApp(
  settings: Record<string, string> = {},
  replace: Replace = {},
): Promise<PaidApp> {
  provider ??= startProvider()
  const url = await provider
  const secretKey = `sk_test_${randomBytes(12).toString('hex')}`
  const app = await startTestApp(
    {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: url,
      ...settings,
    },
    replace,
  )
  return { ...app, cards: cardsOf(app, url, secretKey) }
}

/** The same during the tests of a file or a `describe`. */
export const paidApp = (settings: Settings = {}, replace?: Replace): PaidApp =>
  duringTests(() => startPaidApp(settingsOf(settings), replace))

function cardsOf(app: TestApp, url: string, secretKey: string): TestCards {
  const ask = async <T>(where: string, input?: object): Promise<T> => {
    const isForm = input instanceof URLSearchParams
    const response = await fetch(`${url}${where}`, {
      method: input === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${secretKey}`,
        ...(isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(input === undefined ? {} : { body: isForm ? input : JSON.stringify(input) }),
    })
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(`${where}: ${JSON.stringify(answer)}`)
    return answer as T
  }
  const control: TestCards['control'] = (name, input = {}) => ask(`/cards/control/${name}`, input)
  const events: TestCards['events'] = async () => {
    const found: CardEvent[] = []
    for (let after = ''; ; after = `&starting_after=${found.at(-1)?.id}`) {
      const { data, has_more: hasMore } = await ask<{ data: CardEvent[]; has_more: boolean }>(
        `/v1/events?limit=100${after}`,
      )
      found.push(...data)
      if (!hasMore) return found.reverse()
    }
  }
  const deliver: TestCards['deliver'] = async (event, signature) => {
    const payload = JSON.stringify(event)
    const { status } = await app.request({
      method: 'POST',
      url: WEBHOOK_URL,
      payload,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature ?? sign(payload),
      },
    })
    return status
  }
  const delivered = new Set<string>()
  return {
    secretKey,
    events,
    control,
    deliver,
    post: (where, fields) => ask(`/v1/${where}`, new URLSearchParams(fields)),
    read: (where) => ask(`/v1/${where}`),
    pay: (checkoutUrl, card = CARD.good) =>
      ask('/cards/control/payments/pay', {
        session: new URL(checkoutUrl).pathname.split('/').at(-1),
        card,
      }),
    advance: async (by) => {
      await control('clock', { seconds: secondsOf(by) })
    },
    deliverWebhooks: async ({ copies = 1, reverse = false } = {}) => {
      for (;;) {
        const undelivered = (await events()).filter(({ id }) => !delivered.has(id))
        for (const event of reverse ? undelivered.toReversed() : undelivered) {
          for (let copy = 0; copy < copies; copy += 1) expect(await deliver(event)).toBe(200)
          delivered.add(event.id)
        }
        await workMoney(app)
        if (undelivered.length === 0) return
      }
    },
  }
}

/** Signs a webhook as the provider does; `at` is in seconds since 1970. */
export function sign(
  payload: string,
  at: number = Math.floor(Date.now() / 1_000),
  secret: string = WEBHOOK_SECRET,
): string {
  const hash = createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')
  return `t=${at},v1=${hash}`
}

/** More attempts than any test makes fail. */
const TRIES = 5

/** Processes every event and sends money without waiting for the queue. */
async function workMoney({ deps: { db }, runJob }: TestApp): Promise<void> {
  const open = async () => {
    const { rows } = await sql<{ id: string; failure: string | null }>`
      select id, failure from provider_events where processed_at is null
      order by received_at, id`.execute(db)
    return rows
  }
  for (let tries = 0; tries < TRIES; tries += 1) {
    for (const { id } of await open()) {
      // The error is stored in the row; the check below fails if it remains.
      await runJob('money.event', { id }).catch(() => undefined)
    }
  }
  expect(await open()).toEqual([])
  await runJob('money.send')
  await vi.waitFor(async () => {
    const { rows } = await sql`select data from pgboss.job
      where name = 'money.close' and state in ('created', 'active', 'retry')`.execute(db)
    expect(rows).toEqual([])
  })
}
