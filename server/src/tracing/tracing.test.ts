import { becomeCreator } from '@plinth/contract/money/billing.ts'
import { deleteMedia } from '@plinth/contract/media/media.ts'
import { likePortfolio } from '@plinth/contract/portfolios/portfolios.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type NamedPerson } from '../../test/app.ts'
import { startCollector, type Collector, type ReceivedSpan } from '../../test/collector.ts'
import { makeWork } from '../../test/content/works.ts'
import { duringTests } from '../../test/lifetime.ts'
import { makePicture } from '../../test/media/pictures.ts'
import { startBucket } from '../../test/media/s3.ts'
import { createUploader } from '../../test/media/uploads.ts'
import { paidApp } from '../../test/money/cards.ts'
import { startServerProcess } from '../../test/server-process.ts'
import { createBatches } from '../db/batches.ts'
import { poolOf } from '../db/pool.ts'
import type { TracingSettings } from './settings.ts'
import { createTracing } from './opentelemetry.ts'
import type { CollectorReport } from './spans.ts'
import { beginSpan, beginTrace, during, startTracing, stopTracing } from './tracing.ts'

const collector = duringTests(startCollector)
const settings = (to: Collector = collector): TracingSettings => ({
  endpoint: to.origin,
  headers: { 'api-key': 'secret of the tests' },
  serviceName: 'plinth-of-the-tests',
  sampler: 'parentbased_always_on',
  share: 1,
})
const start = () => startTracing(settings(), () => undefined)
// Pools and gateways that are made while something is traced are traced.
duringTests(async () => {
  await start()
  return { close: stopTracing }
})
const bucket = duringTests(() => startBucket())
const site = paidApp(() => ({ ...bucket.env, TRUST_PROXY: 'on' }))
let alice: NamedPerson
beforeAll(async () => {
  alice = await site.person('Aliceanna', { lastName: 'Personal' })
})

/** What the collector gets of what `work` does. */
async function spansOf(work: () => Promise<unknown>): Promise<ReceivedSpan[]> {
  const before = collector.spans().length
  await work()
  await stopTracing()
  await start()
  return collector.spans().slice(before)
}

/** The names of the spans of a request or job, each below what it is part of. */
function treeOf(spans: readonly ReceivedSpan[], root: string): string[] {
  const below = (parent: ReceivedSpan, depth: number): string[] => [
    '  '.repeat(depth) + parent.name,
    ...spans
      .filter(({ parentId, traceId }) => parentId === parent.spanId && traceId === parent.traceId)
      .flatMap((span) => below(span, depth + 1)),
  ]
  return spans.filter(({ name }) => name === root).flatMap((span) => below(span, 0))
}

const named = (spans: readonly ReceivedSpan[], name: string): ReceivedSpan => {
  const found = spans.find((span) => span.name === name)
  if (found === undefined)
    throw new Error(`No ${name} among ${spans.map((span) => span.name).join()}`)
  return found
}

it('shows a like down to its statement', async () => {
  const work = await makeWork(site.deps, alice, { title: 'A title of hers' })
  const spans = await spansOf(() =>
    site.call(likePortfolio, { as: alice, params: { id: work }, body: { liked: true } }),
  )
  expect(treeOf(spans, 'POST /api/portfolios/:id/like')).toEqual([
    'POST /api/portfolios/:id/like',
    '  batch',
    '    SELECT sessions',
    '  batch',
    '    INSERT portfolio_likes',
  ])
  expect(named(spans, 'POST /api/portfolios/:id/like')).toMatchObject({
    parentId: '',
    isError: false,
    facts: {
      'http.request.method': 'POST',
      'http.route': '/api/portfolios/:id/like',
      'http.response.status_code': 200,
    },
  })
  expect(named(spans, 'INSERT portfolio_likes').facts['db.query.text']).toContain(
    'unnest($2::uuid[], $1::uuid[], $3::boolean[], $4::boolean[])',
  )
  expect(collector.requests()[0]).toMatchObject({
    path: '/v1/traces',
    headers: { 'api-key': 'secret of the tests', 'content-type': 'application/x-protobuf' },
  })
  expect(collector.text()).toContain('plinth-of-the-tests')
})

