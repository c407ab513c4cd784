import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import { listAudit } from '@plinth/contract/moderation/moderation.ts'
import { listNotifications } from '@plinth/contract/notifications/notifications.ts'
import {
  deletePost,
  getPost,
  hidePost,
  listForYou,
  updatePost,
} from '@plinth/contract/posts/posts.ts'
import {
  approvePromotion,
  confirmPromotion,
  listAdminPromotions,
  listPromotions,
  promotePost,
  refundPromotion,
  refusePromotion,
  type Promotion,
} from '@plinth/contract/posts/promotions.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/app.ts'
import { paidApp, CARD } from '../../../test/money/cards.ts'
import { makePost } from '../../../test/content/posts.ts'
import { newId } from '../../db/id.ts'

const t = paidApp()
let admin: Person
beforeAll(async () => {
  admin = await t.person('Admin', { isAdmin: true })
})
beforeEach(() => signedIn({ minutes: 0 }))

/** How long ago the admin signed in. */
const signedIn = async ({ minutes }: { minutes: number }) => {
  await sql`update sessions set signed_in_at = ${new Date(t.deps.now().getTime() - minutes * 60_000)}
    where user_id = ${admin.id}::uuid`.execute(t.deps.db)
}
const on = (endpoint: EndpointDefinition, as: Person | undefined, id: string, body?: unknown) =>
  t.call(endpoint, { as, params: { id }, ...(body === undefined ? {} : { body }) })
const promote = (as: Person | undefined, postId: string) => on(promotePost, as, postId)
const own = async (as: Person, postId?: string): Promise<Promotion[]> =>
  (await t.call(listPromotions, { as, query: { postId } })).body as Promotion[]
const refuse = (as: Person | undefined, id: string, reason: unknown = 'Not for us.') =>
  on(refusePromotion, as, id, { reason })
/** What the page of the post says to its author. */
const shown = async (as: Person | undefined, id: string) =>
  (await on(getPost, as, id)).body.promotion
const runLimits = () => t.runJob('promotions.limits')

async function author(options = {}): Promise<{ maker: Person; postId: string }> {
  const maker = await t.person('Maker')
  return { maker, postId: await makePost(t.deps, maker, { title: 'Jars', ...options }) }
}
/** A paid promotion that waits for an admin. */
async function paid(): Promise<{ maker: Person; postId: string; id: string }> {
  const { maker, postId } = await author()
  const { body } = await promote(maker, postId)
  await t.cards.pay(body.url as string)
  const id = (await own(maker))[0]?.id ?? ''
  expect((await on(confirmPromotion, maker, id)).body).toMatchObject({ state: 'waiting' })
  return { maker, postId, id }
}
async function running() {
  const promotion = await paid()
  expect((await on(approvePromotion, admin, promotion.id)).status).toBe(200)
  return promotion
}
/** In cents, by account, what the books say of a promotion. */
async function booksOf(id: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; cents: number }>`
    select e.account, sum(e.amount_cents)::int as cents from ledger_entries e
    join ledger_transactions l on l.id = e.transaction_id join payments p on p.id = l.payment_id
    where p.promotion_id = ${id}::uuid group by e.account having sum(e.amount_cents) <> 0`.execute(
    t.deps.db,
  )
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
}

describe('promoting a post', () => {
  it('is paid once, however often one clicks', async () => {
    const { maker, postId } = await author()
    expect((await promote(undefined, postId)).status).toBe(401)
    const first = await promote(maker, postId)
    expect([first.status, first.body.amount]).toEqual([200, 35])
    const others = await Promise.all(Array.from({ length: 5 }, () => promote(maker, postId)))
    expect(new Set(others.map(({ body }) => body.url as string))).toEqual(new Set([first.body.url]))
    expect(await own(maker)).toMatchObject([{ state: 'unpaid', price: 35, paidAt: null }])

    await t.cards.pay(first.body.url as string)
    await t.cards.deliverWebhooks({ copies: 2 })
    const [promotion] = await own(maker, postId)
    expect(promotion).toMatchObject({ state: 'waiting', post: { id: postId, title: 'Jars' } })
    expect(await booksOf(promotion?.id ?? '')).toMatchObject({ escrow: -3_500 })
    expect((await promote(maker, postId)).status).toBe(409)
    expect(await own(maker, newId())).toEqual([])
  })

  it.each([
    ['private', { isPublic: false }],
    ['pending', { isApproved: false }],
    ['unfinished', { isReady: false }],
  ])('is not for one that is %s', async (_, options) => {
    const { maker, postId } = await author(options)
    const { status, body } = await promote(maker, postId)
    expect([status, body.code]).toEqual([409, 'conflict'])
    expect(await own(maker)).toEqual([])
  })

  it('refuses other people’s posts and hides their promotions', async () => {
    const { maker, postId, id } = await paid()
    const stranger = await t.person('Stranger')
    expect((await promote(stranger, postId)).status).toBe(404)
    expect((await promote(admin, postId)).status).toBe(404)
    expect((await promote(maker, newId())).status).toBe(404)
    expect((await on(confirmPromotion, stranger, id)).status).toBe(404)
    expect((await on(confirmPromotion, undefined, id)).status).toBe(401)
    expect(await own(stranger)).toEqual([])
    expect((await t.call(listPromotions)).status).toBe(401)
    expect((await t.call(listPromotions, { as: maker, query: { cursor: 'x' } })).status).toBe(400)
    expect((await promote(maker, 'no-id')).status).toBe(400)
  })

  it('stays unpaid when the card is declined', async () => {
    const { maker, postId } = await author()
    const { body } = await promote(maker, postId)
    await t.cards.pay(body.url as string, CARD.declined)
    expect(await shown(maker, postId)).toBeNull()
    const [promotion] = await own(maker)
    expect((await on(confirmPromotion, maker, promotion?.id ?? '')).body.state).toBe('unpaid')
  })

  it('is refunded when the post has become private', async () => {
    const { maker, postId } = await author()
    const { body } = await promote(maker, postId)
    await t.call(updatePost, { as: maker, params: { id: postId }, body: { isPublic: false } })
    await t.cards.pay(body.url as string)
    await t.cards.deliverWebhooks()
    const [promotion] = await own(maker)
    expect(promotion).toMatchObject({ state: 'refused', refundState: 'succeeded' })
    expect(promotion?.reason).toContain('no longer public')
  })
})

