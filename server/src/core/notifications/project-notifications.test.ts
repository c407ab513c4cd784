import {
  getUnreadCount,
  listNotifications,
  readNotifications,
  type Notification,
} from '@plinth/contract/notifications/notifications.ts'
import { getProject, readProject } from '@plinth/contract/projects/project-calls.ts'
import { PROJECT_EVENTS } from '@plinth/contract/projects/project-events.ts'
import type { ProjectEventKind } from '@plinth/contract/projects/projects.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { secretText } from '../../../test/canary.ts'
import { nextOf } from '../../../test/content/lists.ts'
import { listen, readLive } from '../../../test/live-reader.ts'
import {
  beginProject,
  writeBillingOutbox,
  writeProjectEvent,
} from '../../../test/content/outbox.ts'
import { makePost } from '../../../test/content/posts.ts'
import { makeWork } from '../../../test/content/works.ts'
import { processOutbox } from './outbox/outbox-queries.ts'
import { readProjectNotifications } from './notification-queries.ts'

// Without a worker: a test processes the outbox itself.
const t = testApp({ JOBS: 'off' })
let origin: string
let client: Person
let marit: Person

beforeAll(async () => {
  origin = await listen(t)
})
beforeEach(async () => {
  client = await t.person('Ann')
  marit = await t.person('Marit', { isCreator: true })
})

