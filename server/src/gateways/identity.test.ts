import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readEnv } from '../env.ts'
import { createIdentity, type IdentityGateway } from './identity.ts'

const CLIENT = 'plinth'
const HOME = 'http://localhost:3000'
const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const OURS = rsa()
const FOREIGN = rsa()

/** What the test's identity provider is told to fake. */
interface Behaviour {
  header: object
  claims: object
  /** How the ID token is signed. By default it is signed correctly. */
  sign: ((input: string) => string) | null
  keys: { kid: string; key: KeyObject }[]
  userinfo: object | null
  discovery: object
  down: boolean
  silent: boolean
  tokenStatus: number
  tokenBody: object | null
}

let behaviour: Behaviour
let nonce = ''
const asked: { path: string; authorization: string; body: string }[] = []
let issuer = ''
let gateway: IdentityGateway

const server = createServer((request, response) => void answer(request, response))

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

beforeEach(() => {
  asked.length = 0
  behaviour = {
    header: { alg: 'RS256', kid: 'one' },
    claims: {},
    sign: null,
    keys: [{ kid: 'one', key: OURS.publicKey }],
    userinfo: null,
    discovery: {},
    down: false,
    silent: false,
    tokenStatus: 200,
    tokenBody: null,
  }
  gateway = gatewayFor(issuer)
})