it('shows an upload down to the bucket, and the job that it has queued', async () => {
  const file = await makePicture('image/png')
  const tus = createUploader(site)
  const spans = await spansOf(async () => {
    const id = await tus.begun(alice, file.length, 'a-file-of-hers.png')
    await tus.send(alice, id, 0, file)
    expect((await tus.finish(alice, id)).status).toBe(201)
    expect((await site.call(deleteMedia, { as: alice, params: { id } })).status).toBe(204)
    const left = async () =>
      (await site.deps.jobs.depths()).filter(({ queue }) => queue.startsWith('media.remove'))
    await expect.poll(left, { timeout: 30_000 }).toEqual([])
  })
  expect(treeOf(spans, 'PATCH /api/uploads/:id')).toEqual(
    expect.arrayContaining(['  PutObject', '  INSERT upload_pieces']),
  )
  const finish = 'POST /api/uploads/:id/finish'
  expect(treeOf(spans, finish)).toEqual(
    expect.arrayContaining([
      finish,
      '  GetObject',
      '  picture clean',
      '  PutObject',
      '  DELETE media_removals',
    ]),
  )
  expect(named(spans, 'PutObject').facts).toMatchObject({ 'http.response.status_code': 200 })
  const job = named(spans, 'job media.remove')
  expect(job.facts).toMatchObject({ 'plinth.job': 'media.remove', 'plinth.attempt': 1 })
  expect(job.links.map(({ traceId }) => traceId)).toEqual([
    named(spans, `DELETE ${deleteMedia.path}`).traceId,
  ])
  expect(treeOf(spans, 'job media.remove')).toEqual(expect.arrayContaining(['  DeleteObject']))
}, 60_000)

it('shows a payment down to the card provider', async () => {
  const payer = await site.person('Payer')
  const spans = await spansOf(async () => {
    expect((await site.call(becomeCreator, { as: payer })).status).toBe(200)
  })
  const [root = ''] = treeOf(spans, `POST ${becomeCreator.path}`)
  expect(treeOf(spans, root)).toEqual(
    expect.arrayContaining([
      root,
      '    SELECT sessions',
      '  POST /v1/customers',
      '  POST /v1/checkout/sessions',
    ]),
  )
  expect(named(spans, 'POST /v1/customers').facts).toMatchObject({
    'http.response.status_code': 200,
    'url.template': '/v1/customers',
  })
  const asked = await spansOf(async () =>
    beginTrace('asking', { kind: 'job' })?.run(async () =>
      site.deps.payments.getCharge('pi_nosuchintent').catch(() => null),
    ),
  )
  expect(asked.map(({ name }) => name)).toEqual(['GET /v1/payment_intents/{id}'])
})

it.each([
  ['select 1', 'SELECT'],
  ['select extract(epoch from now()) from users u', 'SELECT users'],
  ['select id from pgboss.job for update of job', 'SELECT pgboss.job'],
  ['with a as (select id from users for no key update) update "posts" set x = 1', 'UPDATE posts'],
])('names %s', async (text, name) => {
  const spans = await spansOf(() =>
    during(beginTrace('naming', { kind: 'job' }), () =>
      poolOf(site.deps.db)
        .query(text)
        .catch(() => null),
    ),
  )
  expect(spans.map((span) => span.name)).toContain(name)
})

it('shows a read of several requests once, with links from the others', async () => {
  const requests = [1, 2, 3, 4].map((limit) => `/api/portfolios?limit=${limit}`)
  const spans = await spansOf(() =>
    Promise.all(requests.map((url) => site.request({ method: 'GET', url, as: alice }))),
  )
  const childrenOf = (spanId: string) => spans.filter(({ parentId }) => parentId === spanId)
  const readers = new Set(
    spans.filter(({ name }) => name === 'SELECT sessions').map(({ parentId }) => parentId),
  )
  const roots = spans.filter(({ parentId }) => parentId === '')
  expect(roots.map(({ name }) => name)).toEqual(requests.map(() => 'GET /api/portfolios'))
  for (const { spanId } of roots) {
    const batches = childrenOf(spanId).filter(({ name }) => name === 'batch')
    const read = batches.flatMap((batch) => [
      batch.spanId,
      ...batch.links.map((link) => link.spanId),
    ])
    expect(read.filter((id) => readers.has(id))).toHaveLength(1)
  }
})

it('shows waits for a connection, and whose statement then runs', async () => {
  const pool = poolOf(site.deps.db)
  const spans = await spansOf(() =>
    Promise.all(
      Array.from({ length: 7 }, () =>
        during(beginTrace('waiting', { kind: 'job' }), () => pool.query('select pg_sleep(0.05)')),
      ),
    ),
  )
  const waits = spans.filter(({ name }) => name === 'wait for a connection')
  expect(waits.length).toBeGreaterThanOrEqual(2)
  for (const { spanId } of spans.filter(({ name }) => name === 'waiting'))
    expect(
      spans.filter(({ name, parentId }) => name === 'SELECT' && parentId === spanId),
    ).toHaveLength(1)
})

