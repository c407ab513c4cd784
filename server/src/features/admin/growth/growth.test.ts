import { getAdminStats } from '@plinth/contract/moderation/admin.ts'
import { GROWTH_STEPS, getGrowth, type Growth } from '@plinth/contract/moderation/growth.ts'
import { becomeCreator } from '@plinth/contract/money/billing.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type Person, type TestApp } from '../../../../test/app.ts'
import { makePost } from '../../../../test/content/posts.ts'
import { makeWork } from '../../../../test/content/works.ts'
import { paidApp } from '../../../../test/money/cards.ts'
import { findDue } from './growth-queries.ts'

const t = testApp({ JOBS: 'off' })
const paid = paidApp()
let finance: Person
beforeAll(async () => {
  finance = await t.person('Fin', { role: 'finance' })
})

const read = async (app: TestApp, as: Person, by?: string): Promise<Growth> =>
  (await app.call(getGrowth, { as, query: by === undefined ? {} : { by } })).body as Growth
const growth = (by?: string) => read(t, finance, by)
const count = (app: TestApp = t) => app.runJob('growth.count')
const dayOf = (at: Date) => at.toISOString().slice(0, 10)
const daysAgo = (days: number) => new Date(t.deps.now().getTime() - days * 86_400_000)
const join = (name: string, days: number) => t.person(name, { days })

describe('growth', () => {
  it('has nothing before the first count', async () => {
    expect(await growth()).toEqual({ by: 'day', countedAt: null, periods: [] })
  })

  it('counts members, works and posts by the day on which they came', async () => {
    const maker = await join('Ann', 40)
    const left = await join('Ben', 40)
    await join('Cleo', 0)
    await sql`update users set deleted_at = now() - interval '1 day' where id = ${left.id}::uuid`.execute(
      t.deps.db,
    )
    await makePost(t.deps, maker)
    await makeWork(t.deps, maker)
    await count()
    const { periods, countedAt } = await growth()
    expect(countedAt).not.toBeNull()
    expect(periods).toHaveLength(GROWTH_STEPS.day)
    const [today, yesterday] = periods
    const { rows } = await sql<{ members: number; today: number }>`
      select count(*) filter (where deleted_at is null)::int as members,
        count(*) filter (where (created_at at time zone 'UTC')::date = ${dayOf(t.deps.now())}::date)::int as today
      from users`.execute(t.deps.db)
    expect(today).toMatchObject({
      from: dayOf(t.deps.now()),
      to: dayOf(t.deps.now()),
      isRunning: true,
      members: rows[0]?.members,
      joined: rows[0]?.today,
      posts: 1,
      works: 1,
    })
    expect(yesterday).toMatchObject({ isRunning: false, deleted: 1, posts: 0 })
    const months = await growth('month')
    expect(months.periods.reduce((all, { joined }) => all + joined, 0)).toBe(
      (rows[0]?.members ?? 0) + 1,
    )
  })

  it('counts a day again until it is over, and the month before once a day', async () => {
    const [today, yesterday] = [dayOf(t.deps.now()), dayOf(daysAgo(1))]
    expect(await findDue(t.deps.db, t.deps.now())).toEqual({ from: yesterday, to: today })
    // Somebody who had deleted their account comes back.
    await sql`update users set deleted_at = null`.execute(t.deps.db)
    await sql`delete from growth_days where day = ${today}::date`.execute(t.deps.db)
    expect(await findDue(t.deps.db, t.deps.now())).toEqual({ from: dayOf(daysAgo(32)), to: today })
    await count()
    expect((await growth()).periods[1]).toMatchObject({ deleted: 0 })
  })

  it('puts days together by week from Monday, and by month', async () => {
    const { periods: weeks } = await growth('week')
    expect(weeks.every(({ from }) => new Date(from).getUTCDay() === 1)).toBe(true)
    expect(weeks.every(({ to }) => new Date(to).getUTCDay() === 0)).toBe(true)
    const { periods: months } = await growth('month')
    expect(months.every(({ from }) => from.endsWith('-01'))).toBe(true)
    expect(months[0]).toMatchObject({ isRunning: true })
    const { periods: days } = await growth('day')
    const sum = days
      .filter(({ from }) => from >= (weeks[0]?.from ?? ''))
      .reduce((all, { joined }) => all + joined, 0)
    expect(weeks[0]?.joined).toBe(sum)
  })

  it('counts money by the books, and its revenue is theirs', async () => {
    const owner = await paid.person('Olga', { role: 'finance' })
    const person = await paid.person('Sub')
    const { body } = await paid.call(becomeCreator, { as: person })
    await paid.cards.pay(body.subscriptionUrl)
    await paid.cards.deliverWebhooks()
    await count(paid)
    const [today] = (await read(paid, owner)).periods
    expect(today).toMatchObject({ subscribed: 1, revenue: 5.99, hires: 0, refunded: 0 })
    const { body: stats } = await paid.call(getAdminStats, { as: owner })
    expect(today?.revenue).toBe(stats.revenue)
    // A second month is no new subscriber.
    await sql`with one as (
        insert into ledger_transactions (id, kind, cause_id, subscription_id)
        select gen_random_uuid(), 'subscription', 'in_second', subscription_id
        from ledger_transactions where kind = 'subscription' returning id)
      insert into ledger_entries (transaction_id, position, account, amount_cents)
      select id, 0, 'provider', 599 from one union all select id, 1, 'revenue', -599 from one`.execute(
      paid.deps.db,
    )
    await count(paid)
    expect((await read(paid, owner)).periods[0]).toMatchObject({ subscribed: 1, revenue: 11.98 })
  })

  it('is for owners and finance', async () => {
    const support = await t.person('Sup', { role: 'support' })
    expect((await t.call(getGrowth, { as: support })).status).toBe(403)
    expect((await t.call(getGrowth, { as: await t.person('Dana') })).status).toBe(403)
    expect((await t.call(getGrowth)).status).toBe(401)
    const bad = await t.call(getGrowth, { as: finance, query: { by: 'hour' } })
    expect(bad.status).toBe(400)
  })
})
