import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, afterAll, expect, it } from 'vitest'
import { testApp, type Person } from '../../test/app.ts'
import { makeWork } from '../../test/content/works.ts'
import { testWeb } from '../../test/web.ts'

const web = testWeb()
const t = testApp(() => ({ WEB_DIST: web.dir, JOBS: 'off' }))
let ann: Person
let workId: string
beforeAll(async () => {
  ann = await t.person('Ann', { isCreator: true })
  workId = await makeWork(t.deps, ann, { title: 'Moon Jar' })
})

/** As much of an identity provider as a sign-in needs to begin. */
const provider = createServer((_, response) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
    }),
  ),
).listen(0, '127.0.0.1')
await once(provider, 'listening')
const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
afterAll(() => {
  provider.closeAllConnections()
  provider.close()
})
const live = testApp(() => ({
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://plinth.example',
  OIDC_ISSUER: issuer,
  WEB_DIST: web.dir,
  JOBS: 'off',
}))

const headersOf = async (url: string, as?: Person) => {
  const { headers } = await t.request({ method: 'GET', url, ...(as && { as }) })
  return headers
}

const PLACES: [string, string | (() => string)][] = [
  ['a page', '/'],
  ['a work’s page', () => `/portfolio/${workId}`],
  ['a page that is nowhere', '/nowhere'],
  ['a plain page', '/api/notifications/unsubscribe?person=x&key=y'],
  ['a call', '/api/categories'],
  ['an error', '/api/nowhere'],
  ['a malformed address', '/%'],
  ['a sign-in', '/api/login'],
  ['robots.txt', '/robots.txt'],
]

it.each(PLACES)(
  '%s cannot be framed, and browsers do nothing for it that Plinth does not use',
  async (_, url) => {
    const headers = await headersOf(typeof url === 'string' ? url : url())
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    const policy = String(headers['permissions-policy'])
    for (const feature of ['camera', 'geolocation', 'microphone', 'payment', 'usb'])
      expect(policy).toContain(`${feature}=()`)
    // What the screens use.
    for (const feature of ['fullscreen', 'clipboard', 'autoplay', 'picture-in-picture', 'share'])
      expect(policy).not.toContain(feature)
  },
)

it.each(PLACES)('%s says what it is, and browsers take it for nothing else', async (_, url) => {
  const headers = await headersOf(typeof url === 'string' ? url : url())
  expect(headers['content-type']).toMatch(/; charset=utf-8$/)
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
  expect(headers['cross-origin-opener-policy']).toBe('same-origin')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("base-uri 'none'")
  expect(policy).toMatch(/object-src 'none'|default-src 'none'/)
})

it.each(PLACES)('%s is asked for by TLS alone, for a year, in production', async (_, url) => {
  const path = typeof url === 'string' ? url : url()
  const { headers } = await live.request({ method: 'GET', url: path })
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
})

it('cookies belong to this host and to TLS in production', async () => {
  const start = await live.request({ method: 'GET', url: '/api/login' })
  expect(start.status).toBe(302)
  expect(start.headers['set-cookie']).toMatch(
    /^__Host-plinth-sign-in=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  const ended = await live.request({
    method: 'GET',
    url: '/api/auth/user',
    headers: { cookie: `__Host-plinth=${'A'.repeat(43)}` },
  })
  expect(ended.status).toBe(401)
  expect(ended.headers['set-cookie']).toMatch(
    /^__Host-plinth=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax; Secure$/,
  )
})

it('says the same to members', async () => {
  const headers = await headersOf('/messages', ann)
  expect(headers['x-frame-options']).toBe('DENY')
  expect(headers['permissions-policy']).toContain('camera=()')
})

it('an embedded work can be framed by every site', async () => {
  const headers = await headersOf(`/embed/portfolio/${workId}`)
  expect(headers['x-frame-options']).toBeUndefined()
  expect(headers['content-security-policy']).toContain('frame-ancestors *')
  expect(headers['permissions-policy']).toContain('camera=()')
})
