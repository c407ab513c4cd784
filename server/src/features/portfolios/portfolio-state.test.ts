import { followUser, getProfile } from '@plinth/contract/people/users.ts'
import {
  createPortfolio,
  deletePortfolio,
  getPortfolio,
  likePortfolio,
  listCategories,
  listPortfolios,
  listUserPortfolios,
  savePortfolio,
  updatePortfolio,
  type PortfolioItem,
} from '@plinth/contract/portfolios/portfolios.ts'
import {
  UNSHOWN_STATES,
  getWorkState,
  listUnshown,
  restorePortfolio,
  setWorkState,
  type UnshownState,
  type UnshownWork,
} from '@plinth/contract/portfolios/states.ts'
import { listUserPosts, updatePost, type Post } from '@plinth/contract/posts/posts.ts'
import { getTag } from '@plinth/contract/posts/tags.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type Answer, type Person } from '../../../test/app.ts'
import { makePicture } from '../../../test/media/pictures.ts'
import { makeWork } from '../../../test/content/works.ts'
import { newId } from '../../db/id.ts'

const t = testApp()
const SOON = { timeout: 60_000 }
let maker: Person
let other: Person
let ann: Person
let admin: Person
let picture: string

beforeAll(async () => {
  maker = await t.person('Marit', { isCreator: true })
  other = await t.person('Otto', { isCreator: true })
  ann = await t.person('Ann')
  admin = await t.person('Ada', { isAdmin: true })
  picture = `data:image/png;base64,${(await makePicture('image/png', 700, 500)).toString('base64')}`
  await t.call(followUser, { as: ann, params: { id: maker.id }, body: { following: true } })
})