const processAll = async () => void (await processOutbox(t.deps.db))
async function listOf(as: Person, query: object = {}): Promise<Notification[]> {
  const { status, body } = await t.call(listNotifications, { as, query })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
async function notificationsOf(as: Person, query: object = {}): Promise<Notification[]> {
  await processAll()
  return listOf(as, query)
}
const unread = async (as: Person) => (await t.call(getUnreadCount, { as })).body.count
const begin = (more: object = {}) => beginProject(t, { client, creator: marit, ...more })
/** Opens a room and marks it as read, as its screen does. */
const room = async (as: Person, id: string) => {
  const answer = await t.call(getProject, { as, params: { id } })
  const upTo = answer.body.events?.[0]?.id as string | undefined
  return upTo === undefined ? answer : t.call(readProject, { as, params: { id }, body: { upTo } })
}

const MONEY: ReadonlySet<ProjectEventKind> = new Set([
  'deposit_paid',
  'remainder_paid',
  'refunded',
  'refund_failed',
  'paid_out',
  'chargeback_opened',
  'chargeback_won',
  'chargeback_lost',
])

describe('what happens in a project', () => {
  it('notifies the other side, and what Plinth does notifies both', async () => {
    const expected = { client: new Set<string>(), creator: new Set<string>() }
    for (const kind of PROJECT_EVENTS) {
      for (const by of ['client', 'creator', 'admin', 'plinth'] as const) {
        const title = `${kind} by ${by}`
        const project = await begin({ title })
        const actor = { client, creator: marit, admin: undefined, plinth: undefined }[by]
        await writeProjectEvent(t, { project, kind, by, ...(actor ? { actor } : {}) })
        const line = `${MONEY.has(kind) ? 'money' : 'project'}: ${title}`
        if (by !== 'client' && kind !== 'paid_out') expected.client.add(line)
        if (by !== 'creator' && kind !== 'refunded' && kind !== 'refund_failed')
          expected.creator.add(line)
      }
    }
    await processAll()
    const linesOf = async (as: Person) => {
      const found = new Set<string>()
      let cursor: string | null | undefined
      do {
        const page = await t.call(listNotifications, { as, query: { limit: 100, cursor } })
        for (const { kind, project } of page.body as Notification[])
          found.add(`${kind}: ${project?.title}`)
        cursor = nextOf(page)
      } while (cursor !== null)
      return found
    }
    expect(await linesOf(client)).toEqual(expected.client)
    expect(await linesOf(marit)).toEqual(expected.creator)
  })

  it('shows the work, the sum and who did it, but not what they wrote', async () => {
    const workId = await makeWork(t.deps, marit, { title: 'Moon Jar' })
    const project = await begin({ work: workId })
    const note = secretText(client, marit)
    await writeProjectEvent(t, {
      project,
      kind: 'deposit_paid',
      by: 'client',
      actor: client,
      cents: 60_050,
      note,
    })
    const [row, ...others] = await notificationsOf(marit)
    expect(others).toEqual([])
    expect(row).toMatchObject({
      kind: 'money',
      actors: [{ id: client.id, firstName: 'Ann' }],
      actorCount: 1,
      work: { id: workId, title: 'Moon Jar', picture: { state: 'ready' } },
      project: {
        id: project,
        title: 'A jar and forty bowls',
        event: 'deposit_paid',
        amount: 600.5,
        role: 'creator',
      },
      billing: null,
      refusal: null,
      post: null,
      conversation: null,
      isRead: false,
    })
    expect(JSON.stringify(row)).not.toContain(note)
    expect(await notificationsOf(client)).toEqual([])
    await t.deps.db
      .updateTable('portfolio_items')
      .set({ is_listed: false })
      .where('id', '=', workId)
      .execute()
    expect(await listOf(marit)).toMatchObject([{ work: null, project: { id: project } }])
  })

  it('lists a project once, with its newest event and how much before that is new', async () => {
    const [project, other] = [await begin(), await begin({ title: 'A vase' })]
    await writeProjectEvent(t, { project, kind: 'accepted', by: 'creator', actor: marit })
    await processAll()
    await writeProjectEvent(t, { project: other, kind: 'offered', by: 'creator', actor: marit })
    await writeProjectEvent(t, { project, kind: 'delivered', by: 'creator', actor: marit })
    await writeProjectEvent(t, { project, kind: 'auto_approved', by: 'plinth' })
    await writeProjectEvent(t, { project, kind: 'refunded', by: 'plinth', cents: 100 })
    expect(await notificationsOf(client, { filter: 'money' })).toMatchObject([
      {
        kind: 'money',
        actors: [],
        actorCount: 0,
        moreNew: 3,
        project: { id: project, event: 'refunded', amount: 1, role: 'client' },
      },
      { kind: 'project', moreNew: 0, project: { id: other, event: 'offered' } },
    ])
    expect(await unread(client)).toBe(2)
    expect(await listOf(client, { filter: 'unread' })).toHaveLength(2)
    expect(await listOf(client, { filter: 'people' })).toEqual([])
    // Marking the one row as read marks everything of the project.
    const [shown] = await listOf(client)
    await t.call(readNotifications, { as: client, body: { ids: [shown?.id] } })
    expect(await unread(client)).toBe(1)
    expect(await listOf(client)).toMatchObject([
      { isRead: true, moreNew: 0, project: { id: project } },
      { isRead: false, project: { id: other } },
    ])
    await writeProjectEvent(t, { project, kind: 'reviewed', by: 'creator', actor: marit })
    await writeProjectEvent(t, { project, kind: 'paid_out', by: 'plinth', cents: 100 })
    const [latest] = await notificationsOf(client)
    // A payout concerns only its creator.
    expect(latest).toMatchObject({ moreNew: 0, project: { id: project, event: 'reviewed' } })
  })

  it('is new again once something happens after it was read', async () => {
    const project = await begin()
    await writeProjectEvent(t, { project, kind: 'accepted', by: 'creator', actor: marit })
    await processAll()
    await room(client, project)
    await writeProjectEvent(t, { project, kind: 'delivered', by: 'creator', actor: marit })
    expect(await notificationsOf(client)).toMatchObject([
      { isRead: false, moreNew: 0, project: { event: 'delivered' } },
    ])
    await room(client, project)
    // A reminder replaces the row that was read.
    await sql`insert into notices (kind, project_event_id)
      select 'project', id from project_events
      where project_id = ${project}::uuid and kind = 'delivered'`.execute(t.deps.db)
    expect(await notificationsOf(client)).toMatchObject([
      { isRead: false, moreNew: 0, project: { event: 'delivered' } },
    ])
  })

  it('does not notify a creator who does not know of the project yet', async () => {
    const project = await begin({ isShared: false })
    await writeProjectEvent(t, { project, kind: 'requested', by: 'client', actor: client })
    await writeProjectEvent(t, { project, kind: 'expired', by: 'plinth' })
    expect(await notificationsOf(marit)).toEqual([])
    expect(await notificationsOf(client)).toMatchObject([{ project: { event: 'expired' } }])
  })

  it('notifies people who block each other, and of somebody who is suspended', async () => {
    const project = await begin()
    await t.deps.db
      .insertInto('blocks')
      .values({ blocker_id: client.id, blocked_id: marit.id })
      .execute()
    await t.deps.db
      .updateTable('users')
      .set({ suspended_at: new Date() })
      .where('id', '=', marit.id)
      .execute()
    await writeProjectEvent(t, { project, kind: 'delivered', by: 'creator', actor: marit })
    expect(await notificationsOf(client)).toMatchObject([
      { actors: [{ id: marit.id }], project: { event: 'delivered' } },
    ])
  })
})

describe('reading the room', () => {
  it('marks the reader’s own notifications of it as read, and updates open screens', async () => {
    const [project, other] = [await begin(), await begin()]
    await writeProjectEvent(t, { project, kind: 'completed', by: 'plinth', cents: 100 })
    await writeProjectEvent(t, { project, kind: 'deposit_paid', by: 'plinth', cents: 100 })
    await writeProjectEvent(t, { project: other, kind: 'completed', by: 'plinth' })
    await processAll()
    const reader = await readLive(origin, client)
    expect(await reader.next('hello')).toMatchObject({ unread: 2 })
    expect((await room(client, project)).status).toBe(204)
    expect(await reader.next('notifications')).toMatchObject({ unread: 1 })
    reader.close()
    expect(await listOf(client, { filter: 'unread' })).toMatchObject([{ project: { id: other } }])
    expect(await unread(marit)).toBe(2)
  })

  it('marks waiting events as read, too, and still notifies the other side', async () => {
    const project = await begin()
    await writeProjectEvent(t, { project, kind: 'accepted', by: 'plinth' })
    const elsewhere = await begin()
    await writeProjectEvent(t, { project: elsewhere, kind: 'accepted', by: 'plinth' })
    await room(client, project)
    expect(await listOf(client)).toMatchObject([{ isRead: true, project: { id: project } }])
    expect(await listOf(marit)).toMatchObject([{ isRead: false, project: { id: project } }])
    expect(await notificationsOf(client, { filter: 'unread' })).toMatchObject([
      { project: { id: elsewhere } },
    ])
  })

  it('leaves events after the one that was seen unread', async () => {
    const project = await begin()
    const seen = await writeProjectEvent(t, {
      project,
      kind: 'accepted',
      by: 'creator',
      actor: marit,
    })
    await writeProjectEvent(t, { project, kind: 'delivered', by: 'creator', actor: marit })
    const read = { userId: client.id, projectId: project, eventId: seen }
    expect(await readProjectNotifications(t.deps, read)).toEqual([client.id])
    expect(await listOf(client)).toMatchObject([{ isRead: false, project: { event: 'delivered' } }])
    expect(await readProjectNotifications(t.deps, read)).toEqual([])
  })

  it('by an admin or an outsider marks nothing as read', async () => {
    const project = await begin()
    await writeProjectEvent(t, { project, kind: 'completed', by: 'plinth' })
    await processAll()
    expect((await room(await t.person('Admin', { isAdmin: true }), project)).status).toBe(404)
    const params = { id: project }
    const body = { upTo: await writeProjectEvent(t, { project, kind: 'statement', by: 'plinth' }) }
    const stranger = await t.person('Stranger')
    expect((await t.call(readProject, { as: stranger, params, body })).status).toBe(404)
    expect((await t.call(readProject, { params, body })).status).toBe(401)
    await processAll()
    expect([await unread(client), await unread(marit)]).toEqual([1, 1])
  })

  it('by both at once, while more happens and the worker is busy, notifies nobody twice', async () => {
    const project = await begin()
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        await writeProjectEvent(t, { project, kind: 'statement', by: 'plinth' })
        await Promise.all([room(client, project), room(marit, project), processAll()])
      }),
    )
    await processAll()
    await Promise.all([room(client, project), room(marit, project)])
    for (const person of [client, marit]) {
      expect(await unread(person)).toBe(0)
      const events = (await listOf(person, { limit: 100 })).length
      expect(events).toBeGreaterThan(0)
      expect(events).toBeLessThanOrEqual(8)
    }
  })
})

