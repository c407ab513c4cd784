import { followUser } from '@plinth/contract/people/users.ts'
import { getViewer } from '@plinth/contract/people/session.ts'
import { listMessages } from '@plinth/contract/messages/messages.ts'
import { likePortfolio, listPortfolios } from '@plinth/contract/portfolios/portfolios.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type NamedPerson } from '../../test/app.ts'
import { makeToken } from '../../test/content/tokens.ts'
import { makeWork } from '../../test/content/works.ts'

const t = testApp({ RATE_LIMIT_PER_MINUTE: '10000' })
const ORIGIN = 'https://studio.example'
const foreign = { origin: ORIGIN, 'sec-fetch-site': 'cross-site' }

let alice: NamedPerson
let work: string
beforeAll(async () => {
  alice = await t.person('Alice')
  work = await makeWork(t.deps, await t.person('Maker', { isCreator: true }), {})
})

describe('a page of another site', () => {
  it('may read what visitors see, with its headers and without cookies', async () => {
    for (const headers of [foreign, {}]) {
      const answer = await t.call(listPortfolios, { headers })
      expect(answer.status).toBe(200)
      // The same for everybody, so that a shared cache needs no copy for each site.
      expect(answer.headers['access-control-allow-origin']).toBe('*')
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
      expect(String(answer.headers.vary)).not.toContain('Origin')
      const exposed = String(answer.headers['access-control-expose-headers']).toLowerCase()
      for (const name of ['link', 'etag', 'search-instead', 'x-ratelimit-remaining', 'retry-after'])
        expect(exposed).toContain(name)
    }
  })

  it('may read and write with a token, and reads why a call was refused', async () => {
    const { headers } = await makeToken(t.deps, alice, ['works:write'])
    const like = await t.call(likePortfolio, {
      headers: { ...headers, ...foreign },
      params: { id: work },
      body: { liked: true },
    })
    expect([like.status, like.body.liked]).toEqual([200, true])
    expect(like.headers['access-control-allow-origin']).toBe('*')
    const refused = await t.call(listMessages, { headers: { ...headers, ...foreign } })
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([403, '*'])
  })

  it('is told beforehand what it may send', async () => {
    for (const url of ['/api/portfolios', `/api/portfolios/${work}/like`, '/api/posts']) {
      const answer = await t.request({
        method: 'OPTIONS',
        url,
        headers: {
          ...foreign,
          'access-control-request-method': 'PATCH',
          'access-control-request-headers': 'authorization,content-type',
        },
      })
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([204, '*'])
      expect(answer.headers['access-control-allow-methods']).toContain('PATCH')
      expect(answer.headers['access-control-allow-headers']).toContain('Authorization')
      expect(answer.headers['access-control-max-age']).toBe('86400')
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
    }
  })

  it('never acts with the cookie of a visitor of it', async () => {
    const like = { as: alice, params: { id: work }, body: {} }
    const refused = { status: 403, body: { code: 'auth.cross_site' } }
    expect(await t.call(likePortfolio, { ...like, headers: foreign })).toMatchObject(refused)
    // Not even when it names some token beside it.
    const { headers } = await makeToken(t.deps, alice)
    const both = { ...headers, ...foreign }
    expect(await t.call(likePortfolio, { ...like, headers: both })).toMatchObject(refused)
    const read = await t.call(getViewer, { as: alice, headers: foreign })
    expect(read.headers['access-control-allow-credentials']).toBeUndefined()
  })

  it('writes nothing without a token', async () => {
    const answer = await t.call(followUser, {
      headers: foreign,
      params: { id: alice.id },
      body: {},
    })
    expect([answer.status, answer.body.code]).toEqual([403, 'auth.cross_site'])
    const empty = { ...foreign, authorization: 'Bearer x' }
    expect(
      (await t.call(followUser, { headers: empty, params: { id: alice.id }, body: {} })).status,
    ).toBe(401)
  })

  it('cannot read pages, files or calls outside the contract', async () => {
    for (const url of ['/healthz', '/api/live', '/api/statement.csv', '/media/x/y']) {
      const { headers } = await t.request({ method: 'GET', url, headers: foreign })
      expect([url, headers['access-control-allow-origin']]).toEqual([url, undefined])
    }
    const write = await t.request({
      method: 'POST',
      url: '/api/uploads',
      headers: { ...foreign, authorization: 'Bearer x' },
    })
    expect([write.status, write.body.code]).toEqual([403, 'auth.cross_site'])
  })

  it('can read the API documentation', async () => {
    const { headers } = await t.request({ method: 'GET', url: '/api/docs/json', headers: foreign })
    expect(headers['access-control-allow-origin']).toBe('*')
  })
})
