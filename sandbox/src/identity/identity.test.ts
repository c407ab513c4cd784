import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser, type Loaded } from '../../../server/test/browser.ts'
import {
  dropDatabase,
  emptyDatabase,
  startSandbox,
  type Sandbox,
} from '../../../server/test/sandbox.ts'
import { openDatabase } from '../database.ts'
import { createAccounts } from './accounts.ts'

// Stands in for Plinth: a sign-in has succeeded when the browser arrives here with a code.
const plinth = createServer((_request, response) => response.end('Plinth'))
const VERIFIER = randomBytes(32).toString('base64url')

let plinthUrl: string
let sandbox: Sandbox

beforeAll(async () => {
  plinth.listen(0, '127.0.0.1')
  await once(plinth, 'listening')
  plinthUrl = `http://localhost:${(plinth.address() as AddressInfo).port}`
  sandbox = await startSandbox(plinthUrl)
})

afterAll(async () => {
  await sandbox?.drop()
  plinth.closeAllConnections()
  plinth.close()
})

const callbackUrl = () => `${plinthUrl}/api/callback`

function authorizeUrl(change: Record<string, string | undefined> = {}): string {
  const url = new URL('/oidc/authorize', sandbox.url)
  const query = {
    client_id: 'plinth',
    response_type: 'code',
    redirect_uri: callbackUrl(),
    scope: 'openid email profile',
    state: 'state',
    nonce: 'nonce',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    ...change,
  }
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, value)
  }
  return url.href
}

const openForm = (browser: Browser, change: Record<string, string> = {}) =>
  browser.visit(authorizeUrl(change))

/** Sends the form and returns the address at which the browser came back to Plinth. */
async function through(
  browser: Browser,
  page: Loaded,
  action: string,
  fields: Record<string, string>,
): Promise<URL> {
  const landed = await browser.submit(page, action, fields)
  expect(landed.url.origin + landed.url.pathname).toBe(callbackUrl())
  return landed.url
}

async function tokensFor(callback: URL) {
  const response = await fetch(new URL('/oidc/token', sandbox.url), {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`plinth:${sandbox.clientSecret}`)}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: callback.searchParams.get('code') ?? '',
      redirect_uri: callbackUrl(),
      code_verifier: VERIFIER,
    }),
  })
  const body = (await response.json()) as { id_token?: string; error?: string }
  const payload = body.id_token?.split('.')[1] ?? ''
  const claims = payload === '' ? {} : JSON.parse(Buffer.from(payload, 'base64url').toString())
  return { status: response.status, error: body.error, claims: claims as Record<string, unknown> }
}

const keysAt = async ({ url }: Sandbox) => (await fetch(`${url}/oidc/keys`)).text()

const alice = {
  firstName: 'Alice',
  lastName: 'Adams',
  email: 'alice@example.com',
  password: 'a long enough one',
}

test('signs a new person in and names them in the ID token', async () => {
  const browser = new Browser()
  const form = await openForm(browser, { prompt: 'create' })
  expect(form.text).toContain('<h1>Create account</h1>')
  const callback = await through(browser, form, '/create', alice)
  expect(callback.searchParams.get('state')).toBe('state')
  const { claims } = await tokensFor(callback)
  expect(claims).toMatchObject({
    iss: sandbox.url,
    aud: 'plinth',
    nonce: 'nonce',
    email: 'alice@example.com',
    email_verified: true,
    given_name: 'Alice',
    family_name: 'Adams',
  })
  // A code can be exchanged only once.
  expect(await tokensFor(callback)).toMatchObject({ status: 400, error: 'invalid_grant' })
})

