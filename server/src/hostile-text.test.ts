import { createComment, listComments } from '@plinth/contract/posts/comments.ts'
import { MAX_TAG_LENGTH } from '@plinth/contract/limits.ts'
import { listPortfolios } from '@plinth/contract/portfolios/portfolios.ts'
import {
  getPost,
  listExplorePosts,
  listTagPosts,
  updatePost,
  type Post,
} from '@plinth/contract/posts/posts.ts'
import { getTag, listTagPortfolios } from '@plinth/contract/posts/tags.ts'
import { listFollowers, searchPeople } from '@plinth/contract/people/users.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../test/app.ts'
import { testWeb } from '../test/web.ts'
import { makePost } from '../test/content/posts.ts'
import { makeWork } from '../test/content/works.ts'

const web = testWeb({
  html: '<html><head><!--head--></head><body><!--app--><!--boot--></body></html>',
})
const t = testApp(() => ({ WEB_DIST: web.dir, JOBS: 'off' }))
let marit: Person
let bob: Person
beforeAll(async () => {
  marit = await t.person('Marit', { isCreator: true, lastName: 'Solheim' })
  bob = await t.person('Bob')
})

const SIGNS = [
  '%',
  '_',
  '\\',
  '%%%%',
  '__',
  '\\%',
  "'",
  "''",
  '"',
  "';--",
  '--',
  '/*',
  '$1',
  '$$',
  ':x',
  '()',
  '(((',
  '[a',
  'a{9999}',
  '(a+)+$',
  '&',
  '|',
  '!',
  '<->',
  ':*',
  'a & b',
  'a | !b',
  '*',
  '?',
  '😀',
  '👩‍👩‍👧‍👦',
  '🏳️‍🌈',
  '\u202eabc',
  'שלום',
  'مرحبا',
  '\ud800',
  '\u200b',
  '\ufeff',
  '\u0300',
  'e\u0301',
  'İ',
  'ß',
  'ﬁ',
  '①',
  'ｆｕｌｌ',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '{{7*7}}',
  '${7*7}',
  '<script>',
  '../../etc',
  '\t',
  '\n',
  '\r\n',
  'a\tb',
]
const LONG = [
  '%'.repeat(100),
  '_'.repeat(100),
  'x'.repeat(100),
  '😀'.repeat(50),
  'a '.repeat(50),
  '\u0300'.repeat(100),
  "'".repeat(100),
]

describe('a search', () => {
  const searches = [
    ['works', listPortfolios, {}],
    ['people', searchPeople, {}],
    ['followers', listFollowers, { id: '' }],
  ] as const

  it.each(searches)(
    'of %s takes any text as words, and signs as nothing',
    async (_, endpoint, params) => {
      const given = 'id' in params ? { id: marit.id } : {}
      for (const search of [...SIGNS, ...LONG]) {
        const before = performance.now()
        const { status, body } = await t.call(endpoint, {
          as: bob,
          params: given,
          query: { search },
        })
        expect([search, status]).toEqual([search, 200])
        expect(Array.isArray(body)).toBe(true)
        expect(performance.now() - before, search).toBeLessThan(2_000)
      }
      for (const search of ['x'.repeat(101), 'a\0']) {
        const { status } = await t.call(endpoint, { as: bob, params: given, query: { search } })
        expect([search.slice(0, 9), status]).toEqual([search.slice(0, 9), 400])
      }
    },
  )

  it('finds nobody by punctuation, and people by parts of their names', async () => {
    await t.person('Per%cent', { lastName: 'O’Neill-Øst' })
    const found = async (search: string) => {
      const { body } = await t.call(searchPeople, { as: bob, query: { search, limit: 20 } })
      return (body as { firstName: string }[]).map(({ firstName }) => firstName)
    }
    for (const search of ['%', '_', '%%', '\\', '!', '😀', '. , ;'])
      expect(await found(search)).toEqual([])
    expect(await found('per%')).toEqual(['Per%cent'])
    expect(await found('p_r')).toEqual([])
    expect(await found('oneill')).toEqual([])
    expect(await found('neill')).toEqual(['Per%cent'])
  })
})

