import { setPersonLimit } from '@plinth/contract/moderation/limits.ts'
import { randomUUID } from 'node:crypto'
import { changeUser } from '@plinth/contract/moderation/admin.ts'
import { AUDIT_FILE } from '@plinth/contract/moderation/moderation.ts'
import { STATEMENT_FILES } from '@plinth/contract/money/billing.ts'
import { endpointUrl, type EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import { createTakedown } from '@plinth/contract/moderation/copyright.ts'
import { changeManyWorks, moveManyWorks } from '@plinth/contract/portfolios/many.ts'
import { updatePortfolio } from '@plinth/contract/portfolios/portfolios.ts'
import { setWorkState } from '@plinth/contract/portfolios/states.ts'
import { updateProfile } from '@plinth/contract/people/profile.ts'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { paidApp } from '../test/money/cards.ts'
import { openSession, PUBLIC_URL, type Person } from '../test/app.ts'
import { contractEndpoints } from '../test/contract.ts'
import { digestOf } from '../test/digest.ts'
import { makePost } from '../test/content/posts.ts'
import {
  jsonOf,
  NO_DAYS,
  valueOf as anyValueOf,
  wrongValues,
  type JsonSchema,
} from '../test/input.ts'

/** Sends input that our own client never sends to every endpoint of the contract. */
const endpoints = await contractEndpoints()
const writes = endpoints.filter(({ method }) => method !== 'GET')
const nameOf = ({ method, path }: EndpointDefinition) => `${method} ${path}`
const cases = (list: EndpointDefinition[]) =>
  list.map((endpoint): [string, EndpointDefinition] => [nameOf(endpoint), endpoint])

const t = paidApp({ JOBS: 'off' })
let author: Person
let admin: Person
let postId: string
/** Nothing deletes this one. */
let standingId: string
let before: string
beforeAll(async () => {
  author = await t.person('Author', { isCreator: true })
  // May do everything, so that a refusal is about the input.
  admin = await t.person('Admin', { isAdmin: true, isCreator: true })
  postId = await makePost(t.deps, author, { tags: ['ink'] })
  standingId = await makePost(t.deps, await t.person('Other', { isCreator: true }))
  before = await digestOf(t.deps.db)
})
afterEach(expectNothingChanged)

async function expectNothingChanged(): Promise<void> {
  expect(await digestOf(t.deps.db)).toBe(before)
}

const valueOf = (schema: JsonSchema) => anyValueOf(schema, postId)

const paramsOf = (endpoint: EndpointDefinition) =>
  Object.fromEntries(
    Object.entries(jsonOf(endpoint.params).properties ?? {}).map(([name, schema]) => [
      name,
      name === 'tag' ? 'ink' : valueOf(schema),
    ]),
  )
const queryOf = (endpoint: EndpointDefinition) =>
  valueOf({ type: 'object', ...jsonOf(endpoint.query) }) as object
/** A valid URL of an upload that does not exist. */
const LINKS = { fileUrl: `/media/${randomUUID()}/original.png` }
/** Input for rules that a schema cannot express, such as fields that only go together. */
const KNOWN: Record<string, () => object> = {
  [changeUser.path]: () => ({ isCreator: true }),
  [updateProfile.path]: () => ({ firstName: 'x' }),
  [setPersonLimit.path]: () => ({
    allowed: 1,
    reason: 'x',
    until: new Date(Date.now() + 86_400_000).toISOString(),
  }),
  [updatePortfolio.path]: () => ({ origin: 'ai_assisted', originParts: 'The sky' }),
  [setWorkState.path]: () => ({ state: 'hidden' }),
  [changeManyWorks.path]: () => ({ ids: [postId], change: { category: 'artwork' } }),
  [moveManyWorks.path]: () => ({ ids: [postId], act: 'hide' }),
}
const bodyOf = ({ path, body }: EndpointDefinition) => {
  if (body === undefined) return undefined
  const value = KNOWN[path]?.() ?? (valueOf(jsonOf(body)) as object)
  if (path === createTakedown.path) return { ...value, url: `${PUBLIC_URL}/post/${standingId}` }
  return 'fileUrl' in value ? { ...value, ...LINKS } : value
}

/** A valid call. */
const rightCall = (endpoint: EndpointDefinition) => ({
  params: paramsOf(endpoint),
  query: queryOf(endpoint),
  body: bodyOf(endpoint),
})

describe('an invalid session', () => {
  const cookies: [string, () => Promise<string>][] = [
    ['invented', () => Promise.resolve(`plinth=${'A'.repeat(43)}`)],
    [
      'with one letter changed',
      () => {
        const [last = ''] = admin.cookie.slice(-2)
        return Promise.resolve(
          `${admin.cookie.slice(0, -2)}${last === 'A' ? 'B' : 'A'}${admin.cookie.slice(-1)}`,
        )
      },
    ],
    ['very long', () => Promise.resolve(`plinth=${'A'.repeat(4_000)}`)],
    ['out of use', () => ended({ expires_at: new Date(0) })],
    ['too old', () => ended({ absolute_expires_at: new Date(0) })],
    [
      'signed out',
      async () => {
        const cookie = await openSession(t.deps, admin.id)
        const as = { id: admin.id, cookie }
        await t.request({ method: 'GET', url: '/api/logout', as })
        // Signing out is noted, and later tests compare the whole database.
        await t.deps.db.deleteFrom('account_events').execute()
        return cookie
      },
    ],
  ]
  const ended = async (values: { expires_at?: Date; absolute_expires_at?: Date }) => {
    const id = randomUUID()
    const cookie = await openSession(t.deps, admin.id)
    await t.deps.db
      .updateTable('sessions')
      .set({ ...values, user_agent: id })
      .where('user_id', '=', admin.id)
      .where('id', '=', sql<string>`(select id from sessions order by id desc limit 1)`)
      .execute()
    return cookie
  }

  it.each(cookies)('%s gives no access', async (_, make) => {
    const cookie = await make()
    for (const endpoint of endpoints) {
      // The call that returns the viewer answers null.
      const { status, body } = await t.call(endpoint, {
        ...rightCall(endpoint),
        headers: { cookie },
      })
      expect([status, body.code], nameOf(endpoint)).toEqual([401, 'auth.required'])
    }
  })

  it.each(['suspended', 'deleted', 'demoted'])(
    'of somebody %s opens what is left to them',
    async (how) => {
      const gone = await t.person('Gone', { isAdmin: true })
      const change = {
        suspended: sql`update users set suspended_at = now() where id = ${gone.id}`,
        deleted: sql`delete from users where id = ${gone.id}`,
        demoted: sql`update users set is_admin = false where id = ${gone.id}`,
      }[how] as ReturnType<typeof sql>
      await change.execute(t.deps.db)
      for (const endpoint of endpoints.filter(
        ({ access }) => how !== 'demoted' || access === 'admin',
      )) {
        const { status } = await t.call(endpoint, { ...rightCall(endpoint), as: gone })
        expect(status, nameOf(endpoint)).toBe(how === 'demoted' ? 403 : 401)
      }
      await sql`delete from users where id = ${gone.id}`.execute(t.deps.db)
    },
  )
})

const guarded = endpoints.filter(({ access }) => access !== 'public')
it.each(cases(guarded))('access cannot be bypassed: %s', async (_, endpoint) => {
  const url = addressOf(endpoint)
  const [route = '', search = ''] = url.split(/(?=\?)/)
  for (const other of [
    `${route}/${search}`,
    `/${url}`,
    `/.${url}`,
    `/x/..${url}`,
    url.replace('/api/', '/API/'),
    url.replace('/api/', '/api//'),
    url.replace('/api/', '/api%2f'),
    url.replace('/api/', '/%61pi/'),
    `${route};x=1${search}`,
    `${route}%20${search}`,
    `${route}.json${search}`,
    `http://localhost:3000${url}`,
  ]) {
    const { status } = await t.request({ method: endpoint.method, url: other })
    expect([other, [400, 401, 404, 415].includes(status)]).toEqual([other, true])
  }
  if (endpoint.method !== 'GET') return
  expect((await t.app.inject({ method: 'HEAD', url })).statusCode).toBe(401)
})

describe.each(cases(writes))('from another site: %s', (_, endpoint) => {
  it.each<[Record<string, string>]>([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ origin: 'http://localhost:3000.evil.example' }],
    [{ origin: 'http://localhost:3001' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' }],
  ])('%j', async (headers) => {
    const { status, body } = await t.call(endpoint, { ...rightCall(endpoint), as: admin, headers })
    expect([status, body.code]).toEqual([403, 'auth.cross_site'])
  })
})

it.each(cases(writes.filter(({ rawBody }) => rawBody !== true)))(
  'what a page can send without asking is not read: %s',
  async (_, endpoint) => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
      const { status } = await t.call(endpoint, {
        ...rightCall(endpoint),
        as: admin,
        body: Buffer.from(JSON.stringify(bodyOf(endpoint) ?? {})),
        headers: { 'content-type': type },
      })
      expect([type, status]).toEqual([type, 415])
    }
  },
)

