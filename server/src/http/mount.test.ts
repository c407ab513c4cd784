import cookie from '@fastify/cookie'
import { defineEndpoint } from '@plinth/contract/http/endpoint.ts'
import { exact, Paging } from '@plinth/contract/http/scalars.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import {
  Array as ListOf,
  Boolean as Flag,
  Integer,
  Object as ObjectOf,
  Optional,
  String as Text,
} from 'typebox'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AppError, registerErrors } from './errors.ts'
import { registerOriginCheck } from './guards.ts'
import { createMount, Page, type Mount } from './mount.ts'
import { registerValidation } from './validation.ts'
import { cookieNames, hashToken, isVisitor, type Viewer } from './viewer.ts'

const PUBLIC_URL = 'http://localhost:3000'
const viewers: Record<string, Partial<Viewer>> = {
  alice: {},
  carol: { isCreator: true },
  root: { role: 'owner' },
  sam: { role: 'support' },
}

let app: FastifyInstance
afterEach(() => app.close())

/** A small app with the real mount. Its sessions are the three names above. */
async function start(
  mountAll: (mount: Mount) => void,
  options: { checkResponses?: boolean; log?: (line: string) => void } = {},
): Promise<void> {
  const { checkResponses = true, log } = options
  app = Fastify(log === undefined ? {} : { logger: { stream: { write: log } } })
  app.decorateRequest('viewer', null)
  registerErrors(app)
  registerValidation(app)
  await app.register(cookie)
  registerOriginCheck(app, PUBLIC_URL, cookieNames(PUBLIC_URL))
  const byHash = new Map(
    Object.entries(viewers).map(([name, traits]) => [
      hashToken(name).toString('hex'),
      {
        id: name,
        isCreator: false,
        role: null,
        isAdmin: false,
        sessionId: name,
        signedInAt: new Date(),
        ...traits,
      },
    ]),
  )
  mountAll(
    createMount(app, {
      cookies: cookieNames(PUBLIC_URL),
      findViewer: (hash) => Promise.resolve(byHash.get(hash.toString('hex')) ?? null),
      findToken: () => Promise.resolve(null),
      now: () => new Date(),
      checkResponses,
      dataDir: '',
      kept: { keep: () => undefined },
      style: null,
      once: async (_request, _status, run) => ({ answer: await run(), isReplayed: false }),
    }),
  )
  await app.ready()
}

const as = (name: string) => ({ cookie: `plinth=${name}` })

const echo = defineEndpoint({
  method: 'POST',
  path: '/api/echo/:id',
  access: 'public',
  summary: 'Echo.',
  params: ObjectOf({ id: Integer() }),
  query: ObjectOf({ loud: Optional(Flag()) }, { additionalProperties: false }),
  body: ObjectOf(
    { name: Text({ minLength: 1 }), age: Optional(Integer()), tags: Optional(ListOf(Text())) },
    { additionalProperties: false },
  ),
  status: 201,
  response: ObjectOf({ name: Text() }, { additionalProperties: false }),
})

describe('input', () => {
  const send = (payload: unknown, url = '/api/echo/1') =>
    app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(payload),
    })
  const open = () =>
    start((mount) =>
      mount(echo, ({ body }) => Promise.resolve({ ...body, secret: 'never leaves' })),
    )

  it('answers the declared status and drops what the contract does not declare', async () => {
    await open()
    const answer = await send({ name: 'x' })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({ name: 'x' })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it.each([
    ['an unknown property', { name: 'x', isAdmin: true }, 'isAdmin'],
    ['a missing property', {}, 'name'],
    ['a number where text belongs', { name: 5 }, 'name'],
    ['text where a number belongs', { name: 'x', age: '7' }, 'age'],
    ['U+0000', { name: 'a\0b' }, 'name'],
    ['U+0000 deep inside', { name: 'x', tags: ['ok', 'a\0'] }, 'tags.1'],
    ['a wrong type deep inside', { name: 'x', tags: [1] }, 'tags.0'],
  ])('refuses %s and names the field', async (_, payload, field) => {
    await open()
    const answer = await send(payload)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().code).toBe('input.invalid')
    expect(Object.keys(answer.json().fields)).toEqual([field])
    expect(answer.json().requestId).toBeTruthy()
  })

  it('refuses an unknown query parameter, and coerces known ones', async () => {
    await open()
    expect((await send({ name: 'x' }, '/api/echo/1?userId=2')).json().fields).toHaveProperty(
      'userId',
    )
    expect((await send({ name: 'x' }, '/api/echo/1?loud=true')).statusCode).toBe(201)
    expect((await send({ name: 'x' }, '/api/echo/1?loud=maybe')).statusCode).toBe(400)
    expect((await send({ name: 'x' }, '/api/echo/one')).statusCode).toBe(400)
  })

  it.each([
    ['broken JSON', 'application/json', '{"name":', 400],
    ['an empty body', 'application/json', '', 400],
    ['another content type', 'text/plain', '{"name":"x"}', 415],
    ['a form', 'application/x-www-form-urlencoded', 'name=x', 415],
    ['a prototype', 'application/json', '{"name":"x","__proto__":{"x":1}}', 400],
  ])('refuses %s', async (_, type, payload, status) => {
    await open()
    const answer = await app.inject({
      method: 'POST',
      url: '/api/echo/1',
      headers: { 'content-type': type },
      payload,
    })
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toHaveProperty('code')
  })
})