const gatewayFor = (address: string, settings: Record<string, string> = {}) =>
  createIdentity(
    readEnv({
      DATABASE_URL: 'postgres://localhost/none',
      OIDC_ISSUER: address,
      OIDC_CLIENT_ID: CLIENT,
      OIDC_CLIENT_SECRET: 'a secret',
      ...settings,
    }),
  )

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const path = request.url ?? ''
  asked.push({
    path,
    authorization: request.headers.authorization ?? '',
    body: Buffer.concat(chunks).toString(),
  })
  if (behaviour.silent) return
  if (behaviour.down) {
    response.writeHead(502).end('bad gateway')
    return
  }
  const [status, body] = reply(path)
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function reply(path: string): [number, object] {
  if (path === '/.well-known/openid-configuration') {
    return [
      200,
      {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        userinfo_endpoint: `${issuer}/userinfo`,
        id_token_signing_alg_values_supported: ['RS256', 'HS256'],
        ...behaviour.discovery,
      },
    ]
  }
  if (path === '/keys') {
    const keys = behaviour.keys.map(({ kid, key }) => ({
      ...key.export({ format: 'jwk' }),
      kid,
      alg: 'RS256',
    }))
    return [200, { keys }]
  }
  if (path === '/userinfo') return [200, behaviour.userinfo ?? {}]
  const token = { access_token: 'access', token_type: 'bearer', id_token: idToken() }
  return [behaviour.tokenStatus, behaviour.tokenBody ?? token]
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function idToken(): string {
  const now = Math.floor(Date.now() / 1_000)
  const claims = {
    iss: issuer,
    aud: CLIENT,
    sub: 'subject',
    iat: now,
    exp: now + 300,
    nonce,
    email: 'alice@example.com',
    email_verified: true,
    given_name: 'Alice',
    family_name: 'Adams',
    ...behaviour.claims,
  }
  const input = `${part(behaviour.header)}.${part(claims)}`
  return `${input}.${(behaviour.sign ?? signedBy(OURS.privateKey))(input)}`
}

const signedBy = (key: KeyObject) => (input: string) =>
  createSign('RSA-SHA256').update(input).sign(key, 'base64url')

async function signIn(change: Record<string, string> = {}, { isAgain = false } = {}) {
  const { url, ...start } = await gateway.startSignIn({ isAgain })
  nonce = new URL(url).searchParams.get('nonce') ?? ''
  const callback = new URL(`${HOME}/api/callback`)
  callback.search = new URLSearchParams({ code: 'c', state: start.state, ...change }).toString()
  return gateway.finishSignIn(callback, { ...start, isAgain })
}

test('sends PKCE, state and nonce, and returns verified claims', async () => {
  expect(await signIn()).toMatchObject({
    issuer,
    subject: 'subject',
    email: 'alice@example.com',
    emailVerified: true,
    firstName: 'Alice',
    lastName: 'Adams',
  })
  const token = asked.find(({ path }) => path === '/token')
  expect(new URLSearchParams(token?.body).get('code_verifier')).toMatch(/^[\w-]{43}$/)
  expect(token?.authorization).toBe(`Basic ${btoa('plinth:a+secret')}`)
  expect(asked.filter(({ path }) => path.startsWith('/.well-known'))).toHaveLength(1)
})

test.each<[string, string[] | undefined, 'header' | 'body']>([
  ['', undefined, 'header'],
  ['', ['client_secret_post', 'client_secret_basic'], 'header'],
  ['', ['client_secret_post'], 'body'],
  ['basic', ['client_secret_post'], 'header'],
  ['post', ['client_secret_basic'], 'body'],
  ['post', undefined, 'body'],
])(
  'with OIDC_TOKEN_AUTH=%s and %j announced, the secret is in the %s',
  async (setting, announced, place) => {
    behaviour.discovery = { token_endpoint_auth_methods_supported: announced }
    gateway = gatewayFor(issuer, { OIDC_TOKEN_AUTH: setting })
    expect(await signIn()).toMatchObject({ subject: 'subject' })
    const token = asked.find(({ path }) => path === '/token')
    const body = new URLSearchParams(token?.body)
    expect([token?.authorization, body.get('client_secret')]).toEqual(
      place === 'header' ? [`Basic ${btoa('plinth:a+secret')}`, null] : ['', 'a secret'],
    )
  },
)

const day = 86_400
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds

test.each<[string, () => void]>([
  ['another nonce', () => (behaviour.claims = { nonce: 'other' })],
  ['no nonce', () => (behaviour.claims = { nonce: undefined })],
  ['another issuer', () => (behaviour.claims = { iss: 'https://evil.example' })],
  ['another audience', () => (behaviour.claims = { aud: 'other' })],
  [
    'two audiences, issued for the other',
    () => (behaviour.claims = { aud: [CLIENT, 'x'], azp: 'x' }),
  ],
  ['no subject', () => (behaviour.claims = { sub: undefined })],
  [
    'an expired token',
    () => (behaviour.claims = { exp: inSeconds(-day), iat: inSeconds(-2 * day) }),
  ],
  ['a foreign signature', () => (behaviour.sign = signedBy(FOREIGN.privateKey))],
  [
    'claims changed after signing',
    () => (behaviour.sign = () => signedBy(OURS.privateKey)('something else')),
  ],
  [
    'no signature',
    () => {
      behaviour.header = { alg: 'none' }
      behaviour.sign = () => ''
    },
  ],
  [
    'the public key as a shared secret',
    () => {
      behaviour.header = { alg: 'HS256', kid: 'one' }
      const secret = OURS.publicKey.export({ format: 'pem', type: 'spki' })
      behaviour.sign = (input) => createHmac('sha256', secret).update(input).digest('base64url')
    },
  ],
  ['an unknown key', () => (behaviour.header = { alg: 'RS256', kid: 'two' })],
  ['a used code', () => refuse('invalid_grant')],
])('%s signs nobody in', async (_name, arrange) => {
  arrange()
  await expect(signIn()).rejects.toMatchObject({ code: 'input.invalid' })
})

test.each([
  ['right now', 0],
  ['nine minutes ago', 9 * 60],
])('takes for a fresh sign-in who authenticated %s', async (_name, ago) => {
  behaviour.claims = { auth_time: inSeconds(-ago) }
  const { provenAt } = await signIn({}, { isAgain: true })
  expect(provenAt).toEqual(new Date(inSeconds(-ago) * 1_000))
  const { searchParams } = new URL((await gateway.startSignIn({ isAgain: true })).url)
  expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '600'])
})

test.each([
  ['was authenticated long ago', { auth_time: inSeconds(-11 * 60) }],
  ['may have been, for the provider does not say when', {}],
  ['was authenticated at a time that is no number', { auth_time: 'now' }],
])('refuses a fresh sign-in of somebody who %s', async (_name, claims) => {
  behaviour.claims = claims
  await expect(signIn({}, { isAgain: true })).rejects.toMatchObject({
    message: expect.stringMatching(/couldn’t verify|isn’t working/),
  })
})

const refuse = (error: string) => {
  behaviour.tokenStatus = 400
  behaviour.tokenBody = { error }
}

test('refuses a response with another state or issuer', async () => {
  await expect(signIn({ state: 'other' })).rejects.toMatchObject({ code: 'input.invalid' })
  await expect(signIn({ iss: 'https://evil.example' })).rejects.toMatchObject({
    code: 'input.invalid',
  })
  expect(asked.some(({ path }) => path === '/token')).toBe(false)
})

