import { addProofMark } from '@plinth/contract/proofing/rooms.ts'
import { getStatement } from '@plinth/contract/money/billing.ts'
import {
  acceptOffer,
  declineOffer,
  deliverProject,
  openDispute,
  proposeChange,
  requestRevision,
  ruleDispute,
} from '@plinth/contract/projects/project-calls.ts'
import { MAX_PRICE_CENTS } from '@plinth/contract/limits.ts'
import type { Project } from '@plinth/contract/projects/projects.ts'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { Answer, Person } from '../../../../test/app.ts'
import {
  addUpload,
  booksOf,
  dayIn,
  eventsOf,
  hiring,
  pairUp,
  type Pair,
} from '../../../../test/content/projects.ts'
import { paidApp } from '../../../../test/money/cards.ts'
import { newId } from '../../../db/id.ts'

const t = paidApp()
let pair: Pair
let steps: ReturnType<typeof hiring>
beforeAll(async () => {
  pair = await pairUp(t)
  steps = hiring(t, pair)
})

const suggest = (id: string, as: Person | undefined, more: object = {}): Promise<Answer> =>
  t.call(proposeChange, {
    as,
    params: { id },
    body: { price: 90, note: 'A second round of type.', ...more },
  })
const accept = (room: Project, as: Person | undefined): Promise<Answer> =>
  t.call(acceptOffer, { as, params: { id: room.id, offerId: room.offers[0]?.id } })
const agree = async (id: string, by: Person, more: object = {}): Promise<Project> => {
  const { body } = await suggest(id, by, more)
  const other = by === pair.client ? pair.creator : pair.client
  const accepted = await accept(body as Project, other)
  expect([accepted.status, accepted.body]).toEqual([200, expect.anything()])
  return accepted.body as Project
}

it('a change at a price adds to the balance and leaves the deposit', async () => {
  const { id } = await steps.in('accepted')
  const { status, body } = await suggest(id, pair.creator, { deliverBy: dayIn(t, 20) })
  expect([status, body]).toMatchObject([
    200,
    {
      price: 1000,
      offers: [
        {
          kind: 'change',
          by: 'creator',
          state: 'open',
          price: 90,
          note: 'A second round of type.',
          deliverBy: dayIn(t, 20),
        },
      ],
    },
  ])
  expect((await accept(body, pair.creator)).status).toBe(403)
  const accepted = await accept(body, pair.client)
  expect(accepted.body).toMatchObject({
    status: 'accepted',
    price: 1090,
    deliverBy: dayIn(t, 20),
    revisionsLeft: 3,
    revisionsAdded: 1,
    money: { price: 1090, deposit: 500, remainder: 590, held: 500 },
    offers: [{ state: 'accepted' }],
  })
  expect((await accept(body, pair.client)).status).toBe(409)
  expect((await eventsOf(t, id)).slice(-2)).toEqual([
    { kind: 'offered', by: 'creator', cents: 9000, note: 'A second round of type.' },
    { kind: 'offer_accepted', by: 'client', cents: 9000, note: 'A second round of type.' },
  ])
  // An odd sum: the deposit is still half of the first price.
  expect((await agree(id, pair.client, { price: 0.01 + 1 })).money).toMatchObject({
    price: 1091.01,
    deposit: 500,
    remainder: 591.01,
  })

  await steps.deliver(id)
  expect(await steps.approve(id)).toMatchObject({ amount: 591.01 })
  expect((await suggest(id, pair.client)).status).toBe(409)
  const done = await steps.complete(id)
  expect(done).toMatchObject({
    status: 'completed',
    money: { price: 1091.01, held: 0, released: 1091.01, refunded: 0 },
  })
  expect(await booksOf(t, id)).toMatchObject({ held: 0, client: 0 })
  const { body: lines } = await t.call(getStatement, { as: pair.client })
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'remainder', amount: 591.01, direction: 'out' }),
      expect.objectContaining({ kind: 'deposit', amount: 500, direction: 'out' }),
    ]),
  )
})