test('shows errors beside their fields and keeps what was typed, except the password', async () => {
  const browser = new Browser()
  const form = await openForm(browser, { prompt: 'create' })
  const page = await browser.submit(form, '/create', {
    firstName: '"><script>alert(1)</script>',
    lastName: '  ',
    email: 'not an email',
    password: 'secret!',
  })
  expect(page.status).toBe(422)
  expect(page.text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
  expect(page.text).not.toContain('<script>alert')
  expect(page.text).toContain('value="not an email"')
  expect(page.text).not.toContain('secret!')
  for (const [name, sentence] of [
    ['lastName', 'Enter your last name.'],
    ['email', 'Enter an email such as name@example.com.'],
    ['password', 'At least 8 characters; this has 7.'],
  ]) {
    expect(page.text).toMatch(new RegExp(`id="${name}-error">\\s*${sentence}`))
  }
  const taken = await browser.submit(page, '/create', { ...alice, email: 'ALICE@example.com' })
  expect(taken.text).toContain('Somebody has an account with this email. Sign in instead.')
})

test('locks one account for one address after ten wrong passwords, and no other account', async () => {
  const browser = new Browser()
  const form = await openForm(browser)
  const guess = (email: string, password: string) =>
    browser.submit(form, '/password', { email, password })
  const pages = await Promise.all(Array.from({ length: 12 }, () => guess('bob@example.com', 'x')))
  expect(pages.filter(({ status }) => status === 401)).toHaveLength(10)
  expect(pages.filter(({ status }) => status === 429)).toHaveLength(2)

  for (let count = 0; count < 9; count++)
    expect((await guess('alice@example.com', 'wrong one')).status).toBe(401)
  await through(browser, form, '/password', alice)
})

test('resets the count of wrong passwords after a right one', async () => {
  for (let round = 0; round < 2; round++) {
    const browser = new Browser()
    const form = await openForm(browser)
    for (let count = 0; count < 6; count++) {
      const page = await browser.submit(form, '/password', { ...alice, password: 'wrong' })
      expect(page.status).toBe(401)
    }
    await through(browser, form, '/password', alice)
  }
})

test('lets demo people in by their button only', async () => {
  const browser = new Browser()
  const form = await openForm(browser)
  expect(form.text).toContain('Sign in as Lucía')
  const refused = await browser.submit(form, '/password', {
    email: 'Dana@example.com',
    password: 'whatever it is',
  })
  expect(refused.text).toContain('Demo accounts have no password.')
  const unknown = await browser.submit(form, '/demo', { subject: 'demo-nobody' })
  expect(unknown.text).toContain('There is no such demo account.')
  const { claims } = await tokensFor(
    await through(browser, form, '/demo', { subject: 'demo-leila' }),
  )
  expect(claims).toMatchObject({ sub: 'demo-leila', email: 'leila@example.com' })
})

test('lets a signed-in browser create another account and switches to it', async () => {
  const browser = new Browser()
  await through(browser, await openForm(browser), '/demo', { subject: 'demo-ben' })
  const form = await openForm(browser, { prompt: 'create' })
  // The library ends the first session with a form that submits itself.
  const change = await browser.submit(form, '/create', { ...alice, email: 'second@example.com' })
  const { claims } = await tokensFor(await through(browser, change, '/confirm', {}))
  expect(claims).toMatchObject({ email: 'second@example.com' })
})

test('refuses forms of other sites and pages of other browsers', async () => {
  const browser = new Browser()
  const form = await openForm(browser)
  const address = new URL(`${form.url.href}/demo`)
  const body = new URLSearchParams({ subject: 'demo-ben' })
  for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, {}]) {
    const answer = await browser.fetchOnce(address, { method: 'POST', headers, body })
    expect(answer.status).toBe(403)
  }
  const headers = { origin: sandbox.url }
  const stranger = await new Browser().fetchOnce(address, { method: 'POST', headers, body })
  expect(stranger.status).toBe(400)
  const json = { origin: sandbox.url, 'content-type': 'application/json' }
  const wrongType = await browser.fetchOnce(address, { method: 'POST', headers: json, body: '{}' })
  expect(wrongType.status).toBe(415)
  const long = new URLSearchParams({ subject: 'x'.repeat(20_000) })
  const tooLong = await browser.fetchOnce(address, { method: 'POST', headers, body: long })
  expect(tooLong.status).toBe(413)
})

