import {
  createAppeal,
  decideAppeal,
  listAppeals,
  type AdminAppeal,
} from '@plinth/contract/moderation/appeals.ts'
import { changeUser } from '@plinth/contract/moderation/admin.ts'
import {
  becomeCreator,
  getStatement,
  getSubscription,
  resumeSubscription,
  type StatementLine,
} from '@plinth/contract/money/billing.ts'
import { getViewer } from '@plinth/contract/people/session.ts'
import { listNotifications } from '@plinth/contract/notifications/notifications.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { waitForOutbox } from '../../../test/content/outbox.ts'
import { paidApp } from '../../../test/money/cards.ts'
import type { Person } from '../../../test/app.ts'

const t = paidApp()
let admin: Person
beforeAll(async () => {
  admin = await t.person('Sam', { role: 'support' })
})

const REASON = 'Sold prints of others.'
const take = (whom: Person, body: object = { isCreator: false, reason: REASON }) =>
  t.call(changeUser, { as: admin, params: { id: whom.id }, body })
const isCreator = async (as: Person) => (await t.call(getViewer, { as })).body.isCreator
const view = async (as: Person) => (await t.call(getSubscription, { as })).body

async function subscriber(name: string, isGranted = false): Promise<Person> {
  const person = await t.person(name, { isCreator: isGranted })
  const { body } = await t.call(becomeCreator, { as: person })
  await t.cards.pay(body.subscriptionUrl)
  await t.cards.deliverWebhooks()
  expect(await view(person)).toMatchObject({ state: 'active' })
  return person
}

/** What was sent back for a person’s subscription, in cents. */
const refundedTo = async (person: Person): Promise<number[]> => {
  const { rows } = await sql<{ cents: number }>`
    select r.amount_cents::int as cents from subscription_refunds r
    join subscriptions s on s.id = r.subscription_id
    where s.user_id = ${person.id}::uuid and r.state = 'sent'`.execute(t.deps.db)
  return rows.map(({ cents }) => cents)
}

