import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sendMessage } from '@plinth/contract/messages/messages.ts'
import { listPortfolios, likePortfolio } from '@plinth/contract/portfolios/portfolios.ts'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { testApp, PUBLIC_URL, type Person } from '../test/app.ts'
import { secretText } from '../test/canary.ts'
import { readLive } from '../test/live-reader.ts'
import { startProxy } from '../test/proxy.ts'
import { startServerProcess } from '../test/server-process.ts'
import { makeWork } from '../test/content/works.ts'
import { poolOf, poolUse } from './db/pool.ts'
import { registerErrors } from './http/errors.ts'
import { registerMetrics } from './http/operating/metrics.ts'

const CONTACT = { SECURITY_CONTACT: 'mailto:security@example.com', SECURITY_EXPIRES: '2027-06-30' }
const ID = /^[\da-f-]{36}$/

const t = testApp({ JOBS: 'off', ...CONTACT })
let ada: Person
let ben: Person
beforeAll(async () => {
  ada = await t.person('Ada', { isCreator: true })
  ben = await t.person('Ben')
})

const get = (url: string, options: object = {}) => t.request({ method: 'GET', url, ...options })

describe('health', () => {
  it('reports whether the server runs and can serve, and nothing else', async () => {
    for (const url of ['/healthz', '/readyz'])
      expect(await get(url), url).toMatchObject({ status: 200, body: { status: 'ok' } })
  })

  it('is not ready while the database lacks a migration', async () => {
    await sql`update migrations set name = 'later.sql' where name = '0012_money.sql'`.execute(
      t.deps.db,
    )
    const answer = () => get('/readyz')
    await expect
      .poll(answer, { timeout: 10_000 })
      .toMatchObject({ status: 503, body: { status: 'unavailable' } })
    expect((await get('/healthz')).status).toBe(200)
    // Migrations of a newer version do no harm.
    await sql`insert into migrations (name) values ('0012_money.sql')`.execute(t.deps.db)
    await expect.poll(answer, { timeout: 10_000 }).toMatchObject({ status: 200 })
  })

  it('is ready while requests have taken every connection', async () => {
    const pool = poolOf(t.deps.db)
    const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
    try {
      // Longer than a check is kept, and than a database may be away.
      for (let asked = 0; asked < 5; asked += 1) {
        expect(await get('/readyz')).toMatchObject({
          status: 200,
          body: { status: 'ok', database: 'ok' },
        })
        await pause(1_100)
      }
    } finally {
      for (const client of taken) client.release()
    }
  }, 20_000)

  it('shares one database check between a thousand simultaneous requests', async () => {
    const { busy, idle } = poolUse(t.deps.db)
    const before = busy + idle
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => t.app.inject('/readyz')))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    const after = poolUse(t.deps.db)
    expect(after.busy + after.idle).toBeLessThanOrEqual(before + 1)
    expect(after.waiting).toBe(0)
  })
})