test('reports a cancelled sign-in as cancelled', async () => {
  await expect(signIn({ error: 'access_denied' })).rejects.toMatchObject({
    code: 'input.invalid',
    message: 'You cancelled the login.',
  })
  await expect(signIn({ error: 'temporarily_unavailable' })).rejects.toMatchObject({
    code: 'unavailable',
  })
})

test('accepts new keys of the provider at the second sign-in', async () => {
  await signIn()
  behaviour.header = { alg: 'RS256', kid: 'two' }
  behaviour.sign = signedBy(FOREIGN.privateKey)
  behaviour.keys = [{ kid: 'two', key: FOREIGN.publicKey }]
  // Keys younger than a minute are not refetched for an unknown key id.
  await expect(signIn()).rejects.toMatchObject({ code: 'input.invalid' })
  expect(await signIn()).toMatchObject({ subject: 'subject' })
})

test('retries the discovery at the next sign-in', async () => {
  behaviour.down = true
  await expect(gateway.startSignIn()).rejects.toMatchObject({ code: 'unavailable' })
  behaviour.down = false
  const { url, ...start } = await gateway.startSignIn()
  expect(new URL(url).origin).toBe(issuer)
  behaviour.down = true
  const callback = new URL(`${HOME}/api/callback?code=c&state=${start.state}`)
  await expect(gateway.finishSignIn(callback, { ...start, isAgain: false })).rejects.toMatchObject({
    code: 'unavailable',
  })
})

test('reports wrong client settings as unavailable', async () => {
  refuse('invalid_client')
  await expect(signIn()).rejects.toMatchObject({ code: 'unavailable' })
})

test('gives up on a provider that never answers', async () => {
  behaviour.silent = true
  const before = Date.now()
  await expect(gateway.startSignIn()).rejects.toMatchObject({ code: 'unavailable' })
  expect(Date.now() - before).toBeLessThan(8_000)
})

test('completes the ID token’s claims from the userinfo endpoint', async () => {
  behaviour.claims = { email: undefined, given_name: undefined, family_name: undefined }
  behaviour.userinfo = { sub: 'subject', email: 'a@b.example', name: 'Ana María  López' }
  expect(await signIn()).toMatchObject({
    email: 'a@b.example',
    emailVerified: false,
    firstName: 'Ana',
    lastName: 'María López',
  })
  behaviour.userinfo = { sub: 'somebody else', email: 'a@b.example' }
  await expect(signIn()).rejects.toMatchObject({ code: 'input.invalid' })
})

test('turns claims of the wrong type into text that can be stored', async () => {
  behaviour.claims = {
    email_verified: 'true',
    given_name: `A\0lice\n${'x'.repeat(200)}`,
    family_name: 7,
  }
  const claims = await signIn()
  expect(claims.emailVerified).toBe(true)
  expect(claims.firstName).toBe(`A lice ${'x'.repeat(93)}`)
  expect(claims.lastName).toBe('member')
})

test('requests the sign-up form only if the provider has one', async () => {
  const plain = await gateway.startSignIn({ createAccount: true })
  expect(new URL(plain.url).searchParams.has('prompt')).toBe(false)
  behaviour.discovery = { prompt_values_supported: ['create'] }
  const other = gatewayFor(issuer)
  const { url } = await other.startSignIn({ createAccount: true })
  expect(new URL(url).searchParams.get('prompt')).toBe('create')
  expect(new URL((await other.startSignIn()).url).searchParams.has('prompt')).toBe(false)
})

test('signs out at the provider if it can, and returns to the home page', async () => {
  expect(await gateway.signOutUrl('token')).toBe(`${HOME}/`)
  behaviour.discovery = { end_session_endpoint: `${issuer}/end` }
  const other = gatewayFor(issuer)
  const url = new URL(await other.signOutUrl('token'))
  expect(url.origin + url.pathname).toBe(`${issuer}/end`)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: CLIENT,
    id_token_hint: 'token',
    post_logout_redirect_uri: `${HOME}/`,
  })
})

test('refuses metadata that name another issuer', async () => {
  behaviour.discovery = { issuer: 'https://evil.example' }
  await expect(gateway.startSignIn()).rejects.toMatchObject({ code: 'unavailable' })
})

test('refuses an http issuer on another machine', async () => {
  const remote = gatewayFor('http://id.example')
  await expect(remote.startSignIn()).rejects.toMatchObject({ code: 'unavailable' })
})