describe('an admin', () => {
  it('approves it for a week, and the payment becomes revenue', async () => {
    const { maker, postId, id } = await paid()
    for (const [as, status] of [
      [undefined, 401],
      [maker, 403],
    ] as const) {
      expect((await on(approvePromotion, as, id)).status).toBe(status)
      expect((await refuse(as, id)).status).toBe(status)
      expect((await t.call(listAdminPromotions, { as })).status).toBe(status)
    }
    expect(await shown(maker, postId)).toEqual({ state: 'waiting', endsAt: null })
    const queue = await t.call(listAdminPromotions, { as: admin, query: { state: 'waiting' } })
    expect(queue.body).toContainEqual(expect.objectContaining({ id }))

    const { status, body } = await on(approvePromotion, admin, id)
    expect([status, body.state]).toEqual([200, 'running'])
    expect(Date.parse(body.endsAt as string) - Date.parse(body.startsAt as string)).toBe(
      7 * 86_400_000,
    )
    const { endsAt, ...stands } = await shown(maker, postId)
    expect([stands, Date.parse(endsAt)]).toEqual([
      { state: 'running' },
      Date.parse(body.endsAt as string),
    ])
    for (const as of [undefined, admin]) expect(await shown(as, postId)).toBeNull()
    const books = await booksOf(id)
    expect(books).toMatchObject({ revenue: -3_500 })
    expect(books.escrow).toBeUndefined()
    for (const again of [await on(approvePromotion, admin, id), await refuse(admin, id)])
      expect(again.status).toBe(409)
    expect((await promote(maker, postId)).status).toBe(409)
    await expect
      .poll(async () => (await t.call(listNotifications, { as: maker })).body)
      .toContainEqual(expect.objectContaining({ kind: 'money', billing: 'promotion_running' }))
    const audit = await t.call(listAudit, { as: admin })
    expect(audit.body[0]).toMatchObject({ action: 'promotion.approve', subjectId: id })

    t.clock.advance({ days: 7, minutes: 1 })
    await Promise.all([runLimits(), runLimits()])
    expect(await own(maker)).toMatchObject([{ state: 'ended', endsAt: body.endsAt as string }])
    expect((await promote(maker, postId)).status).toBe(200)
  })

  it('refuses it with a reason and a full refund', async () => {
    const { maker, postId, id } = await paid()
    expect((await refuse(admin, id, '  ')).status).toBe(400)
    expect((await refuse(admin, newId())).status).toBe(404)
    expect((await refuse(admin, id)).body).toMatchObject({ state: 'refused' })
    await t.cards.deliverWebhooks()
    expect(await own(maker)).toMatchObject([
      { state: 'refused', reason: 'Not for us.', refundState: 'succeeded' },
    ])
    expect(await shown(maker, postId)).toEqual({ state: 'refused', endsAt: null })
    await expect
      .poll(async () => (await t.call(listNotifications, { as: maker })).body)
      .toContainEqual(
        expect.objectContaining({ billing: 'promotion_refused', refusal: 'Not for us.' }),
      )
    const { escrow, payable, revenue } = await booksOf(id)
    expect([escrow, payable, revenue]).toEqual([undefined, undefined, undefined])
    expect((await t.call(listAudit, { as: admin })).body[0]).toMatchObject({
      action: 'promotion.refuse',
      after: { reason: 'Not for us.' },
    })
  })

  it('needs a recent sign-in for everything that moves money', async () => {
    const { id } = await paid()
    await signedIn({ minutes: 11 })
    for (const answer of [
      await on(approvePromotion, admin, id),
      await refuse(admin, id),
      await on(refundPromotion, admin, id),
    ])
      expect([answer.status, answer.body.code]).toEqual([403, 'auth.stale'])
    await signedIn({ minutes: 9 })
    expect((await refuse(admin, id)).status).toBe(200)
  })

  it('sends a refund again that the bank returned', async () => {
    const { maker, id } = await paid()
    await refuse(admin, id)
    await t.cards.deliverWebhooks()
    expect((await on(refundPromotion, admin, id)).status).toBe(409)
    const { rows } = await sql<{ name: string }>`
      select provider_id as name from refunds r join payments p on p.id = r.payment_id
      where p.promotion_id = ${id}::uuid`.execute(t.deps.db)
    await t.cards.control(`refunds/${rows[0]?.name}/fail`)
    await t.cards.deliverWebhooks()
    expect(await own(maker)).toMatchObject([{ refundState: 'failed' }])
    for (const [as, status] of [
      [undefined, 401],
      [maker, 403],
    ] as const)
      expect((await on(refundPromotion, as, id)).status).toBe(status)
    expect((await on(refundPromotion, admin, newId())).status).toBe(404)
    expect((await on(refundPromotion, admin, id)).status).toBe(200)
    await t.cards.deliverWebhooks()
    expect(await own(maker)).toMatchObject([{ refundState: 'succeeded' }])
    expect((await t.call(listAudit, { as: admin })).body[0]).toMatchObject({
      action: 'promotion.refund',
      subjectTitle: 'Jars',
      after: { refunds: 1 },
    })
  })

  it('decides once when two admins decide at once', async () => {
    const { id } = await paid()
    const answers = await Promise.all([refuse(admin, id), on(approvePromotion, admin, id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const { escrow } = await booksOf(id)
    expect(escrow).toBeUndefined()
  })

  it('cannot decide about their own post', async () => {
    const postId = await makePost(t.deps, admin)
    const { body } = await promote(admin, postId)
    await t.cards.pay(body.url as string)
    await t.cards.deliverWebhooks()
    const [promotion] = await own(admin, postId)
    expect((await on(approvePromotion, admin, promotion?.id ?? '')).status).toBe(403)
    expect((await refuse(admin, promotion?.id ?? '')).status).toBe(403)
  })
})

describe('a post that is deleted', () => {
  it('is refunded if the promotion has not started', async () => {
    const { maker, postId, id } = await paid()
    await t.call(deletePost, { as: maker, params: { id: postId } })
    expect((await on(approvePromotion, admin, id)).status).toBe(409)
    await runLimits()
    await t.cards.deliverWebhooks()
    expect(await own(maker)).toMatchObject([
      {
        state: 'refused',
        refundState: 'succeeded',
        post: { id: null, title: 'Jars', picture: null },
      },
    ])
  })

  it('ends a running promotion without a refund', async () => {
    const { maker, postId } = await running()
    await t.call(updatePost, { as: maker, params: { id: postId }, body: { isPublic: false } })
    await runLimits()
    const [promotion] = await own(maker)
    expect(promotion).toMatchObject({ state: 'ended', refundState: null })
    expect(Date.parse(promotion?.endsAt ?? '')).toBeLessThanOrEqual(t.deps.now().getTime())
  })
})

describe('in For You', () => {
  const feed = async (as?: Person, limit = 10) =>
    (await t.call(listForYou, { as, query: { limit } })).body as {
      id: string
      isPromoted: boolean
    }[]

  it('has the fourth place, with a label, once', async () => {
    await sql`update promotions set state = 'ended' where state = 'running'`.execute(t.deps.db)
    const others = await t.person('Others')
    for (let at = 0; at < 12; at += 1) await makePost(t.deps, others, { hot: 99_999 + at })
    const { maker, postId } = await running()
    const reader = await t.person('Reader')
    const seen = await feed(reader)
    expect(seen[3]).toMatchObject({ id: postId, isPromoted: true, reasons: [] })
    expect(seen.filter(({ isPromoted }) => isPromoted)).toHaveLength(1)
    expect((await feed(undefined, 100)).find(({ id }) => id === postId)?.isPromoted).toBe(true)

    expect((await feed(maker, 100)).some(({ id }) => id === postId)).toBe(false)
    const blocked = await t.person('Blocked')
    await sql`insert into blocks (blocker_id, blocked_id) values (${maker.id}::uuid, ${blocked.id}::uuid)`.execute(
      t.deps.db,
    )
    expect((await feed(blocked))[3]?.id).not.toBe(postId)
    const hider = await t.person('Hider')
    await t.call(hidePost, { as: hider, params: { id: postId }, body: { hidden: true } })
    expect((await feed(hider, 100)).some(({ id }) => id === postId)).toBe(false)
  })
})

describe('a lost chargeback', () => {
  it('ends a running promotion', async () => {
    const { maker, id } = await running()
    const charge = await sql<{ id: string }>`
      select charge_id as id from payments where promotion_id = ${id}::uuid`.execute(t.deps.db)
    const dispute = await t.cards.control('disputes/open', { charge: charge.rows[0]?.id })
    await t.cards.deliverWebhooks()
    expect((await own(maker))[0]?.state).toBe('running')
    await t.cards.control('disputes/lose', { dispute: dispute.id })
    await t.cards.deliverWebhooks()
    expect((await own(maker))[0]?.state).toBe('ended')
  })
})
