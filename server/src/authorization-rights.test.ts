import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { paidApp, sign, type PaidApp } from '../test/money/cards.ts'
import { readMatrix, walkRow, type Case, type Cell } from '../test/matrix.ts'
import { makePost } from '../test/content/posts.ts'
import { dayIn, hiring, pairUp, type Pair } from '../test/content/projects.ts'
import { newId } from './db/id.ts'

/** The rows of the matrix about rights, money, sessions and one's own data. */
const t = paidApp({ JOBS: 'off', DEBUG_PAGE: 'off' })

type PaidCell = Cell<PaidApp>
type PaidCase = Case<PaidApp>
const db = () => t.deps.db
const none: PaidCase['ask'] = () => ({})
const idOf = ({ world }: PaidCell, actor: 'follower' | 'owner' | 'creator2' | 'admin') =>
  world.people[actor].id
const other =
  (payload?: unknown): PaidCase['ask'] =>
  ({ world }) => ({ params: { id: world.other.id }, ...(payload === undefined ? {} : { payload }) })
const rowOf = async (table: string, id: string | undefined): Promise<object | undefined> => {
  const { rows } = await sql<object>`
    select * from ${sql.table(table)} where id = ${id}`.execute(db())
  return rows[0]
}
/** Makes the sign-in an hour old. */
const signedInLongAgo = ({ as }: PaidCell) =>
  sql`update sessions set signed_in_at = now() - interval '1 hour'
    where user_id = ${as?.id ?? null}`.execute(db())

/** The body of a call that hires the owner for their work. */
const hire =
  (more: (cell: PaidCell) => object = () => ({})): PaidCase['ask'] =>
  (cell) => ({
    payload: {
      portfolioId: cell.world.workId,
      creatorId: idOf(cell, 'owner'),
      description: 'A jar for the hall.',
      timeline: '2-4 weeks',
      budget: 450,
      ...more(cell),
    },
  })
const pairOf = ({ world }: PaidCell, client = world.other): Pair => ({
  client,
  creator: world.people.owner,
  workId: world.workId,
  priceCents: 45_000,
})
/** A project in this state, in which somebody else has hired the owner. */
const hiredBy = async (cell: PaidCell, status: 'deposit_paid' | 'delivered') =>
  hiring(t, pairOf(cell)).in(status)
/** Like `hiredBy`, but the owner is the client. */
const hiredByOwner = async (cell: PaidCell) =>
  hiring(t, { ...(await pairUp(t, 45_000)), client: cell.world.people.owner }).in('delivered')
/** A completed project, of which the creator has asked whether they may show it, or may. */
async function completed(
  cell: PaidCell,
  hired: (cell: PaidCell, status: 'delivered') => Promise<{ id: string }>,
  showing?: 'asked' | 'allowed',
): Promise<{ id: string }> {
  const { id } = await hired(cell, 'delivered')
  await sql`update projects set status = 'completed' where id = ${id}`.execute(db())
  if (showing === undefined) return { id }
  await sql`
    insert into project_showings (project_id, asked_at, answer, answered_at)
    select ${id}, now(), answer, case when answer is not null then now() end
    from (select case when ${showing}::text = 'allowed' then 'now' end as answer) a`.execute(db())
  return { id }
}
const takeDown = (table: 'posts' | 'portfolio_items', id: string) =>
  sql`update ${sql.table(table)} set taken_down_at = now(), taken_down_reason = 'other'
    where id = ${id}`.execute(db())
const isAdmin = async (id: string) => (await rowOf('users', id)) as { is_admin: boolean }
const advert = {
  businessName: 'Kiln & Co',
  contactName: 'Ada',
  email: 'ada@example.com',
  adType: 'post',
  duration: 'week',
  description: 'A week of kilns.',
}
const event = () =>
  JSON.stringify({
    id: `evt_${newId().replaceAll('-', '')}`,
    object: 'event',
    type: 'customer.created',
    created: Math.floor(Date.now() / 1_000),
    data: { object: { id: 'cus_x', object: 'customer' } },
  })
const webhook = (payload: string, signature: string | null) => ({
  payload,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    ...(signature === null ? {} : { 'stripe-signature': signature }),
  },
})