it('shows a failed statement by its code', async () => {
  const spans = await spansOf(async () => {
    const failing = sql`select ${'words of hers'}::text::int, 'more of them'`
    await beginTrace('failing', { kind: 'job' })?.run(() =>
      expect(failing.execute(site.deps.db)).rejects.toThrow('words of hers'),
    )
  })
  expect(spans).toMatchObject([
    {
      name: 'SELECT',
      isError: true,
      facts: { 'error.type': '22P02', 'db.query.text': 'select $1::text::int, ?' },
    },
  ])
})

it('shows the writes of a batch once, with links from all that wait for it', async () => {
  const write = createBatches<number, number>(
    async (items) => {
      beginSpan(`write ${items.join()}`, 'client')?.end()
      return items
    },
    { atMost: 10 },
  )
  const spans = await spansOf(() =>
    Promise.all(
      [1, 2, 3].map((item) =>
        during(beginTrace(`request ${item}`, { kind: 'server' }), () => write(item)),
      ),
    ),
  )
  expect([1, 2, 3].flatMap((item) => treeOf(spans, `request ${item}`))).toEqual([
    'request 1',
    '  batch',
    '    write 1',
    'request 2',
    '  batch',
    '    write 2,3',
    'request 3',
    '  batch',
  ])
  const batchOf = (name: string) =>
    spans.find(({ parentId }) => parentId === named(spans, name).spanId)
  expect(batchOf('request 3')?.links).toEqual([
    { traceId: named(spans, 'request 2').traceId, spanId: batchOf('request 2')?.spanId },
  ])
})

it('begins no more spans once a request has been answered, and a thousand for each at most', async () => {
  const spans = await spansOf(async () => {
    const span = beginTrace('request', { kind: 'server' })
    span?.run(() => {
      for (let count = 0; count < 1_500; count += 1) beginSpan('read', 'client')?.end()
    })
    span?.end()
    span?.run(() => expect(beginSpan('late', 'client')).toBeNull())
  })
  expect(spans.filter(({ name }) => name === 'read')).toHaveLength(1_000)
})

describe('a traceparent', () => {
  const [TRACE, PARENT] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
  const ask = (of: Pick<typeof site, 'request'>, traceparent: string) =>
    spansOf(() => of.request({ method: 'GET', url: '/api/categories', headers: { traceparent } }))
  const open = testApp()

  it('is taken up from a proxy, with its decision', async () => {
    const span = named(await ask(site, `00-${TRACE}-${PARENT}-01`), 'GET /api/categories')
    expect(span).toMatchObject({ traceId: TRACE, parentId: PARENT })
    expect(await ask(site, `00-${TRACE}-${PARENT}-00`)).toEqual([])
    expect(named(await ask(site, 'nonsense'), 'GET /api/categories').parentId).toBe('')
  })

  it('is ignored where no proxy is trusted', async () => {
    for (const flag of ['01', '00']) {
      const span = named(await ask(open, `00-${TRACE}-${PARENT}-${flag}`), 'GET /api/categories')
      expect(span.traceId).not.toBe(TRACE)
      expect(span.parentId).toBe('')
    }
  })
})

it('does not trace what is asked every second, and no unknown path', async () => {
  const spans = await spansOf(async () => {
    for (const url of ['/healthz', '/readyz', '/metrics', '/api/no-such-thing/of-hers'])
      await site.request({ method: 'GET', url })
  })
  expect(spans.map(({ name }) => name)).toEqual(['GET none'])
})

it('holds nothing personal', async () => {
  const person = await site.person('Canarina', { lastName: 'Surname' })
  const spans = await spansOf(async () => {
    const search = { method: 'GET', url: '/api/search?q=wordofhers', as: person } as const
    await site.request({
      ...search,
      headers: { 'user-agent': 'AgentOfHers', 'x-forwarded-for': '203.0.113.77' },
    })
    await site.call(becomeCreator, { as: person })
    await site.request({ method: 'GET', url: `/creator/${person.handle}`, as: person })
  })
  expect(spans.length).toBeGreaterThan(5)
  const words = [alice, person]
    .flatMap(({ id, handle, cookie }) => [id, handle, cookie.split('=')[1] ?? ''])
    .concat('Aliceanna', 'Canarina', 'Surname', 'Personal', '@example.com', 'of hers', 'of-hers')
    .concat('wordofhers', 'AgentOfHers', '203.0.113.77', 'pi_nosuchintent', 'cus_', 'cs_')
  for (const word of words) expect(collector.text(), word).not.toContain(word)
})

