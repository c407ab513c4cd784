import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { CALLBACK_PATH, getViewer, LOGIN_PATH, loginUrl } from '@plinth/contract/people/session.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { Browser } from '../../../test/browser.ts'
import { freePort } from '../../../test/sandbox.ts'
import { startServerProcess, type ServerProcess } from '../../../test/server-process.ts'

const SENTENCE =
  'The login service isn’t working right now, so we can’t log you in. Your account is safe, and wherever you’re logged in, you stay logged in. Try again in a moment.'

type Behaviour = (request: IncomingMessage, response: ServerResponse) => unknown

const t = testApp({ JOBS: 'off' })
let issuer: string
let plinth: ServerProcess
let behave: Behaviour
const provider = createServer((request, response) => behave(request, response))

const listen = async () => {
  provider.listen(Number(new URL(issuer).port), '127.0.0.1')
  await once(provider, 'listening')
}

beforeAll(async () => {
  issuer = `http://127.0.0.1:${await freePort()}`
  plinth = await startServerProcess(t, { OIDC_ISSUER: issuer, LOG_LEVEL: 'info', JOBS: 'off' })
})
afterEach(async () => {
  provider.closeAllConnections()
  if (provider.listening) await new Promise((resolve) => provider.close(resolve))
})
afterAll(() => plinth.stop())

const send =
  (body: unknown): Behaviour =>
  (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const sendPage: Behaviour = (_, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>')
const discovery = () => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
})
/** Answers the discovery as it should, and everything else like this. */
const after =
  (rest: Behaviour): Behaviour =>
  (request, response) =>
    (request.url?.startsWith('/.well-known') ? send(discovery()) : rest)(request, response)
const silent: Behaviour = () => undefined
/** Begins to answer and never ends. */
const dripping: Behaviour = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{')
}

/** Both answers to a failed call, for a program and for a browser. */
async function expectAway(browser: Browser, path: string, again = LOGIN_PATH): Promise<void> {
  const url = new URL(plinth.origin + path)
  const page = await browser.fetchOnce(url)
  const html = await page.text()
  expect([page.status, html]).toEqual([503, expect.stringContaining(SENTENCE)])
  expect(html).toContain('We couldn’t log you in')
  expect(html).toContain(`href="${again}"`)
  expect(html).not.toMatch(/OAUTH|ECONN|127\.0\.0\.1/)
}
async function expectAwayInJson(path: string): Promise<void> {
  const answer = await fetch(plinth.origin + path)
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('5')
  expect(await answer.json()).toEqual({
    code: 'unavailable',
    message: SENTENCE,
    requestId: answer.headers.get('x-request-id'),
  })
}

describe('a sign-in that begins', () => {
  const wanted = loginUrl('/messages')

  it.each<[string, Behaviour | null]>([
    ['is not there', null],
    ['never answers', silent],
    ['never ends its answer', dripping],
    ['fails', (_, response) => response.writeHead(500).end('Oops')],
    ['answers with a page', sendPage],
    ['answers with a list', send([])],
    ['answers with nothing', send(null)],
    [
      'names another issuer',
      (...args) => send({ ...discovery(), issuer: 'https://x.example' })(...args),
    ],
    ['names no addresses', (...args) => send({ issuer })(...args)],
    [
      'names an address that is none',
      (...args) => send({ ...discovery(), authorization_endpoint: 'over there' })(...args),
    ],
    ['closes the connection', (request) => request.socket.destroy()],
  ])('says what to do when the provider %s', async (_what, behaviour) => {
    if (behaviour !== null) {
      behave = behaviour
      await listen()
    }
    await Promise.all([expectAway(new Browser(), wanted, wanted), expectAwayInJson(LOGIN_PATH)])
  })

  it('leaves people alone who are signed in', async () => {
    const { cookie } = await t.person('Ann')
    const { status } = await fetch(plinth.origin + getViewer.path, { headers: { cookie } })
    expect(status).toBe(200)
  })
})

describe('a sign-in that ends', () => {
  it.each<[string, Behaviour]>([
    ['fails', (_, response) => response.writeHead(502).end('Bad gateway')],
    ['answers with a page', sendPage],
    ['never ends its answer', dripping],
    [
      'refuses our settings',
      (_, response) => response.writeHead(401).end('{"error":"invalid_client"}'),
    ],
    ['closes the connection', (request) => request.socket.destroy()],
  ])('says what to do when the provider %s', async (_what, behaviour) => {
    // Slow, but not too slow.
    behave = async (request, response) => {
      if (request.url?.startsWith('/.well-known')) await sleep(300)
      after(behaviour)(request, response)
    }
    await listen()
    const browser = new Browser()
    const start = await browser.fetchOnce(new URL(plinth.origin + LOGIN_PATH))
    expect(start.status).toBe(302)
    const state = new URL(start.headers.get('location') ?? '').searchParams.get('state')
    await expectAway(browser, `${CALLBACK_PATH}?code=c&state=${state}`)
    expect(browser.cookie('plinth')).toBeNull()
  })

  it.each<[string, unknown]>([
    ['nothing', null],
    ['no tokens', {}],
    ['no token about the person', { access_token: 'a', token_type: 'bearer' }],
    ['a token that is none', { access_token: 'a', token_type: 'bearer', id_token: 'nonsense' }],
  ])('signs nobody in when the provider sends %s', async (_what, body) => {
    behave = after(send(body))
    await listen()
    const browser = new Browser()
    const start = await browser.fetchOnce(new URL(plinth.origin + LOGIN_PATH))
    const state = new URL(start.headers.get('location') ?? '').searchParams.get('state')
    const url = new URL(`${plinth.origin}${CALLBACK_PATH}?code=c&state=${state}`)
    const answer = await browser.fetchOnce(url)
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining('We couldn’t verify this login, so you’re not logged in. Try again.'),
    ])
    expect(browser.cookie('plinth')).toBeNull()
  })
})

it('is in the log as a warning each time, and never as an error', async () => {
  const lines = () =>
    plinth
      .log()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as { level: number; msg: string })
  const warnings = () => lines().filter(({ msg }) => msg === 'sign-in turned away')
  await expect.poll(() => warnings().length).toBeGreaterThan(20)
  expect(lines().filter(({ level }) => level > 40)).toEqual([])
})
