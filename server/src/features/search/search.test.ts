import {
  getWorkFacets,
  searchEverything,
  searchFoundPeople,
  searchPosts,
  suggest,
} from '@plinth/contract/search/search.ts'
import { listPortfolios } from '@plinth/contract/portfolios/portfolios.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type NamedPerson, type Person } from '../../../test/app.ts'
import { makePost } from '../../../test/content/posts.ts'
import { makeWork } from '../../../test/content/works.ts'

const t = testApp({ JOBS: 'off' })
let marit: NamedPerson
let adaeze: NamedPerson
let reader: Person
const works: Record<string, string> = {}
const posts: Record<string, string> = {}

beforeAll(async () => {
  marit = await t.person('Marit', { isCreator: true, lastName: 'Solheim' })
  adaeze = await t.person('Adaeze', { isCreator: true, lastName: 'Nwosu' })
  await t.person('Grace', { lastName: 'Tuilagi' })
  reader = await t.person('Reader')
  await place(marit, 'Bergen, Norway')
  await place(adaeze, 'Enugu, Nigeria')
  const work = async (name: string, creator: Person, options: object) => {
    works[name] = await makeWork(t.deps, creator, { title: name, ...options })
  }
  await work('Moon Jar', marit, { categoryId: 6, tags: ['ceramics', 'kiln'], priceCents: 90_000 })
  await work('Breakfast Set', marit, {
    categoryId: 6,
    tags: ['ceramics', 'tableware'],
    priceCents: 48_000,
  })
  await work('Harmattan', adaeze, {
    categoryId: 2,
    tags: ['portrait', 'dust'],
    priceCents: 15_050,
  })
  await work('Lagoon', adaeze, { categoryId: 2, tags: ['water', 'kiln'] })
  await t.deps.db
    .updateTable('portfolio_items')
    .set({ origin: 'hand', origin_said_at: new Date() })
    .where('id', '=', works['Moon Jar'] ?? '')
    .execute()
  const post = async (name: string, creator: Person, options: object = {}) => {
    posts[name] = await makePost(t.deps, creator, { title: name, ...options })
  }
  await post('Unloaded this morning', marit, {
    description: 'Kiln came down to ninety.',
    tags: ['ceramics'],
    categoryId: 6,
  })
  await post('Contact sheets', adaeze, { tags: ['darkroom'], categoryId: 2 })
  await post('Unseen', marit, { tags: ['darkroom'], isPublic: false })
  await post('Unapproved', marit, { tags: ['darkroom'], isApproved: false })
  await post('Unready', marit, { tags: ['darkroom'], isReady: false })
  await t.runJob('portfolios.refresh')
})

const place = ({ id }: Person, location: string) =>
  t.deps.db.updateTable('users').set({ location }).where('id', '=', id).execute()

const titles = (list: { title: string }[]) => list.map(({ title }) => title)
const firstNames = (list: { firstName: string }[]) => list.map(({ firstName }) => firstName)

async function worksFor(query: object, as?: Person): Promise<string[]> {
  const { status, body } = await t.call(listPortfolios, { query, as })
  expect(status).toBe(200)
  return titles(body)
}
async function peopleFor(search: string, as?: Person, query: object = {}): Promise<string[]> {
  const { status, body } = await t.call(searchFoundPeople, { query: { search, ...query }, as })
  expect(status).toBe(200)
  return firstNames(body)
}
async function postsFor(search: string, query: object = {}, as?: Person): Promise<string[]> {
  const { status, body } = await t.call(searchPosts, { query: { search, ...query }, as })
  expect(status).toBe(200)
  return titles(body)
}

