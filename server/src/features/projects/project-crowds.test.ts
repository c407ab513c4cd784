import {
  becomeCreator,
  connectPayouts,
  getOrCreateSubscription,
} from '@plinth/contract/money/billing.ts'
import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import {
  acceptOffer,
  acceptProject,
  completeProject,
  confirmPayment,
  createProject,
  declineProject,
  payDeposit,
  proposeCancel,
  refundProject,
  ruleDispute,
  withdrawProject,
} from '@plinth/contract/projects/project-calls.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { paidApp } from '../../../test/money/cards.ts'
import type { Answer, CallInput, Person } from '../../../test/app.ts'
import { hiring, dayIn, pairUp, hireBody, type Pair } from '../../../test/content/projects.ts'
import { checkWorld } from '../../../test/money/checks.ts'
import { newId } from '../../db/id.ts'

const CROWD = 50
const ROUNDS = Number(process.env.MONEY_ROUNDS ?? 1)
/** An odd price: half of it is not a whole number of cents. */
const CENTS = 33_333

const t = paidApp({ JOBS: 'off' })
let pair: Pair
let steps: ReturnType<typeof hiring>
let admin: Person
beforeAll(async () => {
  admin = await t.person('Admin', { isAdmin: true })
})
beforeEach(async () => {
  pair = await pairUp(t, CENTS)
  steps = hiring(t, pair)
})

/**
 * Makes fifty concurrent calls. Every other one is the same under one key; the rest differ by `differ`, under keys of
 * their own or none. Returns those that succeeded; the others failed with a conflict or because the server was busy.
 */
async function crowd(
  endpoint: EndpointDefinition,
  as: Person,
  { params, differ = () => ({}) }: { params?: object; differ?: (n: number) => CallInput },
): Promise<Answer[]> {
  const shared = newId()
  const answers = await Promise.all(
    Array.from({ length: CROWD }, (_, n) => {
      const isSame = n % 2 === 0
      const key = isSame ? shared : n % 4 === 1 ? newId() : undefined
      return t.call(endpoint, {
        as,
        ...(params === undefined ? {} : { params }),
        ...differ(isSame ? 0 : n),
        ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
      })
    }),
  )
  const others = answers.filter(({ status }) => status >= 300 && ![409, 503].includes(status))
  expect(others.map(({ status, body }) => [status, body.message])).toEqual([])
  return answers.filter(({ status }) => status < 300)
}
/** How often it was done, not counting repeated answers. */
const timesDone = (made: readonly Answer[]): number =>
  made.filter(({ headers }) => headers['idempotent-replayed'] !== 'true').length

interface Listed {
  data: { id: string }[]
}
/** The provider's objects of a kind that belong to a project. */
const atProvider = async (kind: 'charges' | 'transfers', id: string): Promise<number> =>
  (await t.cards.read<Listed>(`${kind}?limit=100&transfer_group=${id}`)).data.length

async function refundsOf(id: string): Promise<number> {
  const { data } = await t.cards.read<Listed>(`charges?limit=100&transfer_group=${id}`)
  const lists = await Promise.all(
    data.map((charge) => t.cards.read<Listed>(`refunds?limit=100&charge=${charge.id}`)),
  )
  return lists.flatMap((list) => list.data).length
}

