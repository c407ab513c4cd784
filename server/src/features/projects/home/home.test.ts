import { getHome } from '@plinth/contract/people/home.ts'
import { savePortfolio } from '@plinth/contract/portfolios/portfolios.ts'
import {
  acceptOffer,
  checkMilestone,
  offerTerms,
  payDeposit,
} from '@plinth/contract/projects/project-calls.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../../../test/app.ts'
import { dayIn, hiring, pairUp, type Pair } from '../../../../test/content/projects.ts'
import { makeWork } from '../../../../test/content/works.ts'
import { paidApp } from '../../../../test/money/cards.ts'

const t = paidApp()
const home = async (as: Person, query: object = {}) => {
  const { status, body } = await t.call(getHome, { as, query })
  expect(status).toBe(200)
  return body
}

it('is for members and refuses zones that do not exist', async () => {
  expect((await t.call(getHome)).status).toBe(401)
  const as = await t.person('Mia')
  for (const query of [{ tz: 'Nowhere/Land' }, { tz: "UTC'" }, { userId: as.id }])
    expect((await t.call(getHome, { as, query })).status).toBe(400)
})

it('is empty for somebody new', async () => {
  expect(await home(await t.person('New'), { tz: 'Europe/Lisbon' })).toEqual({
    projects: [],
    projectCount: 0,
    money: { held: 0, lines: [], next: null, paidThisYear: 0 },
    saved: [],
    followed: { works: [], thisWeek: 0 },
  })
})

describe('the projects', () => {
  let pair: Pair
  const ids: Record<string, string> = {}
  beforeAll(async () => {
    pair = await pairUp(t)
    const steps = hiring(t, pair)
    for (const status of [
      'deposit_paid',
      'accepted',
      'delivered',
      'completed',
      'declined',
    ] as const)
      ids[status] = (await steps.in(status)).id
  })

  it('come with those that wait for the viewer first, then by deadline', async () => {
    const { projects, projectCount } = await home(pair.client)
    expect(
      projects.map(({ id, needsViewer }: { id: string; needsViewer: boolean }) => [
        id,
        needsViewer,
      ]),
    ).toEqual([
      [ids['delivered'], true],
      [ids['deposit_paid'], false],
      [ids['accepted'], false],
    ])
    expect(projectCount).toBe(3)
    expect(projects[0]).toMatchObject({
      status: 'delivered',
      role: 'client',
      deliveryNumber: 1,
      nextMilestone: null,
      deposit: 500,
      balance: 500,
      held: 500,
    })
    expect(projects[0]).not.toHaveProperty('facts')
  })

  it('shows the creator the same projects from their side, and nobody else any', async () => {
    const { projects, money } = await home(pair.creator)
    expect(projects.map(({ needsViewer }: { needsViewer: boolean }) => needsViewer)).toEqual([
      true,
      true,
      false,
    ])
    expect(money).toMatchObject({ held: 0, lines: [], next: null, paidThisYear: 0 })
    expect((await home(await t.person('Other'))).projects).toEqual([])
  })

  it('lists six of more, and counts all', async () => {
    const many = await pairUp(t)
    const steps = hiring(t, many)
    for (let one = 0; one < 7; one += 1) await steps.hire({ description: `Number ${one}.` })
    const { projects, projectCount } = await home(many.client)
    expect([projects.length, projectCount]).toEqual([6, 7])
  })

  it('names the next milestone that is not done', async () => {
    const own = await pairUp(t)
    const steps = hiring(t, own)
    const { project } = await steps.hire()
    const due = [dayIn(t, 5), dayIn(t, 9)]
    const milestones = [
      { title: 'Sketches', due: due[0] },
      { title: 'First drafts', due: due[1] },
    ]
    const body = { price: 900, deliverBy: dayIn(t, 12), milestones }
    const params = { id: project.id }
    const offered = await t.call(offerTerms, { as: own.creator, params, body })
    // The request was not paid, so its creator does not know of it.
    expect(offered.status).toBe(404)
    const mine = await t.call(offerTerms, { as: own.client, params, body })
    expect(mine.status).toBe(200)
    const answered = await t.call(offerTerms, { as: own.creator, params, body })
    expect(answered.status).toBe(200)
    const nextOf = async () => (await home(own.client)).projects[0].nextMilestone
    expect(await nextOf()).toBeNull()
    const offerId = answered.body.offers[0].id
    await t.call(acceptOffer, { as: own.client, params: { ...params, offerId } })
    const { body: checkout } = await t.call(payDeposit, { as: own.client, params })
    await steps.pay(project.id, checkout.url)
    expect(await nextOf()).toEqual({ title: 'Sketches', due: due[0] })
    const done = { as: own.creator, params: { ...params, position: 0 }, body: { isDone: true } }
    expect((await t.call(checkMilestone, done)).status).toBe(200)
    expect(await nextOf()).toEqual({ title: 'First drafts', due: due[1] })
  })

  it('says what is held, what falls due next, and what makers were paid this year', async () => {
    const { money } = await home(pair.client)
    expect(money).toMatchObject({ held: 1500, paidThisYear: 1000 })
    expect(
      money.lines
        .map((line: { projectId: string; held: number }) => [line.projectId, line.held])
        .toSorted(),
    ).toEqual(
      [ids['deposit_paid'], ids['accepted'], ids['delivered']].map((id) => [id, 500]).toSorted(),
    )
    expect(money.lines[0].creator.id).toBe(pair.creator.id)
    expect(money.next).toMatchObject({
      projectId: ids['delivered'],
      status: 'delivered',
      amount: 500,
    })
  })
})