describe('works', () => {
  it('are filtered by price, place and origin, with words and without', async () => {
    expect(await worksFor({ place: 'Bergen' })).toEqual(['Breakfast Set', 'Moon Jar'])
    expect(await worksFor({ place: 'norway, BERGEN' })).toEqual(['Breakfast Set', 'Moon Jar'])
    expect(await worksFor({ place: 'Oslo, Norway' })).toEqual([])
    expect(await worksFor({ place: 'Nigeria', minPrice: 1 })).toEqual(['Harmattan'])
    expect(await worksFor({ minPrice: 150.5, maxPrice: 480 })).toEqual([
      'Harmattan',
      'Breakfast Set',
    ])
    expect(await worksFor({ minPrice: 150.51, maxPrice: 479.99 })).toEqual([])
    expect(await worksFor({ minPrice: 500, maxPrice: 100 })).toEqual([])
    expect(await worksFor({ origin: 'hand' })).toEqual(['Moon Jar'])
    expect(await worksFor({ search: 'ceramics', origin: 'hand' })).toEqual(['Moon Jar'])
    expect(await worksFor({ search: 'kiln', place: 'Enugu' })).toEqual(['Lagoon'])
    expect(await worksFor({ search: 'kiln', maxPrice: 1_000 })).toEqual(['Moon Jar'])
    expect(await worksFor({ search: 'kiln', categoryId: 2, sort: 'newest' })).toEqual(['Lagoon'])
    expect(await worksFor({ place: ' , ', categoryId: 2 })).toEqual(['Lagoon', 'Harmattan'])
  })

  it('are found by the handle of their creator, and follow a move and a new handle', async () => {
    const nomad = await t.person('Nomad', { isCreator: true })
    await t.deps.db
      .updateTable('users')
      .set({ handle: 'wander_lust', location: 'Faro, Portugal' })
      .where('id', '=', nomad.id)
      .execute()
    await makeWork(t.deps, nomad, { title: 'Tent' })
    expect(await worksFor({ search: '@wander_lust' })).toEqual(['Tent'])
    expect(await worksFor({ place: 'portugal' })).toEqual(['Tent'])
    await t.deps.db
      .updateTable('users')
      .set({ handle: 'settled', location: 'Łódź, Poland' })
      .where('id', '=', nomad.id)
      .execute()
    expect(await worksFor({ search: 'settled' })).toEqual(['Tent'])
    expect(await worksFor({ search: 'wander_lust', exact: true })).toEqual([])
    expect(await worksFor({ place: 'Lodz' })).toEqual(['Tent'])
    // Not the page of the second before.
    expect(await worksFor({ place: 'PORTUGAL' })).toEqual([])
  })

  it('are not corrected where the words are meant as typed', async () => {
    expect(await worksFor({ search: 'cermaics' })).toHaveLength(2)
    expect(await worksFor({ search: 'cermaics', exact: true })).toEqual([])
  })

  it('refuse filters that are none', async () => {
    for (const query of [
      { minPrice: -1 },
      { maxPrice: 'x' },
      { origin: 'stolen' },
      { place: 'x'.repeat(101) },
    ])
      expect((await t.call(listPortfolios, { query })).status, JSON.stringify(query)).toBe(400)
  })
})