const CASES: Record<string, PaidCase> = {
  S44: {
    ask: none,
    proof: async ({ as }, { body }) =>
      expect(await rowOf('subscriptions', body.subscriptionId)).toMatchObject({ user_id: as?.id }),
  },
  S45: {
    ask: none,
    // Creators of these tests were granted the right, which a subscription stands beside.
    proof: (_, { body }) => expect(body.subscriptionUrl).toMatch(/^http/),
  },
  S46: {
    ask: hire(),
    proof: async ({ as }, { body }) =>
      expect(await rowOf('projects', body.project.id)).toMatchObject({ client_id: as?.id }),
  },
  S47: { ask: hire() },
  S48: { ask: hire(({ world }) => ({ creatorId: world.other.id })) },
  S49: { ask: hire(() => ({ budget: 449.99 })) },
  S50: {
    ask: none,
    proof: (cell, { body }) =>
      expect(body.map(({ id }: { id: string }) => id)).toContain(idOf(cell, 'owner')),
  },
  S51: {
    ask: none,
    proof: ({ world }, { body }) =>
      expect(body.map(({ id }: { id: string }) => id)).toContain(world.postId),
  },
  S52: {
    ask: other({ isCreator: true }),
    proof: async ({ world }) =>
      expect(await rowOf('users', world.other.id)).toMatchObject({ creator_granted: true }),
  },
  S53: {
    ask: other({ isAdmin: true }),
    proof: async ({ world }) =>
      expect(await isAdmin(world.other.id)).toMatchObject({ is_admin: true }),
  },
  S54: {
    ask: async (cell) => {
      await signedInLongAgo(cell)
      return other({ isAdmin: true })(cell, '')
    },
  },
  S55: {
    ask: async (cell) => {
      await sql`update users set is_admin = id = ${cell.as?.id ?? null}`.execute(db())
      return { params: { id: cell.as?.id ?? '' }, payload: { isAdmin: false } }
    },
  },
  S56: {
    variants: ['email', 'subscriptionStatus', 'creatorGranted'],
    ask: (cell, name) => other({ isCreator: true, [name]: 'x' })(cell, ''),
  },
  S57: {
    ask: other(),
    proof: async ({ world }) =>
      expect(
        (await t.request({ method: 'GET', url: '/api/auth/user', as: world.other })).status,
      ).toBe(401),
  },
  S58: { ask: ({ as, world }) => ({ params: { id: as?.id ?? world.other.id } }) },
  S59: {
    ask: ({ world }) => ({
      params: { id: world.postId },
      payload: { title: 'Renamed', description: 'New', isApproved: true, isFeatured: true },
    }),
    proof: async ({ world }) =>
      expect(await rowOf('posts', world.postId)).toMatchObject({ title: 'Renamed' }),
  },
  S60: {
    ask: ({ world }) => ({ params: { id: world.postId } }),
    proof: async ({ world }) => expect(await rowOf('posts', world.postId)).toBeUndefined(),
  },
  S61: {
    ask: ({ world }) => ({ payload: advert, remoteAddress: addressOf(world.other.id) }),
    proof: async (_, { body }) =>
      expect(await rowOf('advertisement_inquiries', body.id)).toMatchObject({
        business_name: 'Kiln & Co',
      }),
  },
  S62: {
    ask: async ({ world }) => {
      const remoteAddress = addressOf(world.other.id)
      for (let sent = 0; sent < 5; sent += 1)
        await t.request({
          method: 'POST',
          url: '/api/advertisement-inquiries',
          payload: advert,
          remoteAddress,
        })
      return { payload: advert, remoteAddress }
    },
  },
  S63: {
    ask: none,
    proof: (_, { body }) => expect(body).toMatchObject({ totalViews: 0, totalEarnings: 0 }),
  },
  S64: { ask: (cell) => ({ params: { owner: idOf(cell, 'owner') } }) },
  S65: { ask: none },
  S66: {
    ask: ({ world }) => ({ params: { id: world.workId } }),
    proof: ({ world }, { body }) => expect(body).toMatchObject({ id: world.workId, of: 'work' }),
  },
  S67: {
    variants: ['taken down', 'not listed yet'],
    ask: async ({ world: { workId } }, variant) => {
      await sql`update portfolio_items set is_listed = false where id = ${workId}`.execute(db())
      if (variant === 'taken down') await takeDown('portfolio_items', workId)
      return { params: { id: workId } }
    },
  },
  S68: {
    ask: ({ world }) => ({ params: { id: world.postId } }),
    proof: ({ world }, { body }) => expect(body).toMatchObject({ id: world.postId, of: 'post' }),
  },
  S69: {
    variants: ['taken down', 'private'],
    ask: async ({ world: { postId } }, variant) => {
      await (variant === 'private'
        ? sql`update posts set is_public = false where id = ${postId}`.execute(db())
        : takeDown('posts', postId))
      return { params: { id: postId } }
    },
  },
  X08: {
    variants: ['client', 'creator'],
    ask: async (cell, variant) => {
      const project =
        variant === 'creator' ? await hiredBy(cell, 'deposit_paid') : await hiredByOwner(cell)
      return { params: { id: project.id } }
    },
    proof: (_, { body }, { params }) => expect(body.id).toBe(params?.id),
  },
  S70: {
    ask: async (cell) => ({
      params: { id: (await completed(cell, hiredBy)).id },
      payload: {},
    }),
    proof: (_, { body }) => expect(body).toMatchObject({ showing: { answer: null } }),
  },
  S71: {
    ask: async (cell) => ({
      params: { id: (await completed(cell, hiredByOwner, 'asked')).id },
      payload: { answer: 'never' },
    }),
    proof: (_, { body }) => expect(body).toMatchObject({ showing: { answer: 'never' } }),
  },
  S72: {
    ask: async (cell) => ({
      params: { id: (await completed(cell, hiredBy, 'allowed')).id },
      payload: { fileIds: [newId()] },
    }),
  },
  S73: {
    ask: async (cell) => {
      const work = await rowOf('portfolio_items', cell.world.workId)
      return hire(() => ({ mediaIds: [(work as { media_id: string }).media_id] }))(cell, '')
    },
  },
  S74: {
    ask: async (cell) => {
      const id = await makePost(t.deps, cell.world.other, { isPublic: false })
      return hire(() => ({ references: [{ kind: 'post', id }] }))(cell, '')
    },
    // What an admin sees is none of the owner's, who reads the room as they may.
    proof: (_, { body }) => expect(body.project.references).toHaveLength(1),
  },
  S75: {
    ask: hire(({ world }) => ({ references: [{ kind: 'work', id: world.workId }] })),
    proof: ({ world }, { body }) =>
      expect(body.project.references).toMatchObject([{ kind: 'work', id: world.workId }]),
  },
  X09: {
    ask: async (cell) => ({
      params: { id: (await hiredBy(cell, 'deposit_paid')).id },
      payload: { deliverBy: dayIn(t, 14) },
    }),
    proof: async (_, __, { params }) =>
      expect(await rowOf('projects', params?.id)).toMatchObject({ status: 'accepted' }),
  },
  X10: {
    ask: async (cell) => ({ params: { id: (await hiredByOwner(cell)).id } }),
    proof: async (_, __, { params }) =>
      expect(await rowOf('projects', params?.id)).toMatchObject({ status: 'approved' }),
  },
  X11: {
    ask: async (cell) => ({ params: { id: await refundFailed(cell) } }),
    proof: (_, { body }, { params }) => expect(body.id).toBe(params?.id),
  },
  X12: {
    ask: () => {
      const payload = event()
      return webhook(payload, sign(payload))
    },
    proof: async (_, __, { payload }) => {
      const { id } = JSON.parse(payload as string) as { id: string }
      expect(await rowOf('provider_events', id)).toMatchObject({ type: 'customer.created' })
    },
  },
  X13: {
    variants: ['bad', 'missing', 'old'],
    ask: (_, variant) => {
      const payload = event()
      const seconds = Math.floor(Date.now() / 1_000)
      const signatures = {
        bad: sign(payload, seconds, 'whsec_of_another'),
        missing: null,
        old: sign(payload, seconds - 301),
      }
      return webhook(payload, signatures[variant as 'bad'])
    },
  },
  X15: {
    ask: ({ world }) => ({
      remoteAddress: addressOf(world.other.id),
      payload: {
        url: `http://localhost:3000/post/${world.postId}`,
        work: 'My jar, at example.com/jar',
        name: 'Ada Potter',
        email: 'ada@example.com',
        address: 'Kiln Lane 1',
        isInGoodFaith: true,
        isAccurate: true,
        signature: 'Ada Potter',
      },
    }),
    proof: async (_, { body }) => {
      const { rows } = await sql`
        select 1 from takedown_notices where number = ${body.number}`.execute(db())
      expect(rows).toHaveLength(1)
    },
  },
  X17: {
    ask: none,
    proof: async ({ as }, { body }) =>
      expect(await rowOf('account_exports', body.id)).toMatchObject({ user_id: as?.id }),
  },
  X18: {
    ask: async ({ world }) => {
      const { owner } = world.people
      const { body } = await t.request({ method: 'POST', url: '/api/account/export', as: owner })
      return { params: { id: body.id } }
    },
    proof: (_, { body }, { params }) => expect(body).toMatchObject({ id: params?.id, url: null }),
  },
  X19: {
    ask: none,
    proof: async ({ as }) =>
      expect(await rowOf('users', as?.id)).toMatchObject({ deleted_at: expect.any(Date) }),
  },
  X20: { ask: none, proof: (_, { body }) => expect(body).toMatchObject([{ isCurrent: true }]) },
  X21: {
    ask: async (cell) => ({ params: { id: await sessionOf(idOf(cell, 'owner')) } }),
    proof: async (cell, _, { params }) =>
      expect(await sessionOf(idOf(cell, 'owner'))).not.toBe(params?.id),
  },
  X22: { ask: none, proof: (_, { body }) => expect(Array.isArray(body)).toBe(true) },
  X23: { ask: () => ({ params: { id: newId() } }) },
  X24: { ask: none, proof: (_, { body }) => expect(Array.isArray(body)).toBe(true) },
  X29: { ask: () => ({ remoteAddress: '203.0.113.9' }) },
  X31: {
    variants: ['post', 'portfolio'],
    ask: ({ world }, kind) => ({
      params: { kind, id: kind === 'post' ? world.postId : world.workId },
      payload: { reason: 'spam', note: 'Seen.' },
    }),
    proof: async (_, __, { params }, kind) =>
      expect(await rowOf(tableOf(kind), params?.id)).toMatchObject({
        taken_down_reason: 'Spam: Seen.',
      }),
  },
  X32: {
    variants: ['post', 'portfolio'],
    ask: async ({ world }, kind) => {
      const id = kind === 'post' ? world.postId : world.workId
      await t.request({
        method: 'PUT',
        url: `/api/admin/taken-down/${kind}/${id}`,
        as: world.people.admin,
        payload: { reason: 'spam', note: 'Seen.' },
      })
      return { params: { kind, id } }
    },
    proof: async (_, __, { params }, kind) =>
      expect(await rowOf(tableOf(kind), params?.id)).toMatchObject({ taken_down_at: null }),
  },
  X33: {
    ask: () => ({ payload: { keepsName: false } }),
    proof: async ({ as }) =>
      expect(await rowOf('users', as?.id)).toMatchObject({ keeps_name: false }),
  },
  X34: { ask: none, proof: (_, { body }) => expect(body).toEqual([]) },
  X35: { ask: none },
  X36: {
    ask: async (cell) => {
      await signedInLongAgo(cell)
      return {}
    },
  },
  X37: {
    ask: none,
    proof: (_, { body }) => expect(body).toMatchObject({ level: expect.any(String) }),
  },
  X38: { ask: other() },
  X39: {
    ask: (cell) => ({
      params: { id: cell.world.other.id, kind: 'posts' },
      payload: {
        allowed: 3,
        reason: 'A trial',
        until: new Date(t.deps.now().getTime() + 86_400_000).toISOString(),
      },
    }),
    proof: async ({ world }) =>
      expect(await limitOf(world.other.id)).toMatchObject({ allowed: 3, reason: 'A trial' }),
  },
  X40: {
    ask: async ({ world }) => {
      await sql`
        insert into person_limits (user_id, kind, allowed, reason, until, created_at)
        values (${world.other.id}, 'posts', 3, 'A trial', now() + interval '1 day', now())
        on conflict do nothing`.execute(db())
      return { params: { id: world.other.id, kind: 'posts' } }
    },
    proof: async ({ world }) => expect(await limitOf(world.other.id)).toBeUndefined(),
  },
  X41: {
    ask: async ({ world, as }) => {
      if (as !== undefined) await holdText(as.id, world.other.id)
      await holdText(world.other.id, world.people.owner.id)
      return {}
    },
    proof: (_, { body }) => expect(body).toHaveLength(1),
  },
  X42: { ask: none },
  X43: {
    ask: async ({ world }) => ({
      params: { id: await holdText(world.other.id, world.people.owner.id) },
      payload: { outcome: 'refused', note: 'An advert' },
    }),
    proof: async (_, __, { params }) =>
      expect(await rowOf('held_texts', params?.id)).toMatchObject({ state: 'refused' }),
  },
  X44: { ask: none },
  X45: {
    ask: async ({ world }) => ({ params: { id: await blockFile(world.workId) } }),
    proof: async (_, __, { params }) =>
      expect(await rowOf('media_blocks', params?.id)).toMatchObject({
        lifted_at: expect.any(Date),
      }),
  },
  X46: { ask: none },
  X47: {
    ask: async ({ world }) => ({
      params: { id: await reviewFile(world.workId) },
      payload: { outcome: 'refused', note: 'The same picture' },
    }),
    proof: async (_, __, { params }) =>
      expect(await rowOf('media_reviews', params?.id)).toMatchObject({ state: 'refused' }),
  },
  W01: { ask: none },
  W02: {
    ask: () => ({ payload: { workIds: [] } }),
    proof: async ({ as }) =>
      expect(await rowOf('users', as?.id)).toMatchObject({ welcomed_at: expect.any(Date) }),
  },
}

