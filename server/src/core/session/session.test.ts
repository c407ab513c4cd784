import {
  getViewer,
  loginUrl,
  LOGOUT_PATH,
  signInAgainUrl,
} from '@plinth/contract/people/session.ts'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { openSession, startTestApp, type TestApp } from '../../../test/app.ts'
import { Browser, type Loaded } from '../../../test/browser.ts'
import { ACTORS, readMatrix } from '../../../test/matrix.ts'
import { freePort, startSandbox, type Sandbox } from '../../../test/sandbox.ts'
import { hashToken } from '../../http/viewer.ts'
import { findViewerByToken, sweepSessions } from './session-queries.ts'

let sandbox: Sandbox
let plinth: TestApp
let home: string

beforeAll(async () => {
  const port = await freePort()
  home = `http://localhost:${port}`
  sandbox = await startSandbox(home)
  plinth = await startTestApp({
    PUBLIC_URL: home,
    OIDC_ISSUER: sandbox.url,
    OIDC_CLIENT_ID: sandbox.clientId,
    OIDC_CLIENT_SECRET: sandbox.clientSecret,
    ADMIN_EMAILS: 'leila@example.com, Carol@Example.com ,ERIN@example.COM',
  })
  await plinth.app.listen({ host: '127.0.0.1', port })
})

afterAll(async () => {
  await plinth?.close()
  await sandbox?.drop()
})

const db = () => plinth.deps.db
const PASSWORD = 'eleven terms of clay'

/** Opens the sign-in form and creates an account there. */
async function signUp(
  browser: Browser,
  firstName: string,
  returnTo = '/messages',
): Promise<Loaded> {
  const form = await browser.visit(home + loginUrl(returnTo, { createAccount: true }))
  return browser.submit(form, '/create', {
    firstName,
    lastName: 'Test',
    email: `${firstName}@example.com`,
    password: PASSWORD,
  })
}

const tokenOf = (browser: Browser) => browser.cookie('plinth') ?? ''

async function viewer(browser: Browser) {
  const { status, text } = await browser.visit(home + getViewer.path)
  return { status, body: JSON.parse(text) as Record<string, unknown> }
}

/** Signs in at the provider and returns the callback's URL without opening it. */
async function callbackOf(browser: Browser): Promise<URL> {
  const form = await browser.visit(home + loginUrl('/messages'))
  const [, uid] = /sign-in\/([\w-]+)/.exec(form.url.pathname) ?? []
  const answer = await browser.fetchOnce(new URL(`/sign-in/${uid}/demo`, sandbox.url), {
    method: 'POST',
    headers: { origin: sandbox.url },
    body: new URLSearchParams({ subject: 'demo-dana' }),
  })
  const resumed = await browser.fetchOnce(new URL(answer.headers.get('location') ?? ''))
  return new URL(resumed.headers.get('location') ?? '')
}

test('lets people sign up and sign out, and then asks them to sign in again', async () => {
  const alice = new Browser()
  const landed = await signUp(alice, 'alice', '/messages?from=alice')
  expect(landed.url.href).toBe(`${home}/messages?from=alice`)

  const known = await viewer(alice)
  expect(known).toMatchObject({
    status: 200,
    body: { firstName: 'alice', lastName: 'Test', email: 'alice@example.com', isAdmin: false },
  })
  const session = await db().selectFrom('sessions').selectAll().executeTakeFirstOrThrow()
  expect(session.token_hash).toEqual(hashToken(tokenOf(alice)))
  expect(session.user_agent).toBe('Testing/1.0')

  // The provider remembers the browser and shows no form this time.
  const again = await alice.visit(home + loginUrl('/messages'))
  expect(again.url.href).toBe(`${home}/messages`)

  const leaving = await alice.visit(`${home}/api/logout`)
  const left = await alice.submit(leaving, '/confirm')
  expect(left.url.href).toBe(`${home}/`)
  expect((await viewer(alice)).status).toBe(401)

  const form = await alice.visit(home + loginUrl('/messages'))
  expect(form.text).toContain('<h1>Sign in</h1>')
  const wrong = await alice.submit(form, '/password', { email: 'alice@example.com', password: 'x' })
  expect(wrong.status).toBe(401)
  expect(wrong.text).toContain('Email and password do not belong together.')
  const right = await alice.submit(wrong, '/password', {
    email: 'Alice@Example.com',
    password: PASSWORD,
  })
  expect(right.url.pathname).toBe('/messages')
  // The same person as before.
  expect((await viewer(alice)).body.id).toBe(known.body.id)
})

