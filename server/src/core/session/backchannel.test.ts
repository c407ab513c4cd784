import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listAccountEvents } from '@plinth/contract/people/activity.ts'
import { BACKCHANNEL_LOGOUT_PATH, getViewer } from '@plinth/contract/people/session.ts'
import {
  exportJWK,
  generateKeyPair,
  SignJWT,
  UnsecuredJWT,
  type CryptoKey,
  type JWTPayload,
} from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSession, testApp, type NamedPerson, type Person } from '../../../test/app.ts'
import { listen, readLive } from '../../../test/live-reader.ts'
import { newId } from '../../db/id.ts'

const { privateKey, publicKey } = await generateKeyPair('RS256')
const { privateKey: foreign } = await generateKeyPair('RS256')
const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] }
let isAway = false
const provider = createServer((request, response) => {
  if (isAway) return response.writeHead(503).end()
  const body = request.url === '/keys' ? jwks : discovery()
  return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}).listen(0, '127.0.0.1')
await once(provider, 'listening')
const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
const discovery = () => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
})

const t = testApp({ JOBS: 'off', OIDC_ISSUER: issuer })
let origin: string
beforeAll(async () => {
  origin = await listen(t)
})
afterAll(() => {
  provider.closeAllConnections()
  provider.close()
})

const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} }
const now = () => Math.floor(Date.now() / 1_000)

interface Made {
  header?: object
  key?: CryptoKey
}

const tokenOf = (claims: JWTPayload, { header = {}, key = privateKey }: Made = {}) =>
  new SignJWT({
    iss: issuer,
    aud: 'plinth',
    iat: now(),
    exp: now() + 120,
    jti: newId(),
    events: EVENTS,
    ...claims,
  })
    .setProtectedHeader({ alg: 'RS256', kid: 'one', typ: 'logout+jwt', ...header })
    .sign(key)

const send = (token: string, headers: Record<string, string> = {}) =>
  t.request({
    method: 'POST',
    url: BACKCHANNEL_LOGOUT_PATH,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams({ logout_token: token }).toString(),
  })

/** Somebody with an identity at the provider and a session that began there with this name. */
async function member(sid: string | null = null): Promise<NamedPerson & { subject: string }> {
  const person = await t.person('Ada')
  const subject = `subject-${person.id}`
  await t.deps.db.insertInto('identities').values({ issuer, subject, user_id: person.id }).execute()
  await t.deps.db
    .updateTable('sessions')
    .set({ provider_sid: sid })
    .where('user_id', '=', person.id)
    .execute()
  return { ...person, subject }
}

async function session({ id }: Person, sid: string | null): Promise<Person> {
  const cookie = await openSession(t.deps, id)
  await t.deps.db
    .updateTable('sessions')
    .set({ provider_sid: sid, user_agent: 'Firefox/140.0 Linux' })
    .where('user_id', '=', id)
    .where('provider_sid', 'is', null)
    .execute()
  return { id, cookie }
}

const isSignedIn = async (as: Person) => (await t.call(getViewer, { as })).status === 200

