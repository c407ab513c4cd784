import { confirmPayouts, connectPayouts } from '@plinth/contract/money/billing.ts'
import { listProjects, offerTerms } from '@plinth/contract/projects/project-calls.ts'
import type { ProjectCard } from '@plinth/contract/projects/projects.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { paidApp } from '../../../../test/money/cards.ts'
import type { Person } from '../../../../test/app.ts'
import { listen, readLive } from '../../../../test/live-reader.ts'
import { dayIn, hiring, pairUp, type Pair } from '../../../../test/content/projects.ts'

const t = paidApp()
let pair: Pair
const ids: Record<string, string> = {}
beforeAll(async () => {
  pair = await pairUp(t)
  const steps = hiring(t, pair)
  ids['unpaid'] = (await steps.in('requested')).id
  ids['paid'] = (await steps.in('deposit_paid')).id
  ids['over'] = (await steps.in('declined')).id
  // The creator hires somebody, too.
  const back: Pair = { ...(await pairUp(t)), client: pair.creator }
  ids['hired'] = (await hiring(t, back).in('delivered')).id
})

const idsOf = async (as: Person, query: object = {}): Promise<string[]> => {
  const { status, body } = await t.call(listProjects, { as, query })
  expect(status).toBe(200)
  return body.map(({ id }: ProjectCard) => id)
}

describe('the list', () => {
  it('lists a person’s own projects in boxes, the latest change first', async () => {
    const { client, creator } = pair
    const { unpaid = '', paid = '', over = '', hired = '' } = ids
    expect(await idsOf(client)).toEqual([over, paid, unpaid])
    expect(await idsOf(client, { box: 'open' })).toEqual([paid, unpaid])
    expect(await idsOf(client, { box: 'hiring' })).toEqual([over, paid, unpaid])
    expect(await idsOf(client, { box: 'making' })).toEqual([])
    expect(await idsOf(client, { box: 'closed' })).toEqual([over])
    expect(await idsOf(creator)).toEqual([hired, over, paid])
    expect(await idsOf(creator, { box: 'making' })).toEqual([over, paid])
    expect(await idsOf(creator, { box: 'hiring' })).toEqual([hired])
    expect(await idsOf(await t.person('Nobody'))).toEqual([])
  })

  it('shows whose turn it is and how much is held', async () => {
    const { body } = await t.call(listProjects, { as: pair.creator })
    expect(body).toMatchObject([
      { id: ids['hired'], role: 'client', needsViewer: true, held: 500, status: 'delivered' },
      { id: ids['over'], role: 'creator', needsViewer: false, held: 0 },
      { id: ids['paid'], role: 'creator', needsViewer: true, held: 500, price: 1000 },
    ])
  })

  it('continues where a page ended, within its box', async () => {
    const page = await t.call(listProjects, { as: pair.client, query: { limit: 2 } })
    expect(page.body.map(({ id }: ProjectCard) => id)).toEqual([ids['over'], ids['paid']])
    const [, next = ''] = /<([^>]+)>/.exec(String(page.headers.link)) ?? []
    const last = await t.request({ method: 'GET', url: next, as: pair.client })
    expect([last.body.map(({ id }: ProjectCard) => id), last.headers.link]).toEqual([
      [ids['unpaid']],
      undefined,
    ])
    const elsewhere = await t.request({ method: 'GET', url: `${next}&box=open`, as: pair.client })
    expect(elsewhere.status).toBe(400)
  })

  it('needs a session and refuses unknown boxes', async () => {
    expect((await t.call(listProjects, {})).status).toBe(401)
    for (const query of [{ box: 'x' }, { limit: 0 }, { limit: 101 }, { userId: pair.creator.id }])
      expect((await t.call(listProjects, { as: pair.client, query })).status).toBe(400)
  })
})

it('pushes changes to both people and to nobody else', async () => {
  const origin = await listen(t)
  const stranger = await t.person('Stranger')
  const readers = await Promise.all(
    [pair.client, pair.creator, stranger].map((who) => readLive(origin, who)),
  )
  for (const reader of readers) await reader.next('hello')
  const id = ids['unpaid'] ?? ''
  const body = { price: 900, deliverBy: dayIn(t, 9) }
  expect((await t.call(offerTerms, { as: pair.client, params: { id }, body })).status).toBe(200)
  const { body: hired } = await t.call(listProjects, { as: pair.client, query: { box: 'hiring' } })
  expect(hired[0]).toMatchObject({ id, price: 1000, proposed: { by: 'client', price: 900 } })
  for (const reader of readers.slice(0, 2))
    expect(await reader.next('project')).toEqual({ type: 'project', id })
  const checkout = await hiring(t, pair).hire({ description: 'One more.' })
  const paid = await hiring(t, pair).pay(checkout.project.id, checkout.checkout.url)
  expect(await readers[1]?.next('project')).toEqual({ type: 'project', id: paid.id })
  for (const reader of readers) reader.close()
})

it('notifies of a payout only the person who was paid', async () => {
  const own = await pairUp(t)
  const as = own.creator
  expect((await t.call(connectPayouts, { as })).status).toBe(200)
  const { account_id: account } = await t.deps.db
    .selectFrom('payout_accounts')
    .select('account_id')
    .where('user_id', '=', as.id)
    .executeTakeFirstOrThrow()
  await t.cards.control(`accounts/${account}/complete`)
  expect((await t.call(confirmPayouts, { as })).body.state).toBe('ready')
  const steps = hiring(t, own)
  const { id } = await steps.in('completed')
  await t.runJob('money.send')
  const paidOut = async (who: Person) =>
    (await steps.room(id, who)).events.filter(({ kind }) => kind === 'paid_out')
  expect(await paidOut(as)).toHaveLength(2)
  expect(await paidOut(own.client)).toEqual([])
  expect(await paidOut(await t.person('Ruler', { isAdmin: true }))).toHaveLength(2)
})
