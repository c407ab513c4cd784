import { revokeToken } from '@plinth/contract/people/tokens.ts'
import { getViewer, LOGIN_PATH, LOGOUT_PATH } from '@plinth/contract/people/session.ts'
import { endpointUrl, type EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import { sendMessage } from '@plinth/contract/messages/messages.ts'
import { MESSAGES_PER_MINUTE } from '@plinth/contract/limits.ts'
import {
  deletePortfolio,
  listCategories,
  listPortfolios,
} from '@plinth/contract/portfolios/portfolios.ts'
import { createProject } from '@plinth/contract/projects/project-calls.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PUBLIC_URL, type NamedPerson } from '../test/app.ts'
import { Browser } from '../test/browser.ts'
import { BUSES, startBus, type TestBus } from '../test/buses.ts'
import { hireBody, pairUp } from '../test/content/projects.ts'
import { makeToken } from '../test/content/tokens.ts'
import { makeWork } from '../test/content/works.ts'
import { startPaidApp, type PaidApp } from '../test/money/cards.ts'
import { startSandbox, type Sandbox } from '../test/sandbox.ts'
import { newId } from './db/id.ts'
import { startServerProcess, type ServerProcess } from '../test/server-process.ts'
import { SHOW_BOOT, testWeb } from '../test/web.ts'

const MAX = 200

const web = testWeb({
  html: '<head><!--head--></head><body><!--app--><!--boot--></body>',
  render: SHOW_BOOT,
})

describe.each(BUSES)('two servers over %s', (kind) => {
  let sandbox: Sandbox
  let site: PaidApp
  let bus: TestBus
  let one: ServerProcess
  let two: ServerProcess
  let ann: NamedPerson

  beforeAll(async () => {
    sandbox = await startSandbox(PUBLIC_URL)
    site = await startPaidApp({
      JOBS: 'off',
      WEB_DIST: web.dir,
      OIDC_ISSUER: sandbox.url,
      OIDC_CLIENT_ID: sandbox.clientId,
      OIDC_CLIENT_SECRET: sandbox.clientSecret,
    })
    bus = await startBus(kind)
    const { secretKey = '', webhookSecret = '', apiBase = '' } = site.deps.env.payments ?? {}
    const settings = {
      JOBS: 'off',
      RATE_LIMIT_PER_MINUTE: String(MAX),
      TRUST_PROXY: 'on',
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: apiBase,
      ...bus.settings,
    }
    ;[one, two] = await Promise.all([
      startServerProcess(site, settings),
      startServerProcess(site, settings),
    ])
  })
  afterAll(async () => {
    await Promise.all([one.stop(), two.stop()])
    await site.close()
    await bus.close()
    await sandbox.drop()
  })
  beforeEach(async () => {
    ann = await site.person('Ann', { isCreator: true })
    address += 1
  })

  /** So that no test counts towards the limit of another one. */
  let address = 0
  async function ask(at: ServerProcess, path: string, init: RequestInit = {}) {
    const response = await fetch(at.origin + path, {
      ...init,
      redirect: 'manual',
      headers: {
        'x-forwarded-for': `198.51.100.${address}`,
        origin: PUBLIC_URL,
        ...(init.headers as Record<string, string>),
      },
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const statusOf = async (at: ServerProcess, path: string, headers: Record<string, string> = {}) =>
    (await ask(at, path, { headers })).status
  const write = (
    at: ServerProcess,
    { method, path }: EndpointDefinition,
    body: object,
    headers = {},
  ) =>
    ask(at, path, {
      method,
      headers: { 'content-type': 'application/json', cookie: ann.cookie, ...headers },
      body: JSON.stringify(body),
    })

  it.each([
    ['a visitor', () => Promise.resolve({}), listCategories],
    ['a session', () => Promise.resolve({ cookie: ann.cookie }), getViewer],
    ['an access token', async () => (await makeToken(site.deps, ann)).headers, listPortfolios],
  ])('have one limit for %s', async (_who, makeHeaders, { path }) => {
    const headers: Record<string, string> = await makeHeaders()
    const statuses: number[] = []
    for (let at = 0; at <= MAX; at += 1) statuses.push(await statusOf(one, path, headers))
    expect(statuses).toEqual([...Array.from({ length: MAX }, () => 200), 429])
    const others: number[] = []
    await expect
      .poll(
        async () => {
          others.push(await statusOf(two, path, headers))
          return others.at(-1)
        },
        { interval: 200 },
      )
      .toBe(429)
    // It hears of it within a second or so.
    expect(others.filter((status) => status === 200).length).toBeLessThanOrEqual(MAX / 10)
    const answer = await ask(two, path, { headers })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'rate.limited' })
  })

  it('have one limit for the messages of a person', async () => {
    const to = await site.person('Bo')
    let sent = 0
    const send = (at: ServerProcess) => {
      // Nobody may write more than a few unanswered messages about one thing.
      const subject = `No. ${(sent += 1) % 5}`
      return write(at, sendMessage, { receiverId: to.id, subject, content: 'Hello' })
    }
    for (let n = 0; n < MESSAGES_PER_MINUTE; n += 1) expect((await send(one)).status).toBe(201)
    await expect.poll(async () => (await send(two)).text).toContain('Too many requests')
    expect(sent).toBeLessThan(2 * MESSAGES_PER_MINUTE)
  })

  it('have one limit for the invalid tokens of an address', async () => {
    const guess = (at: ServerProcess, n: number) =>
      statusOf(at, getViewer.path, { authorization: `Bearer plinth_${n}` })
    for (let n = 0; n < MAX; n += 1) expect(await guess(one, n)).toBe(401)
    await expect.poll(() => guess(two, MAX)).toBe(429)
  })

  it('finish a sign-in that the other one started, once', async () => {
    const browser = new Browser()
    const start = await browser.fetchOnce(new URL(one.origin + LOGIN_PATH))
    const form = await browser.visit(start.headers.get('location') ?? '')
    const [, uid] = /sign-in\/([\w-]+)/.exec(form.url.pathname) ?? []
    const signed = await browser.fetchOnce(new URL(`/sign-in/${uid}/demo`, sandbox.url), {
      method: 'POST',
      headers: { origin: sandbox.url },
      body: new URLSearchParams({ subject: 'demo-dana' }),
    })
    const resumed = await browser.fetchOnce(new URL(signed.headers.get('location') ?? ''))
    const { pathname, search } = new URL(resumed.headers.get('location') ?? '')
    const finish = (at: ServerProcess) => browser.fetchOnce(new URL(pathname + search, at.origin))
    expect((await finish(two)).status).toBe(302)
    const cookie = `plinth=${browser.cookie('plinth')}`
    expect(await statusOf(one, getViewer.path, { cookie })).toBe(200)
    expect((await finish(one)).status).toBe(400)
  })

  it('refuse a session and a token at once that the other one ended', async () => {
    const { id, headers } = await makeToken(site.deps, ann)
    const other = { cookie: ann.cookie }
    const { path } = listPortfolios
    for (const known of [headers, other]) expect(await statusOf(two, path, known)).toBe(200)
    const url = endpointUrl(revokeToken, { params: { id } })
    expect((await ask(one, url, { method: 'DELETE', headers: other })).status).toBe(204)
    expect(await statusOf(two, path, headers)).toBe(401)
    expect(await statusOf(one, LOGOUT_PATH, other)).toBe(302)
    expect(await statusOf(two, path, other)).toBe(401)
  })

  it('run a call with an idempotency key once', async () => {
    const pair = await pairUp(site)
    const hire = (at: ServerProcess) =>
      write(at, createProject, hireBody(pair), {
        cookie: pair.client.cookie,
        'idempotency-key': 'once',
      })
    const answers = await Promise.all([hire(one), hire(two)])
    const statuses = answers.map(({ status }) => status)
    expect(statuses).toContain(201)
    // The other one waits for the answer, or asks to look again.
    expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([])
    const [first, again] = [await hire(one), await hire(two)]
    expect(first.headers.get('idempotent-replayed')).toBe('true')
    expect(again).toMatchObject({ status: 201, text: first.text })
    const { rows } = await sql`
      select 1 from projects where client_id = ${pair.client.id}::uuid`.execute(site.deps.db)
    expect(rows).toHaveLength(1)
  })

  it('forget what they keep for visitors when the other one has written', async () => {
    const id = await makeWork(site.deps, ann, { title: 'Moon Jar' })
    const page = `/portfolio/${id}`
    // A page is kept for five seconds, unless something was written shortly before.
    const isKept = async () => {
      const { text } = await ask(two, page)
      await sql`update portfolio_items set title = ${newId()} where id = ${id}::uuid`.execute(
        site.deps.db,
      )
      return (await ask(two, page)).text === text
    }
    await expect.poll(isKept).toBe(true)
    expect((await ask(two, listPortfolios.path)).text).toContain(id)
    const url = endpointUrl(deletePortfolio, { params: { id } })
    const { status } = await ask(one, url, { method: 'DELETE', headers: { cookie: ann.cookie } })
    expect(status).toBe(204)
    await expect.poll(() => statusOf(two, page), { timeout: 3_000 }).toBe(404)
    await expect.poll(async () => (await ask(two, listPortfolios.path)).text).not.toContain(id)
  })
})
