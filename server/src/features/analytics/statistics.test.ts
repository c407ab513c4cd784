import { ANALYTICS_PERIODS } from '@plinth/contract/analytics/analytics.ts'
import {
  getPostStatistics,
  getWorkStatistics,
  type Statistics,
} from '@plinth/contract/analytics/statistics.ts'
import { createBoard, updateBoard } from '@plinth/contract/boards/boards.ts'
import { sendQuote } from '@plinth/contract/messages/messages.ts'
import { blockUser } from '@plinth/contract/people/blocks.ts'
import type { ViewSource } from '@plinth/contract/people/views.ts'
import {
  likePortfolio,
  savePortfolio,
  viewPortfolio,
} from '@plinth/contract/portfolios/portfolios.ts'
import { createComment } from '@plinth/contract/posts/comments.ts'
import { likePost, savePost, viewPost } from '@plinth/contract/posts/posts.ts'
import { acceptOffer, payDeposit } from '@plinth/contract/projects/project-calls.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/app.ts'
import { writeInquiry, writeMessage } from '../../../test/content/messages.ts'
import { makePost } from '../../../test/content/posts.ts'
import { dayIn, hiring, pairUp } from '../../../test/content/projects.ts'
import { makeWork } from '../../../test/content/works.ts'
import { paidApp } from '../../../test/money/cards.ts'
import { newId } from '../../db/id.ts'
import { keptFromOf, spanOf, statisticsOf } from './statistics.ts'

const t = paidApp()
let people: Person[]
beforeAll(async () => {
  people = await Promise.all(Array.from({ length: 5 }, (_, n) => t.person(`P${n}`)))
})

const maker = () => t.person('Maker', { isCreator: true })
const someone = (at: number): Person => people[at] as Person