describe('taking creator rights from a subscriber', () => {
  it('needs a reason, and nothing happens without one', async () => {
    const person = await subscriber('Una')
    const { status, body } = await take(person, { isCreator: false })
    expect([status, Object.keys(body.fields)]).toEqual([400, ['reason']])
    expect(await isCreator(person)).toBe(true)
    expect(await view(person)).toMatchObject({ state: 'active', removed: null })
  })

  it('ends the subscription, refunds the unused days, and tells them why', async () => {
    const person = await subscriber('Tess', true)
    expect((await take(person)).body).toMatchObject({ isCreator: false, isCreatorGranted: false })
    expect(await isCreator(person)).toBe(false)
    await vi.waitFor(async () => expect(await view(person)).toMatchObject({ state: 'canceled' }))
    await vi.waitFor(async () => expect(await refundedTo(person)).toHaveLength(1))
    await t.cards.deliverWebhooks()
    const { removed, periodEnd } = await view(person)
    expect(removed).toEqual({ at: expect.any(String), reason: REASON, appeal: null })
    // Today is used: all other days of the month are not.
    const end = new Date(periodEnd)
    const start = new Date(end)
    start.setUTCMonth(end.getUTCMonth() - 1)
    const days = Math.round((end.getTime() - start.getTime()) / 86_400_000)
    const cents = Math.floor((599 * (days - 1)) / days)
    expect(await refundedTo(person)).toEqual([cents])
    const { body } = await t.call(getStatement, { as: person })
    expect((body as StatementLine[]).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['refund', cents / 100],
      ['subscription', 5.99],
    ])
    await waitForOutbox(t)
    const answer = await t.call(listNotifications, { as: person })
    const told = (answer.body as { billing: string | null }[]).map(({ billing }) => billing)
    expect(told).toContain('creator_removed')
    expect(told).not.toContain('subscription_ended')
  })

  it('happens once however often it is asked for, and no webhook brings the rights back', async () => {
    const person = await subscriber('Vera')
    const answers = await Promise.all([take(person), take(person), take(person)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    await t.cards.deliverWebhooks()
    await vi.waitFor(async () => expect(await refundedTo(person)).toHaveLength(1))
    await t.cards.deliverWebhooks()
    expect(await isCreator(person)).toBe(false)
    expect((await t.call(resumeSubscription, { as: person })).status).toBe(409)
    expect((await t.call(becomeCreator, { as: person })).status).toBe(409)
  })

  it('can be appealed once, by themselves, and a decision gives the rights back', async () => {
    const person = await subscriber('Wim', true)
    const other = await t.person('Other')
    const appeal = (as: Person | undefined, id = person.id) =>
      t.call(createAppeal, { as, body: { kind: 'creator', id, text: 'They are mine.' } })
    expect((await appeal(person)).status).toBe(404)
    await take(person)
    expect((await appeal(undefined)).status).toBe(401)
    expect((await appeal(other)).status).toBe(404)
    expect((await appeal(other, other.id)).status).toBe(404)
    expect((await appeal(person)).body).toMatchObject({ kind: 'creator', reason: REASON })
    expect((await appeal(person)).status).toBe(409)
    expect((await view(person)).removed).toMatchObject({ appeal: 'open' })
    const moderator = await t.person('Mo', { role: 'moderator' })
    const { body: open } = await t.call(listAppeals, { as: moderator })
    const one = (open as AdminAppeal[]).find(({ subjectId }) => subjectId === person.id)
    expect(one).toMatchObject({ kind: 'creator', reason: REASON, text: 'They are mine.' })
    const decided = await t.call(decideAppeal, {
      as: moderator,
      params: { id: one?.id },
      body: { outcome: 'restored', note: 'They are.' },
    })
    expect(decided.body).toMatchObject({ state: 'restored' })
    // What was granted is back; the subscription was refunded and can be begun again.
    expect(await isCreator(person)).toBe(true)
    expect((await view(person)).removed).toBeNull()
    expect((await t.call(becomeCreator, { as: person })).body.subscriptionUrl).toMatch(/^http/)
  })

  it('stays when the appeal is upheld, until an admin grants the right again', async () => {
    const person = await subscriber('Xenia')
    await take(person)
    const { body } = await t.call(createAppeal, {
      as: person,
      body: { kind: 'creator', id: person.id, text: 'They are mine.' },
    })
    const moderator = await t.person('Mo', { role: 'moderator' })
    await t.call(decideAppeal, {
      as: moderator,
      params: { id: body.id },
      body: { outcome: 'upheld', note: 'They are not.' },
    })
    expect((await view(person)).removed).toMatchObject({ appeal: 'upheld' })
    expect(await isCreator(person)).toBe(false)
    await take(person, { isCreator: true })
    expect(await isCreator(person)).toBe(true)
    expect((await view(person)).removed).toBeNull()
  })
})

describe('a grant and a subscription', () => {
  it('stand side by side: a granted creator may subscribe', async () => {
    const person = await t.person('Yara', { isCreator: true })
    const { body } = await t.call(becomeCreator, { as: person })
    expect(body.subscriptionUrl).toMatch(/^http/)
    await t.cards.pay(body.subscriptionUrl)
    await t.cards.deliverWebhooks()
    expect(await view(person)).toMatchObject({ state: 'active', isGranted: true })
    expect((await t.call(becomeCreator, { as: person })).body).toEqual({
      message: 'Already a creator',
    })
  })

  it('of which the grant alone is taken without a reason or a refund', async () => {
    const person = await t.person('Zoe', { isCreator: true })
    expect((await take(person, { isCreator: false })).body).toMatchObject({ isCreator: false })
    expect((await view(person)).removed).toBeNull()
    expect((await t.call(becomeCreator, { as: person })).body.subscriptionUrl).toMatch(/^http/)
  })
})
