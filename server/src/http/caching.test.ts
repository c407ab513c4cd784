import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import { listMessages } from '@plinth/contract/messages/messages.ts'
import { getProfile } from '@plinth/contract/people/users.ts'
import {
  getPortfolio,
  likePortfolio,
  listCategories,
  listPortfolios,
} from '@plinth/contract/portfolios/portfolios.ts'
import { getPost, listForYou } from '@plinth/contract/posts/posts.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type NamedPerson } from '../../test/app.ts'
import { makePost } from '../../test/content/posts.ts'
import { makeToken } from '../../test/content/tokens.ts'
import { makeWork } from '../../test/content/works.ts'
import { contractEndpoints } from '../../test/contract.ts'

const t = testApp({ RATE_LIMIT_PER_MINUTE: '10000' })
let alice: NamedPerson
let reads: [EndpointDefinition, object | undefined][]
let work: string
beforeAll(async () => {
  alice = await t.person('Alice')
  const maker = await t.person('Maker', { isCreator: true })
  work = await makeWork(t.deps, maker, { title: 'Moon Jar' })
  const post = await makePost(t.deps, maker, { title: 'Glaze test' })
  reads = [
    [listCategories, undefined],
    [listPortfolios, undefined],
    [getPortfolio, { id: work }],
    [listForYou, undefined],
    [getPost, { id: post }],
    [getProfile, { id: maker.id }],
  ]
})

const read = (
  [endpoint, params]: [EndpointDefinition, object | undefined],
  headers: Record<string, string> = {},
  as?: NamedPerson,
) => t.call(endpoint, { ...(params ? { params } : {}), headers, as })

describe('a public read', () => {
  it('may be kept by caches for a moment when a visitor asks', async () => {
    for (const one of reads) {
      const { status, headers } = await read(one)
      expect([status, headers['cache-control']]).toEqual([
        200,
        'public, max-age=10, s-maxage=30, stale-while-revalidate=60',
      ])
      expect(headers.etag).toMatch(/^W\/"[\w-]{27}"$/)
      expect(String(headers.vary)).toContain('Cookie, Authorization')
      expect(headers['set-cookie']).toBeUndefined()
      expect(headers['x-ratelimit-remaining']).toBeUndefined()
    }
  })

  it('answers 304 to a visitor who has it already, and in full after a change', async () => {
    for (const one of reads) {
      const etag = String((await read(one)).headers.etag)
      for (const known of [etag, `"x", ${etag}`, etag.slice(2), '*']) {
        const again = await read(one, { 'if-none-match': known })
        expect([again.status, again.body, again.headers.etag]).toEqual([304, '', etag])
        expect(again.headers['cache-control']).toContain('s-maxage=30')
      }
      expect((await read(one, { 'if-none-match': 'W/"other"' })).status).toBe(200)
    }
    const one = reads[2] ?? [getPortfolio, undefined]
    const before = String((await read(one)).headers.etag)
    await t.call(likePortfolio, { as: alice, params: { id: work }, body: { liked: true } })
    const after = await read(one, { 'if-none-match': before })
    expect([after.status, after.body.likes]).toEqual([200, 1])
  })

  it('is kept by nobody when a member or a token asks, even with the ETag of a visitor', async () => {
    const token = await makeToken(t.deps, alice, ['works:read', 'posts:read'])
    for (const one of reads) {
      const etag = String((await read(one)).headers.etag)
      for (const [as, headers] of [
        [alice, {}],
        [undefined, token.headers],
        [undefined, (await makeToken(t.deps, alice, ['messages:read'])).headers],
      ] as const) {
        const answer = await read(one, { ...headers, 'if-none-match': etag }, as)
        expect([answer.status, answer.headers['cache-control'], answer.headers.etag]).toEqual([
          200,
          'private, no-store',
          undefined,
        ])
        expect(String(answer.headers.vary)).toContain('Cookie, Authorization')
      }
    }
  })

  it('answers an ended session as ever: 401, its cookie deleted, kept by nobody', async () => {
    for (const one of reads) {
      const { status, headers } = await read(one, { cookie: 'plinth=gone' })
      expect([status, headers['cache-control']]).toEqual([401, 'no-store'])
      expect(String(headers['set-cookie'])).toMatch(/^plinth=; Path=\/; Max-Age=0/)
      expect(headers.etag).toBeUndefined()
    }
  })

  it('that fails is kept by nobody', async () => {
    const missing = { id: '01890000-0000-7000-8000-000000000000' }
    for (const answer of [
      await read([getPortfolio, missing]),
      await t.call(listPortfolios, { query: { limit: 0 } }),
    ]) {
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.headers.etag).toBeUndefined()
    }
  })

  it('tells caches of its encodings, too', async () => {
    const inject = (headers: Record<string, string>) =>
      t.app.inject({
        url: `/api/portfolios/${work}`,
        headers: { 'accept-encoding': 'gzip', ...headers },
      })
    const { headers } = await inject({})
    expect(headers['content-encoding']).toBe('gzip')
    expect(String(headers.vary).toLowerCase()).toBe('cookie, authorization, accept-encoding')
    const again = await inject({ 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.headers['content-encoding'], again.body]).toEqual([
      304,
      undefined,
      '',
    ])
  })
})

it('is never shared when it is for members, and everything shared is a public read', async () => {
  expect((await t.call(listMessages, { as: alice })).headers['cache-control']).toBe('no-store')
  for (const { cache, access, method, path } of await contractEndpoints()) {
    if (cache === 'shared') expect([path, access, method]).toEqual([path, 'public', 'GET'])
  }
})
