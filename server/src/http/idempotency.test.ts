import cookie from '@fastify/cookie'
import { defineEndpoint } from '@plinth/contract/http/endpoint.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Integer, Object as ObjectOf, Optional, String as Text } from 'typebox'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../test/app.ts'
import { AppError, registerErrors } from './errors.ts'
import { createOnce } from './idempotency.ts'
import { sweepKeys } from './idempotency-queries.ts'
import { createMount } from './mount.ts'
import { registerValidation } from './validation.ts'
import { cookieNames, hashToken, type Viewer } from './viewer.ts'

const pay = defineEndpoint({
  method: 'POST',
  path: '/pay/:what',
  access: 'member',
  idempotent: true,
  summary: 'Pays.',
  params: ObjectOf({ what: Text() }),
  body: Optional(ObjectOf({ cents: Optional(Integer()) }, { additionalProperties: false })),
  status: 201,
  response: ObjectOf({ paid: Integer() }),
})

const t = testApp({ JOBS: 'off' })
let app: FastifyInstance
let pat: Person
let payments = 0
let fails = 0
let gate: Promise<void>

const viewers = new Map<string, Viewer>()

async function person(name: string): Promise<Person> {
  const made = await t.person(name)
  const [, token = ''] = made.cookie.split('=')
  viewers.set(hashToken(token).toString('hex'), {
    id: made.id,
    isCreator: false,
    role: null,
    isAdmin: false,
    sessionId: made.id,
    signedInAt: new Date(),
  })
  return made
}

beforeAll(async () => {
  pat = await person('Pat')
  const cookies = cookieNames('http://localhost:3000')
  app = Fastify()
  app.decorateRequest('viewer', null)
  registerErrors(app)
  registerValidation(app)
  await app.register(cookie)
  const mount = createMount(app, {
    cookies,
    findViewer: async (hash) => viewers.get(hash.toString('hex')) ?? null,
    findToken: () => Promise.resolve(null),
    now: () => new Date(),
    checkResponses: true,
    dataDir: '',
    once: createOnce(t.deps.db),
    kept: { keep: () => undefined },
    style: null,
  })
  mount(pay, async () => {
    await gate
    if (fails-- > 0) throw new AppError('unavailable', 'Not now.')
    return { paid: (payments += 1) }
  })
  await app.ready()
})
afterAll(async () => {
  await app.close()
})
beforeEach(() => {
  payments = 0
  fails = 0
  gate = Promise.resolve()
})

const call = async (key: string | null, { as = pat, what = 'rent', body = {} } = {}) => {
  const answer = await app.inject({
    method: 'POST',
    url: `/pay/${what}`,
    headers: { cookie: as.cookie, ...(key === null ? {} : { 'idempotency-key': key }) },
    payload: body,
  })
  return {
    status: answer.statusCode,
    body: answer.json<{ paid?: number; message?: string }>(),
    isReplayed: answer.headers['idempotent-replayed'] === 'true',
  }
}

describe('a call that moves money', () => {
  it('repeats the first answer for the same key', async () => {
    expect(await call('one')).toEqual({ status: 201, body: { paid: 1 }, isReplayed: false })
    expect(await call('one')).toEqual({ status: 201, body: { paid: 1 }, isReplayed: true })
    expect(await call('two')).toMatchObject({ body: { paid: 2 }, isReplayed: false })
    expect(await call(null)).toMatchObject({ body: { paid: 3 }, isReplayed: false })
  })

  it('has one effect when fifty come at once, and all of them get an answer', async () => {
    let open = () => {}
    gate = new Promise((resolve) => (open = resolve))
    const calls = Array.from({ length: 50 }, () => call('burst'))
    // All but one are told that the call is still running.
    const early = await Promise.race([
      Promise.all(calls).then(() => 'all'),
      Promise.any(calls.map(async (one) => (await one).status)),
    ])
    expect(early).toBe(409)
    open()
    const answers = await Promise.all(calls)
    expect(payments).toBe(1)
    const firsts = answers.filter(({ status, isReplayed }) => status === 201 && !isReplayed)
    expect(firsts).toHaveLength(1)
    for (const { status, body } of answers) {
      expect([201, 409]).toContain(status)
      if (status === 201) expect(body).toEqual({ paid: 1 })
    }
    expect(await call('burst')).toMatchObject({ body: { paid: 1 }, isReplayed: true })
  })

  it('refuses a key that was used for another body or another call', async () => {
    await call('mine', { body: { cents: 5 } })
    for (const other of [
      { body: { cents: 6 } },
      { body: {} },
      { what: 'food', body: { cents: 5 } },
    ])
      expect(await call('mine', other)).toMatchObject({ status: 409, isReplayed: false })
    expect(payments).toBe(1)
  })

  it('frees the key of a call that failed', async () => {
    fails = 1
    expect((await call('again')).status).toBe(503)
    expect(await call('again')).toMatchObject({ status: 201, isReplayed: false })
  })

  it('keeps the keys of people apart', async () => {
    const sam = await person('Sam')
    await call('same')
    expect(await call('same', { as: sam })).toMatchObject({ body: { paid: 2 }, isReplayed: false })
  })

  it.each(['', 'x'.repeat(256)])('refuses the key "%s"', async (key) => {
    expect(await call(key)).toMatchObject({ status: 400 })
    expect(payments).toBe(0)
  })
})

describe('a call whose process died', () => {
  const die = async (key: string, seconds: number) => {
    await call(key)
    await sql`update idempotency_keys set status = null, response = null,
      created_at = now() - ${seconds} * interval '1 second' where key = ${key}`.execute(t.deps.db)
  }

  it('is taken over after a minute and not before', async () => {
    await die('fresh', 50)
    expect((await call('fresh')).status).toBe(409)
    await die('dead', 61)
    expect(await call('dead', { body: { cents: 1 } })).toMatchObject({ status: 409 })
    const answers = await Promise.all([call('dead'), call('dead'), call('dead')])
    expect(answers.filter(({ status, isReplayed }) => status === 201 && !isReplayed)).toHaveLength(
      1,
    )
    expect(await call('dead')).toMatchObject({ status: 201, isReplayed: true })
  })

  it('does not overwrite the answer of the call that took over, if it was only slow', async () => {
    let open = () => {}
    gate = new Promise((resolve) => (open = resolve))
    const slow = call('slow')
    await expect
      .poll(() => sql`select 1 from idempotency_keys where key = 'slow'`.execute(t.deps.db))
      .toMatchObject({ rows: [{}] })
    await sql`update idempotency_keys set created_at = now() - interval '61 seconds'
      where key = 'slow'`.execute(t.deps.db)
    gate = Promise.resolve()
    const second = await call('slow')
    open()
    expect((await slow).status).toBe(201)
    expect(await call('slow')).toEqual({ ...second, isReplayed: true })
  })
})

it('forgets keys after a day', async () => {
  await call('old')
  await sql`update idempotency_keys set created_at = now() - interval '25 hours'
    where key = 'old'`.execute(t.deps.db)
  await call('young')
  await sweepKeys(t.deps.db)
  expect(await call('young')).toMatchObject({ isReplayed: true })
  expect(await call('old')).toMatchObject({ isReplayed: false })
})