describe('people', () => {
  it('are found by name, handle, craft, tags and place', async () => {
    for (const text of [
      'marit',
      'Solheim',
      'sol mar',
      `@${marit.handle}`,
      'crafting',
      'ceramic',
      'Bergen, Norway',
      'ceramics bergen',
      'Solhiem',
    ])
      expect(await peopleFor(text), text).toEqual(['Marit'])
    expect(await peopleFor('zzzz')).toEqual([])
  })

  it('come with what their card shows', async () => {
    const { body } = await t.call(searchFoundPeople, { query: { search: 'solheim' } })
    expect(body).toEqual([
      {
        id: marit.id,
        handle: marit.handle,
        firstName: 'Marit',
        lastName: 'Solheim',
        profileImageUrl: null,
        location: 'Bergen, Norway',
        isCreator: true,
        craft: 'Crafting',
        isFollowing: false,
        followsViewer: false,
        bio: null,
        fromPrice: 480,
        workCount: 2,
      },
    ])
  })

  it('put an exact handle first, then a name that begins so, then those with more followers', async () => {
    const [few, many, other] = await Promise.all([
      t.person('Odalys', { isCreator: true, lastName: 'Few' }),
      t.person('Odalys', { isCreator: true, lastName: 'Many' }),
      t.person('Zed', { isCreator: true, lastName: 'Odalys' }),
    ])
    const change = (id: string, values: object) =>
      t.deps.db.updateTable('users').set(values).where('id', '=', id).execute()
    await change(many.id, { follower_count: 90 })
    const { body } = await t.call(searchFoundPeople, { query: { search: 'odalys' } })
    const ids = body.map(({ id }: { id: string }) => id)
    // One of the first two has the handle `odalys`.
    expect(ids).toHaveLength(3)
    expect(ids[2]).toBe(other.id)
    await change(few.id, { handle: 'odalys_few' })
    await change(many.id, { handle: 'odalys_many' })
    expect(
      (await t.call(searchFoundPeople, { query: { search: 'Odalys' } })).body[0].lastName,
    ).toBe('Many')
    expect(
      (await t.call(searchFoundPeople, { query: { search: '@odalys_few' } })).body[0].lastName,
    ).toBe('Few')
  })

  it('who are no creators are found by members only', async () => {
    expect(await peopleFor('tuilagi')).toEqual([])
    expect(await peopleFor('tuilagi', reader)).toEqual(['Grace'])
    expect(await peopleFor('tuilgai', reader)).toEqual(['Grace'])
    const { body } = await t.call(searchEverything, { query: { search: 'tuilgai' } })
    expect(body).toMatchObject({ personCount: 0, corrections: [], taken: 'tuilgai' })
  })

  it('are in pages', async () => {
    for (let n = 0; n < 5; n += 1) await t.person('Paged', { isCreator: true, lastName: `N${n}` })
    const first = await t.call(searchFoundPeople, { query: { search: 'paged', limit: 3 } })
    const cursor = /[?&]cursor=([^&>]+)/.exec(String(first.headers['link']))?.[1]
    const second = await t.call(searchFoundPeople, { query: { search: 'paged', limit: 3, cursor } })
    expect(second.headers['link']).toBeUndefined()
    const ids = [...first.body, ...second.body].map(({ id }: { id: string }) => id)
    expect(new Set(ids).size).toBe(5)
  })

  it('whose name is a stop word are found by it', async () => {
    await t.person('Will', { isCreator: true, lastName: 'Do' })
    expect(await peopleFor('will')).toEqual(['Will'])
  })
})

describe('posts', () => {
  it('are found by title, description, tag and author, and in a category', async () => {
    for (const text of [
      'unloaded',
      'ninety',
      'ceramics',
      'solheim',
      `@${marit.handle}`,
      'ceramcis',
    ])
      expect(await postsFor(text), text).toEqual(['Unloaded this morning'])
    expect(await postsFor('ceramics', { categoryId: 6 })).toEqual(['Unloaded this morning'])
    expect(await postsFor('ceramics', { categoryId: 2 })).toEqual([])
    expect(await postsFor('ceramcis', { exact: true })).toEqual([])
  })

  it('are found only while everybody may see them', async () => {
    expect(await postsFor('darkroom')).toEqual(['Contact sheets'])
    const set = (values: object) =>
      t.deps.db
        .updateTable('posts')
        .set(values)
        .where('id', '=', posts['Contact sheets'] ?? '')
        .execute()
    await set({ taken_down_at: new Date(), taken_down_reason: 'x' })
    expect(await postsFor('darkroom', { limit: 7 })).toEqual([])
    await set({ taken_down_at: null, taken_down_reason: null, sensitive_by_author: true })
    const { body } = await t.call(searchPosts, { query: { search: 'darkroom', limit: 8 } })
    expect(body).toMatchObject([{ title: 'Contact sheets', isSensitive: true, kind: 'image' }])
    await set({ sensitive_by_author: false, title: 'Enlarger' })
    expect(await postsFor('enlarger')).toEqual(['Enlarger'])
    await set({ title: 'Contact sheets' })
  })
})