describe('a collector', () => {
  const other = duringTests(startCollector)
  const reports: CollectorReport[] = []
  const traces = (count: number, tracing: ReturnType<typeof createTracing>) => {
    for (let at = 0; at < count; at += 1) tracing.beginTrace('request', { kind: 'server' })?.end()
  }

  it('is reported once when it goes and once when it is back', async () => {
    const tracing = createTracing(settings(other), (report) => reports.push(report))
    other.behave('fails')
    for (const asked of [1, 2, 3]) {
      traces(512, tracing)
      await expect.poll(() => other.requests().length).toBe(asked)
    }
    expect(reports).toEqual([{ state: 'gone', reason: '400' }])
    other.behave('well')
    traces(512, tracing)
    await expect.poll(() => reports.length).toBe(2)
    expect(reports[1]).toMatchObject({ state: 'back', lost: 3 * 512 })
    await tracing.stop()
  })

  it('that hangs fills no memory and holds up no stop', async () => {
    const tracing = createTracing(settings(other), () => undefined)
    const before = other.spans().length
    other.behave('hangs')
    traces(20_000, tracing)
    const began = performance.now()
    await tracing.stop()
    expect(performance.now() - began).toBeLessThan(5_000)
    other.behave('well')
    const next = createTracing(settings(other), () => undefined)
    traces(1, next)
    await next.stop()
    expect(other.spans().length - before).toBe(1)
  })
})

describe('a server in its own process', () => {
  const LOUD = 'LOADED '
  /** Prints each module of OpenTelemetry that is loaded. */
  const HOOKS = `import { registerHooks } from 'node:module'
    registerHooks({ load(url, context, next) {
      if (url.includes('@opentelemetry/')) process.stdout.write('${LOUD}' + url + '\\n')
      return next(url, context)
    } })`
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(HOOKS)}`
  const loaded = (log: string) =>
    new Set(
      [...log.matchAll(new RegExp(`^${LOUD}.*@opentelemetry/([\\w-]+)/`, 'gm'))].map(
        ([, name]) => name,
      ),
    )

  it('loads nothing of it unless it traces', async () => {
    const server = await startServerProcess(site, { NODE_OPTIONS, JOBS: 'off' })
    expect((await fetch(`${server.origin}/api/categories`)).status).toBe(200)
    await server.stop()
    // The library that counts for Prometheus loads the types of these calls, which do nothing.
    expect([...loaded(server.log())].filter((name) => name !== 'api')).toEqual([])
  }, 60_000)

  it('names traces in its log, says when the collector is gone, and sends the last ones when it stops', async () => {
    const own = await startCollector()
    own.behave('fails')
    const server = await startServerProcess(site, {
      NODE_OPTIONS,
      JOBS: 'off',
      LOG_LEVEL: 'info',
      OTEL_EXPORTER_OTLP_ENDPOINT: own.origin,
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20secret',
    })
    const ask = () => fetch(`${server.origin}/api/portfolios/liked`)
    const lines = (message: string) =>
      server
        .log()
        .split('\n')
        .filter((line) => line.includes(`"msg":"${message}`))
    for (let round = 0; round < 2; round += 1) {
      await ask()
      await expect.poll(() => own.requests().length, { timeout: 20_000 }).toBe(round + 1)
    }
    await expect.poll(() => lines('the collector of traces is gone').length).toBe(1)
    own.behave('well')
    await ask()
    await expect
      .poll(() => lines('the collector of traces is back').length, { timeout: 20_000 })
      .toBe(1)
    expect((await ask()).status).toBe(401)
    await server.stop()
    const ids = lines('request completed').map(
      (line) => (JSON.parse(line) as { trace_id?: string }).trace_id,
    )
    expect(ids).toHaveLength(4)
    expect(own.spans().map(({ traceId }) => traceId)).toEqual(expect.arrayContaining(ids.slice(2)))
    expect(own.requests()[0]?.headers).toMatchObject({ 'api-key': 'a secret' })
    expect(lines('the collector of traces is gone')).toHaveLength(1)
    expect(loaded(server.log())).toContain('sdk-trace')
    await own.close()
  }, 90_000)
})