describe('forms', () => {
  const order = defineEndpoint({
    method: 'POST',
    path: '/api/order',
    access: 'public',
    summary: 'A form and nothing else.',
    form: ObjectOf(
      { name: Text({ minLength: 1 }), loud: Optional(Text({ pattern: '^(yes|no)$' })) },
      { additionalProperties: false },
    ),
    status: 201,
    response: ObjectOf({ name: Text(), places: Integer() }, { additionalProperties: false }),
  })
  const open = () =>
    start((mount) =>
      mount(order, ({ form }) =>
        Promise.resolve({ name: form?.fields.name ?? '', places: form?.files.length ?? -1 }),
      ),
    )
  const send = async (fields: Record<string, string>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    const encoded = new Response(form)
    return app.inject({
      method: 'POST',
      url: '/api/order',
      headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
      payload: Buffer.from(await encoded.arrayBuffer()),
    })
  }

  it('reach their handler as fields and numbered files', async () => {
    await open()
    const answer = await send({ name: 'x', loud: 'yes', media_4: '/a', media_1: '/b' })
    expect([answer.statusCode, answer.json()]).toEqual([201, { name: 'x', places: 2 }])
  })

  it.each([
    ['a missing field', { loud: 'no' }, 'name'],
    ['an empty field', { name: '' }, 'name'],
    ['a value that is not allowed', { name: 'x', loud: 'maybe' }, 'loud'],
    ['an unknown field', { name: 'x', colour: 'red' }, 'colour'],
  ])('are validated with the messages of JSON bodies: %s', async (_, fields, field) => {
    await open()
    const answer = await send(fields)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().code).toBe('input.invalid')
    expect(Object.keys(answer.json().fields)).toEqual([field])
  })

  it('cannot be replaced by JSON, an empty body or another kind of form', async () => {
    await open()
    const post = (payload: string, type?: string) =>
      app.inject({
        method: 'POST',
        url: '/api/order',
        payload,
        headers: type === undefined ? {} : { 'content-type': type },
      })
    expect((await post('{"name":"x"}', 'application/json')).statusCode).toBe(400)
    expect((await post('')).statusCode).toBe(400)
    expect((await post('name=x', 'application/x-www-form-urlencoded')).statusCode).toBe(415)
  })
})

type Access = 'public' | 'member' | 'creator' | 'admin'
const accessOf = (access: Access) =>
  access === 'admin' ? { access, right: 'audit.read' as const } : { access }