describe('everything', () => {
  const all = (search: string, query: object = {}, as?: Person) =>
    t.call(searchEverything, { query: { search, ...query }, as })

  it('holds the first three of each part, counts, tags and what is close', async () => {
    const { body } = await all('ceramics')
    expect(body).toMatchObject({
      taken: 'ceramics',
      corrections: [],
      workCount: 2,
      personCount: 1,
      postCount: 1,
    })
    expect(titles(body.works).toSorted()).toEqual(['Breakfast Set', 'Moon Jar'])
    expect(firstNames(body.people)).toEqual(['Marit'])
    expect(titles(body.posts)).toEqual(['Unloaded this morning'])
    expect(body.tags[0]).toEqual({ tag: 'ceramics', workCount: 2 })
    // Shares the tag `kiln` with one that was found.
    expect(titles(body.close)).toEqual(['Lagoon'])
  })

  it('says what it took, unless the words are meant as typed', async () => {
    const { body } = await all('Cermaics bergen')
    expect(body.corrections).toEqual([{ typed: 'cermaics', taken: 'ceramics' }])
    expect(body.taken).toBe('ceramics bergen')
    expect((await all('Cermaics', { exact: true })).body).toMatchObject({
      taken: 'Cermaics',
      corrections: [],
      workCount: 0,
    })
  })

  it('applies filters to works', async () => {
    const { body } = await all('ceramics', { maxPrice: 500 })
    expect(body).toMatchObject({ workCount: 1, personCount: 1 })
    expect(titles(body.works)).toEqual(['Breakfast Set'])
  })

  it('shows popular works where it finds nothing', async () => {
    const { body } = await all('qqxxzz')
    expect(body).toMatchObject({ workCount: 0, personCount: 0, postCount: 0, works: [], tags: [] })
    expect(body.close).toHaveLength(5)
  })

  it('takes a word for a misspelt name where it finds nobody otherwise', async () => {
    const { body } = await all('moon solheim')
    expect(body.workCount).toBe(1)
    await makeWork(t.deps, adaeze, { title: 'Graze' })
    const found = await all('graze tuilagi', {}, reader)
    expect(firstNames(found.body.people)).toEqual(['Grace'])
    expect(found.body.corrections).toEqual([{ typed: 'graze', taken: 'grace' }])
  })

  it('marks for members what they like and leaves out whom they block, both ways', async () => {
    const [a, b] = await Promise.all([
      t.person('Blocker', { isCreator: true, lastName: 'Vexil' }),
      t.person('Blocked'),
    ])
    await makeWork(t.deps, a, { title: 'Vexillum', tags: ['vexing'] })
    await makePost(t.deps, a, { title: 'Vexillum too' })
    const counts = async (as?: Person) => {
      const { body } = await all('vexil', {}, as)
      const names = await t.call(suggest, { query: { search: 'vexil' }, as })
      return [
        body.workCount,
        body.personCount,
        body.postCount,
        names.body.people.length,
        names.body.works.length,
        (await peopleFor('vexil', as)).length,
        (await postsFor('vexil', {}, as)).length,
      ]
    }
    expect(await counts(b)).toEqual([1, 1, 1, 1, 1, 1, 1])
    for (const [blocker, other] of [
      [a, b],
      [b, a],
    ] as const) {
      await t.deps.db
        .insertInto('blocks')
        .values({ blocker_id: blocker.id, blocked_id: other.id })
        .execute()
      expect(await counts(b)).toEqual([0, 0, 0, 0, 0, 0, 0])
      await t.deps.db.deleteFrom('blocks').execute()
    }
    await t.deps.db
      .updateTable('users')
      .set({ suspended_at: new Date() })
      .where('id', '=', a.id)
      .execute()
    expect(await counts(b)).toEqual([0, 0, 0, 0, 0, 0, 0])
  })

  it('accepts any words, and refuses none and too many', async () => {
    for (const text of [
      "' or 1=1 --",
      '%',
      '\\',
      "x':*",
      'a & | !',
      '🎨',
      'the of',
      '@',
      '日本語',
      'ř'.repeat(100),
    ]) {
      for (const endpoint of [searchEverything, searchFoundPeople, searchPosts, suggest])
        expect((await t.call(endpoint, { query: { search: text } })).status, text).toBe(200)
      expect((await t.call(getWorkFacets, { query: { search: text } })).status, text).toBe(200)
    }
    for (const endpoint of [searchEverything, searchFoundPeople, searchPosts]) {
      expect((await t.call(endpoint)).status).toBe(400)
      expect((await t.call(endpoint, { query: { search: '' } })).status).toBe(400)
      expect((await t.call(endpoint, { query: { search: 'x'.repeat(101) } })).status).toBe(400)
    }
    for (const endpoint of [searchFoundPeople, searchPosts])
      expect((await t.call(endpoint, { query: { search: 'x', cursor: 'x' } })).status).toBe(400)
  })
})

