import { confirmPayouts, connectPayouts } from '@plinth/contract/money/billing.ts'
import { getDashboard, hideSteps, type Waiting } from '@plinth/contract/people/home.ts'
import { sendMessage } from '@plinth/contract/messages/messages.ts'
import { offerTerms, proposeCancel } from '@plinth/contract/projects/project-calls.ts'
import { writeReview } from '@plinth/contract/projects/reviews.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Person } from '../../../../test/app.ts'
import { dayIn, hiring, pairUp, type Pair } from '../../../../test/content/projects.ts'
import { makeWork } from '../../../../test/content/works.ts'
import { paidApp } from '../../../../test/money/cards.ts'

const t = paidApp()
const dashboard = async (as: Person, query: object = {}) => {
  const { status, body } = await t.call(getDashboard, { as, query })
  expect(status).toBe(200)
  return body
}
const kinds = async (as: Person): Promise<[string, string][]> =>
  (await dashboard(as)).waiting.items.map(({ kind, id }: Waiting) => [kind, id])

describe('access', () => {
  it('is for creators', async () => {
    const [fan, maker] = [await t.person('Fan'), await t.person('Maker', { isCreator: true })]
    const body = { isHidden: true }
    expect((await t.call(getDashboard)).status).toBe(401)
    expect((await t.call(hideSteps, { body })).status).toBe(401)
    expect((await t.call(getDashboard, { as: fan })).status).toBe(403)
    expect((await t.call(hideSteps, { as: fan, body })).status).toBe(403)
    for (const query of [{ tz: 'Nowhere/Land' }, { tz: '1' }, { userId: fan.id }])
      expect((await t.call(getDashboard, { as: maker, query })).status).toBe(400)
    for (const wrong of [{}, { isHidden: 'yes' }, { isHidden: true, userId: fan.id }])
      expect((await t.call(hideSteps, { as: maker, body: wrong })).status).toBe(400)
  })

  it('is empty for a new creator', async () => {
    const maker = await t.person('New', { isCreator: true })
    const { views, ...rest } = await dashboard(maker, { tz: 'Asia/Tokyo' })
    expect(rest).toEqual({
      timeZone: 'Asia/Tokyo',
      waiting: { items: [], total: 0 },
      money: {
        held: 0,
        heldProjects: 0,
        unsent: 0,
        onItsWay: 0,
        arrivesOn: null,
        paidThisYear: 0,
        paidProjects: 0,
        cardFees: 0,
      },
      steps: { hasPortrait: false, works: 0, hasPrice: false, hasBank: false },
    })
    expect(views).toMatchObject({ total: 0, before: 0 })
    expect(views.days).toHaveLength(7)
    const today = new Date(t.deps.now()).toLocaleDateString('sv', { timeZone: 'Asia/Tokyo' })
    expect(views.days.at(-1)).toEqual({ date: today, views: 0 })
  })
})

