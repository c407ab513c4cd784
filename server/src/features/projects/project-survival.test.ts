import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { endpointUrl, type EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import {
  acceptProject,
  completeProject,
  confirmPayment,
  createProject,
  deliverProject,
  withdrawProject,
} from '@plinth/contract/projects/project-calls.ts'
import { connectPayouts } from '@plinth/contract/money/billing.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { PUBLIC_URL, type Person } from '../../../test/app.ts'
import { startPaidApp, type PaidApp } from '../../../test/money/cards.ts'
import { startInterceptor, type Interception, type Interceptor } from '../../../test/interceptor.ts'
import { checkWorld } from '../../../test/money/checks.ts'
import { addUpload, dayIn, pairUp, hireBody, type Pair } from '../../../test/content/projects.ts'
import { startServerProcess, type ServerProcess } from '../../../test/server-process.ts'
import { makeWork } from '../../../test/content/works.ts'
import { startEmbedded } from '../../db/embedded.ts'
import { migrate } from '../../db/migrate.ts'
import { newId } from '../../db/id.ts'

const ROUNDS = Number(process.env.MONEY_KILLS ?? 2)
const IN_FLIGHT = 'This is being done already. Look again in a moment.'
const PATIENCE = { timeout: 90_000, interval: 50 }

/** Every point at which the provider has done something, or is about to, that our ledger does not contain yet. */
const PLACES: readonly Pick<Interception, 'method' | 'path' | 'when'>[] = [
  { method: 'POST', path: '/v1/checkout/sessions', when: 'after' },
  { method: 'POST', path: '/v1/transfers', when: 'after' },
  { method: 'POST', path: '/v1/refunds', when: 'after' },
  { method: 'GET', path: '/v1/payment_intents', when: 'after' },
  { method: 'POST', path: '/v1/customers', when: 'after' },
  { method: 'POST', path: '/v1/checkout/sessions', when: 'before' },
  { method: 'POST', path: '/v1/transfers', when: 'before' },
  { method: 'POST', path: '/v1/refunds', when: 'before' },
  { method: 'GET', path: '/v1/checkout/sessions', when: 'after' },
]

interface Place {
  site: PaidApp
  interceptor: Interceptor
  server: () => ServerProcess
  kill: () => Promise<void>
  close: () => Promise<void>
}

/** Runs the server as a separate process that talks to the provider through an interceptor. */
async function open(settings: Record<string, string> = {}): Promise<Place> {
  const site = await startPaidApp({ JOBS: 'off', ...settings })
  const { payments } = site.deps.env
  if (payments === null) throw new Error('There is no card provider.')
  const interceptor = await startInterceptor(payments.apiBase)
  const start = () =>
    startServerProcess(site, {
      STRIPE_SECRET_KEY: payments.secretKey,
      STRIPE_WEBHOOK_SECRET: payments.webhookSecret,
      STRIPE_API_BASE: interceptor.url,
    })
  let server = await start()
  return {
    site,
    interceptor,
    server: () => server,
    kill: async () => {
      const dead = once(server.child, 'exit')
      server.child.kill('SIGKILL')
      await dead
      server = await start()
    },
    close: async () => {
      await server.stop()
      await interceptor.close()
      await site.close()
    },
  }
}

/** Repeats a call with the same key until it is answered, as a browser does. */
function browser({ site, server }: Place) {
  return async <T>(
    endpoint: EndpointDefinition,
    { as, params, body }: { as: Person; params?: object; body?: object },
  ): Promise<T> => {
    const key = newId()
    const press = async (): Promise<T> => {
      const answer = await fetch(server().origin + endpointUrl(endpoint, { params }), {
        method: endpoint.method,
        headers: {
          cookie: as.cookie,
          origin: PUBLIC_URL,
          'idempotency-key': key,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const said = (await answer.json()) as T & { message?: string }
      // A call that died holds its key for a minute.
      if (said.message === IN_FLIGHT) {
        await sql`update idempotency_keys set created_at = created_at - interval '61 seconds'
          where key = ${key}`.execute(site.deps.db)
      }
      const wasDone = answer.status === 409 && said.message?.startsWith('This cannot be done now')
      if (!answer.ok && wasDone !== true)
        throw new Error(`${endpoint.path}: ${answer.status} ${said.message}`)
      return said
    }
    return vi.waitFor(press, PATIENCE)
  }
}

interface Opened {
  project: { id: string }
  checkout: { url: string }
}

/** Makes one hire that is completed, and one that is withdrawn after it was paid. Returns both projects. */
async function live(place: Place, pair: Pair, otherWork: string): Promise<[string, string]> {
  const { site } = place
  const { client, creator } = pair
  const press = browser(place)
  const pay = async (id: string, url: string) => {
    expect(await site.cards.pay(url)).toMatchObject({ state: 'complete' })
    await press(confirmPayment, { as: client, params: { id }, body: {} })
  }
  const begin = async (workId: string) => {
    const wish = hireBody({ ...pair, workId })
    const { project, checkout } = await press<Opened>(createProject, { as: client, body: wish })
    await pay(project.id, checkout.url)
    return project.id
  }
  const done = await begin(pair.workId)
  const params = { id: done }
  await press(acceptProject, { as: creator, params, body: { deliverBy: dayIn(site, 9) } })
  const fileIds = [await vi.waitFor(() => addUpload(site, done, creator), PATIENCE)]
  await press(deliverProject, { as: creator, params, body: { note: '', fileIds } })
  await pay(done, (await press<{ url: string }>(completeProject, { as: client, params })).url)
  const left = await begin(otherWork)
  await press(withdrawProject, { as: client, params: { id: left }, body: {} })
  return [done, left]
}

async function cast({ site }: Place): Promise<{ pair: Pair; otherWork: string }> {
  const pair = await pairUp(site, 33_333)
  const { db } = site.deps
  await site.call(connectPayouts, { as: pair.creator })
  const { account_id: account } = await db
    .selectFrom('payout_accounts')
    .select('account_id')
    .where('user_id', '=', pair.creator.id)
    .executeTakeFirstOrThrow()
  await site.cards.control(`accounts/${account}/complete`)
  await db.updateTable('payout_accounts').set({ is_ready: true }).execute()
  const otherWork = await makeWork(site.deps, pair.creator, { priceCents: 33_333 })
  return { pair, otherWork }
}

interface Listed {
  data: { id: string; amount: number }[]
}
const sumOf = ({ data }: Listed): [number, number] => [
  data.length,
  data.reduce((sum, { amount }) => sum + amount, 0),
]

/** Reconciles as if no event had arrived, then checks that each thing happened once. */
async function expectWhole({ site }: Place, [done, left]: [string, string]): Promise<void> {
  await vi.waitFor(() => site.runJob('money.reconcile', { all: true }), PATIENCE)
  await vi.waitFor(
    async () => expect(await checkWorld({ t: site, db: site.deps.db })).toEqual([]),
    PATIENCE,
  )
  const read = (what: string) => site.cards.read<Listed>(`${what}&limit=100`)
  expect(sumOf(await read(`charges?transfer_group=${done}`))).toEqual([2, 33_333])
  // Minus the two card fees: 2.9 % and 30 cents.
  expect(sumOf(await read(`transfers?transfer_group=${done}`))).toEqual([2, 33_333 - 513 - 513])
  const charges = await read(`charges?transfer_group=${left}`)
  expect(sumOf(charges)).toEqual([1, 16_667])
  expect(sumOf(await read(`refunds?charge=${charges.data[0]?.id}`))).toEqual([1, 16_667])
  expect(sumOf(await read(`transfers?transfer_group=${left}`))).toEqual([0, 0])
}

async function survive(
  place: Place,
  interception: Pick<Interception, 'method' | 'path' | 'when'>,
  blow: Pick<Interception, 'act' | 'isAnswered'>,
): Promise<void> {
  const { pair, otherWork } = await cast(place)
  let end: Promise<void> = Promise.resolve()
  place.interceptor.await({
    ...interception,
    ...blow,
    act: () => {
      end = blow.act()
      return end
    },
  })
  const projects = await live(place, pair, otherWork)
  // A job sends refunds and transfers some time later.
  await expect.poll(place.interceptor.isOver, PATIENCE).toBe(true)
  await end
  await expectWhole(place, projects)
}

test('money is neither lost nor moved twice when the server is killed', async () => {
  const place = await open()
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const interception = PLACES[round % PLACES.length]
      if (interception !== undefined)
        await survive(place, interception, { act: place.kill, isAnswered: false })
    }
  } finally {
    await place.close()
  }
}, 600_000)

test('money is neither lost nor moved twice when the database goes down', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'plinth-test-crash-'))
  const postgres = await startEmbedded({ dataDir: path.join(folder, 'postgres') })
  const url = postgres.url('plinth')
  await postgres.createDatabase('plinth')
  await migrate(url)
  const place = await open({ DATABASE_URL: url })
  try {
    for (let round = 0; round < Math.ceil(ROUNDS / 3); round += 1) {
      const interception = PLACES[round % PLACES.length]
      const act = () => crash(url)
      if (interception !== undefined) await survive(place, interception, { act, isAnswered: true })
    }
  } finally {
    await place.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}, 600_000)

/** Kills one PostgreSQL process, which makes it end all others and recover from its log. */
async function crash(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  const ended = new Promise((resolve) => client.once('end', resolve))
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL')
  await ended
}
