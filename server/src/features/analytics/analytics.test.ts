import {
  ANALYTICS_FILE,
  ANALYTICS_PERIODS,
  getAnalytics,
  getAnalyticsOfPeriod,
  type Analytics,
} from '@plinth/contract/analytics/analytics.ts'
import {
  deletePortfolio,
  likePortfolio,
  savePortfolio,
  viewPortfolio,
} from '@plinth/contract/portfolios/portfolios.ts'
import { sendQuote } from '@plinth/contract/messages/messages.ts'
import { likePost, viewPost } from '@plinth/contract/posts/posts.ts'
import { acceptOffer, payDeposit } from '@plinth/contract/projects/project-calls.ts'
import type { ViewSource } from '@plinth/contract/people/views.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { paidApp } from '../../../test/money/cards.ts'
import type { Person } from '../../../test/app.ts'
import { writeInquiry, writeMessage } from '../../../test/content/messages.ts'
import { planOf, stepOf, writeInBulk } from '../../../test/plans.ts'
import { makePost } from '../../../test/content/posts.ts'
import { booksOf, dayIn, hiring, pairUp, type Pair } from '../../../test/content/projects.ts'
import { makeWork } from '../../../test/content/works.ts'
import { analyticsStatement, findAnalytics } from './analytics-queries.ts'

const t = paidApp()
let people: Person[]
beforeAll(async () => {
  people = await Promise.all(Array.from({ length: 6 }, (_, n) => t.person(`P${n}`)))
})