describe('access', () => {
  const guarded = (access: Access) =>
    defineEndpoint({
      method: 'GET',
      path: `/api/${access}`,
      ...accessOf(access),
      summary: access,
      status: 200,
      response: ObjectOf({ viewer: Text() }),
    })
  const open = () =>
    start((mount) => {
      for (const access of ['public', 'member', 'creator', 'admin'] as const) {
        mount(guarded(access), ({ viewer }) => Promise.resolve({ viewer: viewer?.id ?? 'nobody' }))
      }
    })

  it.each([
    ['public', 200, 200, 200, 200],
    ['member', 401, 200, 200, 200],
    ['creator', 401, 403, 200, 403],
    ['admin', 401, 403, 403, 200],
  ])('%s', async (access, visitor, member, creator, admin) => {
    await open()
    const status = async (headers = {}) =>
      (await app.inject({ url: `/api/${access}`, headers })).statusCode
    expect(await status()).toBe(visitor)
    expect(await status(as('alice'))).toBe(member)
    expect(await status(as('carol'))).toBe(creator)
    expect(await status(as('root'))).toBe(admin)
  })

  it('names the right that a role lacks', async () => {
    await open()
    const answer = await app.inject({ url: '/api/admin', headers: as('sam') })
    expect([answer.statusCode, answer.json().message]).toEqual([
      403,
      'Your role, Support, doesn’t let you read the audit log. Ask an owner.',
    ])
  })

  it('checks the right of each field of a body', async () => {
    const change = defineEndpoint({
      method: 'PATCH',
      path: '/api/person',
      access: 'admin',
      right: { suspended: 'users.suspend', role: 'staff.manage' },
      summary: 'Change a person.',
      body: exact({ suspended: Optional(Text()), role: Optional(Text()) }),
    })
    const handler = vi.fn<() => Promise<null>>(() => Promise.resolve(null))
    await start((mount) => mount(change, handler))
    const send = async (name: string, payload: object) => {
      const url = '/api/person'
      return (await app.inject({ method: 'PATCH', url, payload, headers: as(name) })).statusCode
    }
    expect(await send('alice', { suspended: 'yes' })).toBe(403)
    expect(await send('sam', { role: 'owner' })).toBe(403)
    expect(await send('sam', { suspended: 'yes', role: 'owner' })).toBe(403)
    expect(handler).not.toHaveBeenCalled()
    expect(await send('sam', { suspended: 'yes' })).toBe(204)
    expect(await send('root', { suspended: 'yes', role: 'owner' })).toBe(204)
  })

  it('tells a call for members whether staff may do more with it', async () => {
    const edit = (path: string, right: 'content.moderate' | undefined) =>
      defineEndpoint({
        method: 'GET',
        path,
        access: 'member',
        ...(right === undefined ? {} : { right }),
        summary: 'Edit.',
        response: exact({ isAdmin: Flag() }),
      })
    await start((mount) => {
      for (const one of [edit('/api/edit', 'content.moderate'), edit('/api/plain', undefined)])
        mount(one, ({ viewer }) => Promise.resolve({ isAdmin: viewer.isAdmin }))
    })
    const isAdmin = async (url: string, name: string) =>
      (await app.inject({ url, headers: as(name) })).json().isAdmin
    expect(await isAdmin('/api/edit', 'root')).toBe(true)
    for (const [url, name] of [
      ['/api/edit', 'sam'],
      ['/api/edit', 'alice'],
      ['/api/plain', 'root'],
    ] as const)
      expect(await isAdmin(url, name)).toBe(false)
  })

  it('answers 401 to an ended session even where none is needed, and deletes the cookie', async () => {
    await open()
    const answer = await app.inject({ url: '/api/public', headers: as('mallory') })
    expect(answer.statusCode).toBe(401)
    expect(answer.headers['set-cookie']).toMatch(/^plinth=; Path=\/; Max-Age=0/)
  })
})

describe('origin', () => {
  it.each([
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' }, 201],
    [{}, 201],
  ])('a write with %o answers %i', async (headers, status) => {
    let calls = 0
    await start((mount) =>
      mount(echo, () => {
        calls += 1
        return Promise.resolve({ name: 'x' })
      }),
    )
    const answer = await app.inject({
      method: 'POST',
      url: '/api/echo/1',
      headers: { 'content-type': 'application/json', ...headers },
      payload: '{"name":"x"}',
    })
    expect(answer.statusCode).toBe(status)
    expect(calls).toBe(status === 201 ? 1 : 0)
  })
})