describe('a logout token', () => {
  it('of a session ends the sessions that began with it, at once, and their streams', async () => {
    const ada = await member('desk')
    const phone = await session(ada, 'phone')
    const live = await readLive(origin, phone)
    await live.next('hello')
    const answer = await send(await tokenOf({ sub: ada.subject, sid: 'phone' }))
    expect([answer.status, answer.body, answer.headers['cache-control']]).toEqual([
      200,
      '',
      'no-store',
    ])
    await live.next('ended')
    await expect.poll(live.isOver).toBe(true)
    expect(await isSignedIn(phone)).toBe(false)
    expect(await isSignedIn(ada)).toBe(true)
    expect((await t.call(listAccountEvents, { as: ada })).body).toMatchObject([
      { kind: 'provider_ended', detail: 'Firefox on Linux', device: null, address: null },
    ])
  })

  it('may name the session alone', async () => {
    const ada = await member('alone')
    const bo = await member('another')
    expect((await send(await tokenOf({ sid: 'alone' }))).status).toBe(200)
    expect([await isSignedIn(ada), await isSignedIn(bo)]).toEqual([false, true])
  })

  it('of a person ends all of their sessions, and nobody else’s', async () => {
    const ada = await member('one')
    const second = await session(ada, 'two')
    const bo = await member('three')
    expect((await send(await tokenOf({ sub: ada.subject }))).status).toBe(200)
    expect([await isSignedIn(ada), await isSignedIn(second), await isSignedIn(bo)]).toEqual([
      false,
      false,
      true,
    ])
  })

  it('also ends the person’s sessions of which nobody knows where they began', async () => {
    const ada = await member(null)
    const known = await session(ada, null)
    expect((await send(await tokenOf({ sub: ada.subject, sid: 'gone' }))).status).toBe(200)
    expect([await isSignedIn(ada), await isSignedIn(known)]).toEqual([false, false])
  })

  it('does not end a session of somebody else with the same name', async () => {
    const ada = await member('same')
    const bo = await member('same')
    expect((await send(await tokenOf({ sub: ada.subject, sid: 'same' }))).status).toBe(200)
    expect([await isSignedIn(ada), await isSignedIn(bo)]).toEqual([false, true])
  })

  it('is answered the same when nobody is signed in', async () => {
    expect((await send(await tokenOf({ sub: 'nobody' }))).status).toBe(200)
  })

  it('counts once, even if it comes twice at the same time', async () => {
    const ada = await member('once')
    const token = await tokenOf({ sub: ada.subject })
    const both = await Promise.all([send(token), send(token)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
    const back = await session(ada, null)
    expect((await send(token)).status).toBe(400)
    expect(await isSignedIn(back)).toBe(true)
  })

  it('may leave its type out, or call itself a plain JWT', async () => {
    for (const typ of [undefined, 'JWT', 'application/logout+jwt']) {
      const ada = await member()
      const token = await tokenOf({ sub: ada.subject }, { header: { typ } })
      expect([(await send(token)).status, await isSignedIn(ada)]).toEqual([200, false])
    }
  })

  it.each<[string, JWTPayload, Made?]>([
    ['is of another provider', { iss: 'https://evil.example' }],
    ['is for another client', { aud: 'another' }],
    ['has expired', { iat: now() - 500, exp: now() - 200 }],
    ['does not expire', { exp: undefined as never }],
    ['was made long ago', { iat: now() - 3_600, exp: now() + 3_600 }],
    ['was made in the future', { iat: now() + 600, exp: now() + 900 }],
    ['does not say when it was made', { iat: undefined as never }],
    ['has no id', { jti: undefined as never }],
    ['has an empty id', { jti: '' }],
    ['has a nonce, as ID tokens do', { nonce: 'n' }],
    ['has no events', { events: undefined }],
    ['has another event', { events: { 'http://schemas.openid.net/event/other': {} } }],
    [
      'has an event that says nothing',
      { events: { ...EVENTS, [Object.keys(EVENTS)[0] ?? '']: 1 } },
    ],
    ['names nobody', { sub: undefined as never }],
    ['has a signature of somebody else', {}, { key: foreign }],
    ['is signed with a key that is not known', {}, { header: { kid: 'two' }, key: foreign }],
    ['is an ID token by its type', {}, { header: { typ: 'id+jwt' } }],
  ])('that %s ends nothing', async (_, claims, made) => {
    const ada = await member()
    const answer = await send(await tokenOf({ sub: ada.subject, ...claims }, made))
    expect([answer.status, answer.body.code, answer.headers['cache-control']]).toEqual([
      400,
      'input.invalid',
      'no-store',
    ])
    expect(await isSignedIn(ada)).toBe(true)
  })

  it.each(['', 'nonsense', 'a.b.c', new UnsecuredJWT({ sub: 'x', events: EVENTS }).encode()])(
    'that is none is refused: %j',
    async (token) => {
      expect((await send(token)).status).toBe(400)
    },
  )
})

describe('the address for logout tokens', () => {
  it('takes small forms only', async () => {
    const url = BACKCHANNEL_LOGOUT_PATH
    expect((await send('x'.repeat(17 * 1_024))).status).toBe(413)
    const headers = { 'content-type': 'application/json' }
    expect((await t.request({ method: 'POST', url, headers, payload: '{}' })).status).toBe(415)
    expect((await t.request({ method: 'POST', url })).status).toBe(400)
    expect((await t.request({ method: 'GET', url })).status).toBe(404)
  })

  it('takes them from wherever the provider is', async () => {
    const ada = await member()
    const headers = { origin: issuer, 'sec-fetch-site': 'cross-site' }
    expect((await send(await tokenOf({ sub: ada.subject }), headers)).status).toBe(200)
    expect(await isSignedIn(ada)).toBe(false)
  })
})

describe('while the provider does not answer', () => {
  const late = testApp({ JOBS: 'off', OIDC_ISSUER: issuer })

  it('a logout token can be sent again later', async () => {
    isAway = true
    const payload = new URLSearchParams({ logout_token: await tokenOf({ sub: 'x' }) }).toString()
    const ask = () =>
      late.request({
        method: 'POST',
        url: BACKCHANNEL_LOGOUT_PATH,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      })
    const refused = await ask()
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5'])
    isAway = false
    expect((await ask()).status).toBe(200)
  })
})
