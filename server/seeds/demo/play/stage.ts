import { copyFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { endpointUrl, type EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import type { InjectOptions } from 'fastify'
import { deliveryUploads } from '../../../src/features/projects/delivery/uploads.ts'
import {
  hasOutboxRows,
  processOutbox,
} from '../../../src/core/notifications/outbox/outbox-queries.ts'
import { newId } from '../../../src/db/id.ts'
import type { Deps } from '../../../src/deps.ts'
import { withTempFile } from '../../../src/gateways/files.ts'
import { openApp } from '../../app.ts'
import { openDemoSession } from './queries.ts'
import { createCards, type Cards } from './cards.ts'

/** Where the demo world's hires are played: the whole app in this process, with a clock that is moved by hand. */
export interface Stage {
  deps: Deps
  cards: Cards
  /** Makes a call as this person and returns the answer. Throws if it is refused. */
  call: <T>(endpoint: EndpointDefinition, input: CallInput) => Promise<T>
  /** Pays a checkout and lets the product hear of it. */
  pay: (checkoutUrl: string) => Promise<void>
  /** Moves the clocks of the product and of the card provider, and does what has become due since. */
  moveTo: (at: Date) => Promise<void>
  /** Lists the payouts to banks that no event told of. */
  listPayouts: () => Promise<void>
  /** Processes everything that waits: events of the provider, money to send, notifications. */
  settle: () => Promise<void>
  /** Stores a file for the next delivery of a project. `standIn` is its content; null for a text. */
  upload: (file: {
    projectId: string
    ownerId: string
    name: string
    standIn: string | null
  }) => Promise<string>
  close: () => Promise<void>
}

interface CallInput {
  /** A person's id; null for a visitor. */
  as: string | null
  params?: object
  body?: unknown
}

/** The jobs that move money and what depends on it. Everything else is left to the server. */
const PLAYED = new Set(['money.event', 'money.send', 'money.close'])
/** What the server does by the clock. */
const DUE = ['projects.limits', 'reviews.publish', 'promotions.limits']

export async function createStage(
  given: Pick<Deps, 'db' | 'env' | 'storage'>,
  { folder, begin }: { folder: string; begin: Date },
): Promise<Stage> {
  const { db, env } = given
  let now = begin
  const { app, deps, run, drain, close } = await openApp(given, { now: () => now, keeps: PLAYED })
  const cards = createCards(env)
  const cookies = new Map<string, Promise<string>>()
  /** What needs a fresh sign-in gets one. */
  const cookieOf = (personId: string, isFresh = false): Promise<string> => {
    if (isFresh) cookies.delete(personId)
    const cookie = cookies.get(personId) ?? openDemoSession(db, personId, env.publicUrl, now)
    cookies.set(personId, cookie)
    return cookie
  }

  const inject = async <T>(options: InjectOptions & { url: string }): Promise<T> => {
    const { method, url } = options
    const { statusCode, body } = await app.inject(options)
    if (statusCode >= 300) throw new Error(`${method} ${url} answered ${statusCode}: ${body}`)
    return (body === '' ? null : JSON.parse(body)) as T
  }
  /** Returns how many events of the provider were heard. */
  const hear = async (): Promise<number> => {
    const events = await cards.takeEvents()
    for (const { payload, signature } of events) {
      await inject({
        method: 'POST',
        url: '/api/webhooks/stripe',
        payload,
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      })
    }
    return events.length
  }
  const settle = async (): Promise<void> => {
    while ((await hear()) + (await drain()) > 0);
    if (await hasOutboxRows(db)) while ((await processOutbox(db))?.isMore === true);
  }

  return {
    deps,
    cards,
    settle,
    listPayouts: () => run('billing.payouts'),
    call: async (endpoint, { as, params, body }) =>
      inject({
        method: endpoint.method,
        url: endpointUrl(endpoint, { params }),
        ...(body === undefined ? {} : { payload: body as object }),
        headers: {
          origin: env.publicUrl,
          ...(as === null ? {} : { cookie: await cookieOf(as, endpoint.fresh) }),
        },
      }),
    pay: async (checkoutUrl) => {
      await cards.pay(checkoutUrl)
      await settle()
    },
    moveTo: async (at) => {
      if (at < now) throw new Error(`The clock cannot go back to ${at.toISOString()}.`)
      now = at
      await cards.moveTo(at)
      for (const name of DUE) await run(name)
      await settle()
    },
    upload: async ({ name, standIn, ...whose }) => {
      const id = newId()
      await withTempFile(env.dataDir, async (file) => {
        if (standIn === null) await writeFile(file, `${name}\n`)
        else await copyFile(path.join(folder, standIn), file)
        const { size: bytes } = await stat(file)
        await deliveryUploads(deps).take({ id, fileName: name, bytes, file, ...whose })
      })
      return id
    },
    close: async () => {
      cards.close()
      await close()
    },
  }
}