test('sends a strict content policy that allows the redirect back to Plinth', async () => {
  const form = await openForm(new Browser())
  const policy = form.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
  expect(policy).toContain(`form-action 'self' ${plinthUrl};`)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
  expect(form.headers.get('cache-control')).toBe('no-store')
  expect(form.headers.get('x-content-type-options')).toBe('nosniff')
  // The page contains nothing that the policy would block.
  expect(form.text).not.toMatch(/<script(?![^>]* src=)|style=|<style| on\w+=/)
  const paths = [...form.text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path)
  expect(paths.length).toBeGreaterThan(12)
  for (const path of paths) {
    const asset = await fetch(`${sandbox.url}${path}`)
    expect([path, asset.status]).toEqual([path, 200])
    await asset.body?.cancel()
  }
})

test.each<[string, Record<string, string | undefined>]>([
  ['another redirect address', { redirect_uri: 'http://localhost:9/evil' }],
  ['an unknown client', { client_id: 'other' }],
])('%s is refused on a page, not by a redirect', async (_name, change) => {
  const page = await new Browser().visit(authorizeUrl(change))
  expect(page.status).toBe(400)
  expect(page.text).toContain('<h1>This sign-in cannot go on</h1>')
})

test('issues no code without PKCE', async () => {
  const change = { code_challenge: undefined, code_challenge_method: undefined }
  const response = await new Browser().fetchOnce(new URL(authorizeUrl(change)))
  const location = new URL(response.headers.get('location') ?? '')
  expect(location.searchParams.get('error')).toBe('invalid_request')
})

test('keeps accounts, keys and sessions across a restart', async () => {
  const browser = new Browser()
  await through(browser, await openForm(browser), '/demo', { subject: 'demo-ben' })
  const before = await keysAt(sandbox)
  expect(await sandbox.stop()).toBe(0)
  sandbox = await startSandbox(plinthUrl, sandbox)
  expect(await keysAt(sandbox)).toBe(before)
  const known = await browser.fetchOnce(new URL(authorizeUrl()))
  expect(known.headers.get('location')).toContain(`${callbackUrl()}?code=`)
})

test('agrees on the key when two first starts share a database', async () => {
  const nowhere = { ...sandbox, url: 'http://localhost:0', databaseUrl: await emptyDatabase() }
  const pair = await Promise.all([
    startSandbox(plinthUrl, nowhere),
    startSandbox(plinthUrl, nowhere),
  ])
  const [one, two] = await Promise.all(pair.map(keysAt))
  expect(one).toBe(two)
  // When `npm start` dies, its channel closes, and that stops the sandbox.
  expect(await Promise.all(pair.map(({ stop }) => stop('disconnect')))).toEqual([0, 0])
  await pair[0].drop()
})

test('saves a demo account once when many do so at the same time, and never takes another account’s email', async () => {
  const databaseUrl = await emptyDatabase()
  const pool = await openDatabase(databaseUrl)
  const accounts = createAccounts(pool)
  for (let n = 0; n < 20; n += 1) {
    const account = {
      subject: `demo-${n}`,
      firstName: 'Marit',
      lastName: 'Solheim',
      email: `marit-${n}@example.com`,
    }
    await Promise.all(Array.from({ length: 8 }, () => accounts.save(account)))
    expect(await accounts.find(account.subject)).toEqual(account)
  }
  const taking = {
    subject: 'demo-other',
    firstName: 'O',
    lastName: '',
    email: 'Marit-1@example.com',
  }
  await expect(accounts.save(taking)).rejects.toThrow('is somebody else’s')
  await pool.end()
  await dropDatabase(databaseUrl)
})