test('makes a new session cookie at each sign-in and ends the previous session', async () => {
  const bob = new Browser()
  await signUp(bob, 'bob')
  const first = tokenOf(bob)
  await bob.visit(home + loginUrl())
  const second = tokenOf(bob)
  expect(second).not.toBe(first)
  expect(await findViewerByToken(plinth.deps, hashToken(first))).toBeNull()
  expect(await findViewerByToken(plinth.deps, hashToken(second))).not.toBeNull()
})

test('counts a sign-in without a password as no proof, until the provider asks again', async () => {
  const signedInAt = async (browser: Browser) =>
    (await findViewerByToken(plinth.deps, hashToken(tokenOf(browser))))?.signedInAt.getTime() ?? 0
  const zoe = new Browser()
  await signUp(zoe, 'zoe')
  const proven = await signedInAt(zoe)
  expect(Math.abs(Date.now() - proven)).toBeLessThan(60_000)
  // A second later, because the provider gives times in whole seconds.
  await expect.poll(() => Math.floor(Date.now() / 1_000) * 1_000).toBeGreaterThan(proven)
  await zoe.visit(home + loginUrl())
  expect(await signedInAt(zoe)).toBe(proven)
  const form = await zoe.visit(home + signInAgainUrl('/messages'))
  expect(form.text).toContain('<h1>Sign in</h1>')
  const back = await zoe.submit(form, '/password', {
    email: 'zoe@example.com',
    password: PASSWORD,
  })
  expect(back.url.href).toBe(`${home}/messages`)
  expect(await signedInAt(zoe)).toBeGreaterThan(proven)
})

test('never uses a session cookie that the browser chose', async () => {
  const mallory = new Browser()
  const planted = 'p'.repeat(43)
  mallory.setCookie('plinth', planted)
  const form = await mallory.visit(home + loginUrl())
  await mallory.submit(form, '/demo', { subject: 'demo-ben' })
  expect(tokenOf(mallory)).not.toBe(planted)
  expect(await findViewerByToken(plinth.deps, hashToken(planted))).toBeNull()
})

test('sets cookies for HTTP on this site only, and lets nobody cache the redirects', async () => {
  const start = await fetch(home + loginUrl(), { redirect: 'manual' })
  expect(start.headers.get('cache-control')).toBe('no-store')
  expect(start.headers.get('set-cookie')).toMatch(
    /^plinth-sign-in=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  const url = new URL(start.headers.get('location') ?? '')
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    scope: 'openid email profile',
    response_type: 'code',
    code_challenge_method: 'S256',
    redirect_uri: `${home}/api/callback`,
  })
})

test('signs a demo person in with one click', async () => {
  const browser = new Browser()
  const form = await browser.visit(home + loginUrl('/messages'))
  const landed = await browser.submit(form, '/demo', { subject: 'demo-marit' })
  expect(landed.url.pathname).toBe('/messages')
  expect((await viewer(browser)).body).toMatchObject({
    firstName: 'Marit',
    lastName: 'Solheim',
    email: 'marit@example.com',
  })
  const identity = await db()
    .selectFrom('identities')
    .select(['issuer', 'subject'])
    .where('subject', '=', 'demo-marit')
    .executeTakeFirst()
  expect(identity).toEqual({ issuer: sandbox.url, subject: 'demo-marit' })
})

test('lets two tabs sign in at the same time', async () => {
  const browser = new Browser()
  const first = await browser.visit(home + loginUrl('/messages'))
  const second = await browser.visit(home + loginUrl('/settings'))
  const landed = await browser.submit(second, '/demo', { subject: 'demo-ben' })
  expect(landed.url.pathname).toBe('/settings')
  const other = await browser.submit(first, '/demo', { subject: 'demo-ben' })
  expect(other.url.pathname).toBe('/messages')
})