it('ignores a method in a header or in the query', async () => {
  const url = `/api/posts/${postId}`
  const names = ['x-http-method-override', 'x-method-override', 'x-http-method']
  const headers = Object.fromEntries(names.map((name) => [name, 'DELETE']))
  for (const query of ['', '?_method=DELETE']) {
    const answer = await t.request({ method: 'POST', url: url + query, as: admin, headers })
    expect(answer.status).toBe(404)
  }
})

describe.each(cases(writes.filter(({ body }) => body !== undefined)))(
  'a body: %s',
  (_, endpoint) => {
    const send = async (body: unknown) => {
      const answer = await t.call(endpoint, {
        ...rightCall(endpoint),
        as: admin,
        body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
        headers: { 'content-type': 'application/json' },
      })
      // The message reveals no more than helps.
      expect(JSON.stringify(answer.body).length).toBeLessThan(600)
      return answer.status
    }

    it('refuses unknown fields', async () => {
      for (const name of ['isAdmin', 'creatorId', 'likeCount', 'constructor', 'a\0b']) {
        const status = await send({ ...(bodyOf(endpoint) as object), [name]: true })
        expect([name, status]).toEqual([name, 400])
      }
      const long = 'x'.repeat(10_000)
      expect(await send({ ...(bodyOf(endpoint) as object), [long]: true })).toBe(400)
      expect(await send({ [long]: '\0' })).toBe(400)
    })

    it('must be a JSON object', async () => {
      const texts = ['[]', '7', '"x"', '{', '{"a":1}{', '{"__proto__":{"a":1}}', '\0', '{"a":NaN}']
      for (const text of [...texts, '['.repeat(10_000)]) {
        const shown = text.slice(0, 30)
        expect([shown, await send(text)]).toEqual([shown, 400])
      }
    })

    it('refuses wrong values in its fields', async () => {
      for (const [name, schema] of Object.entries(jsonOf(endpoint.body).properties ?? {})) {
        for (const value of wrongValues(schema, postId)) {
          const shown = JSON.stringify(value).slice(0, 60)
          const status = await send({ ...(bodyOf(endpoint) as object), [name]: value })
          expect([name, shown, status]).toEqual([name, shown, 400])
        }
      }
    })
  },
)