describe('what waits', () => {
  it('lists each thing once, by deadline, with what was written and who wrote it', async () => {
    const pair = await pairUp(t)
    const { client, creator } = pair
    const steps = hiring(t, pair)
    const request = await steps.in('deposit_paid')
    const due = await steps.in('accepted')
    const change = await steps.in('revision_requested')
    const done = await steps.in('completed')
    const disputed = await steps.in('disputed')
    // These wait for the client.
    await steps.in('delivered')
    await steps.in('approved')
    await steps.in('requested')
    const body = {
      receiverId: creator.id,
      subject: 'A bowl',
      content: 'Could it be\n40 cm across?',
    }
    const sent = await t.call(sendMessage, {
      as: client,
      body: { ...body, messageType: 'general' },
    })
    expect(sent.status).toBe(201)
    await t.call(sendMessage, { as: client, body: { ...body, messageType: 'general' } })

    const { waiting } = await dashboard(creator)
    expect(waiting.total).toBe(6)
    const order = waiting.items.map(({ kind, id }: Waiting) => [kind, id])
    expect(order.slice(0, 4).toSorted()).toEqual(
      [
        ['request', request.id],
        ['deliver', due.id],
        ['change', change.id],
        ['dispute', disputed.id],
      ].toSorted(),
    )
    expect(order.slice(4)).toEqual([
      ['message', sent.body.conversationId],
      ['review', done.id],
    ])
    const of = (kind: string): Waiting => waiting.items.find((item: Waiting) => item.kind === kind)
    expect(of('request')).toMatchObject({
      path: `/projects/${request.id}`,
      person: { id: client.id },
      personZone: null,
      title: 'Moon Jar',
      line: 'On the way to deposit_paid.',
      amount: 1000,
      dueAt: request.dueAt,
      dueOn: null,
    })
    expect(of('deliver')).toMatchObject({ held: 500, dueAt: null, dueOn: due.deliverBy })
    expect(of('change')).toMatchObject({ line: 'A little lighter.', round: 1 })
    expect(of('dispute').dueAt).not.toBeNull()
    expect(of('message')).toMatchObject({
      path: `/messages/${sent.body.conversationId}`,
      person: { id: client.id },
      line: 'Could it be 40 cm across?',
      messages: 2,
    })
    const review = { rating: 5, text: 'A pleasure to work with, start to finish.' }
    const written = await t.call(writeReview, {
      as: creator,
      params: { id: done.id },
      body: review,
    })
    expect(written.status).toBeLessThan(300)
    expect((await kinds(creator)).map(([kind]) => kind)).not.toContain('review')
  })

  it('names offers, and what waits for a creator who hires', async () => {
    const pair = await pairUp(t)
    const steps = hiring(t, pair)
    const { id } = await steps.in('accepted')
    const offer = { toClient: 500, note: 'We move house.' }
    await t.call(proposeCancel, { as: pair.client, params: { id }, body: offer })
    const { waiting } = await dashboard(pair.creator)
    expect(waiting.items).toMatchObject([{ kind: 'offer', line: 'We move house.', dueAt: null }])

    const other: Pair = { ...(await pairUp(t)), client: pair.creator }
    const hired = hiring(t, other)
    const delivered = await hired.in('delivered')
    const approved = await hired.in('approved')
    const open = await hired.in('requested')
    const terms = { price: 900, deliverBy: dayIn(t, 9), note: 'Eleven are enough.' }
    const quoted = (await hired.hire({ description: 'A second jar.' })).project.id
    await t.call(offerTerms, { as: other.client, params: { id: quoted }, body: terms })
    const theirs = await t.call(offerTerms, {
      as: other.creator,
      params: { id: quoted },
      body: terms,
    })
    expect(theirs.status).toBe(200)
    expect((await kinds(pair.creator)).toSorted()).toEqual(
      [
        ['approve', delivered.id],
        ['deposit', open.id],
        ['offer', id],
        ['offer', quoted],
        ['pay', approved.id],
      ].toSorted(),
    )
    const items: Waiting[] = (await dashboard(pair.creator)).waiting.items
    expect(items.find((item) => item.id === quoted)).toMatchObject({
      amount: 900,
      line: 'Eleven are enough.',
      person: { id: other.creator.id },
    })
  })

  it('tells the other one’s zone only where both are known and differ', async () => {
    const pair = await pairUp(t)
    await hiring(t, pair).in('deposit_paid')
    const body = {
      receiverId: pair.creator.id,
      subject: 'Hello',
      content: 'Hello.',
      messageType: 'general',
    }
    await t.call(sendMessage, { as: pair.client, body })
    const zones = async (client: string | null, creator: string | null) => {
      for (const [person, zone] of [
        [pair.client, client],
        [pair.creator, creator],
      ] as const)
        await sql`update users set time_zone = ${zone} where id = ${person.id}::uuid`.execute(
          t.deps.db,
        )
      const { items } = (await dashboard(pair.creator)).waiting
      return items.map(({ personZone }: Waiting) => personZone)
    }
    expect(await zones('Europe/Lisbon', null)).toEqual([null, null])
    expect(await zones(null, 'Europe/Oslo')).toEqual([null, null])
    expect(await zones('Europe/Oslo', 'Europe/Oslo')).toEqual([null, null])
    expect(await zones('Europe/Lisbon', 'Europe/Oslo')).toEqual(['Europe/Lisbon', 'Europe/Lisbon'])
  })

  it('leaves out conversations that are read, archived or muted', async () => {
    const [one, maker] = [await t.person('One'), await t.person('Maker', { isCreator: true })]
    const body = {
      receiverId: maker.id,
      subject: 'Hello',
      content: 'Hello.',
      messageType: 'general',
    }
    await t.call(sendMessage, { as: one, body })
    const set = (column: string) =>
      sql`update conversation_members set is_archived = ${column === 'archived'},
        is_muted = ${column === 'muted'} where user_id = ${maker.id}::uuid`.execute(t.deps.db)
    expect(await kinds(maker)).toHaveLength(1)
    for (const column of ['archived', 'muted']) {
      await set(column)
      expect(await kinds(maker)).toEqual([])
    }
  })
})