test('accepts a callback once, with its own state, in its own browser', async () => {
  const browser = new Browser()
  const otherBrowser = new Browser()
  const callback = await callbackOf(browser)

  const forged = new URL(callback)
  forged.searchParams.set('state', 'forged')
  const without = new URL(callback)
  without.searchParams.delete('state')
  await otherBrowser.fetchOnce(new URL(home + loginUrl()))
  for (const [who, url] of [
    [browser, forged],
    [browser, without],
    [otherBrowser, callback],
  ] as const) {
    const page = await who.visit(url.href)
    expect(page.status).toBe(400)
    expect(page.text).toContain('You started to log in with another browser')
    expect(tokenOf(who)).toBe('')
  }

  expect((await browser.visit(callback.href)).url.pathname).toBe('/messages')
  const session = tokenOf(browser)
  expect((await browser.visit(callback.href)).status).toBe(400)
  expect(tokenOf(browser)).toBe(session)
})

test('makes one session when the same callback comes twice at once', async () => {
  const browser = new Browser()
  const callback = await callbackOf(browser)
  const answers = await Promise.all([browser.fetchOnce(callback), browser.fetchOnce(callback)])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302, 400]))
})

test('refuses a token for another nonce, and an attempt that took too long', async () => {
  const browser = new Browser()
  const other = await callbackOf(browser)
  await db().updateTable('sign_in_attempts').set({ nonce: 'another' }).execute()
  const page = await browser.visit(other.href)
  expect(page.status).toBe(400)
  expect(page.text).toContain('couldn’t verify')

  const late = new Browser()
  const callback = await callbackOf(late)
  await db()
    .updateTable('sign_in_attempts')
    .set({ expires_at: sql<Date>`now() - interval '1 second'` })
    .execute()
  expect((await late.visit(callback.href)).status).toBe(400)
  expect([tokenOf(browser), tokenOf(late)]).toEqual(['', ''])
})

test('answers a failed sign-in with a readable page, and API callers with JSON', async () => {
  const page = await fetch(`${home}/api/callback?state=x`, { headers: { accept: 'text/html' } })
  expect(page.status).toBe(400)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'/,
  )
  expect(await page.text()).toContain('href="/api/login">Try again</a>')
  const json = await fetch(`${home}/api/callback?state=x`)
  expect(await json.json()).toMatchObject({ code: 'input.invalid' })
})

test('tells that the sign-in service is down, while signed-in people can go on', async () => {
  const app = await startTestApp()
  try {
    const page = await app.request({ url: '/api/login', headers: { accept: 'text/html' } })
    expect(page.status).toBe(503)
    expect(page.body).toContain('The login service isn’t working right now')
    expect(page.headers['retry-after']).toBe('5')
    const person = await app.person('dora')
    expect((await app.call(getViewer, { as: person })).status).toBe(200)
    const out = await app.request({ url: '/api/logout', as: person })
    expect([out.status, out.headers.location]).toEqual([302, '/'])
  } finally {
    await app.close()
  }
})

test('ignores return addresses on other sites', async () => {
  const browser = new Browser()
  const form = await browser.visit(`${home}/api/login?returnTo=//evil.example`)
  const landed = await browser.submit(form, '/demo', { subject: 'demo-ben' })
  expect(landed.url.href).toBe(`${home}/`)
})

test('compares admin emails without their case', async () => {
  for (const [name, isAdmin] of [
    ['Erin', true],
    ['eRinn', false],
  ] as const) {
    const browser = new Browser()
    await signUp(browser, name)
    expect((await viewer(browser)).body).toMatchObject({ firstName: name, isAdmin })
  }
})

test('makes people with an admin email admins at sign-in, and applies changes at once', async () => {
  const browser = new Browser()
  await signUp(browser, 'carol')
  expect((await viewer(browser)).body.isAdmin).toBe(true)
  await db()
    .updateTable('users')
    .set({ is_admin: false })
    .where('email', '=', 'carol@example.com')
    .execute()
  expect((await viewer(browser)).body.isAdmin).toBe(false)
})

test('signs suspended people out at once and refuses their sign-in', async () => {
  const browser = new Browser()
  await signUp(browser, 'mallory')
  await db()
    .updateTable('users')
    .set({ suspended_at: sql<Date>`now()` })
    .where('email', '=', 'mallory@example.com')
    .execute()
  expect((await viewer(browser)).status).toBe(401)
  const page = await browser.visit(home + loginUrl())
  expect(page.status).toBe(200)
  expect(page.url.pathname).toBe('/api/appeals/account')
  expect(page.text).toContain('Your account is suspended')
  expect((await viewer(browser)).status).toBe(401)
})

