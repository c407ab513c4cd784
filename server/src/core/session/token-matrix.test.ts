import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import { SCOPE_NAMES, scopesOf, type Scope } from '@plinth/contract/http/scopes.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type NamedPerson } from '../../../test/app.ts'
import { makeToken } from '../../../test/content/tokens.ts'
import { contractEndpoints } from '../../../test/contract.ts'

const t = testApp()
const ID = '01890000-0000-7000-8000-000000000000'

let endpoints: EndpointDefinition[]
let alice: NamedPerson
beforeAll(async () => {
  alice = await t.person('Alice', { isCreator: true })
  const all = await contractEndpoints()
  endpoints = all.filter(({ method, path: url }) => t.app.hasRoute({ method, url }))
})

const ask = (endpoint: EndpointDefinition, headers: Record<string, string>) =>
  t.request({ method: endpoint.method, url: endpoint.path.replaceAll(/:\w+/g, ID), headers })

const isPublicRead = ({ access, method }: EndpointDefinition) =>
  access === 'public' && method === 'GET'

describe.each(SCOPE_NAMES)('a token with the scope %s alone', (scope: Scope) => {
  it('is refused by every call that does not name it', async () => {
    const { headers } = await makeToken(t.deps, alice, [scope])
    for (const endpoint of endpoints) {
      const hint = `${endpoint.method} ${endpoint.path}`
      const { status, body, headers: answered } = await ask(endpoint, headers)
      if (scopesOf(endpoint).includes(scope)) {
        expect(status, hint).not.toBe(401)
        expect(body?.code, hint).not.toBe('token.forbidden')
      } else if (isPublicRead(endpoint)) {
        const visitor = await ask(endpoint, {})
        expect([status, strip(body)], hint).toEqual([visitor.status, strip(visitor.body)])
      } else {
        expect([status, body.code], hint).toEqual([403, 'token.forbidden'])
        expect(answered['www-authenticate'], hint).toContain('error="insufficient_scope"')
      }
    }
  })
})

const strip = (body: unknown) =>
  JSON.stringify(body, (key, value: unknown) => (key === 'requestId' ? '' : value))

const CLOSED =
  /^\/api\/(admin|account|auth|sessions|tokens|settings|invitations|projects|subscription|become-creator|get-or-create-subscription|billing-portal|payouts|statement|promotions|advertis|reports|appeals|takedowns|analytics|debug|live|notifications)|\/(promote|quote)$/

it('opens nothing of money, account, tokens or admin, whatever its scopes', async () => {
  const { headers } = await makeToken(t.deps, alice)
  const closed = endpoints.filter(({ path, access }) => CLOSED.test(path) || access === 'admin')
  expect(closed.length).toBeGreaterThan(80)
  for (const endpoint of closed.filter((one) => !isPublicRead(one))) {
    const hint = `${endpoint.method} ${endpoint.path}`
    expect(scopesOf(endpoint), hint).toEqual([])
    const { status, body } = await ask(endpoint, headers)
    expect([status, body.code], hint).toEqual([403, 'token.forbidden'])
  }
})

it('opens no live stream, file or upload that is not a call of the contract', async () => {
  const { headers } = await makeToken(t.deps, alice)
  const others = [
    ['GET', '/api/live', 403],
    ['GET', '/api/statement.csv', 403],
    ['GET', '/api/statement.pdf', 403],
    ['GET', '/api/analytics.csv?period=30', 403],
    ['GET', '/api/admin/audit.csv', 403],
    ['GET', `/api/account/exports/${ID}/archive.zip`, 403],
    ['POST', '/api/uploads', 401],
    ['PATCH', `/api/uploads/${ID}`, 401],
    ['DELETE', `/api/uploads/${ID}`, 401],
  ] as const
  for (const as of [undefined, alice]) {
    for (const [method, url, status] of others) {
      const answer = await t.request({ method, url, headers, ...(as ? { as } : {}) })
      expect([answer.status, url]).toEqual([status, url])
    }
  }
})

it('names a scope for nothing but calls of members and public reads', () => {
  for (const endpoint of endpoints.filter((one) => scopesOf(one).length > 0)) {
    const hint = `${endpoint.method} ${endpoint.path}`
    expect(endpoint.access, hint).not.toBe('admin')
    expect(endpoint.idempotent, hint).toBeUndefined()
    expect(endpoint.access === 'public' && endpoint.method !== 'GET', hint).toBe(false)
    const isRead = scopesOf(endpoint).every((scope) => scope.endsWith(':read'))
    expect(isRead && endpoint.method !== 'GET', hint).toBe(false)
  }
})