describe('the works', () => {
  it('are the ones last saved, without those of people who block the viewer', async () => {
    const maker = await t.person('Maker', { isCreator: true })
    const as = await t.person('Saver')
    const ids: string[] = []
    for (let one = 0; one < 11; one += 1) {
      const id = await makeWork(t.deps, maker, { title: `Work ${one}`, priceCents: 21_000 })
      expect((await t.call(savePortfolio, { as, params: { id } })).status).toBeLessThan(300)
      ids.push(id)
    }
    const gone = await t.person('Gone', { isCreator: true })
    const theirs = await makeWork(t.deps, gone, { title: 'Out of sight' })
    await t.call(savePortfolio, { as, params: { id: theirs } })
    await t.deps.db
      .insertInto('blocks')
      .values({ blocker_id: gone.id, blocked_id: as.id })
      .execute()
    const { saved } = await home(as)
    expect(saved.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2).toReversed())
    expect(saved[0]).toMatchObject({
      startingPrice: 210,
      creator: { id: maker.id },
      category: expect.any(String),
    })
  })

  it('are the newest of people whom the viewer follows, with how many are of this week', async () => {
    const as = await t.person('Follower')
    const makers = [
      await t.person('One', { isCreator: true }),
      await t.person('Two', { isCreator: true }),
    ]
    for (const { id } of makers)
      await t.deps.db
        .insertInto('follows')
        .values({ follower_id: as.id, followed_id: id })
        .execute()
    const ids: string[] = []
    for (let one = 0; one < 8; one += 1)
      ids.push(await makeWork(t.deps, makers[one % 2]!, { title: `Work ${one}` }))
    await makeWork(t.deps, await t.person('Stranger', { isCreator: true }), { title: 'Elsewhere' })
    await t.deps.db
      .updateTable('portfolio_items')
      .set({ created_at: new Date(Date.now() - 8 * 86_400_000) })
      .where('id', '=', ids[0] ?? '')
      .execute()
    const { followed } = await home(as)
    expect(followed.works.map(({ id }: { id: string }) => id)).toEqual(ids.slice(3).toReversed())
    expect(followed.thisWeek).toBe(7)
  })
})
