import {
  getProject,
  listDisputes,
  openDispute,
  refundProject,
  ruleDispute,
} from '@plinth/contract/projects/project-calls.ts'
import type { Project } from '@plinth/contract/projects/projects.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { paidApp } from '../../../../test/money/cards.ts'
import type { Answer, Person } from '../../../../test/app.ts'
import {
  booksOf,
  eventsOf,
  hiring,
  kindsOf,
  pairUp,
  workLimits,
  type Pair,
} from '../../../../test/content/projects.ts'
import { newId } from '../../../db/id.ts'

const t = paidApp()
let pair: Pair
let steps: ReturnType<typeof hiring>
let admin: Person
beforeEach(async () => {
  pair = await pairUp(t)
  steps = hiring(t, pair)
  admin = await t.person('Admin', { isAdmin: true })
})

const rule = (id: string, body: object = {}, as: Person | undefined = admin): Promise<Answer> =>
  t.call(ruleDispute, {
    as,
    params: { id },
    body: { toClient: 200, reason: 'The plates exist.', ...body },
  })
const auditOf = (id: string) =>
  t.deps.db.selectFrom('audit_log').selectAll().where('subject_id', '=', id).execute()

describe('a dispute', () => {
  it('accepts one statement from each side', async () => {
    const { id } = await steps.in('disputed')
    const room = await steps.room(id, pair.creator)
    expect(room).toMatchObject({
      needsViewer: true,
      dispute: {
        openedBy: 'client',
        dueAt: room.dueAt,
        statements: [{ by: 'client', text: 'This is not it.', asks: 10 }],
        ruling: null,
      },
    })
    expect(room.actions).toEqual(['proposeCancel', 'dispute'])
    const told = await steps.dispute(id, pair.creator)
    expect(told.dispute?.statements.map(({ by }) => by)).toEqual(['client', 'creator'])
    expect(told.actions).toEqual(['proposeCancel'])
    const again = await t.call(openDispute, {
      as: pair.creator,
      params: { id },
      body: { text: 'And another thing.', asks: 1 },
    })
    expect(again.status).toBe(409)
    expect(await kindsOf(t, id)).toContain('statement')
  })

  it('is ruled once, by an admin who has just signed in and is neither of the two', async () => {
    const { id } = await steps.in('disputed')
    for (const as of [pair.client, pair.creator]) {
      expect((await rule(id, {}, as)).status).toBe(403)
      await sql`update users set is_admin = true where id = ${as.id}`.execute(t.deps.db)
      expect((await rule(id, {}, as)).status).toBe(403)
    }
    expect(
      (await t.call(ruleDispute, { params: { id }, body: { toClient: 1, reason: 'x' } })).status,
    ).toBe(401)
    await sql`update sessions set signed_in_at = ${new Date(t.deps.now().getTime() - 16 * 60_000)}
      where user_id = ${admin.id}`.execute(t.deps.db)
    expect((await rule(id)).body.code).toBe('auth.stale')
    admin = await t.person('Fresh', { isAdmin: true })
    expect((await rule(newId())).status).toBe(404)
    for (const [body, field] of [
      [{ toClient: 500.01 }, 'toClient'],
      [{ toClient: -1 }, 'toClient'],
      [{ toClient: 0.001 }, 'toClient'],
      [{ reason: ' ' }, 'reason'],
      [{ toCreator: 500 }, 'toCreator'],
    ] as const) {
      const refused = await rule(id, body)
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, [field]])
    }
    expect(await auditOf(id)).toEqual([])
    const answers = await Promise.all(Array.from({ length: 5 }, () => rule(id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
    expect(await steps.room(id)).toMatchObject({
      status: 'resolved',
      money: { held: 0, refunded: 200, released: 300 },
      dispute: { ruling: { toClient: 200, toCreator: 300, reason: 'The plates exist.' } },
    })
    const { fees, ...books } = await booksOf(t, id)
    expect(books).toEqual({ held: 0, client: 20_000, creator: 30_000 - fees })
    expect(await auditOf(id)).toMatchObject([
      {
        actor_id: admin.id,
        action: 'dispute.rule',
        subject_kind: 'project',
        after: { toClientCents: 20_000, toCreatorCents: 30_000, reason: 'The plates exist.' },
      },
    ])
    for (const who of [pair.client, pair.creator]) {
      // A list shows a project's last event, and the refund or the transfer follows the ruling.
      const told = async () => {
        const { rows } = await sql<{ kind: string }>`
          select e.kind from notifications n join project_events e on e.id = n.project_event_id
          where n.user_id = ${who.id}::uuid and n.project_id = ${id}::uuid`.execute(t.deps.db)
        return rows.map(({ kind }) => kind)
      }
      await expect.poll(told, { timeout: 100_000 }).toContain('ruled')
    }
    expect((await eventsOf(t, id)).find(({ kind }) => kind === 'ruled')).toMatchObject({
      by: 'admin',
      cents: 20_000,
      note: 'The plates exist.',
    })
  })

  it('shows who of the two cannot answer now', async () => {
    const { id } = await steps.in('delivered')
    const away = async () =>
      (await t.call(getProject, { as: pair.creator, params: { id } })).body.suspended
    expect(await away()).toEqual([])
    await sql`update users set suspended_at = now() where id = ${pair.client.id}`.execute(t.deps.db)
    expect(await away()).toEqual(['client'])
  })

  it('is in the admins’ list, the soonest due first', async () => {
    const first = await steps.in('disputed')
    t.clock.advance({ hours: 1 })
    const second = await hiring(t, await pairUp(t)).in('disputed')
    const idsOf = async (query: object) =>
      (await t.call(listDisputes, { as: admin, query })).body.map(({ id }: Project) => id)
    const open = await idsOf({ limit: 100 })
    expect(open.indexOf(first.id)).toBeLessThan(open.indexOf(second.id))
    const page = await t.call(listDisputes, { as: admin, query: { limit: 1 } })
    expect(page.body).toHaveLength(1)
    const [, next = ''] = /<([^>]+)>/.exec(String(page.headers.link)) ?? []
    const following = await t.request({ method: 'GET', url: next, as: admin })
    expect(following.body[0].id).toBe(open[1])
    admin = await t.person('Fresh', { isAdmin: true })
    expect((await rule(first.id)).status).toBe(200)
    expect((await idsOf({ limit: 100 })).includes(first.id)).toBe(false)
    expect((await idsOf({ box: 'ruled' }))[0]).toBe(first.id)
    expect((await t.call(listDisputes, { as: pair.client })).status).toBe(403)
    expect((await t.call(listDisputes, {})).status).toBe(401)
    for (const query of [{ box: 'x' }, { cursor: 'x' }])
      expect((await t.call(listDisputes, { as: admin, query })).status).toBe(400)
  })
})

describe('a refund that the bank returned', () => {
  it('can be sent again by an admin', async () => {
    const { id } = await steps.request()
    await steps.expire(id)
    await t.cards.deliverWebhooks()
    await failRefund(id)
    expect((await steps.room(id)).money.payments).toMatchObject([
      { refund: { state: 'failed', reason: expect.any(String) } },
    ])
    expect(await kindsOf(t, id)).toContain('refund_failed')
    const call = (as: Person) => t.call(refundProject, { as, params: { id } })
    expect((await call(pair.client)).status).toBe(403)
    expect((await call(admin)).status).toBe(200)
    await t.cards.deliverWebhooks()
    expect((await steps.room(id)).money.payments).toMatchObject([
      { refund: { amount: 500, state: 'succeeded', reason: null } },
    ])
    expect((await call(admin)).status).toBe(409)
    expect(await auditOf(id)).toMatchObject([{ action: 'project.refund' }])
    expect(await booksOf(t, id)).toMatchObject({ held: 0, client: 50_000 })
  })
})
/** Makes the bank return the refund. */
async function failRefund(id: string): Promise<void> {
  const { rows } = await sql<{ providerId: string }>`
    select r.provider_id as "providerId" from refunds r
    join payments p on p.id = r.payment_id where p.project_id = ${id}`.execute(t.deps.db)
  await t.cards.control(`refunds/${rows[0]?.providerId}/fail`)
  await t.cards.deliverWebhooks()
}

describe('a bank that disputes the deposit', () => {
  const chargeOf = async (id: string) =>
    (
      await sql<{ charge: string }>`
        select charge_id as charge from payments where project_id = ${id} and state = 'paid'
        order by created_at limit 1`.execute(t.deps.db)
    ).rows[0]?.charge
  const open = async (id: string) => {
    const dispute = await t.cards.control('disputes/open', { charge: await chargeOf(id) })
    await t.cards.deliverWebhooks()
    return String((dispute['dispute'] as { id?: string } | undefined)?.id ?? dispute['id'])
  }
  const decide = async (how: 'win' | 'lose', dispute: string) => {
    await t.cards.control(`disputes/${how}`, { dispute })
    await t.cards.deliverWebhooks()
  }

  it.each(['deposit_paid', 'accepted', 'delivered', 'approved'] as const)(
    'stops a project that is %s, which continues in that status when Plinth wins',
    async (status) => {
      const before = await steps.in(status)
      const { id } = before
      t.clock.advance({ days: 1 })
      const dispute = await open(id)
      expect(await steps.room(id)).toMatchObject({
        status: 'disputed',
        dispute: { openedBy: 'plinth' },
        money: { held: 500 },
      })
      expect((await rule(id)).status).toBe(403)
      admin = await t.person('Fresh', { isAdmin: true })
      expect((await rule(id)).body.message).toContain('bank')
      // Deadlines do not apply while the bank decides.
      t.clock.advance({ days: 31 })
      await workLimits(t)
      expect((await steps.room(id)).status).toBe('disputed')
      await decide('win', dispute)
      const after = await steps.room(id)
      expect(after).toMatchObject({ status, dispute: null, money: { held: 500 } })
      if (before.dueAt === null) expect(after.dueAt).toBeNull()
      else {
        const moved = Date.parse(after.dueAt ?? '') - Date.parse(before.dueAt)
        expect(Math.abs(moved - 31 * 86_400_000)).toBeLessThan(60_000)
      }
      expect(await kindsOf(t, id)).toEqual(
        expect.arrayContaining(['chargeback_opened', 'chargeback_won']),
      )
    },
  )

  it('gives it to the client when Plinth loses', async () => {
    const { id } = await steps.in('delivered')
    await decide('lose', await open(id))
    expect(await steps.room(id)).toMatchObject({
      status: 'resolved',
      dueAt: null,
      money: { held: 0, released: 0, refunded: 500 },
      dispute: { ruling: { toClient: 500, toCreator: 0 } },
    })
    expect(await kindsOf(t, id)).toContain('chargeback_lost')
    const { body } = await t.call(getProject, { as: pair.creator, params: { id } })
    expect(body.actions).toEqual([])
  })

  it('does not change a project that has ended', async () => {
    const { id } = await steps.in('completed')
    await decide('lose', await open(id))
    expect((await steps.room(id)).status).toBe('completed')
    expect(await kindsOf(t, id)).toEqual(
      expect.arrayContaining(['chargeback_opened', 'chargeback_lost']),
    )
  })

  it('decides before the admin when the two are in dispute', async () => {
    const { id } = await steps.in('disputed')
    const dispute = await open(id)
    expect((await rule(id)).status).toBe(409)
    await decide('win', dispute)
    expect((await rule(id)).status).toBe(200)
  })
})