describe('the money', () => {
  it('is held, then on its way, then on its way with a day, then paid', async () => {
    const pair = await pairUp(t)
    const as = pair.creator
    const money = async () => (await dashboard(as)).money
    const steps = hiring(t, pair)
    await steps.in('accepted')
    const done = await steps.in('delivered')
    expect(await money()).toMatchObject({ held: 1000, heldProjects: 2, onItsWay: 0, cardFees: 0 })
    await steps.complete(done.id)
    await t.runJob('money.send')
    // Two charges of $500, each less 2.9 % and 30 cents.
    const net = 1000 - 2 * 14.8
    expect(await money()).toMatchObject({ held: 500, heldProjects: 1, unsent: net, onItsWay: 0 })
    await t.call(connectPayouts, { as })
    const { account_id: account } = await t.deps.db
      .selectFrom('payout_accounts')
      .select('account_id')
      .where('user_id', '=', as.id)
      .executeTakeFirstOrThrow()
    await t.cards.control(`accounts/${account}/complete`)
    await t.call(confirmPayouts, { as })
    await t.runJob('money.send')
    expect(await money()).toMatchObject({
      unsent: 0,
      onItsWay: net,
      arrivesOn: null,
      cardFees: 29.6,
    })

    await t.cards.advance({ days: 1, hours: 9 })
    await t.cards.deliverWebhooks()
    const moving = await money()
    expect(moving).toMatchObject({ onItsWay: net, paidThisYear: 0, paidProjects: 0 })
    expect(moving.arrivesOn).toMatch(/^\d{4}-\d\d-\d\d$/)
    await t.cards.advance({ days: 5 })
    await t.cards.deliverWebhooks()
    // Where the year ends in between, it is next year's.
    await sql`update bank_payouts set arrives_on = now()::date`.execute(t.deps.db)
    expect(await money()).toMatchObject({
      onItsWay: 0,
      arrivesOn: null,
      paidThisYear: net,
      paidProjects: 1,
    })
    await sql`update bank_payouts set arrives_on = now()::date - 400`.execute(t.deps.db)
    expect(await money()).toMatchObject({ onItsWay: 0, paidThisYear: 0, paidProjects: 0 })
  })
})

it('counts views of seven days and of the seven before', async () => {
  const maker = await t.person('Seen', { isCreator: true })
  const at = t.deps.now().getTime()
  for (const [days, views] of [
    [0, 61],
    [1, 188],
    [6, 40],
    [7, 100],
    [13, 5],
    [14, 1000],
  ] as const)
    await sql`insert into creator_tallies (creator_id, grain, slot, views)
      values (${maker.id}::uuid, 'quarter', slot_of(${new Date(at - days * 86_400_000)}::timestamptz), ${views})`.execute(
      t.deps.db,
    )
  await sql`insert into tallies_due (creator_id, slot, views)
    values (${maker.id}::uuid, slot_of(${new Date(at)}::timestamptz), 1)`.execute(t.deps.db)
  const { views } = await dashboard(maker)
  expect(views.days.map((day: { views: number }) => day.views)).toEqual([40, 0, 0, 0, 0, 188, 62])
  expect([views.total, views.before]).toEqual([290, 105])
})

it('shows a creator’s first steps until they are done or hidden', async () => {
  const as = await t.person('Starter', { isCreator: true })
  const steps = async () => (await dashboard(as)).steps
  await makeWork(t.deps, as, { title: 'One' })
  await makeWork(t.deps, as, { title: 'Two', priceCents: 9_000 })
  expect(await steps()).toEqual({ hasPortrait: false, works: 2, hasPrice: true, hasBank: false })
  expect((await t.call(hideSteps, { as, body: { isHidden: true } })).status).toBe(204)
  expect(await steps()).toBeNull()
  expect((await t.call(hideSteps, { as, body: { isHidden: false } })).status).toBe(204)
  await makeWork(t.deps, as, { title: 'Three' })
  await makeWork(t.deps, as, { title: 'Four' })
  expect(await steps()).toMatchObject({ works: 3 })
  await sql`update users set profile_image_url = '/media/x' where id = ${as.id}::uuid`.execute(
    t.deps.db,
  )
  expect(await steps()).toMatchObject({ hasPortrait: true, hasBank: false })
  await sql`insert into payout_accounts (user_id, account_id, is_ready)
    values (${as.id}::uuid, ${`acct_${as.id}`}, true)`.execute(t.deps.db)
  expect(await steps()).toBeNull()
})