const days = (count: number) => new Date(Date.now() + count * 86_400_000)

test('ends unused sessions, and all after sixty days, and extends used ones once an hour', async () => {
  const { id } = await plinth.person('erin')
  const live = async (change: object) => {
    const cookie = await openSession(plinth.deps, id)
    const hash = hashToken(cookie.replace('plinth=', ''))
    await db().updateTable('sessions').set(change).where('token_hash', '=', hash).execute()
    const found = await findViewerByToken(plinth.deps, hash)
    const row = await db()
      .selectFrom('sessions')
      .select(['expires_at', 'absolute_expires_at', 'last_seen_at'])
      .where('token_hash', '=', hash)
      .executeTakeFirstOrThrow()
    return { isLive: found !== null, row }
  }
  const anHourAgo = new Date(Date.now() - 3_700_000)

  expect((await live({ expires_at: days(-0.1) })).isLive).toBe(false)
  expect((await live({ absolute_expires_at: days(-0.1) })).isLive).toBe(false)

  const fresh = await live({ expires_at: days(3), absolute_expires_at: days(50) })
  expect(fresh.row.expires_at.getTime()).toBeLessThan(days(4).getTime())
  const used = await live({
    expires_at: days(3),
    absolute_expires_at: days(50),
    last_seen_at: anHourAgo,
  })
  expect(used.row.expires_at.getTime()).toBeGreaterThan(days(13).getTime())
  const atItsEnd = await live({
    expires_at: days(1),
    absolute_expires_at: days(2),
    last_seen_at: anHourAgo,
  })
  expect(atItsEnd.row.expires_at).toEqual(atItsEnd.row.absolute_expires_at)
})

test('deletes expired sessions and attempts', async () => {
  const { id } = await plinth.person('frank')
  await openSession(plinth.deps, id)
  const past = sql<Date>`now() - interval '1 hour'`
  await db().updateTable('sessions').set({ expires_at: past }).where('user_id', '=', id).execute()
  await db()
    .insertInto('sign_in_attempts')
    .values({
      token_hash: hashToken('old'),
      state: '',
      nonce: '',
      code_verifier: '',
      return_to: '/',
      expires_at: past,
    })
    .execute()
  await sweepSessions(db())
  const sessions = await db()
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', id)
    .execute()
  const attempts = await db()
    .selectFrom('sign_in_attempts')
    .select('state')
    .where('token_hash', '=', hashToken('old'))
    .execute()
  expect([sessions, attempts]).toEqual([[], []])
})

test('ends the session when its person signs out at the provider', async () => {
  const [desk, phone] = [new Browser(), new Browser()]
  await signUp(desk, 'hilda')
  const form = await phone.visit(home + loginUrl('/messages'))
  await phone.submit(form, '/password', { email: 'hilda@example.com', password: PASSWORD })
  expect((await viewer(phone)).status).toBe(200)
  const leaving = await phone.visit(`${sandbox.url}/oidc/sign-out`)
  const left = await phone.submit(leaving, '/confirm', { logout: 'yes' })
  expect(left.text).toContain('Signed out')
  expect((await viewer(phone)).status).toBe(401)
  expect((await viewer(desk)).status).toBe(200)
})

test('ends all sessions of somebody who signs out everywhere, or whose account ends, at the provider', async () => {
  for (const [name, action] of [
    ['ingrid', '/account/sign-out'],
    ['jorun', '/account/end'],
  ] as const) {
    const [desk, phone] = [new Browser(), new Browser()]
    await signUp(desk, name)
    const form = await phone.visit(home + loginUrl('/messages'))
    const who = { email: `${name}@example.com`, password: PASSWORD }
    await phone.submit(form, '/password', who)
    const account = await desk.visit(`${sandbox.url}/account`)
    expect(account.text).toContain(`${name}@example.com`)
    expect((await desk.submit(account, action)).text).toContain('You are signed out.')
    expect([(await viewer(desk)).status, (await viewer(phone)).status]).toEqual([401, 401])
    const again = await phone.visit(home + loginUrl('/messages'))
    const back = await phone.submit(again, '/password', who)
    // Whoever ended their account there cannot sign in any longer.
    const place = action === '/account/end' ? /^\/sign-in\// : /^\/messages$/
    expect(back.url.pathname).toMatch(place)
  }
})

