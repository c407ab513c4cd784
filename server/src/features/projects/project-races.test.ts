import {
  acceptProject,
  completeProject,
  confirmPayment,
  declineProject,
  deliverProject,
  payDeposit,
  requestRevision,
  withdrawProject,
} from '@plinth/contract/projects/project-calls.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { paidApp } from '../../../test/money/cards.ts'
import type { Answer } from '../../../test/app.ts'
import {
  addUpload,
  booksOf,
  dayIn,
  hiring,
  kindsOf,
  pairUp,
  type Pair,
} from '../../../test/content/projects.ts'
import { newId } from '../../db/id.ts'

/** `npm run races` asks for more. */
const ROUNDS = Number(process.env.RACE_ROUNDS ?? 1)

const t = paidApp()
let pair: Pair
let steps: ReturnType<typeof hiring>
beforeEach(async () => {
  pair = await pairUp(t)
  steps = hiring(t, pair)
})

const times = <T>(count: number, work: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, work))
const done = (answers: Answer[]): number => answers.filter(({ status }) => status === 200).length
const countOf = async (id: string, kind: string): Promise<number> =>
  (await kindsOf(t, id)).filter((one) => one === kind).length

describe('concurrent calls', () => {
  it('accept once, whether two or twenty', async () => {
    const { id } = await steps.request()
    const body = { deliverBy: dayIn(t, 9) }
    const answers = await times(20, () =>
      t.call(acceptProject, { as: pair.creator, params: { id }, body }),
    )
    expect(done(answers)).toBe(1)
    expect(await countOf(id, 'accepted')).toBe(1)
  })

  it('either accept, decline or withdraw', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      pair = await pairUp(t)
      const { id } = await hiring(t, pair).request()
      const params = { id }
      const answers = await Promise.all([
        t.call(acceptProject, { as: pair.creator, params, body: { deliverBy: dayIn(t, 9) } }),
        t.call(declineProject, { as: pair.creator, params, body: {} }),
        t.call(withdrawProject, { as: pair.client, params, body: {} }),
      ])
      expect(done(answers)).toBe(1)
      const { held, client } = await booksOf(t, id)
      expect([held, client]).toEqual(answers[0].status === 200 ? [50_000, 0] : [0, 50_000])
    }
  })

  it('deliver once, and ask for a change once', async () => {
    const { id } = await steps.in('accepted')
    const files = await times(6, () => addUpload(t, id, pair.creator))
    const delivered = await Promise.all(
      files.map((file) =>
        t.call(deliverProject, {
          as: pair.creator,
          params: { id },
          body: { note: '', fileIds: [file] },
        }),
      ),
    )
    expect(done(delivered)).toBe(1)
    const body = { note: 'Lighter.' }
    const asked = await times(6, () =>
      t.call(requestRevision, { as: pair.client, params: { id }, body }),
    )
    expect(done(asked)).toBe(1)
    expect(await steps.room(id)).toMatchObject({ revisionsLeft: 1, deliveries: [{ number: 1 }] })
  })

  it('open one checkout when approving many times, which is charged once', async () => {
    const { id } = await steps.in('delivered')
    const answers = await times(20, () =>
      t.call(completeProject, { as: pair.client, params: { id } }),
    )
    const urls = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.url))
    expect(urls.size).toBe(1)
    expect(await countOf(id, 'approved')).toBe(1)
    const [url = ''] = urls
    await t.cards.pay(url)
    const confirm = () => t.call(confirmPayment, { as: pair.client, params: { id }, body: {} })
    await Promise.all([times(5, confirm), t.cards.deliverWebhooks({ copies: 3, reverse: true })])
    expect(await steps.room(id)).toMatchObject({ status: 'completed', money: { released: 1000 } })
    expect(await countOf(id, 'completed')).toBe(1)
    const { fees, creator, ...rest } = await booksOf(t, id)
    expect([rest, creator + fees]).toEqual([{ held: 0, client: 0 }, 100_000])
  })

  it('leave the money with its owner when paying and withdrawing', async () => {
    // Both orders.
    for (let round = 0; round < 2 * ROUNDS; round += 1) {
      pair = await pairUp(t)
      const { project, checkout } = await hiring(t, pair).hire()
      const { id } = project
      await t.cards.pay(checkout.url)
      const confirmed = () => t.call(confirmPayment, { as: pair.client, params: { id }, body: {} })
      const withdrawn = () => t.call(withdrawProject, { as: pair.client, params: { id }, body: {} })
      await Promise.all(round % 2 === 0 ? [confirmed(), withdrawn()] : [withdrawn(), confirmed()])
      await t.cards.deliverWebhooks()
      const room = await hiring(t, pair).room(id)
      const { held, client } = await booksOf(t, id)
      expect([room.status, held, client]).toEqual(['withdrawn', 0, 50_000])
    }
  })
})

describe('an idempotency key', () => {
  it('makes a repeated step happen once', async () => {
    const { id } = await steps.request()
    const headers = { 'idempotency-key': newId() }
    const send = (deliverBy: string) =>
      t.call(acceptProject, { as: pair.creator, params: { id }, body: { deliverBy }, headers })
    const first = await send(dayIn(t, 9))
    const again = await send(dayIn(t, 9))
    expect([first.status, again.status, again.body.status]).toEqual([200, 200, 'accepted'])
    expect((await send(dayIn(t, 10))).status).toBe(409)
    expect(await countOf(id, 'accepted')).toBe(1)
  })
})

it('a deposit that is paid twice is refunded once in full', async () => {
  const { project, checkout } = await steps.hire()
  const { id } = project
  // As if the first checkout had been replaced while its page stayed open.
  await t.deps.db
    .updateTable('payments')
    .set({ state: 'closed' })
    .where('project_id', '=', id)
    .execute()
  const second = await t.call(payDeposit, { as: pair.client, params: { id } })
  expect(second.body.url).not.toBe(checkout.url)
  for (const url of [checkout.url, second.body.url])
    expect(await t.cards.pay(url)).toMatchObject({ state: 'complete' })
  await t.cards.deliverWebhooks({ copies: 2 })
  const room = await steps.room(id)
  expect(room).toMatchObject({ status: 'deposit_paid', money: { held: 500, refunded: 500 } })
  expect(room.money.payments.map(({ refund }) => refund?.state ?? null).toSorted()).toEqual([
    null,
    'succeeded',
  ])
  expect(await booksOf(t, id)).toMatchObject({ held: 50_000, client: 50_000 })
  expect((await t.call(payDeposit, { as: pair.client, params: { id } })).status).toBe(409)
  expect(await countOf(id, 'deposit_paid')).toBe(1)
})