describe('metrics', () => {
  const lineOf = async (start: string) =>
    String((await get('/metrics')).body)
      .split('\n')
      .find((line) => line.startsWith(start))

  it('are for this machine alone', async () => {
    for (const remoteAddress of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      expect((await get('/metrics', { remoteAddress })).status, remoteAddress).toBe(200)
    const refused = [
      { remoteAddress: '203.0.113.7' },
      { remoteAddress: '::ffff:10.0.0.1' },
      { headers: { 'x-forwarded-for': '127.0.0.1' } },
      { headers: { via: '1.1 proxy' } },
    ]
    for (const options of refused)
      expect((await get('/metrics', options)).body, JSON.stringify(options)).toMatchObject({
        code: 'not_found',
      })
  })

  it('are for anybody with the token and nobody else, if one is set', async () => {
    const app = Fastify()
    registerErrors(app)
    registerMetrics(app, { token: 'a-token-of-one-s-own', measures: [] })
    const statusFor = async (authorization?: string) => {
      const headers = authorization === undefined ? {} : { authorization }
      return (await app.inject({ url: '/metrics', remoteAddress: '203.0.113.7', headers }))
        .statusCode
    }
    expect(await statusFor('Bearer a-token-of-one-s-own')).toBe(200)
    for (const other of [undefined, 'Bearer ', 'Bearer a-token', 'a-token-of-one-s-own'])
      expect(await statusFor(other), other).toBe(404)
    expect((await app.inject('/metrics')).statusCode).toBe(404)
    await app.close()
  })

  it('count requests by route, never by a made-up path', async () => {
    await t.call(listPortfolios)
    await get('/api/portfolios/made-up-path')
    await get('/made-up-path')
    const text = String((await get('/metrics')).body)
    expect(text).toContain(
      `plinth_http_requests_total{method="GET",route="/api/portfolios",status="200"} 1`,
    )
    expect(text).toMatch(
      /plinth_http_request_seconds_bucket\{le="0.5",method="GET",route="\/api\/portfolios"\} 1/,
    )
    expect(text).toContain('plinth_http_requests_total{method="GET",route="none",status="404"}')
    expect(text).not.toContain('made-up-path')
    expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds \d/)
  })

  it('cover the pool, jobs, media, streams and money', async () => {
    await sql`insert into provider_events (id, type, object_id, created_at, received_at)
      values ('evt_1', 'invoice.paid', 'in_1', now(), now() - interval '1 hour')`.execute(t.deps.db)
    await sql`insert into reconciliations (started_at, finished_at, read_up_to, found, differences)
      values (now(), now() - interval '90 seconds', now(), 0, '[{"what": "balance", "ours": 1, "theirs": 2}]')`.execute(
      t.deps.db,
    )
    await t.deps.jobs.send(t.deps.db, 'session.sweep', {})
    await vi.waitFor(
      async () =>
        expect(await lineOf('plinth_money_stuck_events')).toBe('plinth_money_stuck_events 1'),
      5_000,
    )
    await vi.waitFor(
      async () =>
        expect(await lineOf('plinth_jobs{queue="session.sweep"')).toBe(
          'plinth_jobs{queue="session.sweep",state="created"} 1',
        ),
      5_000,
    )
    expect(await lineOf('plinth_money_differences')).toBe('plinth_money_differences 1')
    expect(await lineOf('plinth_money_reconciled_seconds_ago')).toMatch(/ 9\d(\.\d+)?$/)
    expect(await lineOf('plinth_database_connections{state="idle"}')).toMatch(/ [1-9]\d*$/)
    expect(await lineOf('plinth_media{state="processing"}')).toBe(
      'plinth_media{state="processing"} 0',
    )
    expect(await lineOf('plinth_live_streams')).toBe('plinth_live_streams 0')
  })

  it('leave out a value that cannot be read, and go on', async () => {
    await sql`alter table reconciliations rename to hidden`.execute(t.deps.db)
    await vi.waitFor(
      async () => expect(await lineOf('plinth_money_differences')).toBeUndefined(),
      5_000,
    )
    expect(await lineOf('plinth_measures_unread_total{measure="money_differences"}')).toMatch(
      / [1-9]/,
    )
    await sql`alter table hidden rename to reconciliations`.execute(t.deps.db)
  })
})

describe('request ids', () => {
  it('are in every answer and error, and are our own', async () => {
    const fine = await t.call(listPortfolios)
    expect(fine.headers['x-request-id']).toMatch(ID)
    const given = { 'x-request-id': 'of-somebody-outside' }
    for (const url of ['/api/nothing', '/api/portfolios?limit=-1', '/api/auth/user', '/%']) {
      const { body, headers } = await get(url, { headers: given })
      expect(headers['x-request-id'], url).toMatch(ID)
      expect(body.requestId, url).toBe(headers['x-request-id'])
      expect(
        Object.keys(body).filter(
          (name) => !['message', 'code', 'fields', 'requestId'].includes(name),
        ),
      ).toEqual([])
    }
  })
})

describe('security.txt', () => {
  it('names the contact and its expiry', async () => {
    const { status, body, headers } = await get('/.well-known/security.txt')
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(body).toBe(
      `Contact: mailto:security@example.com\nExpires: 2027-06-30T00:00:00.000Z\nPreferred-Languages: en\nCanonical: ${PUBLIC_URL}/.well-known/security.txt\n`,
    )
  })
})