type Of = Statistics['of']
const CALLS = { work: getWorkStatistics, post: getPostStatistics }
async function read(of: Of, as: Person, id: string, query: object = {}): Promise<Statistics> {
  const { status, body } = await t.call(CALLS[of], { as, params: { id }, query })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const look = (of: Of, as: Person, id: string, source?: ViewSource) =>
  t.call(of === 'work' ? viewPortfolio : viewPost, {
    as,
    params: { id },
    ...(source ? { body: { source } } : {}),
  })
async function untilViews(of: Of, as: Person, id: string, views: number): Promise<void> {
  const seen = async () => (await read(of, as, id)).totals.views
  await expect.poll(seen, { timeout: 100_000 }).toBe(views)
}

/** A day of UTC so many days ago. */
const day = (back: number) =>
  new Date(t.deps.now().getTime() - back * 86_400_000).toISOString().slice(0, 10)

const NONE = {
  views: 0,
  likes: 0,
  saves: 0,
  comments: 0,
  inquiries: 0,
  deposits: 0,
  completed: 0,
}

describe.each(['work', 'post'] as const)('statistics of a %s', (of) => {
  const comments = of === 'work' ? null : 0
  const make = (creator: Person, options: { title?: string; createdAt?: Date } = {}) =>
    of === 'work' ? makeWork(t.deps, creator, options) : makePost(t.deps, creator, options)
  const given = of === 'work' ? ['portfolio', 'item_id'] : ['post', 'post_id']
  const [prefix = '', column = ''] = given
  const insertView = (id: string, viewer: Person, on: string, source: ViewSource = 'other') =>
    sql`insert into ${sql.table(`${prefix}_views`)} (${sql.ref(column)}, day, viewer_id, source)
      values (${id}, ${on}, ${viewer.id}, ${source})`.execute(t.deps.db)
  const insertGiven = (what: 'likes' | 'saves', id: string, by: Person, at: string) =>
    sql`insert into ${sql.table(`${prefix}_${what}`)} (${sql.ref(column)}, user_id, created_at)
      values (${id}, ${by.id}, ${at})`.execute(t.deps.db)

  it('are zero before anybody has seen it', async () => {
    const creator = await maker()
    const id = await make(creator, { title: 'Moon Jar' })
    const zero = { ...NONE, comments }
    const found = await read(of, creator, id)
    expect(found).toMatchObject({ id, of, title: 'Moon Jar', days: 30, from: day(29) })
    expect(found).toMatchObject({
      isVisible: true,
      viewCount: 0,
      totals: zero,
      before: zero,
      steps: [],
      sources: [],
    })
    expect(found.picture).toMatchObject({ state: 'ready', width: 1200 })
  })

  it('count what others did with this one, before and after the tallies are updated', async () => {
    const creator = await maker()
    const [id, another] = [await make(creator), await make(creator)]
    await look(of, someone(0), id, 'for_you')
    await look(of, someone(0), id, 'search')
    await look(of, someone(1), id, 'search')
    await look(of, someone(2), id, 'search')
    await look(of, someone(3), another, 'profile')
    await look(of, creator, id, 'wall')
    const [like, save] = of === 'work' ? [likePortfolio, savePortfolio] : [likePost, savePost]
    for (const as of [someone(0), someone(1), creator]) await t.call(like, { as, params: { id } })
    for (const as of [someone(0), creator]) await t.call(save, { as, params: { id } })
    await t.call(like, { as: someone(3), params: { id: another } })
    await untilViews(of, creator, id, 3)
    const found = await read(of, creator, id, { days: 7 })
    expect(found.totals).toEqual({ ...NONE, comments, views: 3, likes: 2, saves: 1 })
    expect(found.before).toEqual({ ...NONE, comments })
    expect(found.viewCount).toBe(3)
    expect(found.sources).toEqual([
      { source: 'search', views: 2, deposits: 0 },
      { source: 'for_you', views: 1, deposits: 0 },
    ])
    expect(found.steps.map(({ date }) => date)).toEqual([6, 5, 4, 3, 2, 1, 0].map(day))
    expect(found.steps.at(-1)).toEqual({ date: day(0), views: 3, likes: 2, saves: 1, comments })
    expect(found.steps.at(-2)).toEqual({ date: day(1), views: 0, likes: 0, saves: 0, comments })
    await t.runJob('analytics.fold')
    expect(await read(of, creator, id, { days: 7 })).toEqual(found)
    // One that is taken back is gone from both.
    await t.call(like, { as: someone(0), params: { id } })
    expect((await read(of, creator, id)).totals.likes).toBe(1)
  })

  it('count the public boards of others that it is on', async () => {
    const creator = await maker()
    const id = await make(creator)
    const thing = of === 'work' ? { workId: id } : { postId: id }
    const put = (as: Person, visibility: 'private' | 'link' | 'public') =>
      t.call(createBoard, { as, body: { title: 'A board', visibility, ...thing } })
    const boards = async () => (await read(of, creator, id)).boardCount
    await put(someone(0), 'private')
    await put(someone(0), 'link')
    await put(creator, 'public')
    expect(await boards()).toBe(0)
    await put(someone(0), 'public')
    await put(someone(1), 'public')
    const { body } = await put(someone(2), 'public')
    expect(await boards()).toBe(3)
    await t.call(updateBoard, {
      as: someone(2),
      params: { id: body.id },
      body: { visibility: 'private' },
    })
    await t.call(blockUser, { as: creator, params: { id: someone(1).id } })
    expect(await boards()).toBe(1)
    await sql`update boards set taken_down_at = now(), taken_down_reason = 'Spam'
      where owner_id = ${someone(0).id}::uuid`.execute(t.deps.db)
    expect(await boards()).toBe(0)
  })

  it('begin and end with days of UTC', async () => {
    const creator = await maker()
    const id = await make(creator, { createdAt: new Date(`${day(20)}T00:00:00Z`) })
    for (const [at, back] of [14, 13, 7, 6].entries()) await insertView(id, someone(at), day(back))
    const times = [
      `${day(14)}T23:59:59.999Z`,
      `${day(13)}T00:00:00Z`,
      `${day(7)}T23:59:59.999Z`,
      `${day(6)}T00:00:00Z`,
    ]
    for (const [at, time] of times.entries()) {
      await insertGiven('likes', id, someone(at), time)
      await insertGiven('saves', id, someone(at), time)
    }
    for (const folds of [0, 1]) {
      if (folds > 0) await t.runJob('analytics.fold')
      const week = await read(of, creator, id, { days: 7 })
      expect(week.totals).toMatchObject({ views: 1, likes: 1, saves: 1 })
      expect(week.before).toMatchObject({ views: 2, likes: 2, saves: 2 })
      expect(week.steps[0]).toEqual({ date: day(6), views: 1, likes: 1, saves: 1, comments })
      const month = await read(of, creator, id, { days: 30 })
      expect(month.totals).toMatchObject({ views: 4, likes: 4, saves: 4 })
      expect(month.sources).toEqual([{ source: 'other', views: 4, deposits: 0 }])
    }
  })

  it('have weeks in a year, of which the first begins with the year', async () => {
    const creator = await maker()
    const id = await make(creator)
    for (const [at, back] of [364, 357, 356, 6].entries())
      await insertView(id, someone(at), day(back))
    await insertView(id, someone(0), day(0))
    await insertView(id, someone(0), day(365))
    const { steps, totals, before } = await read(of, creator, id, { days: 365 })
    expect(steps).toHaveLength(52)
    expect(steps.slice(0, 2).map(({ date, views }) => [date, views])).toEqual([
      [day(364), 2],
      [day(356), 1],
    ])
    expect(steps.at(-1)).toMatchObject({ date: day(6), views: 2 })
    expect(totals.views).toBe(5)
    expect(before?.views).toBe(1)
  })

  it('go on counting blocked people, and say of purged ones nothing but a number', async () => {
    const [creator, blocked] = [await maker(), await t.person('Blocked')]
    const id = await make(creator)
    await insertView(id, blocked, day(1), 'search')
    await insertView(id, someone(0), day(1), 'tag')
    await t.call(blockUser, { as: creator, params: { id: blocked.id } })
    const sources = async () => {
      const { totals, sources: all } = await read(of, creator, id)
      return [totals.views, ...all.map(({ source, views }) => `${source} ${views}`).toSorted()]
    }
    expect(await sources()).toEqual([2, 'search 1', 'tag 1'])
    // As the purge does it.
    await sql`delete from ${sql.table(`${prefix}_views`)} where viewer_id = ${blocked.id}`.execute(
      t.deps.db,
    )
    expect(await sources()).toEqual(of === 'work' ? [2, 'other 1', 'tag 1'] : [1, 'tag 1'])
  })

  it('are for the creator alone, even while the work or post is hidden', async () => {
    const [creator, other, admin] = await Promise.all([
      maker(),
      maker(),
      t.person('Admin', { isAdmin: true }),
    ])
    const id = await make(creator)
    await insertView(id, someone(0), day(0))
    await (
      of === 'work'
        ? sql`update portfolio_items set is_listed = false, taken_down_at = now(),
          taken_down_reason = 'other' where id = ${id}`
        : sql`update posts set taken_down_at = now(), taken_down_reason = 'other' where id = ${id}`
    ).execute(t.deps.db)
    const ask = async (as: Person | undefined, params: object = { id }, query: object = {}) =>
      (await t.call(CALLS[of], { as, params, query })).status
    expect(await read(of, creator, id)).toMatchObject({ isVisible: false, totals: { views: 1 } })
    expect(await ask(undefined)).toBe(401)
    expect(await ask(someone(0))).toBe(403)
    expect(await ask(admin)).toBe(403)
    expect(await ask(other)).toBe(404)
    expect(await ask(creator, { id: newId() })).toBe(404)
    expect(await ask(creator, { id: 'jar' })).toBe(400)
    for (const days of ['0', '31', '7.5', 'all', '-7'])
      expect(await ask(creator, { id }, { days }), days).toBe(400)
    expect(await ask(creator, { id }, { period: 7 })).toBe(400)
    for (const days of ANALYTICS_PERIODS) expect(await ask(creator, { id }, { days })).toBe(200)
    // A subscription that has ended takes the figures along, as it does with all analytics.
    await sql`update users set creator_granted = false where id = ${creator.id}`.execute(t.deps.db)
    expect(await ask(creator)).toBe(403)
  })
})

it('counts the comments on a post that others wrote and can be read', async () => {
  const creator = await maker()
  const id = await makePost(t.deps, creator)
  const write = async (as: Person, content: string) =>
    (await t.call(createComment, { as, params: { id }, body: { content } })).body.id
  await write(someone(0), 'What a glaze.')
  await write(someone(0), 'How hot was it?')
  await write(creator, 'Cone ten.')
  const removed = await write(someone(1), 'Mine is cheaper.')
  await sql`update comments set is_removed = true where id = ${removed}`.execute(t.deps.db)
  const { totals, steps } = await read('post', creator, id)
  expect(totals).toEqual({ ...NONE, comments: 2 })
  expect(steps.at(-1)?.comments).toBe(2)
})

it('counts inquiries and hires for a work, and for every post that was viewed before', async () => {
  const pair = await pairUp(t)
  const { client, creator, workId } = pair
  const { pay, in: reach } = hiring(t, pair)
  const [seen, longAgo, unseen] = [
    await makePost(t.deps, creator),
    await makePost(t.deps, creator),
    await makePost(t.deps, creator),
  ]
  const insertView = (postId: string, viewer: Person, back: number, source: ViewSource) =>
    sql`insert into post_views (post_id, day, viewer_id, source)
      values (${postId}, ${day(back)}, ${viewer.id}, ${source})`.execute(t.deps.db)
  await insertView(seen, client, 30, 'for_you')
  await insertView(seen, someone(0), 0, 'search')
  await insertView(longAgo, client, 31, 'for_you')
  await look('work', client, workId, 'tag')
  await untilViews('work', creator, workId, 1)
  const inquiry = await writeInquiry(t, client, creator, { portfolioId: workId })
  await writeInquiry(t, someone(1), creator, { portfolioId: workId })
  await writeInquiry(t, someone(0), creator, { subject: 'A set of twelve' })
  await writeMessage(t, someone(0), creator, { text: 'No inquiry.' })
  await writeInquiry(t, creator, client, { subject: 'The other way' })

  const all = async () => ({
    work: (await read('work', creator, workId)).totals,
    seen: (await read('post', creator, seen)).totals,
    longAgo: (await read('post', creator, longAgo, { days: 90 })).totals,
    unseen: (await read('post', creator, unseen)).totals,
  })
  expect(await all()).toEqual({
    work: { ...NONE, comments: null, views: 1, inquiries: 2 },
    seen: { ...NONE, views: 1, inquiries: 2 },
    longAgo: { ...NONE, views: 1 },
    unseen: NONE,
  })
  const quote = { price: 900, deliverBy: dayIn(t, 30), milestones: [], content: 'With pleasure.' }
  const { body } = await t.call(sendQuote, { as: creator, params: { id: inquiry.id }, body: quote })
  const id = body.quote.projectId
  await t.call(acceptOffer, { as: client, params: { id, offerId: body.id } })
  expect((await all()).seen.deposits).toBe(0)
  await pay(id, (await t.call(payDeposit, { as: client, params: { id } })).body.url)
  expect(await all()).toMatchObject({
    work: { inquiries: 2, deposits: 1, completed: 0 },
    seen: { inquiries: 2, deposits: 1, completed: 0 },
    longAgo: { inquiries: 0, deposits: 0 },
  })
  await reach('completed')
  const counted = await all()
  expect(counted).toMatchObject({
    work: { deposits: 2, completed: 1 },
    seen: { deposits: 2, completed: 1 },
    longAgo: { deposits: 0, completed: 0 },
    unseen: { deposits: 0, completed: 0 },
  })
  expect((await read('work', creator, workId)).sources).toEqual([
    { source: 'tag', views: 1, deposits: 2 },
  ])
  await t.runJob('analytics.fold')
  expect(await all()).toEqual(counted)
})

describe('views that are kept for some months', () => {
  const now = new Date('2027-05-10T12:00:00Z')

  it('shorten the period of a post, and leave out the one before', () => {
    expect(keptFromOf(now, 0)).toBeNull()
    const kept = keptFromOf(now, 4)
    expect(kept).toBe('2027-01-01')
    expect(spanOf(7, now, kept)).toMatchObject({
      earliest: '2027-04-27',
      first: '2027-05-04',
      last: '2027-05-10',
      hasBefore: true,
    })
    expect(spanOf(90, now, kept)).toMatchObject({ first: '2027-02-10', hasBefore: false })
    const year = spanOf(365, now, kept)
    expect(year).toMatchObject({ earliest: kept, first: kept, hasBefore: false })
    const one = { ...NONE, day: '2027-01-05', views: 1 }
    const found = {
      title: '',
      picture: null,
      isVisible: true,
      viewCount: 9,
      boardCount: 0,
      days: [one],
      sources: [],
    }
    const answer = statisticsOf(found, { id: newId(), of: 'post', span: year })
    expect(answer).toMatchObject({ from: kept, before: null, totals: { views: 1 } })
    expect(answer.steps.slice(0, 2).map(({ date, views }) => [date, views])).toEqual([
      ['2027-01-01', 1],
      ['2027-01-12', 0],
    ])
    expect(answer.steps.at(-1)?.date).toBe('2027-05-04')
  })
})
