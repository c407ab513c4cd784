import { likePortfolio } from '@plinth/contract/portfolios/portfolios.ts'
import {
  listNotifications,
  readNotifications,
  updateNotificationSettings,
  type Notification,
} from '@plinth/contract/notifications/notifications.ts'
import { followUser } from '@plinth/contract/people/users.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../../test/app.ts'
import { writeOutbox, waitForOutbox, writeComment } from '../../../../test/content/outbox.ts'
import { makePost } from '../../../../test/content/posts.ts'
import { makeWork } from '../../../../test/content/works.ts'

const t = testApp()
/** A second process on the same database. */
const other = testApp(() => ({ DATABASE_URL: t.deps.env.databaseUrl }))
let maker: Person
let ann: Person
let ben: Person
let post: string

beforeEach(async () => {
  maker = await t.person('Marit', { isCreator: true })
  ann = await t.person('Ann')
  ben = await t.person('Ben')
  post = await makePost(t.deps, maker, { title: 'October jar' })
})

async function notificationsOf(person: Person): Promise<Notification[]> {
  await waitForOutbox(t)
  const { status, body } = await t.call(listNotifications, { as: person })
  expect(status).toBe(200)
  return body
}
const kindsOf = async (person: Person) => (await notificationsOf(person)).map(({ kind }) => kind)
const readAll = (person: Person) => t.call(readNotifications, { as: person, body: {} })
const like = (by: Person, isUndone = false) => ({ kind: 'like' as const, by, post, isUndone })

describe('likes', () => {
  it('of one thing gather until they are read', async () => {
    await writeOutbox(t, like(ann))
    await waitForOutbox(t)
    await writeOutbox(t, like(ben))
    const [row, ...others] = await notificationsOf(maker)
    expect(others).toEqual([])
    expect(row).toMatchObject({
      kind: 'like',
      actorCount: 2,
      actors: [
        { id: ben.id, isFollowing: false },
        { id: ann.id, firstName: 'Ann' },
      ],
      post: { id: post, title: 'October jar', picture: { state: 'ready' } },
      work: null,
      comment: null,
      isRead: false,
    })
    await readAll(maker)
    const eve = await t.person('Eve')
    await writeOutbox(t, like(eve))
    expect(await notificationsOf(maker)).toMatchObject([
      { actorCount: 1, actors: [{ id: eve.id }], isRead: false },
      { id: row?.id, actorCount: 2, isRead: true },
    ])
  })

  it('that are taken back leave the row, and the last one deletes it', async () => {
    await writeOutbox(t, like(ann), like(ben))
    await waitForOutbox(t)
    await writeOutbox(t, like(ann, true))
    expect(await notificationsOf(maker)).toMatchObject([
      { actorCount: 1, actors: [{ id: ben.id }] },
    ])
    await writeOutbox(t, like(ben, true))
    expect(await notificationsOf(maker)).toEqual([])
    await writeOutbox(t, like(ann))
    expect(await notificationsOf(maker)).toMatchObject([
      { actorCount: 1, actors: [{ id: ann.id }] },
    ])
  })

  it('that were read are not notified again', async () => {
    await writeOutbox(t, like(ann))
    await waitForOutbox(t)
    await readAll(maker)
    await writeOutbox(t, like(ann, true))
    await waitForOutbox(t)
    await writeOutbox(t, like(ann))
    expect(await notificationsOf(maker)).toMatchObject([{ actorCount: 1, isRead: true }])
  })

  it('and unlikes of one batch cancel each other out', async () => {
    await writeOutbox(t, like(ann), like(ann, true), like(ben, true), like(ben))
    expect(await notificationsOf(maker)).toMatchObject([
      { actorCount: 1, actors: [{ id: ben.id }] },
    ])
  })

  it('of works notify at once', async () => {
    const work = await makeWork(t.deps, maker, { title: 'Moon jar' })
    await t.call(likePortfolio, { as: ann, params: { id: work } })
    expect(await notificationsOf(maker)).toMatchObject([
      { kind: 'like', post: null, work: { id: work, title: 'Moon jar' }, actors: [{ id: ann.id }] },
    ])
    await t.call(likePortfolio, { as: ann, params: { id: work } })
    expect(await notificationsOf(maker)).toEqual([])
  })

  it('by ten thousand people make one row, whichever of two processes handles them', async () => {
    // A thousand at once, because a busy machine needs longer for all than a statement may take.
    for (let thousand = 0; thousand < 10; thousand += 1)
      await sql`
        with fans as (
          insert into users (id, first_name, last_name)
          select gen_random_uuid(), 'Fan', i::text from generate_series(1, 1000) i returning id)
        insert into notices (kind, actor_id, post_id) select 'like', id, ${post}::uuid from fans`.execute(
        t.deps.db,
      )
    expect(await notificationsOf(maker)).toMatchObject([{ kind: 'like', actorCount: 10_000 }])
    const { rows } = await sql<{ actors: number }>`
      select count(*)::int as actors from notification_actors where user_id = ${maker.id}::uuid`.execute(
      t.deps.db,
    )
    expect(rows).toEqual([{ actors: 10_000 }])
  }, 40_000)
})