describe('the log', () => {
  it('has one object per line, with the id of the request and no secrets', async () => {
    const server = await startServerProcess(t, { LOG_LEVEL: 'info', TRUST_PROXY: 'on' })
    const secret = secretText(ben, ada)
    const write = { origin: PUBLIC_URL, cookie: ben.cookie, 'content-type': 'application/json' }
    const ask = (url: string, headers: Record<string, string>, body?: object) =>
      fetch(server.origin + url, {
        headers,
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      })
    const sent = await ask(sendMessage.path, write, { receiverId: ada.id, content: secret })
    expect(sent.status).toBe(201)
    const fromProxy = await ask('/api/nothing?email=ben@example.com', {
      cookie: ben.cookie,
      'x-request-id': 'proxy-0001',
    })
    expect(fromProxy.headers.get('x-request-id')).toBe('proxy-0001')
    const forged = await ask('/api/nothing', { 'x-request-id': '{"level":60}' })
    expect(forged.headers.get('x-request-id')).toMatch(ID)
    expect((await ask('/readyz', {})).status).toBe(200)
    await ask('/api/%0d%0a%7b%22level%22%3a60%7d%1b[31m', {})
    // One that the database refuses with an error that quotes the row.
    await ask(sendMessage.path, write, { receiverId: ben.id, content: secret, subject: secret })
    await expect.poll(() => server.log().includes('proxy-0001')).toBe(true)
    await server.stop()
    const lines = server.log().trim().split('\n')
    expect(lines.length).toBeGreaterThan(8)
    for (const line of lines)
      expect(JSON.parse(line), line).toMatchObject({ level: expect.any(Number) })
    const ofRequests = lines.filter((line) => /"(req|res)":/.test(line))
    for (const line of ofRequests) expect(JSON.parse(line).reqId, line).toEqual(expect.any(String))
    expect(ofRequests.length).toBeGreaterThan(8)
    const [, token = ''] = ben.cookie.split('=')
    // Health checks are too frequent to log.
    expect(server.log()).not.toContain('/readyz')
    for (const word of [token, secret, 'example.com', '\u001B', 'cookie'])
      expect(server.log().includes(word), word).toBe(false)
  })

  it('says why a request was refused, and to whom', async () => {
    const server = await startServerProcess(t, { LOG_LEVEL: 'info' })
    const ask = async (url: string, headers: Record<string, string> = {}, body?: string) => {
      const method = body === undefined ? 'GET' : 'POST'
      await fetch(server.origin + url, { method, headers, ...(body === undefined ? {} : { body }) })
    }
    const own = { origin: PUBLIC_URL, cookie: ben.cookie, 'content-type': 'application/json' }
    await ask('/api/admin/users', { cookie: ben.cookie })
    await ask('/api/admin/users')
    await ask('/api/callback?state=x', { accept: 'text/html' })
    await ask(sendMessage.path, { ...own, origin: 'https://evil.example' }, '{}')
    await ask(sendMessage.path, own, '{"receiverId":7}')
    await ask('/api/categories')
    await server.stop()
    const answers = server
      .log()
      .trim()
      .split('\n')
      .flatMap((line) => (line.includes('"res":') ? [JSON.parse(line).res] : []))
    expect(answers).toEqual([
      { statusCode: 403, refused: 'auth.forbidden', person: ben.id },
      { statusCode: 401, refused: 'auth.required' },
      { statusCode: 400, refused: 'input.invalid' },
      { statusCode: 403, refused: 'auth.cross_site' },
      { statusCode: 400, refused: 'input.invalid', person: ben.id },
      { statusCode: 200 },
    ])
  })
})

/** Without it six visitors would keep both processors busy while a server stops. */
const VISIT_REST_MS = 20

