import { deleteAccount } from '@plinth/contract/people/account.ts'
import { getViewer } from '@plinth/contract/people/session.ts'
import { createToken, listTokens, MAX_TOKENS, revokeToken } from '@plinth/contract/people/tokens.ts'
import { listMessages } from '@plinth/contract/messages/messages.ts'
import {
  getPortfolio,
  likePortfolio,
  listPortfolios,
} from '@plinth/contract/portfolios/portfolios.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { makeToken } from '../../../test/content/tokens.ts'
import { makeWork } from '../../../test/content/works.ts'
import { hashToken } from '../../http/viewer.ts'

const t = testApp()
const body = { name: ' My script ', scopes: ['works:read', 'messages:read'], days: 30 }
const bearer = (text: string) => ({ authorization: `Bearer ${text}` })

describe('access tokens', () => {
  it('are shown once, listed without their secret, and work until they are revoked', async () => {
    const alice = await t.person('Alice')
    const made = await t.call(createToken, { as: alice, body })
    expect(made.status).toBe(201)
    expect(made.body.text).toMatch(/^plinth_[\w-]{43}$/)
    expect(made.body.token).toMatchObject({
      name: 'My script',
      scopes: ['works:read', 'messages:read'],
      lastUsedAt: null,
      isExpired: false,
    })
    const days = (Date.parse(made.body.token.expiresAt) - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(30, 1)

    const headers = bearer(made.body.text)
    expect((await t.call(listMessages, { headers })).status).toBe(200)
    const listed = await t.call(listTokens, { as: alice })
    expect(listed.body).toEqual([{ ...made.body.token, lastUsedAt: expect.any(String) }])
    const row = await t.deps.db.selectFrom('access_tokens').selectAll().executeTakeFirstOrThrow()
    expect(row.token_hash).toEqual(hashToken(made.body.text))
    expect(JSON.stringify(row)).not.toContain(made.body.text)

    const revoke = { as: alice, params: { id: made.body.token.id } }
    expect((await t.call(revokeToken, revoke)).status).toBe(204)
    expect((await t.call(listMessages, { headers })).status).toBe(401)
    expect((await t.call(revokeToken, revoke)).status).toBe(404)
  })

  it('cannot be listed or revoked by somebody else, nor made without a session', async () => {
    const [alice, bob] = [await t.person('Alice'), await t.person('Bob')]
    const { id } = await makeToken(t.deps, alice)
    expect((await t.call(listTokens, { as: bob })).body).toEqual([])
    expect((await t.call(revokeToken, { as: bob, params: { id } })).status).toBe(404)
    expect((await t.call(listTokens)).status).toBe(401)
    expect((await t.call(createToken, { body })).status).toBe(401)
    expect((await t.call(revokeToken, { params: { id } })).status).toBe(401)
    expect((await t.call(listTokens, { as: alice })).body).toHaveLength(1)
  })

  it.each([
    ['no name', { ...body, name: ' ' }],
    ['a long name', { ...body, name: 'x'.repeat(61) }],
    ['no scope', { ...body, scopes: [] }],
    ['an unknown scope', { ...body, scopes: ['money:write'] }],
    ['a scope twice', { ...body, scopes: ['works:read', 'works:read'] }],
    ['a life of more than a year', { ...body, days: 366 }],
    ['an unknown field', { ...body, userId: 'x' }],
  ])('are not made with %s', async (_, bad) => {
    const alice = await t.person('Alice')
    const answer = await t.call(createToken, { as: alice, body: bad })
    expect([answer.status, answer.body.code]).toEqual([400, 'input.invalid'])
  })

  it('take a recent sign-in', async () => {
    const alice = await t.person('Alice')
    await sql`update sessions set signed_in_at = now() - interval '1 hour'
      where user_id = ${alice.id}::uuid`.execute(t.deps.db)
    const answer = await t.call(createToken, { as: alice, body })
    expect([answer.status, answer.body.code]).toEqual([403, 'auth.stale'])
  })

  it('are at most twenty, also when two are made at the same time', async () => {
    const alice = await t.person('Alice')
    for (let n = 1; n < MAX_TOKENS; n += 1) await makeToken(t.deps, alice)
    const both = await Promise.all([
      t.call(createToken, { as: alice, body: { ...body, days: null } }),
      t.call(createToken, { as: alice, body: { ...body, days: null } }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(both.find(({ status }) => status === 409)?.body.message).toContain('Revoke one')
  })

  it('note their use once a minute', async () => {
    const alice = await t.person('Alice')
    const { id, headers } = await makeToken(t.deps, alice)
    const use = async () => {
      await t.call(listMessages, { headers })
      const { rows } = await sql<{ at: string }>`
        select last_used_at::text as at from access_tokens where id = ${id}::uuid`.execute(
        t.deps.db,
      )
      return rows[0]?.at
    }
    const first = await use()
    expect(first).toBeTruthy()
    expect(await use()).toBe(first)
    await sql`update access_tokens set last_used_at = now() - interval '61 seconds'
      where id = ${id}::uuid`.execute(t.deps.db)
    expect(Date.parse((await use()) ?? '')).toBeGreaterThanOrEqual(Date.parse(first ?? ''))
  })
})

describe('a token that does nothing', () => {
  const refused = async (headers: Record<string, string>) => {
    // A read by session hash in SQL, and one that finds the viewer first.
    for (const endpoint of [listPortfolios, listMessages]) {
      const answer = await t.call(endpoint, { headers })
      expect([answer.status, answer.body.code]).toEqual([401, 'auth.required'])
      expect(answer.headers['www-authenticate']).toBe(
        'Bearer realm="Plinth", error="invalid_token"',
      )
      expect(answer.headers['set-cookie']).toBeUndefined()
      expect(answer.headers['cache-control']).toBe('no-store')
    }
  }

  it.each(['', 'x', 'plinth_', `plinth_${'a'.repeat(43)}`, `plinth_${'a'.repeat(43)} more`])(
    'is one that was never made: “%s”',
    async (text) => refused(bearer(text)),
  )

  it('is an expired one', async () => {
    const { id, headers } = await makeToken(t.deps, await t.person('Alice'), undefined, 7)
    expect((await t.call(listMessages, { headers })).status).toBe(200)
    await sql`update access_tokens set expires_at = now() where id = ${id}::uuid`.execute(t.deps.db)
    await refused(headers)
  })

  it('is that of somebody suspended, until they are back', async () => {
    const alice = await t.person('Alice')
    const { headers } = await makeToken(t.deps, alice)
    await sql`update users set suspended_at = now() where id = ${alice.id}::uuid`.execute(t.deps.db)
    await refused(headers)
    await sql`update users set suspended_at = null where id = ${alice.id}::uuid`.execute(t.deps.db)
    expect((await t.call(listMessages, { headers })).status).toBe(200)
  })

  it('is that of an admin, who cannot make one either', async () => {
    const admin = await t.person('Admin', { isAdmin: true })
    const { headers } = await makeToken(t.deps, admin)
    await refused(headers)
    const answer = await t.call(createToken, { as: admin, body })
    expect([answer.status, answer.body.code]).toEqual([403, 'auth.forbidden'])
  })

  it('is that of a deleted account, and it is gone for good', async () => {
    const alice = await t.person('Alice')
    const { id, headers } = await makeToken(t.deps, alice)
    expect((await t.call(deleteAccount, { as: alice })).status).toBe(202)
    await refused(headers)
    const rows = t.deps.db.selectFrom('access_tokens').select('id').where('id', '=', id)
    expect(await rows.execute()).toEqual([])
  })
})

describe('a token', () => {
  it('sees its person on a public read only with the scope of that read', async () => {
    const alice = await t.person('Alice')
    const item = await makeWork(t.deps, await t.person('Maker', { isCreator: true }), {})
    const liked = async (headers: Record<string, string>) => {
      const { status, body: work } = await t.call(getPortfolio, { params: { id: item }, headers })
      expect(status).toBe(200)
      const { body: works } = await t.call(listPortfolios, { headers })
      const first = (works as { id: string; isLiked: boolean }[]).find(({ id }) => id === item)
      expect(first?.isLiked).toBe(work.isLiked)
      return work.isLiked
    }
    const { headers } = await makeToken(t.deps, alice, ['works:read', 'works:write'])
    await t.call(likePortfolio, { params: { id: item }, headers, body: { liked: true } })
    expect(await liked(headers)).toBe(true)
    expect(await liked((await makeToken(t.deps, alice, ['posts:read'])).headers)).toBe(false)
  })

  it('speaks for itself alone when there is a cookie, too', async () => {
    const [alice, bob] = [await t.person('Alice'), await t.person('Bob')]
    const { headers } = await makeToken(t.deps, alice, ['works:read'])
    const viewer = await t.call(getViewer, { as: bob, headers })
    expect([viewer.status, viewer.body.code]).toEqual([403, 'token.forbidden'])
    expect((await t.call(listMessages, { as: bob, headers: bearer('x') })).status).toBe(401)
    expect(
      (await t.call(listPortfolios, { as: { id: '', cookie: 'plinth=gone' }, headers })).status,
    ).toBe(200)
  })

  it('is read from its header and nowhere else', async () => {
    const { headers } = await makeToken(t.deps, await t.person('Alice'))
    const [, text = ''] = headers.authorization.split(' ')
    for (const name of ['access_token', 'token'])
      expect(
        (await t.request({ method: 'GET', url: `/api/messages?${name}=${text}` })).status,
      ).toBe(401)
    const cookie = { id: '', cookie: `plinth=${text}` }
    expect((await t.call(listMessages, { as: cookie })).status).toBe(401)
    const asBasic = { authorization: `Basic ${Buffer.from(`${text}:`).toString('base64')}` }
    expect((await t.call(listMessages, { headers: asBasic })).status).toBe(401)
    expect(
      (await t.call(listMessages, { headers: { authorization: `bearer  ${text}` } })).status,
    ).toBe(200)
  })
})