describe('a tag in an address', () => {
  const tagged = [
    'İstanbul',
    'STRASSE',
    'Straße',
    'ＦＵＬＬ',
    'c++',
    'a/b',
    '100%',
    'a b',
    '😀',
    '..',
    'ﬁlm',
    "o'b",
    'a\\b',
    '#',
  ]
  beforeAll(async () => {
    for (const tag of tagged) await makePost(t.deps, marit, { title: tag, tags: [tag] })
    await makeWork(t.deps, marit, { tags: ['100%'] })
  })
  const titles = async (tag: string) => {
    const { status, body } = await t.call(listTagPosts, { params: { tag } })
    expect([tag, status]).toEqual([tag, 200])
    return (body as Post[]).map(({ title }) => title)
  }

  it('finds the posts with it, whatever characters it has', async () => {
    for (const tag of [
      'STRASSE',
      'Straße',
      'c++',
      'a/b',
      '100%',
      'a b',
      '😀',
      "o'b",
      'a\\b',
      'İstanbul',
      'ＦＵＬＬ',
      'ﬁlm',
    ]) {
      expect([tag, await titles(tag)]).toEqual([tag, [tag]])
      const { body } = await t.call(getTag, { params: { tag } })
      expect([tag, body.postCount]).toEqual([tag, 1])
    }
    expect(await titles('full')).toEqual(['ＦＵＬＬ'])
    expect(await titles('FILM')).toEqual(['ﬁlm'])
    expect(await titles('##c++')).toEqual(['c++'])
    expect(await titles('straße')).toEqual(['Straße'])
    expect(await titles('10_%')).toEqual([])
    expect(await titles('#')).toEqual([])
  })

  it('never causes a server error', async () => {
    for (const tag of [
      ...SIGNS.filter((one) => one.isWellFormed()),
      '/',
      '//',
      '.',
      'x'.repeat(MAX_TAG_LENGTH),
      '😀'.repeat(MAX_TAG_LENGTH / 2),
    ]) {
      for (const endpoint of [getTag, listTagPosts, listTagPortfolios]) {
        const { status } = await t.call(endpoint, { params: { tag } })
        const expected = /^(\s+|\.)$/.test(tag) ? [400, 404] : [200, 400]
        expect([tag, status, expected.includes(status)]).toEqual([tag, status, true])
      }
      const page = await t.request({
        method: 'GET',
        url: `/explore/tag/${encodeURIComponent(tag)}`,
      })
      expect([tag, page.status < 500]).toEqual([tag, true])
    }
    for (const raw of [
      '%',
      '%ZZ',
      '%C3',
      '%FF%FE',
      '%00',
      '%2f%2f',
      'a%2Fb',
      '..%2f..',
      '%E0%A4%A',
      'x'.repeat(5_000),
    ]) {
      for (const url of [`/api/tags/${raw}`, `/api/posts/tag/${raw}`, `/explore/tag/${raw}`]) {
        const { status } = await t.request({ method: 'GET', url })
        expect([url.slice(0, 60), status < 500]).toEqual([url.slice(0, 60), true])
      }
    }
  })
})