const maker = () => t.person('Maker', { isCreator: true })
async function read(as: Person, query: object = {}): Promise<Analytics> {
  const { status, body } = await t.call(getAnalytics, { as, query })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const look = (as: Person, id: string, source?: ViewSource) =>
  t.call(viewPortfolio, { as, params: { id }, ...(source ? { body: { source } } : {}) })
async function untilViews(as: Person, views: number): Promise<void> {
  await expect.poll(async () => (await read(as)).totalViews, { timeout: 100_000 }).toBe(views)
}
/** The first `count` people. */
const first = (count: number) => people.slice(0, count)
const someone = (at: number): Person => people[at] as Person

const NOTHING = {
  totalViews: 0,
  totalLikes: 0,
  totalSaves: 0,
  totalMessages: 0,
  totalEarnings: 0,
  monthlyEarnings: 0,
  weeklyGrowth: 0,
  weekViews: 0,
  lastWeekViews: 0,
  messagesToday: 0,
  funnel: { views: 0, inquiries: 0, deposits: 0, completed: 0 },
  sources: [],
  conversionRate: null,
}

describe('figures', () => {
  it('are zero for a creator without any views', async () => {
    const creator = await maker()
    expect(await read(creator)).toEqual({
      period: 30,
      timeZone: 'UTC',
      ...NOTHING,
      topPortfolios: [],
      dailyStats: [],
    })
  })

  it('match a count by hand, before and after the tallies are updated', async () => {
    const creator = await maker()
    const jar = await makeWork(t.deps, creator, { title: 'Moon Jar', priceCents: 20_000 })
    const bowl = await makeWork(t.deps, creator, { title: 'Bowl' })
    const idle = await makeWork(t.deps, creator, { title: 'Idle' })
    await makeWork(t.deps, creator, { title: 'Not hung yet', isListed: false })
    const post = await makePost(t.deps, creator)
    // Four people view the jar and one the bowl. One views the jar twice, which counts once, by the first source.
    await look(someone(0), jar, 'for_you')
    await look(someone(0), jar, 'search')
    for (const person of people.slice(1, 3)) await look(person, jar, 'search')
    await look(someone(3), jar)
    await look(someone(0), bowl, 'profile')
    await t.call(viewPost, { as: someone(4), params: { id: post }, body: { source: 'for_you' } })
    for (const own of [jar, bowl]) await look(creator, own, 'wall')
    await t.call(viewPost, { as: creator, params: { id: post } })
    // Two likes of the jar, one like taken back, one of the post, one by the creator; two saves.
    for (const as of [...first(2), creator]) {
      await t.call(likePortfolio, { as, params: { id: jar } })
      await t.call(savePortfolio, { as, params: { id: jar } })
    }
    await t.call(likePortfolio, { as: someone(1), params: { id: jar } })
    await t.call(likePost, { as: someone(4), params: { id: post } })
    // Views are written once a second, and an inquiry is attributed to the view before it.
    await untilViews(creator, 6)
    await writeInquiry(t, someone(0), creator, { portfolioId: jar })
    await writeInquiry(t, someone(5), creator, { subject: 'A set of twelve' })
    await writeMessage(t, someone(1), creator, { text: 'No inquiry.' })
    await writeInquiry(t, creator, someone(1), { subject: 'The other way' })

    const expected = {
      ...NOTHING,
      totalViews: 6,
      totalLikes: 2,
      totalSaves: 2,
      totalMessages: 2,
      weekViews: 6,
      messagesToday: 2,
      funnel: { views: 6, inquiries: 2, deposits: 0, completed: 0 },
      // Attributed to the view before them: of the jar, and of nothing.
      sources: [
        { source: 'for_you', views: 2, inquiries: 1, deposits: 0, completed: 0 },
        { source: 'search', views: 2, inquiries: 0, deposits: 0, completed: 0 },
        { source: 'profile', views: 1, inquiries: 0, deposits: 0, completed: 0 },
        { source: 'other', views: 1, inquiries: 1, deposits: 0, completed: 0 },
      ],
      conversionRate: 0,
    }
    const found = await read(creator, { period: 7 })
    expect(found).toMatchObject(expected)
    expect(found.topPortfolios).toMatchObject([
      { id: jar, title: 'Moon Jar', views: 4, likes: 1, inquiries: 1, deposits: 0, completed: 0 },
      { id: bowl, title: 'Bowl', views: 1, likes: 0, inquiries: 0 },
      { id: idle, title: 'Idle', views: 0, likes: 0, inquiries: 0 },
    ])
    expect(found.topPortfolios[0]?.imageUrl).toContain('/media/')
    expect(found.dailyStats).toHaveLength(7)
    expect(found.dailyStats.at(-1)).toEqual({
      date: new Date().toISOString().slice(0, 10),
      views: 6,
      likes: 2,
      saves: 2,
      messages: 2,
      earnings: 0,
    })
    await t.runJob('analytics.fold')
    await t.runJob('analytics.fold')
    expect(await read(creator, { period: 7 })).toEqual(found)
    // Later events are read beside the tallies.
    await t.call(likePortfolio, { as: someone(3), params: { id: jar } })
    await t.call(savePortfolio, { as: someone(1), params: { id: jar } })
    expect(await read(creator)).toMatchObject({ totalLikes: 3, totalSaves: 1 })

    // A week later, growth is measured against this week. A work taken down keeps its figures.
    t.clock.advance({ days: 7 })
    await t.call(deletePortfolio, { as: creator, params: { id: jar } })
    await t.runJob('analytics.fold')
    const later = await read(creator, { period: 7 })
    expect(later).toMatchObject({ ...NOTHING, weeklyGrowth: -100, lastWeekViews: 6 })
    expect(later.dailyStats).toEqual([])
    const month = await read(creator)
    expect(month).toMatchObject({ totalViews: 6, totalLikes: 3, totalSaves: 1, totalMessages: 2 })
    expect(month.topPortfolios.map(({ id }) => id)).toEqual([bowl, idle])
    t.clock.advance({ days: -7 })
  })

  it('are the same from tallies of every size as from single rows', async () => {
    const creator = await maker()
    const works = [await makeWork(t.deps, creator), await makeWork(t.deps, creator)]
    // Of each quarter of an hour around the beginnings of days and months, and of every seventh hour in a year.
    await sql`insert into tallies_due (creator_id, item_id, source, slot, views, likes)
      select ${creator.id}::uuid, (${works}::uuid[])[1 + n % 2],
        (enum_range(null::view_source))[1 + n % 7], slot, 1 + n % 5, n % 3
      from (
        select slot_of(now()) - q * interval '15 minutes' as slot, q as n
        from unnest(array[6, 7, 29, 30, 89, 90, 364, 365]) day, generate_series(day * 96 - 48, day * 96 + 48) q
        union all
        select slot_of(now()) - h * interval '7 hours', h from generate_series(0, 1300) h) t
      where slot <= now()`.execute(t.deps.db)
    const all = async () => {
      const answers = []
      for (const tz of ['UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Auckland'])
        for (const period of ANALYTICS_PERIODS) answers.push(await read(creator, { period, tz }))
      return answers
    }
    const single = await all()
    expect(single.every(({ totalViews, sources }) => totalViews > 50 && sources.length === 7)).toBe(
      true,
    )
    await t.runJob('analytics.fold')
    expect((await sql`select from tallies_due`.execute(t.deps.db)).rows).toEqual([])
    expect(await all()).toEqual(single)
  })

  it('compare the last seven days with the seven before', async () => {
    const creator = await maker()
    const id = await makeWork(t.deps, creator)
    const day = (back: number) =>
      new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
    const looks = async (back: number, count: number) => {
      for (const { id: viewerId } of first(count))
        await sql`insert into portfolio_views (item_id, day, viewer_id)
          values (${id}, ${day(back)}, ${viewerId})`.execute(t.deps.db)
    }
    await looks(13, 3)
    await looks(6, 2)
    await looks(1, 2)
    await looks(14, 6)
    expect(await read(creator, { period: 7 })).toMatchObject({
      totalViews: 4,
      weekViews: 4,
      lastWeekViews: 3,
      weeklyGrowth: 33.3,
    })
    expect((await read(creator)).totalViews).toBe(13)
  })
})

describe('money', () => {
  let pair: Pair
  let steps: ReturnType<typeof hiring>
  beforeAll(async () => {
    pair = await pairUp(t, 50_000)
    steps = hiring(t, pair)
  })

  it('counts a hire for the conversion rate only when it came from an inquiry', async () => {
    const fresh = await pairUp(t)
    const { client, creator, workId } = fresh
    const { pay, in: reach } = hiring(t, fresh)
    const inquiry = await writeInquiry(t, client, creator, { portfolioId: workId })
    await writeInquiry(t, someone(1), creator, { portfolioId: workId })
    await reach('deposit_paid')
    await reach('deposit_paid')
    await reach('deposit_paid')
    expect(await read(creator)).toMatchObject({ funnel: { deposits: 3 }, conversionRate: 0 })

    const quote = { price: 900, deliverBy: dayIn(t, 30), milestones: [], content: 'With pleasure.' }
    const { body } = await t.call(sendQuote, {
      as: creator,
      params: { id: inquiry.id },
      body: quote,
    })
    const id = body.quote.projectId
    await t.call(acceptOffer, { as: client, params: { id, offerId: body.id } })
    expect((await read(creator)).conversionRate).toBe(0)
    await pay(id, (await t.call(payDeposit, { as: client, params: { id } })).body.url)
    expect(await read(creator)).toMatchObject({ funnel: { deposits: 4 }, conversionRate: 50 })
  })

  it('takes earnings from the ledger and subtracts a chargeback on the day it is lost', async () => {
    const { client, creator, workId } = pair
    await look(client, workId, 'tag')
    await untilViews(creator, 1)
    await writeInquiry(t, client, creator, { portfolioId: workId })
    await writeInquiry(t, someone(0), creator, { portfolioId: workId })
    const declined = await steps.in('declined')
    expect(declined.status).toBe('declined')
    expect(await read(creator)).toMatchObject({
      totalEarnings: 0,
      funnel: { views: 1, inquiries: 2, deposits: 1, completed: 0 },
      conversionRate: 0,
    })
    const { id } = await steps.in('completed')
    const { creator: net } = await booksOf(t, id)
    expect(net).toBeGreaterThan(48_000)
    const earned = await read(creator)
    expect(earned).toMatchObject({
      totalEarnings: net / 100,
      monthlyEarnings: net / 100,
      funnel: { views: 1, inquiries: 2, deposits: 2, completed: 1 },
      sources: [
        { source: 'tag', views: 1, inquiries: 1, deposits: 2, completed: 1 },
        { source: 'other', views: 0, inquiries: 1, deposits: 0, completed: 0 },
      ],
      topPortfolios: [{ id: workId, views: 1, inquiries: 2, deposits: 2, completed: 1 }],
      conversionRate: 0,
    })
    expect(earned.dailyStats.at(-1)).toMatchObject({ earnings: net / 100 })
    // The client paid and earned nothing.
    expect((await booksOf(t, id)).client).toBe(0)

    // The transfer still waits for a bank account, so the chargeback of the remainder is the creator's loss.
    const { rows } = await sql<{ charge: string; net: number }>`
      select p.charge_id as charge, (p.amount_cents - p.fee_cents)::int as net from payments p
      where p.project_id = ${id} and p.purpose = 'remainder'`.execute(t.deps.db)
    const dispute = await t.cards.control('disputes/open', { charge: rows[0]?.charge })
    await t.cards.deliverWebhooks()
    expect((await read(creator)).totalEarnings).toBe(net / 100)
    await t.cards.control('disputes/lose', { dispute: dispute['id'] })
    await t.cards.deliverWebhooks()
    const left = (net - (rows[0]?.net ?? 0)) / 100
    expect(await read(creator)).toMatchObject({ totalEarnings: left, monthlyEarnings: left })
    await t.runJob('analytics.fold')
    expect((await read(creator)).totalEarnings).toBe(left)
  })
})

describe('days', () => {
  const likeAt = (itemId: string, at: string, by: Person) =>
    sql`insert into portfolio_likes (user_id, item_id, created_at)
      values (${by.id}, ${itemId}, ${at})`.execute(t.deps.db)

  it.each([
    {
      zone: 'UTC',
      now: '2027-05-10T12:00:00Z',
      likes: ['2027-05-08T23:59:59Z', '2027-05-09T00:00:00Z', '2027-05-09T23:59:59Z'],
      expected: { '2027-05-08': 1, '2027-05-09': 2 },
    },
    {
      // 23 hours on the 28th.
      zone: 'Europe/Berlin',
      now: '2027-03-29T12:00:00Z',
      likes: [
        '2027-03-27T22:59:59Z',
        '2027-03-27T23:00:00Z',
        '2027-03-28T21:59:59Z',
        '2027-03-28T22:00:00Z',
      ],
      expected: { '2027-03-27': 1, '2027-03-28': 2, '2027-03-29': 1 },
    },
    {
      // 25 hours on the 31st.
      zone: 'Europe/Berlin',
      now: '2027-11-01T12:00:00Z',
      likes: [
        '2027-10-30T21:59:59Z',
        '2027-10-30T22:00:00Z',
        '2027-10-31T22:59:59Z',
        '2027-10-31T23:00:00Z',
      ],
      expected: { '2027-10-30': 1, '2027-10-31': 2, '2027-11-01': 1 },
    },
    {
      zone: 'Asia/Kathmandu',
      now: '2027-05-10T12:00:00Z',
      likes: ['2027-05-08T18:14:59Z', '2027-05-08T18:15:00Z', '2027-05-09T18:14:59Z'],
      expected: { '2027-05-08': 1, '2027-05-09': 2 },
    },
    {
      // Its today has not begun elsewhere, and its week begins in the middle of a UTC day.
      zone: 'Pacific/Kiritimati',
      now: '2027-05-10T11:00:00Z',
      likes: ['2027-05-04T09:59:59Z', '2027-05-04T10:00:00Z', '2027-05-10T10:30:00Z'],
      expected: { '2027-05-05': 1, '2027-05-11': 1 },
    },
    {
      zone: 'America/Los_Angeles',
      now: '2027-05-10T05:00:00Z',
      likes: ['2027-05-03T06:59:59Z', '2027-05-03T07:00:00Z', '2027-05-10T04:59:59Z'],
      expected: { '2027-05-03': 1, '2027-05-09': 1 },
    },
  ])('begin where they begin in $zone', async ({ zone, now, likes, expected }) => {
    const creator = await maker()
    const id = await makeWork(t.deps, creator)
    for (const [n, at] of likes.entries()) await likeAt(id, at, someone(n))
    const ahead = (Date.parse(now) - t.deps.now().getTime()) / 1_000
    t.clock.advance({ seconds: ahead })
    try {
      const total = Object.values(expected).reduce((sum, one) => sum + one, 0)
      const seen = async () => {
        const { dailyStats, totalLikes, topPortfolios } = await read(creator, {
          tz: zone,
          period: 7,
        })
        expect(dailyStats).toHaveLength(7)
        // The figures of single works cover the same period.
        expect([totalLikes, topPortfolios[0]?.likes]).toEqual([total, total])
        return Object.fromEntries(
          dailyStats.filter((day) => day.likes > 0).map((day) => [day.date, day.likes]),
        )
      }
      expect(await seen()).toEqual(expected)
      await t.runJob('analytics.fold')
      expect(await seen()).toEqual(expected)
    } finally {
      t.clock.advance({ seconds: -ahead })
    }
  })
})

describe('a creator', () => {
  it('reads only their own figures, and nobody else can', async () => {
    const [creator, other, admin] = await Promise.all([
      maker(),
      maker(),
      t.person('Admin', { isAdmin: true }),
    ])
    const ask = async (as: Person | undefined, query: object = {}) => [
      (await t.call(getAnalytics, { as, query })).status,
      (await t.call(getAnalyticsOfPeriod, { as, params: { period: 90 }, query })).status,
      (
        await t.request({
          method: 'GET',
          url: `${ANALYTICS_FILE}?${new URLSearchParams(query as Record<string, string>).toString()}`,
          ...(as ? { as } : {}),
        })
      ).status,
    ]
    expect(await ask(undefined)).toEqual([401, 401, 401])
    expect(await ask(someone(0))).toEqual([403, 403, 403])
    expect(await ask(admin)).toEqual([403, 403, 403])
    expect(await ask(creator)).toEqual([200, 200, 200])
    expect(await ask(creator, { userId: creator.id })).toEqual([200, 200, 200])
    expect(await ask(other, { userId: creator.id })).toEqual([400, 400, 400])
    expect(await ask(admin, { userId: creator.id })).toEqual([403, 403, 403])
    for (const tz of ['Nowhere/Land', '+05:30', 'EST', "UTC'", 'America/../UTC']) {
      expect(await ask(creator, { tz }), tz).toEqual([400, 400, 400])
    }
    for (const period of ['0', '31', '7.5', 'all', '-7']) {
      expect((await t.call(getAnalytics, { as: creator, query: { period } })).status).toBe(400)
      expect((await t.call(getAnalyticsOfPeriod, { as: creator, params: { period } })).status).toBe(
        400,
      )
    }
    const { body } = await t.call(getAnalyticsOfPeriod, { as: creator, params: { period: 365 } })
    expect(body).toEqual(await read(creator, { period: 365 }))
    expect(body.period).toBe(365)
  })

  it('gets UTC days when the database does not know their time zone', async () => {
    const { id: creatorId } = await maker()
    const asked = { creatorId, period: 7, tz: 'Nowhere/Land', now: new Date() } as const
    const { asked: answered, found } = await findAnalytics(t.deps.db, asked)
    expect(answered.tz).toBe('UTC')
    expect(found.days.at(-1)?.day).toBe(asked.now.toISOString().slice(0, 10))
  })

  it('downloads the days as a CSV file', async () => {
    const creator = await maker()
    const id = await makeWork(t.deps, creator)
    await t.call(likePortfolio, { as: someone(0), params: { id } })
    const { body, headers } = await t.request({
      method: 'GET',
      url: `${ANALYTICS_FILE}?period=7&tz=Europe/Berlin`,
      as: creator,
    })
    expect(headers['content-disposition']).toBe(
      'attachment; filename="plinth-analytics-7-days.csv"',
    )
    const lines = String(body).replace('\uFEFF', '').trimEnd().split('\r\n')
    expect(lines).toHaveLength(8)
    expect(lines[0]).toBe('Date,Views,Likes,Saves,Business inquiries,Earnings (USD)')
    expect(lines[7]).toMatch(/^\d{4}-\d\d-\d\d,0,1,0,0,0\.00$/)
  })
})

it('reads a year with very many views from tallies through indexes only', async () => {
  const creator = await maker()
  const id = await makeWork(t.deps, creator)
  for (const [grain, step, views] of [
    ['quarter', '15 minutes', 300],
    ['hour', '1 hour', 1_200],
  ] as const)
    await sql`insert into creator_tallies (creator_id, grain, slot, views)
      select ${creator.id}::uuid, ${grain}, slot, ${views} from generate_series(
        tally_begin('day', now()) - interval '365 days', now(), ${step}::interval) slot`.execute(
      t.deps.db,
    )
  for (const [grain, step, views] of [
    ['day', '1 day', 28_800],
    ['month', '1 month', 864_000],
  ] as const)
    await sql`insert into work_tallies (creator_id, grain, slot, item_id, views)
      select ${creator.id}::uuid, ${grain}, slot, ${id}::uuid, ${views} from generate_series(
        tally_begin(${grain}, now() - interval '365 days'), now(), ${step}::interval) slot`.execute(
      t.deps.db,
    )
  // Rows of other creators, so that a full table scan would not be cheaper.
  await sql`insert into creator_tallies (creator_id, grain, slot, views)
    select u.id, grain, slot, 1 from (select id from users where id <> ${creator.id} limit 10) u,
      unnest(array['quarter', 'hour']::tally_grain[]) grain,
      generate_series(tally_begin('hour', now()) - interval '365 days', now(), interval '1 hour') slot
    on conflict do nothing`.execute(t.deps.db)
  await sql`insert into source_tallies (creator_id, grain, slot, source, views)
    select u.id, 'day', slot, 'wall', 1 from (select id from users limit 10) u,
      generate_series(tally_begin('day', now()) - interval '2000 days', now(), interval '1 day') slot
    on conflict do nothing`.execute(t.deps.db)
  // Hires from inquiries: two hundred of this creator's and many of others'.
  await writeInBulk(t.deps, async (trx) => {
    await sql`
        create temporary table hires on commit drop as
        select gen_random_uuid() as id, ${someone(0).id}::uuid as client,
          case when i <= 200 then ${creator.id}::uuid else gen_random_uuid() end as creator
        from generate_series(1, 20000) i`.execute(trx)
    await sql`
        insert into projects (id, client_id, creator_id, title, subject, description, status,
          price_cents, shared_at, deposit_paid_at)
        select id, client, creator, 'Title', 'Subject', 'Words', 'accepted', 100000, now(), now()
        from hires`.execute(trx)
    await sql`
        insert into messages (id, conversation_id, sender_id, receiver_id, subject, content,
          message_type, budget, timeline, search, project_id)
        select gen_random_uuid(), gen_random_uuid(), client, creator, 'Subject', 'Words',
          'business_inquiry', '$500-$1000', '2-4 weeks', '', id from hires`.execute(trx)
  })
  const plan = await planOf(
    t.deps,
    analyticsStatement({
      creatorId: creator.id,
      period: 365,
      tz: 'Asia/Kathmandu',
      now: new Date(),
    }),
  )
  const tables = plan.filter((node) => node['Relation Name'] !== undefined).map(stepOf)
  expect(tables.filter((step) => /_(views|likes|saves)$|ledger/.test(step))).toEqual([])
  expect(tables.filter((step) => /^Seq Scan (\w+_tallies|messages|projects)/.test(step))).toEqual(
    [],
  )
  const { body } = await t.call(getAnalytics, { as: creator, query: { period: 365 } })
  expect(body.totalViews).toBeGreaterThan(10_000_000)
})