describe('stopping', () => {
  it('fails no request behind a proxy that checks readiness', async () => {
    const work = await makeWork(t.deps, ada)
    const [first, second] = await Promise.all(
      [0, 1].map(() => startServerProcess(t, { DRAIN_SECONDS: '1' })),
    )
    if (first === undefined || second === undefined) throw new Error('no servers')
    const proxy = await startProxy([first.origin, second.origin])
    await proxy.sendsTo([first.origin, second.origin])
    const ending = new AbortController()
    const failures: string[] = []
    let answered = 0
    const visit = async (n: number) => {
      while (!ending.signal.aborted) {
        const like = {
          method: 'POST',
          body: JSON.stringify({ liked: answered % 2 === 0 }),
          headers: { origin: PUBLIC_URL, cookie: ben.cookie, 'content-type': 'application/json' },
        }
        const answer = await (
          n % 2 === 0
            ? fetch(proxy.url + listPortfolios.path)
            : fetch(proxy.url + likePortfolio.path.replace(':id', work), like)
        ).catch((error: Error) => error)
        if (answer instanceof Error || !answer.ok)
          failures.push(
            answer instanceof Error
              ? String(answer.cause)
              : `${answer.status} ${await answer.text()}`,
          )
        else await answer.text()
        answered += 1
        await pause(VISIT_REST_MS)
      }
    }
    const visitors = Array.from({ length: 6 }, (_, n) => visit(n))
    const stream = await readLive(first.origin, ben)
    await stream.next('hello')
    // A request that never ends does not keep the server running.
    const { hostname, port } = new URL(first.origin)
    const idler = connect(Number(port), hostname)
    idler.on('error', () => undefined)
    idler.write(
      `POST /api/messages HTTP/1.1\r\nhost: x\r\norigin: ${PUBLIC_URL}\r\ncookie: ${ben.cookie}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
    )

    const ended = once(first.child, 'exit')
    const began = Date.now()
    first.child.kill('SIGTERM')
    await proxy.sendsTo([second.origin])
    const there = answered
    expect((await fetch(`${first.origin}/healthz`)).headers.get('connection')).toBe('close')
    expect((await fetch(`${first.origin}/readyz`)).status).toBe(503)
    expect(await ended).toEqual([0, null])
    expect(Date.now() - began).toBeLessThan(11_000)
    await expect.poll(() => stream.isOver()).toBe(true)
    await expect.poll(() => answered).toBeGreaterThan(there + 20)
    ending.abort()
    await Promise.all(visitors)
    expect(failures).toEqual([])
    await proxy.close()
    await second.stop()
  }, 40_000)
})

describe('the operator’s documentation', () => {
  const read = (file: string) => readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8')
  const namesIn = (text: string, pattern: RegExp) =>
    [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].sort()
  const settings = [
    'NODE_ENV',
    ...namesIn(
      ['env.ts', 'tracing/settings.ts'].map((file) => read(`server/src/${file}`)).join(''),
      /\b(?:text|integer|flag|url|database|choice)\(\s*'([A-Z\d_]+)'/g,
    ),
  ].sort()
  const docs = read('docs/operating.md')
  const compose = read('deploy/compose.yaml')

  it('names every setting and no other', () => {
    expect(settings.length).toBeGreaterThan(30)
    expect(namesIn(docs, /^\| `([A-Z\d_]+)` \|/gm)).toEqual(settings)
    const example = namesIn(read('.env.example'), /^# ([A-Z\d_]+)=/gm)
    expect(settings.filter((name) => !example.includes(name))).toEqual([])
  })

  it('gives the containers only settings that exist, all of them in the example file', () => {
    const given = namesIn(compose.split('\nservices:')[0] ?? '', /^ {4}([A-Z\d_]+): /gm)
    expect(given.length).toBeGreaterThan(20)
    expect(given.filter((name) => !settings.includes(name))).toEqual([])
    const asked = namesIn(read('deploy/.env.example'), /^(?:# )?([A-Z\d_]+)=/gm)
    // Compose itself reads this one.
    expect([...namesIn(compose, /\$\{([A-Z\d_]+)/g), 'COMPOSE_PROFILES'].sort()).toEqual(asked)
  })

  it('explains every alert and no other', () => {
    const alerts = namesIn(read('deploy/prometheus/rules.yml'), /^ +- alert: (\w+)$/gm)
    expect(alerts.length).toBeGreaterThan(10)
    expect(namesIn(docs, /^\| `(Plinth\w+)` \|/gm)).toEqual(alerts)
    const tested = namesIn(read('deploy/prometheus/rules.test.yml'), /alertname: (\w+)/g)
    expect(tested).toEqual(alerts)
  })

  it.each(['docs/operating.md', 'deploy/prometheus/rules.yml', 'deploy/grafana/plinth.json'])(
    'watches only metrics that exist in %s',
    async (file) => {
      const text = String((await get('/metrics')).body)
      const names = namesIn(text, /^# TYPE (\w+) /gm)
      const watched = namesIn(read(file), /\b((?:plinth|nodejs|process)_[a-z\d_]+)/g)
      expect(watched.length).toBeGreaterThan(10)
      for (const name of watched) expect(names, name).toContain(name.replace(/_bucket$/, ''))
    },
  )

  it('links only to chapters that exist', () => {
    const chapters = namesIn(docs, /^#+ (.+)$/gm).map((title) =>
      title.toLowerCase().replaceAll(' ', '-'),
    )
    for (const link of namesIn(docs, /\]\(#([\w-]+)\)/g)) expect(chapters, link).toContain(link)
  })
})
