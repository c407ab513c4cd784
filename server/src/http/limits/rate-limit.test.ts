import { randomBytes } from 'node:crypto'
import { getUnreadCount } from '@plinth/contract/notifications/notifications.ts'
import { CALLBACK_PATH, LOGIN_PATH } from '@plinth/contract/people/session.ts'
import { listCategories } from '@plinth/contract/portfolios/portfolios.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { makeToken } from '../../../test/content/tokens.ts'
import { freePort } from '../../../test/sandbox.ts'

const MAX = 20

let t: TestApp
beforeEach(async () => {
  t = await startTestApp({ JOBS: 'off', RATE_LIMIT_PER_MINUTE: String(MAX) })
})
afterEach(() => t.close())

const ask = async (from: {
  address?: string
  cookie?: string
  headers?: Record<string, string>
}) => {
  const { address = '192.0.2.1', cookie, headers } = from
  const { status } = await t.request({
    method: 'GET',
    url: (cookie === undefined ? listCategories : getUnreadCount).path,
    remoteAddress: address,
    headers: { ...headers, ...(cookie === undefined ? {} : { cookie }) },
  })
  return status
}
/** The statuses of one call more than the budget allows. */
async function spend(next: (n: number) => Parameters<typeof ask>[0]): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n <= MAX; n += 1) statuses.push(await ask(next(n)))
  return statuses
}
const times = (count: number, status: number) => Array.from({ length: count }, () => status)

it('gives a visitor one budget, whatever headers they send', async () => {
  const statuses = await spend((n) => ({
    headers: { 'x-forwarded-for': `198.51.100.${n}`, 'user-agent': `Browser ${n}` },
  }))
  expect(statuses).toEqual([...times(MAX, 200), 429])
  expect(await ask({ address: '192.0.2.2' })).toBe(200)
})

it('takes the address of a visitor from the proxy, not from their own header', async () => {
  await t.close()
  t = await startTestApp({ JOBS: 'off', RATE_LIMIT_PER_MINUTE: String(MAX), TRUST_PROXY: 'on' })
  const behind = (named: string) => ({
    address: '10.0.0.7',
    headers: { 'x-forwarded-for': named },
  })
  const statuses = await spend((n) => behind(`198.51.100.${n}, 203.0.113.9`))
  expect(statuses).toEqual([...times(MAX, 200), 429])
  expect(await ask(behind('203.0.113.10'))).toBe(200)
  const past = await spend((n) => ({ ...behind(`203.0.113.${100 + n}`), address: '192.0.2.1' }))
  expect(past).toEqual([...times(MAX, 200), 429])
})

it('counts a /64 network of IPv6 as one visitor', async () => {
  const statuses = await spend((n) => ({ address: `2001:db8:1:2::${n + 1}` }))
  expect(statuses).toEqual([...times(MAX, 200), 429])
  expect(await ask({ address: '2001:db8:1:3::1' })).toBe(200)
})

it('gives each session its own budget, wherever it is used', async () => {
  const [one, other] = [await t.person('One'), await t.person('Other')]
  const statuses = await spend((n) => ({ cookie: one.cookie, address: `192.0.2.${n + 1}` }))
  expect(statuses).toEqual([...times(MAX, 200), 429])
  expect(await ask({ cookie: other.cookie })).toBe(200)
})

it('gives each access token its own budget, wherever it is used', async () => {
  const person = await t.person('Pat')
  const [one, other] = [await makeToken(t.deps, person), await makeToken(t.deps, person)]
  const statuses = await spend((n) => ({ headers: one.headers, address: `192.0.2.${n + 1}` }))
  expect(statuses).toEqual([...times(MAX, 200), 429])
  expect(await ask({ headers: other.headers })).toBe(200)
})

it('counts invalid access tokens against their address', async () => {
  const statuses = await spend((n) => ({ headers: { authorization: `Bearer plinth_${n}` } }))
  expect(statuses).toEqual([...times(MAX, 401), 429])
})

it('counts invalid sessions against their address', async () => {
  const invented = () => ({ cookie: `plinth=${randomBytes(32).toString('base64url')}` })
  expect(await spend(invented)).toEqual([...times(MAX, 401), 429])
  // Visitors at that address and sessions elsewhere are not affected.
  expect(await ask({})).toBe(200)
  const { cookie } = await t.person('Elsewhere')
  expect(await ask({ cookie, address: '192.0.2.9' })).toBe(200)
})

it('lets sessions and tokens pass whose address has sent too many unknown ones', async () => {
  const [ann, ben] = [await t.person('Ann'), await t.person('Ben')]
  const token = await makeToken(t.deps, ben)
  const invented = () => ({ cookie: `plinth=${randomBytes(32).toString('base64url')}` })
  expect(await spend(invented)).toEqual([...times(MAX, 401), 429])
  // Each has its own budget, all of it.
  expect(await spend(() => ({ cookie: ann.cookie }))).toEqual([...times(MAX, 200), 429])
  expect(await spend(() => ({ headers: token.headers }))).toEqual([...times(MAX, 200), 429])
  expect(await ask(invented())).toBe(429)
})

it('makes a browser forget a session that has ended when it refuses it', async () => {
  const invented = () => ({ cookie: `plinth=${randomBytes(32).toString('base64url')}` })
  await spend(invented)
  const { status, headers } = await t.request({
    method: 'GET',
    url: getUnreadCount.path,
    remoteAddress: '192.0.2.1',
    headers: invented(),
  })
  expect([status, headers['set-cookie']]).toEqual([
    429,
    expect.stringMatching(/^plinth=; Path=\/; Max-Age=0/),
  ])
})

it.each([
  [LOGIN_PATH, 503],
  [CALLBACK_PATH, 400],
  ['/api/notifications/unsubscribe', 400],
  ['/oembed?url=x', 404],
  ['/api/nowhere', 404],
])('counts by address where no session is looked for: %s', async (url, status) => {
  const statuses: number[] = []
  for (let n = 0; n <= MAX; n += 1) {
    const [cookie, token] = [randomBytes(32), randomBytes(32)].map((one) =>
      one.toString('base64url'),
    )
    const answer = await t.request({
      method: 'GET',
      url,
      remoteAddress: '192.0.2.1',
      headers: {
        cookie: `plinth=${cookie}; plinth-sign-in=${cookie}`,
        ...(n % 2 === 0 ? { authorization: `Bearer plinth_${token}` } : {}),
      },
    })
    statuses.push(answer.status)
  }
  expect(statuses).toEqual([...times(MAX, status), 429])
})

it('counts alone while Redis is not there, and says so once', async () => {
  await t.close()
  const said: string[] = []
  t = await startTestApp({
    JOBS: 'off',
    RATE_LIMIT_PER_MINUTE: String(MAX),
    REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
  })
  t.app.log.warn = (...args: unknown[]) => said.push(String(args.at(-1)))
  expect(await spend(() => ({}))).toEqual([...times(MAX, 200), 429])
  await expect.poll(() => said.length).toBe(1)
  expect(await ask({ address: '192.0.2.2' })).toBe(200)
  await t.app.close()
  expect(said).toEqual(['limits are not shared, so this server counts alone'])
})