describe('what somebody pays Plinth for', () => {
  it('notifies them alone, of the newest event of each thing', async () => {
    const post = await makePost(t.deps, client, { title: 'October jar' })
    await writeBillingOutbox(t, client, 'subscription_past_due')
    await writeBillingOutbox(t, client, 'promotion_running', post)
    await writeBillingOutbox(t, client, 'subscription_ended')
    expect(await notificationsOf(client, { filter: 'money' })).toMatchObject([
      {
        kind: 'money',
        billing: 'subscription_ended',
        post: null,
        project: null,
        actors: [],
        actorCount: 0,
      },
      { kind: 'money', billing: 'promotion_running', post: { id: post, title: 'October jar' } },
    ])
    await writeBillingOutbox(t, client, 'promotion_ended', post)
    expect(await notificationsOf(client)).toMatchObject([
      { billing: 'promotion_ended', post: { id: post } },
      { billing: 'subscription_ended' },
    ])
    expect(await notificationsOf(marit)).toEqual([])
    await writeBillingOutbox(t, client, 'export_ready')
    await writeBillingOutbox(t, client, 'subscription_active')
    const rows = await notificationsOf(client)
    expect(rows.map(({ billing }) => billing)).toEqual([
      'subscription_active',
      'export_ready',
      'promotion_ended',
    ])
  })
})