it('accepted while a delivery waits, it is the answer: the open comments are its list', async () => {
  const { id } = await steps.in('delivered')
  const revise = () =>
    t.call(requestRevision, { as: pair.client, params: { id }, body: { note: 'Lighter.' } })
  const again = async () => {
    const fileIds = [await addUpload(t, id, pair.creator)]
    const body = { note: '', fileIds }
    return t.call(deliverProject, { as: pair.creator, params: { id }, body })
  }
  for (let round = 0; round < 2; round += 1) {
    expect((await revise()).status).toBe(200)
    expect((await again()).status).toBe(200)
  }
  expect((await revise()).status).toBe(409)
  const { deliveries, actions } = await steps.room(id)
  expect(actions).toContain('proposeChange')
  expect(actions).not.toContain('requestRevision')
  const place = { shape: 'whole' as const, points: [], page: null, from: null, to: null }
  const versionId = deliveries[0]?.files[0]?.id ?? ''
  await t.call(addProofMark, {
    as: pair.client,
    params: { id, markId: newId() },
    body: { versionId, place, text: 'Larger.' },
  })
  const room = await agree(id, pair.creator)
  expect(room).toMatchObject({
    status: 'revision_requested',
    revisionsLeft: 0,
    revisionsAdded: 1,
    money: { price: 1090, deposit: 500, remainder: 590 },
  })
  expect(room.deliveries[0]).toMatchObject({
    answer: 'revision',
    answerNote: 'A second round of type.\n\n1 comment in the proof room.',
  })
  const { rows } = await sql<{ round: number }>`
    select round from proof_marks where room_id = ${id}::uuid`.execute(t.deps.db)
  expect(rows).toEqual([{ round: 3 }])
  expect((await again()).body).toMatchObject({ status: 'delivered' })
  expect((await revise()).status).toBe(409)
})

it('what was added is never part of what a cancellation or a ruling divides', async () => {
  const { id } = await steps.in('accepted')
  await agree(id, pair.client, { price: 300 })
  expect(await steps.cancel(id, 200)).toMatchObject({
    status: 'cancelled',
    money: { refunded: 200, released: 300, held: 0 },
  })
  const disputed = await steps.in('accepted', { description: 'Another one.' })
  await agree(disputed.id, pair.client, { price: 300 })
  const over = { text: 'This is not it.', asks: 500.01 }
  const params = { id: disputed.id }
  expect((await t.call(openDispute, { as: pair.client, params, body: over })).status).toBe(400)
  await t.call(openDispute, { as: pair.client, params, body: { ...over, asks: 500 } })
  // Nothing is agreed on while Plinth decides.
  expect((await suggest(disputed.id, pair.client)).status).toBe(409)
  const admin = await t.person('Ada', { isAdmin: true })
  const ruling = { toClient: 400, reason: 'So it is.' }
  const ruled = await t.call(ruleDispute, { as: admin, params, body: ruling })
  expect(ruled.body).toMatchObject({ status: 'resolved' })
  expect(await booksOf(t, disputed.id)).toMatchObject({ held: 0, client: 40_000 })
})

it('is for the two of the project, in words and with a sum that can be paid', async () => {
  const { id } = await steps.in('accepted', { description: 'A third one.' })
  const stranger = await t.person('Sten')
  const admin = await t.person('Ida', { isAdmin: true })
  for (const [as, status] of [
    [undefined, 401],
    [stranger, 404],
    [admin, 403],
  ] as const)
    expect((await suggest(id, as)).status).toBe(status)
  for (const wrong of [
    { note: ' ' },
    { price: 0 },
    { price: 9.999 },
    { price: MAX_PRICE_CENTS / 100 },
    { deliverBy: '2020-01-01' },
    { toClient: 1 },
  ])
    expect([wrong, (await suggest(id, pair.client, wrong)).status]).toEqual([wrong, 400])
  const { body } = await suggest(id, pair.client)
  const params = { id, offerId: body.offers[0].id }
  expect((await t.call(declineOffer, { as: pair.creator, params })).body).toMatchObject({
    price: 1000,
    revisionsAdded: 0,
    offers: [{ state: 'declined' }],
  })
})

it('an approval ends what was suggested', async () => {
  const { id } = await steps.in('delivered', { description: 'A fourth one.' })
  const { body } = await suggest(id, pair.creator)
  await steps.approve(id)
  expect((await accept(body, pair.client)).status).toBe(409)
  expect(await steps.room(id)).toMatchObject({ price: 1000, offers: [{ state: 'superseded' }] })
})
