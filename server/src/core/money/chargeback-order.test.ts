import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { paidApp, CARD, type CardEvent } from '../../../test/money/cards.ts'
import { checkWorld } from '../../../test/money/checks.ts'
import { hiring, pairUp } from '../../../test/content/projects.ts'

const t = paidApp({ JOBS: 'off' })

const work = async (event: CardEvent): Promise<void> => {
  expect(await t.cards.deliver(event)).toBe(200)
  await t.runJob('money.event', { id: event.id })
}

it.each(['win', 'lose'])(
  'a chargeback reported before its payment is recorded all the same: %s',
  async (end) => {
    const steps = hiring(t, await pairUp(t, 45_050))
    const { project, checkout } = await steps.hire()
    await t.cards.pay(checkout.url, CARD.disputed)
    await t.cards.advance({ minutes: 2 })
    const told = await t.cards.events()
    const disputed = told.findLast(({ type }) => type === 'charge.dispute.created')
    const paid = told.findLast(({ type }) => type === 'payment_intent.succeeded')
    if (disputed === undefined || paid === undefined) throw new Error('Neither was told.')
    await work(disputed)
    await work(paid)
    expect(await steps.room(project.id)).toMatchObject({
      status: 'disputed',
      money: { held: 225.25 },
    })
    await t.cards.control(`disputes/${end}`, { dispute: disputed.data.object.id })
    await t.cards.deliverWebhooks()
    expect(await checkWorld({ t, db: t.deps.db })).toEqual([])
    expect(await steps.room(project.id)).toMatchObject(
      end === 'win'
        ? { status: 'deposit_paid', money: { held: 225.25 } }
        : { status: 'resolved', money: { held: 0, refunded: 225.25 } },
    )
  },
)

it('an old checkout is read back from the provider if no event reported its end', async () => {
  const [paid, open] = [hiring(t, await pairUp(t, 45_050)), hiring(t, await pairUp(t, 45_050))]
  const [{ project, checkout }, { project: other }] = [await paid.hire(), await open.hire()]
  await t.cards.pay(checkout.url)
  const { payments } = t.deps
  const { listEvents } = payments
  try {
    // The provider keeps its events for some weeks only.
    payments.listEvents = async function* none() {}
    await t.runJob('money.reconcile')
    expect((await paid.room(project.id)).status).toBe('requested')
    for (let looks = 0; looks < 2; looks += 1) {
      t.clock.advance({ minutes: 31 })
      await t.runJob('money.reconcile')
      expect(await paid.room(project.id)).toMatchObject({
        status: 'deposit_paid',
        money: { held: 225.25 },
      })
      expect((await open.room(other.id)).status).toBe('requested')
    }
  } finally {
    payments.listEvents = listEvents
  }
  await t.cards.deliverWebhooks()
  expect(await checkWorld({ t, db: t.deps.db })).toEqual([])
})

// This test is last because it moves the clock far ahead.
it('chargebacks and returned refunds are found after an outage longer than events are kept', async () => {
  const [kept, ended] = [hiring(t, await pairUp(t, 45_050)), hiring(t, await pairUp(t, 45_050))]
  const [one, other] = [await kept.in('deposit_paid'), await ended.in('withdrawn')]
  await t.runJob('money.send')
  await t.runJob('money.reconcile')
  const ids = await sql<{ charge: string; refund: string | null }>`
    select p.charge_id as charge, r.provider_id as refund from payments p
    left join refunds r on r.payment_id = p.id
    where p.project_id in (${one.id}::uuid, ${other.id}::uuid)
    order by p.project_id = ${other.id}::uuid`.execute(t.deps.db)
  const [{ charge } = { charge: '' }, { refund } = { refund: '' }] = ids.rows
  await t.cards.control('disputes/open', { charge })
  await t.cards.control(`refunds/${refund}/fail`)
  const { payments } = t.deps
  const { listEvents } = payments
  try {
    payments.listEvents = async function* none() {}
    await t.runJob('money.reconcile')
    expect((await kept.room(one.id)).status).toBe('deposit_paid')
    t.clock.advance({ days: 31 })
    await t.runJob('money.reconcile')
    expect((await kept.room(one.id)).status).toBe('disputed')
  } finally {
    payments.listEvents = listEvents
  }
  expect(await checkWorld({ t, db: t.deps.db })).toEqual([])
})
