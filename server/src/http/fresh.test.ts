import { errorsOf } from '@plinth/contract/http/endpoint-errors.ts'
import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import { MONEY_FILE, USERS_FILE } from '@plinth/contract/moderation/exports.ts'
import { AUDIT_FILE } from '@plinth/contract/moderation/moderation.ts'
import { exportFileUrl, requestExport } from '@plinth/contract/people/account.ts'
import { checkFresh } from '@plinth/contract/people/session.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { openSession, testApp, type Person } from '../../test/app.ts'
import { makeToken } from '../../test/content/tokens.ts'
import { contractEndpoints } from '../../test/contract.ts'
import { digestOf } from '../../test/digest.ts'

const t = testApp({ JOBS: 'off' })
const ID = '01890000-0000-7000-8000-000000000000'
const endpoints = await contractEndpoints()
const fresh = endpoints.filter((endpoint) => endpoint.fresh === true)
const others = endpoints.filter((endpoint) => endpoint.fresh !== true)

let admin: Person
let old: Person
beforeAll(async () => {
  admin = await t.person('Admin', { isAdmin: true, isCreator: true })
  old = { id: admin.id, cookie: await openSession(t.deps, admin.id) }
  t.clock.advance({ minutes: 10, seconds: 1 })
})

const nameOf = ({ method, path }: EndpointDefinition) => `${method} ${path}`
const ask = (endpoint: EndpointDefinition, as: Person) =>
  t.request({ method: endpoint.method, url: endpoint.path.replaceAll(/:\w+/g, ID), as })

it('is what rights, money and whole accounts need', () => {
  expect(fresh.map(nameOf).toSorted()).toEqual(
    [
      'DELETE /api/account',
      'DELETE /api/admin/users/:id',
      'DELETE /api/sessions',
      'DELETE /api/sessions/:id',
      'GET /api/auth/fresh',
      'PATCH /api/admin/users/:id',
      'POST /api/admin/announcements',
      'POST /api/account/export',
      'POST /api/admin/disputes/:id/ruling',
      'POST /api/admin/invitations',
      'POST /api/admin/promotions/:id/approve',
      'POST /api/admin/promotions/:id/refund',
      'POST /api/admin/promotions/:id/refuse',
      'POST /api/admin/proposals/:id/confirm',
      'POST /api/admin/users/suspensions',
      'POST /api/invitations/accept',
      'POST /api/payouts/connect',
      'POST /api/projects/:id/refund',
      'POST /api/tokens',
    ].toSorted(),
  )
})

describe('an older session', () => {
  it.each(fresh.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'is refused by %s, and nothing happens',
    async (_, endpoint) => {
      const before = await digestOf(t.deps.db)
      const { status, body } = await ask(endpoint, old)
      expect([status, body]).toMatchObject([
        403,
        {
          code: 'auth.stale',
          message: 'You logged in a while ago. Log in again to do this.',
        },
      ])
      expect(await digestOf(t.deps.db)).toBe(before)
    },
  )

  it.each([
    ['the audit log', AUDIT_FILE] as const,
    ['all accounts', USERS_FILE] as const,
    ['the books', MONEY_FILE] as const,
    ['an archive', exportFileUrl(ID)] as const,
  ])('cannot download %s', async (_, url) => {
    const before = await digestOf(t.deps.db)
    const { status, body } = await t.request({ url, as: old })
    expect([status, body.code]).toEqual([403, 'auth.stale'])
    expect(await digestOf(t.deps.db)).toBe(before)
  })

  it('is refused by no other call', async () => {
    expect(others.length).toBeGreaterThan(100)
    for (const endpoint of others) {
      expect(errorsOf(endpoint), nameOf(endpoint)).not.toContain('auth.stale')
      // Some calls change something. Each gets a person of its own.
      const person = await t.person('Somebody', { isAdmin: true, isCreator: true })
      await t.deps.db
        .updateTable('sessions')
        .set({ signed_in_at: new Date(0) })
        .where('user_id', '=', person.id)
        .execute()
      const { body } = await ask(endpoint, person)
      expect(body?.code, nameOf(endpoint)).not.toBe('auth.stale')
    }
  })
})

describe('a fresh session', () => {
  it('passes the check of every call', async () => {
    for (const endpoint of fresh) {
      const person = await t.person('Somebody', { isAdmin: true, isCreator: true })
      const { body } = await ask(endpoint, person)
      expect(body?.code, nameOf(endpoint)).not.toBe('auth.stale')
    }
  })

  it('is one of the last ten minutes', async () => {
    const person = { id: admin.id, cookie: await openSession(t.deps, admin.id) }
    expect((await t.call(checkFresh, { as: person })).status).toBe(204)
    t.clock.advance({ minutes: 9, seconds: 50 })
    expect((await t.call(checkFresh, { as: person })).status).toBe(204)
    t.clock.advance({ seconds: 15 })
    expect((await t.call(checkFresh, { as: person })).body.code).toBe('auth.stale')
    expect((await t.call(checkFresh)).status).toBe(401)
  })
})

it('is never an access token, not even one that was made a moment ago', async () => {
  const { headers } = await makeToken(t.deps, await t.person('Ann'))
  for (const endpoint of [checkFresh, requestExport]) {
    const { status, body } = await t.call(endpoint, { headers })
    expect([status, body.code]).toEqual([403, 'token.forbidden'])
  }
})

it('is in the documentation of the calls that need one', async () => {
  const { body } = await t.request({ url: '/api/docs/json' })
  for (const { method, path } of endpoints) {
    const operation = body.paths[path.replaceAll(/:(\w+)/g, '{$1}')][method.toLowerCase()]
    const isFresh = fresh.some((one) => one.path === path && one.method === method)
    expect(operation.description?.startsWith('Needs a fresh sign-in') ?? false, path).toBe(isFresh)
  }
})