describe('a text', () => {
  it('comes back as it was typed, in posts and comments', async () => {
    const id = await makePost(t.deps, marit)
    for (const text of SIGNS.filter((one) => one.trim() !== '' && one.isWellFormed())) {
      const input = {
        title: `x${text}x`,
        description: `x${text}x`,
        mood: `x${text}x`,
        location: `x${text}x`,
      }
      const edited = await t.call(updatePost, { as: marit, params: { id }, body: input })
      expect([text, edited.status]).toEqual([text, 200])
      expect(edited.body).toMatchObject(input)
      const comment = await t.call(createComment, {
        as: bob,
        params: { id },
        body: { content: input.title },
      })
      expect([text, comment.status, comment.body.content]).toEqual([text, 201, input.title])
    }
    const { body } = await t.call(listComments, { params: { id }, query: { limit: 100 } })
    expect(body).toHaveLength(SIGNS.filter((one) => one.trim() !== '' && one.isWellFormed()).length)
    const half = await t.call(updatePost, {
      as: marit,
      params: { id },
      body: { title: 'a\ud800b' },
    })
    expect([200, 400]).toContain(half.status)
  })

  it.each([
    '</script><script>alert(1)</script>',
    '<!--<script>',
    '--><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onload='alert(1)",
    '</title><script>alert(1)</script>',
    '<!--head--><!--app--><!--boot-->',
    "$& $` $' $1",
    '\u2028alert(1)\u2029',
    '&lt;script&gt;&quot;',
    '<svg/onload=alert(1)>',
    ']]><script>alert(1)</script>',
  ])('is only text on the page of a post, too: %s', async (text) => {
    const id = await makePost(t.deps, marit, {
      title: text,
      description: text.repeat(Math.floor(5_000 / text.length)),
      tags: [text.slice(0, MAX_TAG_LENGTH)],
    })
    await t.call(createComment, { as: bob, params: { id }, body: { content: text } })
    const { status, body } = await t.request({ method: 'GET', url: `/post/${id}` })
    expect(status).toBe(200)
    const html = body as string
    // Only our own scripts, and only of data types.
    const scripts = [...html.matchAll(/<script\b[^>]*>/gi)].map(([tag]) => tag)
    expect(scripts).toHaveLength(2)
    expect(scripts.every((tag) => tag.includes('json"'))).toBe(true)
    expect([...html.matchAll(/<\/script/gi)]).toHaveLength(2)
    expect(
      [...html.matchAll(/<\/?([a-z!][a-z-]*)/gi)].map(([, tag]) => tag?.toLowerCase()),
    ).not.toContain('img')
    expect(html).not.toMatch(/<svg|<!--/)
    for (const [, json = ''] of html.matchAll(/<script[^>]*>(.*?)<\/script>/gs)) {
      expect(JSON.stringify(JSON.parse(json))).toContain(JSON.stringify(text).slice(1, -1))
    }
    // Text inside an attribute cannot end it.
    const metas = [...html.matchAll(/<meta(?: [a-z-]+="[^"]*")+>/g)]
    expect(metas).toHaveLength(html.split('<meta').length - 1)
  })
})

describe('the size of an answer', () => {
  it('stays small for posts with ten files and long texts', async () => {
    const description = '<b>"Ünïcödé"</b> & \'more\' '.repeat(190)
    for (let n = 0; n < 20; n += 1) {
      const id = await makePost(t.deps, marit, { description, title: `Ten files ${n}` })
      for (let at = 1; at < 10; at += 1) {
        const other = await makePost(t.deps, bob, { isPublic: false })
        const file = await t.deps.db
          .selectFrom('post_media')
          .select('media_id')
          .where('post_id', '=', other)
          .executeTakeFirstOrThrow()
        await t.deps.db.deleteFrom('posts').where('id', '=', other).execute()
        await t.deps.db
          .insertInto('post_media')
          .values({ post_id: id, position: at, media_id: file.media_id })
          .execute()
      }
    }
    const list = await t.call(listExplorePosts, { query: { limit: 20, sort: 'newest' } })
    expect(list.body[0].media).toHaveLength(10)
    expect(JSON.stringify(list.body).length / 20).toBeLessThan(14_000)
    const id = list.body[0].id as string
    const one = await t.call(getPost, { params: { id } })
    expect(JSON.stringify(one.body).length).toBeLessThan(20_000)
    const page = await t.request({ method: 'GET', url: `/post/${id}` })
    expect((page.body as string).length).toBeLessThan(60_000)
  })
})