describe('suggestions', () => {
  it('begin with what is typed', async () => {
    const { body } = await t.call(suggest, { query: { search: 'cera' } })
    expect(firstNames(body.people)).toEqual(['Marit'])
    expect(titles(body.works).toSorted()).toEqual(['Breakfast Set', 'Moon Jar'])
    expect(body.tags).toEqual([{ tag: 'ceramics', workCount: 2 }])
    const moon = await t.call(suggest, { query: { search: 'Moon J' } })
    expect(moon.body.works).toMatchObject([
      { title: 'Moon Jar', creatorName: 'Marit Solheim', startingPrice: 900, isSensitive: false },
    ])
  })

  it('are popular tags before anything is typed', async () => {
    const { body } = await t.call(suggest)
    expect(body).toMatchObject({ people: [], works: [] })
    expect(body.tags).toHaveLength(3)
    expect(body.tags.slice(0, 2).map(({ tag }: { tag: string }) => tag)).toEqual([
      'ceramics',
      'kiln',
    ])
  })
})

describe('facets', () => {
  const facets = async (query: object = {}) => (await t.call(getWorkFacets, { query })).body

  it('count works by category, place and price', async () => {
    await t.runJob('portfolios.refresh')
    const body = await facets({ place: 'Norway' })
    expect(body).toMatchObject({ workCount: 2, creatorCount: 1, without: [] })
    expect(body.categories).toContainEqual({ categoryId: 6, workCount: 2 })
    expect(body.categories).toContainEqual({ categoryId: 2, workCount: 0 })
    expect(body.prices).toEqual({ lowest: 150.5, highest: 900 })
    expect(body.places.slice(0, 2).map((one: { place: string }) => one.place)).toEqual([
      'Enugu',
      'Nigeria',
    ])
    const ofCrafting = await facets({ categoryId: 6, minPrice: 1 })
    expect(ofCrafting).toMatchObject({ workCount: 2 })
    expect(ofCrafting.categories).toContainEqual({ categoryId: 2, workCount: 1 })
    const everything = await facets()
    const listed = await worksFor({ limit: 100 })
    expect(everything.workCount).toBe(listed.length)
  })

  it('say what there would be without a filter, if there is nothing with it', async () => {
    expect(
      await facets({ place: 'Norway', categoryId: 2, origin: 'hand', minPrice: 1 }),
    ).toMatchObject({
      workCount: 0,
      without: [
        { filter: 'categoryId', workCount: 1 },
        { filter: 'price', workCount: 0 },
        { filter: 'place', workCount: 0 },
        { filter: 'origin', workCount: 0 },
      ],
    })
    expect(await facets({ search: 'kiln', place: 'Norway', categoryId: 2 })).toMatchObject({
      workCount: 0,
      without: [
        { filter: 'categoryId', workCount: 1 },
        { filter: 'place', workCount: 1 },
        { filter: 'search', workCount: 0 },
      ],
    })
  })

  it('count the works that words find', async () => {
    expect(await facets({ search: 'kiln' })).toMatchObject({ workCount: 2, creatorCount: 2 })
    expect(await facets({ search: 'kiln', categoryId: 2 })).toMatchObject({ workCount: 1 })
  })

  it('refuse filters that are none', async () => {
    for (const query of [{ categoryId: 0 }, { minPrice: -1 }, { origin: 'x' }])
      expect((await t.call(getWorkFacets, { query })).status).toBe(400)
  })
})