/** Requests a URL with something wrong in it. */
const open = (endpoint: EndpointDefinition, url: string) => {
  const body = bodyOf(endpoint)
  const payload = body === undefined ? {} : { payload: body }
  return t.request({ method: endpoint.method, url, as: admin, ...payload })
}
const addressOf = (endpoint: EndpointDefinition) => endpointUrl(endpoint, rightCall(endpoint))
async function refuses(endpoint: EndpointDefinition, query: string): Promise<void> {
  const url = addressOf(endpoint)
  const { status } = await open(endpoint, `${url}${url.includes('?') ? '&' : '?'}${query}`)
  expect([query.slice(0, 60), status]).toEqual([query.slice(0, 60), 400])
}

it.each(cases(endpoints))('refuses unknown parameters: %s', async (_, endpoint) => {
  for (const query of ['userId=1', '__proto__=1', 'constructor=1', '%00=1', 'x[]=1']) {
    await refuses(endpoint, query)
  }
})

const lists = endpoints.filter(({ query }) => jsonOf(query).properties?.['cursor'] !== undefined)
it.each(cases(lists))('refuses made-up cursors: %s', async (_, endpoint) => {
  const limits = ['0', '-1', '101', '1.5', 'x', '1e9', '%00', '9'.repeat(400), '1&limit=2', '[]']
  for (const limit of limits) await refuses(endpoint, `limit=${limit}`)
  for (const cursor of ['x', 'x'.repeat(10_000), '%00', 'bnVsbA', 'a&cursor=b']) {
    await refuses(endpoint, `cursor=${cursor}`)
  }
  for (const values of [
    [],
    ['newest', 1e308, postId],
    ['newest', '1', postId],
    ['popular', null, postId],
    ['newest', 1, "'--"],
    [postId, -1],
    [postId, 1, 2, 3],
    [{}, [], {}],
    ['a list there never was', 1, postId],
  ]) {
    const cursor = Buffer.from(JSON.stringify(values)).toString('base64url')
    await refuses(endpoint, `cursor=${cursor}`)
  }
})