async function draft(more: object = {}, as = maker): Promise<PortfolioItem> {
  const { status, body } = await t.call(createPortfolio, {
    as,
    body: { category: 'crafting', fileName: 'jar.png', fileUrl: picture, state: 'draft', ...more },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const set = (id: string, body: object, as: Person | undefined = maker): Promise<Answer> =>
  t.call(setWorkState, { as, params: { id }, body })
const bin = (id: string, as: Person | undefined = maker) =>
  t.call(deletePortfolio, { as, params: { id } })
const restore = (id: string, as: Person | undefined = maker): Promise<Answer> =>
  t.call(restorePortfolio, { as, params: { id } })
const unshown = async (state: UnshownState, as = maker): Promise<UnshownWork[]> =>
  (await t.call(listUnshown, { as, query: { state, limit: 100 } })).body
const idsOf = (works: readonly UnshownWork[]) => works.map(({ work }) => work.id)
const statusFor = async (id: string, as?: Person) =>
  (await t.call(getPortfolio, { as, params: { id } })).status
const wall = async (as?: Person): Promise<string[]> => {
  const { body } = await t.call(listUserPortfolios, { as, params: { id: maker.id } })
  return (body as PortfolioItem[]).map(({ id }) => id)
}
const untilListed = async (id: string) => {
  await expect.poll(() => statusFor(id), SOON).toBe(200)
}
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
/** A published work with a file, that everybody sees. */
async function published(more: object = {}): Promise<PortfolioItem> {
  const work = await draft({ state: 'published', ...more })
  await untilListed(work.id)
  return work
}

/** The counters of works beside the rows that they count. */
async function expectTrueCounts() {
  const { rows } = await sql<{ ok: boolean }>`
    select (select bool_and(work_count = (select count(*) from portfolio_items i
        where i.category_id = c.id and i.is_listed)) from categories c)
      and (select bool_and(work_count = (select count(*) from portfolio_items i
        where i.creator_id = u.id and i.state = 'published')) from users u where not is_gone) as ok`.execute(
    t.deps.db,
  )
  expect(rows).toEqual([{ ok: true }])
}

describe('a draft', () => {
  it('is its creator’s alone, and in no list, count or search', async () => {
    const before = await t.call(getProfile, { params: { id: maker.id } })
    const work = await draft({ title: 'Zwielichtkrug', tags: ['zwielicht'] })
    expect(work).toMatchObject({ state: 'draft', isListed: false, hasCaseStudy: false })
    // Its picture becomes ready, and it stays a draft.
    await expect
      .poll(async () => (await unshown('draft'))[0]?.work.picture.state, SOON)
      .toBe('ready')
    await t.runJob('portfolios.refresh')
    for (const as of [undefined, ann, other, admin]) {
      expect(await statusFor(work.id, as)).toBe(404)
      expect(await wall(as)).not.toContain(work.id)
      const found = await t.call(listPortfolios, { as, query: { search: 'Zwielichtkrug' } })
      expect(found.body).toEqual([])
      expect((await t.call(likePortfolio, { as: as ?? ann, params: { id: work.id } })).status).toBe(
        404,
      )
      expect((await t.call(savePortfolio, { as: as ?? ann, params: { id: work.id } })).status).toBe(
        404,
      )
    }
    expect(await wall(maker)).not.toContain(work.id)
    expect(await statusFor(work.id, maker)).toBe(200)
    const { rows } = await sql`select from search_terms where word like 'zwielicht%'`.execute(
      t.deps.db,
    )
    expect(rows).toEqual([])
    expect((await t.call(getTag, { params: { tag: 'zwielicht' } })).body).not.toMatchObject({
      workCount: 1,
    })
    const after = await t.call(getProfile, { params: { id: maker.id } })
    expect(after.body.workCount).toBe(before.body.workCount)
    const file = await t.app.inject({ url: work.picture.originalUrl.replace(/\?.*/, '') })
    expect(file.statusCode).toBe(404)
    await expectTrueCounts()
  })

  it('is published once, as a new work, and shared in a post if wanted', async () => {
    const work = await draft({ title: 'Late jar' })
    expect(
      (
        await t.call(updatePortfolio, {
          as: maker,
          params: { id: work.id },
          body: { startingPrice: 80 },
        })
      ).status,
    ).toBe(200)
    t.clock.advance({ minutes: 5 })
    const { status, body } = await set(work.id, { state: 'published', alsoPost: true })
    expect(status).toBe(200)
    expect(body.work).toMatchObject({ state: 'published', startingPrice: 80 })
    expect(Date.parse(body.work.createdAt)).toBeGreaterThan(Date.parse(work.createdAt))
    await untilListed(work.id)
    expect((await wall())[0]).toBe(work.id)
    // The file lists its works before it shows its posts.
    const posts = async () => {
      const answer = await t.call(listUserPosts, { params: { id: maker.id } })
      return (answer.body as Post[]).filter(({ portfolioId }) => portfolioId === work.id)
    }
    await expect.poll(posts, SOON).toHaveLength(1)
    // Again is nothing new, and a published work is no draft any more.
    expect((await set(work.id, { state: 'published', alsoPost: true })).status).toBe(200)
    expect(await posts()).toHaveLength(1)
    for (const state of ['draft', 'scheduled'] as const) {
      const publishAt = state === 'scheduled' ? inDays(1) : undefined
      expect((await set(work.id, { state, ...(publishAt ? { publishAt } : {}) })).body.code).toBe(
        'conflict',
      )
    }
    await expectTrueCounts()
  })

  it('is published once when two windows do it at the same time', async () => {
    const work = await draft()
    const answers = await Promise.all(
      [1, 2, 3].map(() => set(work.id, { state: 'published', alsoPost: true })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const { body } = await t.call(listUserPosts, { as: maker, params: { id: maker.id } })
    expect((body as Post[]).filter(({ portfolioId }) => portfolioId === work.id)).toHaveLength(1)
    await expectTrueCounts()
  })

  it('can be hidden by nobody, and needs a creator to be published', async () => {
    const work = await draft()
    expect((await set(work.id, { state: 'hidden' })).body.code).toBe('conflict')
    const lapsed = await t.person('Lapsed', { isCreator: true })
    const theirs = await draft({}, lapsed)
    await sql`update users set creator_granted = false where id = ${lapsed.id}`.execute(t.deps.db)
    expect((await set(theirs.id, { state: 'published' }, lapsed)).body.code).toBe(
      'creator.required',
    )
    expect((await bin(theirs.id, lapsed)).status).toBe(204)
  })
})

describe('a scheduled work', () => {
  it('is shown when its time has come, and not before', async () => {
    const work = await draft({ title: 'First of December' })
    const publishAt = inDays(2)
    expect((await set(work.id, { state: 'scheduled', publishAt })).body).toMatchObject({
      work: { id: work.id, state: 'scheduled' },
      publishAt,
      deletedAt: null,
    })
    expect(idsOf(await unshown('scheduled'))).toEqual([work.id])
    await t.runJob('portfolios.publish-due')
    expect(await statusFor(work.id, ann)).toBe(404)
    t.clock.advance({ days: 2, minutes: 1 })
    await t.runJob('portfolios.publish-due')
    await untilListed(work.id)
    expect(await unshown('scheduled')).toEqual([])
    await expectTrueCounts()
  })

  it('can be moved, made a draft again, and published at once', async () => {
    const work = await draft()
    for (const days of [60, 30]) {
      const publishAt = inDays(days)
      expect((await set(work.id, { state: 'scheduled', publishAt })).body.publishAt).toBe(publishAt)
    }
    expect((await set(work.id, { state: 'draft' })).body.publishAt).toBeNull()
    expect((await set(work.id, { state: 'scheduled', publishAt: inDays(30) })).status).toBe(200)
    expect((await set(work.id, { state: 'published' })).body.work.state).toBe('published')
  })

  it('needs a time ahead, and nothing else has one', async () => {
    const work = await draft()
    for (const body of [
      { state: 'scheduled' },
      { state: 'scheduled', publishAt: inDays(-1) },
      { state: 'scheduled', publishAt: inDays(800) },
      { state: 'scheduled', publishAt: 'tomorrow' },
      { state: 'published', publishAt: inDays(10) },
      { state: 'scheduled', publishAt: inDays(10), alsoPost: true },
      { state: 'binned' },
      {},
    ])
      expect((await set(work.id, body)).status, JSON.stringify(body)).toBe(400)
    expect((await unshown('draft')).map(({ work: { id } }) => id)).toContain(work.id)
  })
})

describe('a hidden work', () => {
  it('leaves the wall with its post and its files, and keeps what it got', async () => {
    const work = await published({ title: 'Shy jar', alsoPost: true })
    const seen = async (as?: Person) => {
      const { body } = await t.call(listUserPosts, { as, params: { id: maker.id } })
      return (body as Post[]).filter(({ portfolioId }) => portfolioId === work.id)
    }
    // A job of its own shows the post once its picture is ready.
    await expect.poll(() => seen(ann), SOON).toHaveLength(1)
    await t.call(likePortfolio, { as: ann, params: { id: work.id }, body: { liked: true } })
    const file = (await t.call(getPortfolio, { params: { id: work.id } })).body.picture.originalUrl
    expect((await t.app.inject({ url: file })).statusCode).toBe(200)
    expect((await set(work.id, { state: 'hidden' })).body.work.state).toBe('hidden')
    for (const as of [undefined, ann, other]) expect(await statusFor(work.id, as)).toBe(404)
    expect(await wall(maker)).not.toContain(work.id)
    expect((await t.app.inject({ url: file })).statusCode).toBe(404)
    expect(await seen(ann)).toEqual([])
    expect(await seen(maker)).toMatchObject([{ isPublic: false }])
    await expectTrueCounts()

    expect((await set(work.id, { state: 'published' })).body.work).toMatchObject({
      createdAt: work.createdAt,
      likeCount: 1,
    })
    expect(await statusFor(work.id)).toBe(200)
    expect(await seen(ann)).toHaveLength(1)
    expect((await t.app.inject({ url: file })).statusCode).toBe(200)
    await expectTrueCounts()
  })

  it('can be edited, and its creator reads when it is shown or gone', async () => {
    const work = await published()
    await set(work.id, { state: 'hidden' })
    const edited = await t.call(updatePortfolio, {
      as: maker,
      params: { id: work.id },
      body: { title: 'Ember' },
    })
    expect(edited.body).toMatchObject({ title: 'Ember', state: 'hidden' })
    const read = (as?: Person): Promise<Answer> =>
      t.call(getWorkState, { as, params: { id: work.id } })
    expect((await read(maker)).body).toMatchObject({ work: { state: 'hidden' }, deletedAt: null })
    await bin(work.id)
    expect((await read(maker)).body.deletedAt).not.toBeNull()
    expect((await read()).status).toBe(401)
    for (const as of [ann, other, admin]) expect((await read(as)).status).toBe(404)
    expect((await t.call(getWorkState, { as: maker, params: { id: 'x' } })).status).toBe(400)
  })

  it('leaves a post alone that its author has made private or public themselves', async () => {
    const work = await published({ alsoPost: true })
    const { body } = await t.call(listUserPosts, { as: maker, params: { id: maker.id } })
    const post = (body as Post[]).find(({ portfolioId }) => portfolioId === work.id)
    const setPublic = (isPublic: boolean) =>
      t.call(updatePost, { as: maker, params: { id: post?.id }, body: { isPublic } })
    const isPublic = async () => {
      const { rows } = await sql<{ is: boolean }>`
        select is_public as is from posts where id = ${post?.id ?? null}`.execute(t.deps.db)
      return rows[0]?.is
    }
    await setPublic(false)
    await set(work.id, { state: 'hidden' })
    await set(work.id, { state: 'published' })
    expect(await isPublic()).toBe(false)
    await setPublic(true)
    await set(work.id, { state: 'hidden' })
    await setPublic(false)
    await set(work.id, { state: 'published' })
    expect(await isPublic()).toBe(false)
  })

  it('stays hidden when its creator comes back, and when it is put back', async () => {
    const work = await published()
    await set(work.id, { state: 'hidden' })
    await sql`update users set suspended_at = now() where id = ${maker.id}`.execute(t.deps.db)
    await sql`update users set suspended_at = null where id = ${maker.id}`.execute(t.deps.db)
    expect(await statusFor(work.id, ann)).toBe(404)
    expect(idsOf(await unshown('hidden', maker))).toContain(work.id)
    await expectTrueCounts()
  })
})

describe('the bin', () => {
  it('takes what is deleted for 30 days, and gives it back as it was', async () => {
    const work = await published({ title: 'Regretted jar', alsoPost: true })
    await t.call(savePortfolio, { as: ann, params: { id: work.id }, body: { saved: true } })
    expect((await bin(work.id)).status).toBe(204)
    expect((await bin(work.id)).status).toBe(204)
    for (const as of [undefined, ann, other]) expect(await statusFor(work.id, as)).toBe(404)
    const [inBin] = await unshown('binned')
    expect(inBin).toMatchObject({ work: { id: work.id, state: 'binned' }, publishAt: null })
    expect(Date.parse(inBin?.deletedAt ?? '')).toBeGreaterThan(Date.now())
    expect((await set(work.id, { state: 'published' })).body.code).toBe('conflict')
    await t.runJob('portfolios.empty-bin')
    expect((await restore(work.id)).body.work).toMatchObject({
      state: 'published',
      saveCount: 1,
      createdAt: work.createdAt,
    })
    expect((await restore(work.id)).status).toBe(200)
    expect(await statusFor(work.id)).toBe(200)
    const isShared = async () => {
      const { body } = await t.call(listUserPosts, { params: { id: maker.id } })
      return (body as Post[]).some(({ portfolioId }) => portfolioId === work.id)
    }
    await expect.poll(isShared, SOON).toBe(true)
    await expectTrueCounts()
  })

  it('brings a draft back as a draft, a scheduled work too, and a hidden one hidden', async () => {
    const [one, two, three] = [await draft(), await draft(), await published()]
    await set(two.id, { state: 'scheduled', publishAt: inDays(40) })
    await set(three.id, { state: 'hidden' })
    for (const { id } of [one, two, three]) await bin(id)
    expect((await restore(one.id)).body.work.state).toBe('draft')
    expect((await restore(two.id)).body.work.state).toBe('draft')
    expect((await restore(three.id)).body.work.state).toBe('hidden')
  })

  it('is emptied after 30 days, of the post and the file too', async () => {
    const work = await published({ title: 'Old jar', alsoPost: true })
    const kept = await published()
    await bin(work.id)
    t.clock.advance({ days: 29 })
    await bin(kept.id)
    await t.runJob('portfolios.empty-bin')
    expect(idsOf(await unshown('binned'))).toEqual(expect.arrayContaining([work.id, kept.id]))
    t.clock.advance({ days: 2 })
    await t.runJob('portfolios.empty-bin')
    const left = idsOf(await unshown('binned'))
    expect(left).toContain(kept.id)
    expect(left).not.toContain(work.id)
    const { rows } = await sql`
      select id from posts where portfolio_id = ${work.id}
      union all select id from portfolio_items where id = ${work.id}`.execute(t.deps.db)
    expect(rows).toEqual([])
    await expectTrueCounts()
  })

  it('can be passed: a work is deleted for good at once', async () => {
    const work = await draft()
    await bin(work.id)
    const { status } = await t.call(deletePortfolio, {
      as: maker,
      params: { id: work.id },
      query: { forGood: true },
    })
    expect(status).toBe(204)
    expect(await statusFor(work.id, maker)).toBe(404)
    expect((await restore(work.id)).status).toBe(404)
  })
})

describe('rights', () => {
  it('are the creator’s, in every state', async () => {
    const work = await draft()
    const shown = await makeWork(t.deps, maker)
    for (const id of [work.id, newId()]) {
      for (const as of [ann, other, admin]) {
        expect((await set(id, { state: 'published' }, as)).status).toBe(404)
        expect((await restore(id, as)).status).toBe(404)
        expect((await bin(id, as)).status).toBe(404)
      }
    }
    for (const as of [ann, other, admin]) {
      expect((await set(shown, { state: 'hidden' }, as)).body.code).toBe('auth.forbidden')
      expect((await restore(shown, as)).body.code).toBe('auth.forbidden')
      expect(await unshown('draft', as)).toEqual([])
    }
    for (const id of ['x', `urn:uuid:${work.id}`]) {
      expect((await set(id, { state: 'published' })).status).toBe(400)
      expect((await restore(id)).status).toBe(400)
    }
    const asked = [
      await t.call(setWorkState, { params: { id: work.id }, body: { state: 'published' } }),
      await t.call(restorePortfolio, { params: { id: work.id } }),
      await t.call(listUnshown, { query: { state: 'draft' } }),
    ]
    expect(asked.map(({ status }) => status)).toEqual([401, 401, 401])
  })
})

describe('the lists of drafts, scheduled, hidden and deleted works', () => {
  it('are paged, the latest change first, and refuse other cursors', async () => {
    const paul = await t.person('Paul', { isCreator: true })
    const ids: string[] = []
    for (let i = 0; i < 5; i += 1) ids.push((await draft({}, paul)).id)
    const first = await t.call(listUnshown, { as: paul, query: { state: 'draft', limit: 3 } })
    expect(idsOf(first.body)).toEqual(ids.toReversed().slice(0, 3))
    const cursor = /cursor=([^&>]+)/.exec(String(first.headers.link))?.[1]
    const second = await t.call(listUnshown, {
      as: paul,
      query: { state: 'draft', limit: 3, cursor },
    })
    expect(idsOf(second.body)).toEqual(ids.toReversed().slice(3))
    for (const query of [
      { state: 'hidden', cursor },
      { state: 'published' },
      {},
      { state: 'draft', cursor: 'x' },
    ])
      expect((await t.call(listUnshown, { as: paul, query })).status).toBe(400)
    for (const state of UNSHOWN_STATES)
      expect((await unshown(state, paul)).length).toBe(state === 'draft' ? 5 : 0)
  })

  it('is no list of categories: nothing unshown is counted', async () => {
    await expectTrueCounts()
    expect((await t.call(listCategories)).status).toBe(200)
  })
})