test('lets neither other sites nor prefetching sign anybody out', async () => {
  const person = await plinth.person('grace')
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' },
    { 'sec-purpose': 'prefetch;prerender' },
  ]) {
    const answer = await plinth.request({ url: '/api/logout', as: person, headers })
    expect(answer.status).toBe(403)
  }
  const head = await plinth.app.inject({
    method: 'HEAD',
    url: '/api/logout',
    headers: { cookie: person.cookie },
  })
  expect(head.statusCode).toBe(404)
  expect((await plinth.call(getViewer, { as: person })).status).toBe(200)
  expect((await plinth.request({ url: '/api/logout' })).headers.location).toBe('/')
})

test.each([
  ['a link on our own pages', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }],
  ['a typed address', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
  ['a program', {}],
])('signs out by %s', async (_, headers) => {
  const person = await plinth.person('heidi')
  const { status } = await plinth.request({ url: '/api/logout', as: person, headers })
  expect(status).toBe(302)
  expect((await plinth.call(getViewer, { as: person })).status).toBe(401)
})

test('asks first when another site begins a sign-in', async () => {
  const begin = (headers: Record<string, string>) =>
    plinth.request({ url: loginUrl('/messages'), headers })
  for (const site of ['cross-site', 'same-site']) {
    const { status, headers, body } = await begin({ 'sec-fetch-site': site })
    expect([site, status, headers['set-cookie']]).toEqual([site, 200, undefined])
    expect(body).toContain(`href="${loginUrl('/messages')}">Log in</a>`)
  }
  for (const site of ['same-origin', 'none'])
    expect([site, (await begin({ 'sec-fetch-site': site })).status]).toEqual([site, 302])
})

test('tells the browser to forget what it stored when somebody signs out', async () => {
  const person = await plinth.person('ivy')
  const { headers } = await plinth.request({ url: '/api/logout', as: person })
  expect(headers['clear-site-data']).toBe('"storage"')
})

test('keeps few sign-ins of one address, whatever cookies it sends', async () => {
  const site = await startTestApp({
    DATABASE_URL: plinth.deps.env.databaseUrl,
    JOBS: 'off',
    RATE_LIMIT_PER_MINUTE: '600',
    PUBLIC_URL: home,
    OIDC_ISSUER: sandbox.url,
    OIDC_CLIENT_ID: sandbox.clientId,
    OIDC_CLIENT_SECRET: sandbox.clientSecret,
  })
  const count = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from sign_in_attempts`.execute(db())
    return rows[0]?.count ?? 0
  }
  const before = await count()
  const statuses = new Map<number, number>()
  for (let at = 0; at < 100; at += 1) {
    const headers = { cookie: `plinth-sign-in=${randomBytes(32).toString('base64url')}` }
    const { status } = await site.request({ method: 'GET', url: '/api/login', headers })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  await site.close()
  expect([...statuses]).toEqual([
    [302, 30],
    [429, 70],
  ])
  expect(await count()).toBe(before + 30)
})

describe('who may sign in and out', () => {
  const rows = readMatrix().filter(({ path }) => /^\/api\/(login|callback|logout)$/.test(path))
  it.each(rows.map((row) => [`${row.id} ${row.method} ${row.path}: ${row.what}`, row] as const))(
    '%s',
    async (_, { id, path, statuses }) => {
      for (const actor of ACTORS) {
        const who = new Browser()
        if (actor !== 'visitor') {
          const traits = { isCreator: /owner|creator/.test(actor), isAdmin: actor === 'admin' }
          const { cookie } = await plinth.person('Somebody', traits)
          who.setCookie('plinth', cookie.replace('plinth=', ''))
        }
        const url = id === 'S02' ? await callbackOf(who) : new URL(home + path)
        const site = id === 'S05' ? 'cross-site' : 'same-origin'
        const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' }
        // `fetch` says by itself that it is no navigation.
        const { status } =
          path === LOGOUT_PATH
            ? await plinth.request({
                url: path,
                headers: { ...headers, cookie: `plinth=${who.cookie('plinth') ?? ''}` },
              })
            : await who.fetchOnce(url, { headers })
        expect([actor, status]).toEqual([actor, statuses[actor]])
      }
    },
  )
})