describe('a comment', () => {
  it('notifies the author of the post, and each person once, as the most specific kind', async () => {
    const first = await writeComment(t, { post, by: ann, content: 'x'.repeat(300) })
    const answer = await writeComment(t, { post, by: ben, parent: first, mentions: [maker] })
    expect(await notificationsOf(maker)).toMatchObject([
      { kind: 'mention', actors: [{ id: ben.id }], comment: { id: answer, parentId: first } },
      { kind: 'comment', comment: { id: first, parentId: null } },
    ])
    expect(await notificationsOf(ann)).toMatchObject([
      { kind: 'reply', actorCount: 1, post: { id: post }, comment: { id: answer } },
    ])
    expect((await notificationsOf(maker))[1]?.comment?.excerpt).toBe(`${'x'.repeat(139)}…`)
    expect(await notificationsOf(ben)).toEqual([])
  })

  it('that is edited notifies only people who were not notified before', async () => {
    const comment = await writeComment(t, { post, by: ann })
    await waitForOutbox(t)
    await t.deps.db
      .updateTable('comments')
      .set({
        mentions: JSON.stringify(
          [maker, ben].map(({ id }) => ({ userId: id, start: 0, length: 1 })),
        ),
      })
      .where('id', '=', comment)
      .execute()
    await writeOutbox(t, { kind: 'comment', by: ann, post, comment })
    expect(await kindsOf(maker)).toEqual(['comment'])
    expect(await kindsOf(ben)).toEqual(['mention'])
  })

  it('on one’s own post, or under one’s own comment, notifies nobody', async () => {
    const own = await writeComment(t, { post, by: maker, mentions: [maker] })
    await writeComment(t, { post, by: maker, parent: own })
    expect(await notificationsOf(maker)).toEqual([])
  })
})

describe('follows', () => {
  it('gather, and disappear when they are taken back', async () => {
    await t.call(followUser, { as: ann, params: { id: maker.id } })
    await t.call(followUser, { as: ben, params: { id: maker.id } })
    expect(await notificationsOf(maker)).toMatchObject([
      { kind: 'follow', actorCount: 2, post: null, work: null, comment: null },
    ])
    await t.call(followUser, { as: ben, params: { id: maker.id } })
    await t.call(followUser, { as: maker, params: { id: ann.id } })
    expect(await notificationsOf(maker)).toMatchObject([
      { actorCount: 1, actors: [{ id: ann.id, isFollowing: true }] },
    ])
  })
})

describe('Plinth', () => {
  it('notifies of features and approvals, once each and without an actor', async () => {
    const work = await makeWork(t.deps, maker)
    await writeOutbox(
      t,
      { kind: 'feature', post },
      { kind: 'approval', post },
      { kind: 'feature', work },
    )
    await waitForOutbox(t)
    await readAll(maker)
    await writeOutbox(t, { kind: 'feature', post })
    const rows = await notificationsOf(maker)
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual(['approval', 'feature', 'feature'])
    for (const row of rows) expect(row).toMatchObject({ actors: [], actorCount: 0, isRead: true })
  })
})

describe('nobody is notified', () => {
  it('while they are suspended, nor of what suspended people do', async () => {
    const suspend = ({ id }: Person, at: Date | null) =>
      t.deps.db.updateTable('users').set({ suspended_at: at }).where('id', '=', id).execute()
    await suspend(ben, new Date())
    await writeComment(t, { post, by: ann, mentions: [ben] })
    await writeOutbox(t, like(ben))
    await waitForOutbox(t)
    await suspend(ben, null)
    expect(await notificationsOf(ben)).toEqual([])
    expect(await kindsOf(maker)).toEqual(['comment'])
  })

  it('of a post that they may not see, now or later', async () => {
    await writeComment(t, { post, by: ann, mentions: [ben] })
    expect(await kindsOf(ben)).toEqual(['mention'])
    const hide = t.deps.db.updateTable('posts').set({ is_public: false }).where('id', '=', post)
    await hide.execute()
    const root = await t.person('Root', { isAdmin: true })
    await writeComment(t, { post, by: ann, mentions: [ben, root] })
    expect(await kindsOf(ben)).toEqual([])
    expect(await kindsOf(root)).toEqual(['mention'])
    expect(await kindsOf(maker)).toEqual(['comment', 'comment'])
  })

  it('of a kind that they have turned off', async () => {
    const off = { app: false, mail: false }
    await t.call(updateNotificationSettings, { as: maker, body: { like: off } })
    const comment = await writeComment(t, { post, by: ann })
    await writeOutbox(t, like(ann))
    expect(await notificationsOf(maker)).toMatchObject([
      { kind: 'comment', comment: { id: comment } },
    ])
  })
})

describe('a process that dies during its work', () => {
  it('neither loses nor doubles anything', async () => {
    await writeOutbox(t, like(ann))
    await waitForOutbox(t)
    // The unread row is locked, so that the worker waits between two statements.
    await t.deps.db.transaction().execute(async (trx) => {
      await sql`select 1 from notifications where user_id = ${maker.id}::uuid for update`.execute(
        trx,
      )
      await writeOutbox(t, like(ben))
      const kill = async () =>
        (
          await sql`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'
              and query like '%order by n.user_id, n.kind, n.subject_id for update%'`.execute(
            other.deps.db,
          )
        ).rows.length
      await expect.poll(kill, { timeout: 100_000 }).toBeGreaterThan(0)
      const left = await sql`select 1 from notices`.execute(trx)
      expect(left.rows).toHaveLength(1)
    })
    expect(await notificationsOf(maker)).toMatchObject([
      { actorCount: 2, actors: [{ id: ben.id }, { id: ann.id }] },
    ])
  })
})