/** Blocks the file of a work. */
async function blockFile(workId: string): Promise<string> {
  const id = newId()
  await sql`delete from media_blocks where subject_id = ${workId}`.execute(db())
  await sql`
    insert into media_blocks (id, sha256, marks, kind, subject_id, media_id, reason, is_claimed, created_at)
    select ${id}, sha256(i.id::text::bytea), '{}', 'portfolio', i.id, i.media_id, 'Stolen', false, now()
    from portfolio_items i where i.id = ${workId}`.execute(db())
  return id
}
async function reviewFile(workId: string): Promise<string> {
  const blockId = await blockFile(workId)
  const { rows } = await sql<{ id: string }>`
    insert into media_reviews (id, block_id)
    select media_id, ${blockId}::uuid from portfolio_items where id = ${workId}
    returning id`.execute(db())
  return rows[0]?.id ?? ''
}
async function holdText(authorId: string, receiverId: string): Promise<string> {
  const id = newId()
  await sql`
    insert into held_texts (id, kind, author_id, receiver_id, content, payload)
    values (${id}, 'message', ${authorId}, ${receiverId}, 'Buy glazes', '{}')`.execute(db())
  return id
}
const limitOf = async (userId: string): Promise<object | undefined> => {
  const { rows } = await sql<object>`
    select * from person_limits where user_id = ${userId}`.execute(db())
  return rows[0]
}