async function countRows(table: string, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where project_id = ${id}::uuid`.execute(
    t.deps.db,
  )
  return rows[0]?.count ?? 0
}
const bookings = async (id: string, kind: string): Promise<number> => {
  const { rows } = await sql`
    select 1 from ledger_transactions where project_id = ${id}::uuid and kind = ${kind}`.execute(
    t.deps.db,
  )
  return rows.length
}

/** Runs all jobs several times concurrently, as several processes would, and then checks the ledger. */
async function settleDown(): Promise<void> {
  await t.cards.deliverWebhooks({ copies: 2, reverse: true })
  await Promise.all(Array.from({ length: 4 }, () => t.runJob('money.send')))
  await t.cards.deliverWebhooks()
  expect(await checkWorld({ t, db: t.deps.db })).toEqual([])
}

/** Pays one checkout with many concurrent clicks, and lets both sides ask for the outcome. */
async function payAtOnce(id: string, url: string): Promise<void> {
  await Promise.all(Array.from({ length: 10 }, () => t.cards.pay(url)))
  await Promise.all([
    crowd(confirmPayment, pair.client, { params: { id }, differ: () => ({ body: {} }) }),
    t.cards.deliverWebhooks({ copies: 3, reverse: true }),
  ])
}

describe.each(Array.from({ length: ROUNDS }, (_, round) => round))(
  'fifty concurrent calls, round %i,',
  () => {
    it('hire, pay, accept, approve and pay the rest only once each', async () => {
      const hired = await crowd(createProject, pair.client, {
        differ: (n) => ({
          body: hireBody(pair, { description: `A jar for${' '.repeat(1 + (n % 5))}the hall.` }),
        }),
      })
      const ids = new Set(hired.map(({ body }) => body.project.id as string))
      const urls = new Set(hired.map(({ body }) => body.checkout.url as string))
      expect([ids.size, urls.size]).toEqual([1, 1])
      const [id = ''] = ids
      const again = await crowd(payDeposit, pair.client, { params: { id } })
      for (const { body } of again) urls.add(body.url)
      expect(urls.size).toBe(1)
      expect(await countRows('payments', id)).toBe(1)

      await payAtOnce(id, [...urls][0] ?? '')
      expect([await atProvider('charges', id), await bookings(id, 'charge')]).toEqual([1, 1])

      const accepted = await crowd(acceptProject, pair.creator, {
        params: { id },
        differ: (n) => ({ body: { deliverBy: dayIn(t, 9 + n) } }),
      })
      expect(timesDone(accepted)).toBe(1)

      await steps.deliver(id)
      const approved = await crowd(completeProject, pair.client, { params: { id } })
      const rest = new Set(approved.map(({ body }) => body.url as string))
      expect(rest.size).toBe(1)
      await t.call(connectPayouts, { as: pair.creator })
      await payAtOnce(id, [...rest][0] ?? '')
      await readyAccount(pair.creator)
      await settleDown()
      expect(await steps.room(id)).toMatchObject({
        status: 'completed',
        money: { released: 333.33 },
      })
      expect([
        await atProvider('charges', id),
        await atProvider('transfers', id),
        await refundsOf(id),
        await bookings(id, 'charge'),
        await bookings(id, 'allocation'),
        await bookings(id, 'transfer'),
      ]).toEqual([2, 2, 0, 2, 2, 2])
    })

    it('either decline or withdraw, with one refund', async () => {
      const { id } = await steps.request()
      const params = { id }
      const [declined, withdrawn] = await Promise.all([
        crowd(declineProject, pair.creator, { params, differ: () => ({ body: {} }) }),
        crowd(withdrawProject, pair.client, {
          params,
          differ: (n) => ({ body: { note: `${n}` } }),
        }),
      ])
      expect(timesDone([...declined, ...withdrawn])).toBe(1)
      await settleDown()
      expect([await refundsOf(id), await bookings(id, 'refund')]).toEqual([1, 1])
      const room = await steps.room(id)
      expect(room).toMatchObject({ money: { refunded: 166.67, held: 0 } })
    })

    it('cancel by agreement with one division, to the odd cent', async () => {
      const { id } = await steps.in('accepted')
      const { body: room } = await t.call(proposeCancel, {
        as: pair.client,
        params: { id },
        body: { toClient: 61.11, note: 'It does not work.' },
      })
      const made = await crowd(acceptOffer, pair.creator, {
        params: { id, offerId: room.offers[0].id },
      })
      expect(timesDone(made)).toBe(1)
      await readyAccount(pair.creator)
      await settleDown()
      expect([await refundsOf(id), await atProvider('transfers', id)]).toEqual([1, 1])
      expect(await steps.room(id)).toMatchObject({
        status: 'cancelled',
        money: { refunded: 61.11, released: 105.56, held: 0 },
      })
    })

    it('rule once, and send a returned refund again once', async () => {
      const { id } = await steps.in('disputed')
      const ruled = await crowd(ruleDispute, admin, {
        params: { id },
        differ: (n) => ({ body: { toClient: (n + 1) / 100, reason: `Number ${n}` } }),
      })
      expect(timesDone(ruled)).toBe(1)
      await settleDown()
      expect([await refundsOf(id), await bookings(id, 'allocation')]).toEqual([1, 1])
      const { rows } = await sql<{ name: string }>`
      select r.provider_id as name from refunds r join payments p on p.id = r.payment_id
      where p.project_id = ${id}::uuid`.execute(t.deps.db)
      await t.cards.control(`refunds/${rows[0]?.name}/fail`)
      await t.cards.deliverWebhooks()
      const sent = await crowd(refundProject, admin, { params: { id } })
      expect(timesDone(sent)).toBe(1)
      await settleDown()
      expect([await refundsOf(id), await bookings(id, 'refund_returned')]).toEqual([2, 1])
    })

    it('become a creator with one subscription, one customer and one charge', async () => {
      const person = await t.person('Novice')
      const [begun, got] = await Promise.all([
        crowd(becomeCreator, person, {}),
        crowd(getOrCreateSubscription, person, {}),
      ])
      const urls = new Set(begun.map(({ body }) => body.subscriptionUrl as string))
      expect([urls.size, new Set(got.map(({ body }) => body.subscriptionId)).size]).toEqual([1, 1])
      await Promise.all(Array.from({ length: 10 }, () => t.cards.pay([...urls][0] ?? '')))
      await t.cards.deliverWebhooks({ copies: 3, reverse: true })
      const { rows } = await sql<{ state: string; books: number }>`
      select s.state, (select count(*)::int from ledger_transactions l
        where l.subscription_id = s.id and l.kind = 'subscription') as books
      from subscriptions s where user_id = ${person.id}::uuid`.execute(t.deps.db)
      expect(rows).toEqual([{ state: 'active', books: 1 }])
      expect(await checkWorld({ t, db: t.deps.db })).toEqual([])
    })

    it('connect one bank account', async () => {
      const made = await crowd(connectPayouts, pair.creator, {})
      expect(made.length).toBeGreaterThan(0)
      const { data } = await t.cards.read<Listed>('accounts?limit=100').catch(() => ({ data: [] }))
      const { rows } = await sql`
      select 1 from payout_accounts where user_id = ${pair.creator.id}::uuid`.execute(t.deps.db)
      expect(rows).toHaveLength(1)
      expect(data.length).toBeLessThanOrEqual(3 * ROUNDS)
    })
  },
)

/** Makes somebody's account ready to receive money. */
async function readyAccount(person: Person): Promise<void> {
  await t.call(connectPayouts, { as: person })
  const { rows } = await sql<{ id: string }>`
    select account_id as id from payout_accounts where user_id = ${person.id}::uuid`.execute(
    t.deps.db,
  )
  await t.cards.control(`accounts/${rows[0]?.id}/complete`)
}