describe('answers', () => {
  const list = defineEndpoint({
    method: 'GET',
    path: '/api/list',
    access: 'public',
    summary: 'List.',
    query: Paging,
    status: 200,
    response: ListOf(ObjectOf({ id: Integer() }, { additionalProperties: false })),
  })

  it('links to the next page and keeps the other parameters', async () => {
    await start((mount) => mount(list, () => Promise.resolve(new Page([{ id: 1 }], 'abc'))))
    const answer = await app.inject('/api/list?limit=1')
    expect(answer.json()).toEqual([{ id: 1 }])
    expect(answer.headers.link).toBe('</api/list?limit=1&cursor=abc>; rel="next"')
  })

  it('has no link on the last page', async () => {
    await start((mount) => mount(list, () => Promise.resolve(new Page([], null))))
    expect((await app.inject('/api/list')).headers.link).toBeUndefined()
  })

  it('sends JSON from SQL unchanged, after checking it against the contract', async () => {
    await start((mount) =>
      mount.hot(list, ({ who }) =>
        Promise.resolve({ json: '[{"id": 7}]', viewerId: isVisitor(who) ? null : 'alice' }),
      ),
    )
    const answer = await app.inject({ url: '/api/list', headers: as('alice') })
    expect(answer.body).toBe('[{"id": 7}]')
  })

  it('refuses to send JSON that the contract forbids', async () => {
    await start((mount) =>
      mount.hot(list, () => Promise.resolve({ json: '[{"id":7,"email":"x"}]', viewerId: null })),
    )
    const answer = await app.inject('/api/list')
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('email')
  })

  it('refuses to mount a hot read for creators or admins, whose rights its statement does not read', async () => {
    for (const access of ['creator', 'admin'] as const)
      await expect(
        start((mount) =>
          mount.hot({ ...list, ...accessOf(access) }, () =>
            Promise.resolve({ json: '[]', viewerId: null }),
          ),
        ),
      ).rejects.toThrow(/for some members/)
  })

  it('answers 401 on a hot read for members without a session, before the statement runs', async () => {
    const handler = vi.fn<() => Promise<{ json: string; viewerId: string }>>(() =>
      Promise.resolve({ json: '[]', viewerId: 'alice' }),
    )
    await start((mount) => mount.hot({ ...list, access: 'member' }, handler))
    expect((await app.inject('/api/list')).statusCode).toBe(401)
    expect(handler).not.toHaveBeenCalled()
    expect((await app.inject({ url: '/api/list', headers: as('alice') })).statusCode).toBe(200)
  })

  it('answers 401 on a hot read whose statement found no session', async () => {
    await start((mount) => mount.hot(list, () => Promise.resolve({ json: '[]', viewerId: null })))
    expect((await app.inject({ url: '/api/list', headers: as('mallory') })).statusCode).toBe(401)
  })

  it('reveals only the request id of an unexpected error', async () => {
    await start((mount) => mount(list, () => Promise.reject(new Error('secret detail'))))
    const answer = await app.inject('/api/list')
    expect(answer.statusCode).toBe(500)
    expect(Object.keys(answer.json()).toSorted()).toEqual(['code', 'message', 'requestId'])
    expect(answer.body).not.toContain('secret')
  })

  const taken = new AppError('conflict', 'That is taken.', { fields: { name: 'is taken' } })

  it('answers an AppError with its status, code and fields', async () => {
    const mayConflict = { ...list, errors: ['conflict'] } as const
    await start((mount) => mount(mayConflict, () => Promise.reject(taken)))
    const answer = await app.inject('/api/list')
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ message: 'That is taken.', fields: { name: 'is taken' } })
  })

  it('answers 500 in place of a code that the contract does not declare', async () => {
    await start((mount) => mount(list, () => Promise.reject(taken)))
    expect((await app.inject('/api/list')).json().code).toBe('internal')
  })

  it('answers it unchanged in production and logs the code', async () => {
    const lines: string[] = []
    await start((mount) => mount(list, () => Promise.reject(taken)), {
      checkResponses: false,
      log: (line) => lines.push(line),
    })
    expect((await app.inject('/api/list')).json().code).toBe('conflict')
    expect(lines.join('')).toContain('GET /api/list answers conflict, which its contract does not')
  })

  it.each(['public', 'creator', 'admin'] as const)(
    'declares what any call of access %s may answer without naming it',
    async (access) => {
      const open = { ...list, ...accessOf(access) }
      await start((mount) => mount(open, () => Promise.resolve([])))
      const answers = await Promise.all([
        app.inject('/api/list?unknown=1'),
        app.inject({ url: '/api/list?unknown=1', headers: as('alice') }),
        app.inject({ url: '/api/list', headers: as('mallory') }),
      ])
      expect(answers.map((answer) => answer.json().code)).not.toContain('internal')
    },
  )

  it('answers 503 with Retry-After when the database cannot be reached', async () => {
    const error = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    await start((mount) => mount(list, () => Promise.reject(error)))
    const answer = await app.inject('/api/list')
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('2')
  })
})