const tableOf = (kind: string) => (kind === 'post' ? 'posts' : 'portfolio_items')

/** Gives everybody their own IP address, so that limits per address do not interfere. */
const addressOf = (id: string): string =>
  `10.${[-6, -4, -2].map((at) => Number.parseInt(id.slice(at, at + 2 || undefined), 16)).join('.')}`

async function sessionOf(userId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from sessions where user_id = ${userId}`.execute(db())
  return rows[0]?.id ?? ''
}

/** A declined project whose refund the bank returned. */
async function refundFailed(cell: PaidCell): Promise<string> {
  const { id } = await hiring(t, pairOf(cell)).in('declined')
  await t.cards.deliverWebhooks()
  const { data } = await t.cards.read('refunds?limit=1')
  await t.cards.control(`refunds/${data[0]?.id}/fail`)
  await t.cards.deliverWebhooks()
  return id
}

it('covers every row of the matrix', () => {
  const elsewhere = [
    'boards',
    'briefs',
    'content',
    'console',
    'cases',
    'exports',
    'proofing',
    'studies',
    'walls',
    'works',
  ]
    .map((name) =>
      readFileSync(path.join(import.meta.dirname, `authorization-${name}.test.ts`), 'utf8'),
    )
    .join('\n')
  const left = readMatrix().filter(
    ({ id, path: url }) =>
      !(id in CASES) &&
      !elsewhere.includes(`  ${id}: `) &&
      !/^\/api\/(login|callback|logout)$/.test(url),
  )
  expect(left).toEqual([])
})

describe('who may do what', () => {
  const rows = readMatrix().filter(({ id }) => id in CASES)
  it.each(rows.map((row) => [`${row.id} ${row.method} ${row.path}: ${row.what}`, row] as const))(
    '%s',
    (_, row) => walkRow(t, row, CASES[row.id] as PaidCase),
  )
})