const daysOf = ({ query }: EndpointDefinition) =>
  Object.entries(jsonOf(query).properties ?? {}).flatMap(([name, { format }]) =>
    format === 'date' ? [name] : [],
  )
const byDay = endpoints.filter((endpoint) => daysOf(endpoint).length > 0)
it.each(cases(byDay))('refuses days that there are not: %s', async (_, endpoint) => {
  for (const name of daysOf(endpoint)) {
    for (const day of NO_DAYS) await refuses(endpoint, `${name}=${encodeURIComponent(day)}`)
  }
})

it.each([AUDIT_FILE, ...Object.values(STATEMENT_FILES)])(
  'refuses days that there are not: %s',
  async (path) => {
    for (const name of ['from', 'to'])
      for (const day of NO_DAYS) {
        const url = `${path}?${name}=${encodeURIComponent(day)}`
        expect([url, (await t.request({ url, as: admin })).status]).toEqual([url, 400])
      }
  },
)

it('refuses signed webhooks that are no events', async () => {
  const event = { id: 'evt_1', type: 'charge.refunded', created: 1, data: { object: {} } }
  for (const sent of [
    null,
    [],
    {},
    { ...event, data: undefined },
    { ...event, data: null },
    { ...event, created: undefined },
    { ...event, created: 1e15 },
    { ...event, id: 'evt\0' },
    { ...event, data: { object: { id: 'ch\0' } } },
  ])
    expect([sent, await t.cards.deliver(sent as object)]).toEqual([sent, 400])
})

const byId = endpoints.filter(({ params }) => jsonOf(params).properties?.['id']?.format === 'uuid')
it.each(cases(byId))('refuses malformed ids: %s', async (_, endpoint) => {
  const { [0]: head = '', [1]: tail = '' } = addressOf(endpoint).split(new RegExp(`${postId}(.*)`))
  const wrong = ['x', '%00', '..%2f..%2fetc', "'%20or%201=1", `${postId}x`, `{${postId}}`]
  for (const id of [...wrong, '0'.repeat(150), '%F0%9F%90%A6']) {
    expect([id, (await open(endpoint, head + id + tail)).status]).toEqual([id, 400])
  }
  for (const id of ['', '%', '%ZZ', '0'.repeat(5_000), `${postId};x`, `${postId}/`]) {
    const { status } = await open(endpoint, head + id + tail)
    expect(status, `${id.slice(0, 50)}: ${status}`).toBeGreaterThanOrEqual(400)
    expect(status, `${id.slice(0, 50)}: ${status}`).toBeLessThan(500)
  }
})

/** Proves that the cases above are refused for their fault alone: without it the call is accepted. */
it.each(cases(endpoints.filter(({ rawBody, form }) => rawBody !== true && form === undefined)))(
  'as it should be, it is understood: %s',
  async (_, endpoint) => {
    const { status, body } = await t.call(endpoint, { ...rightCall(endpoint), as: admin })
    expect([200, 201, 202, 204, 403, 404, 409], JSON.stringify(body)).toContain(status)
    before = await digestOf(t.deps.db)
  },
)
