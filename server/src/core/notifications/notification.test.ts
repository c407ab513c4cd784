import {
  FIXED_KINDS,
  SETTING_KINDS,
  getNotificationSettings,
  getUnreadCount,
  listNotifications,
  readNotifications,
  updateNotificationSettings,
  type Notification,
} from '@plinth/contract/notifications/notifications.ts'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { idsOf, nextOf } from '../../../test/content/lists.ts'
import { makePost } from '../../../test/content/posts.ts'
import { listen, readLive } from '../../../test/live-reader.ts'
import { newId } from '../../db/id.ts'
import { sessionBoot } from '../session/session-routes.ts'

const t = testApp({ JOBS: 'off' })
let origin: string
let person: Person

beforeAll(async () => {
  origin = await listen(t)
})
beforeEach(async () => {
  person = await t.person('Marit')
})

/** Inserts notifications a minute apart, the last kind as the newest; returns their ids, the newest first. */
async function addNotifications(
  kinds: string[],
  whom = person,
  minutesAgo = 60,
): Promise<string[]> {
  const ids = kinds.map(() => newId())
  const actor = await t.person('Ann')
  for (const [index, id] of ids.entries()) {
    const subject = await t.person('Subject')
    const work = newId()
    await sql`
      with m as (
        insert into media (id, owner_id, state, file_name, content_type, extension, received_bytes, bytes,
          width, height)
        values (${work}, ${subject.id}, 'ready', 'a', 'image/jpeg', 'jpg', 1, 1, 4, 3) returning id)
      insert into portfolio_items (id, creator_id, category_id, title, media_id, is_listed, doc)
      select id, ${subject.id}, 1, 'Jar', id, true, '' from m`.execute(t.deps.db)
    await sql`
      insert into notifications (id, user_id, kind, item_id, actor_count, created_at, updated_at)
      select ${id}::uuid, ${whom.id}::uuid, ${kinds[index]}, ${work}::uuid, 1, at, at
      from (select now() + ${index - minutesAgo}::int * interval '1 minute' as at) a`.execute(
      t.deps.db,
    )
    await sql`
      insert into notification_actors (user_id, kind, subject_id, actor_id, notification_id)
      values (${whom.id}, ${kinds[index]}, ${work}, ${actor.id}, ${id})`.execute(t.deps.db)
  }
  return ids.toReversed()
}
const list = (query: object = {}, as: Person | undefined = person) =>
  t.call(listNotifications, { as, query })
const read = (ids?: string[], as: Person | undefined = person) =>
  t.call(readNotifications, { as, body: ids === undefined ? {} : { ids } })
const unread = async (as = person) => (await t.call(getUnreadCount, { as })).body.count

describe('the list', () => {
  it('contains the caller’s own notifications, the latest first, and can be filtered', async () => {
    const [like, reply, mention, feature] = (await addNotifications([
      'feature',
      'mention',
      'reply',
      'like',
    ])) as [string, string, string, string]
    await addNotifications(['like'], await t.person('Stranger'))
    expect(idsOf(await list())).toEqual([like, reply, mention, feature])
    await read([reply, like])
    expect(idsOf(await list({ filter: 'unread' }))).toEqual([mention, feature])
    expect(idsOf(await list({ filter: 'work' }))).toEqual([like, feature])
    expect(idsOf(await list({ filter: 'people' }))).toEqual([reply, mention])
  })

  it('says of each actor whether the caller follows them', async () => {
    await addNotifications(['like', 'reply'])
    const actors = async (as = person): Promise<{ id: string; isFollowing: boolean }[]> =>
      (await list({}, as)).body.flatMap((one: Notification) => one.actors)
    const [known] = await actors()
    for (const id of [known?.id, (await t.person('Stranger')).id])
      await sql`insert into follows (follower_id, followed_id) values (${person.id}, ${id})`.execute(
        t.deps.db,
      )
    await addNotifications(['like'], person, 5)
    expect((await actors()).map(({ isFollowing }) => isFollowing)).toEqual([false, true, true])
    const other = await t.person('Other')
    await addNotifications(['like'], other)
    expect((await actors(other)).map(({ isFollowing }) => isFollowing)).toEqual([false])
  })

  it('shows the title and the picture of a post, and null in place of a picture that is gone', async () => {
    const title = 'A "kind":"image", they said'
    const [bare, whole] = [
      await makePost(t.deps, person, { title }),
      await makePost(t.deps, person, { title }),
    ]
    await sql`delete from post_media where post_id = ${bare}::uuid`.execute(t.deps.db)
    for (const post of [bare, whole])
      await sql`
        insert into notifications (id, user_id, kind, post_id, actor_count)
        values (${newId()}::uuid, ${person.id}::uuid, 'approval', ${post}::uuid, 0)`.execute(
        t.deps.db,
      )
    const subjects = (await list()).body.map(({ post }: Notification) => post)
    expect(subjects).toContainEqual({ id: bare, title, picture: null })
    expect(subjects).toContainEqual({
      id: whole,
      title,
      picture: expect.objectContaining({ width: 1200, height: 900 }),
    })
  })

  it('continues where the last page ended, whatever has arrived since', async () => {
    const ids = await addNotifications(Array.from({ length: 5 }, () => 'like'))
    const found: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await list({ limit: 2, cursor })
      expect(page.status).toBe(200)
      found.push(...idsOf(page))
      await addNotifications(['like'], person, 5)
      cursor = nextOf(page)
    } while (cursor !== null)
    expect(found).toEqual(ids)
  })

  it('requires a session, and refuses unknown parameters', async () => {
    expect((await t.call(listNotifications)).status).toBe(401)
    expect((await list({ filter: 'loud' })).status).toBe(400)
    expect((await list({ cursor: 'x' })).status).toBe(400)
    await addNotifications(['like', 'like'])
    const cursor = nextOf(await list({ limit: 1 }))
    expect((await list({ cursor })).status).toBe(200)
    expect((await list({ cursor, filter: 'work' })).status).toBe(400)
  })
})

describe('the unread count', () => {
  it('stops at a hundred, and is in the boot data of every page', async () => {
    await sql`
      insert into notifications (id, user_id, kind, item_id, is_read)
      select gen_random_uuid(), ${person.id}, 'follow', null, true from generate_series(1, 20)`.execute(
      t.deps.db,
    )
    expect(await unread()).toBe(0)
    await sql`
      with p as (
        insert into posts (id, creator_id, type, title)
        select gen_random_uuid(), ${person.id}::uuid, 'image', 'x' from generate_series(1, 130) returning id)
      insert into notifications (id, user_id, kind, post_id)
      select gen_random_uuid(), ${person.id}::uuid, 'like', id from p`.execute(t.deps.db)
    expect(await unread()).toBe(100)
    const viewer = { id: person.id, isCreator: false, role: null, isAdmin: false, sessionId: '' }
    const boot = await sessionBoot(t.deps)({ ...viewer, signedInAt: new Date() })
    expect(boot).toContainEqual([queryKey(getUnreadCount), { count: 100 }])
    expect(await sessionBoot(t.deps)(null)).toHaveLength(1)
  })

  it('is for members', async () => {
    expect((await t.call(getUnreadCount)).status).toBe(401)
  })
})

describe('reading', () => {
  it('marks the given notifications, or all, and updates every open screen', async () => {
    const [first = '', second = ''] = await addNotifications(['like', 'reply', 'mention'])
    const reader = await readLive(origin, person)
    expect(await reader.next('hello')).toMatchObject({ unread: 3 })
    expect((await read([first, second, newId()])).body).toEqual({ count: 1 })
    expect(await reader.next('notifications')).toMatchObject({ unread: 1 })
    expect((await list()).body.map((row: { isRead: boolean }) => row.isRead)).toEqual([
      true,
      true,
      false,
    ])
    expect((await read()).body).toEqual({ count: 0 })
    expect(await reader.next('notifications')).toMatchObject({ unread: 0 })
    reader.close()
  })

  it('does not touch other people’s notifications', async () => {
    const [id = ''] = await addNotifications(['like'])
    const stranger = await t.person('Stranger')
    expect((await read([id], stranger)).body).toEqual({ count: 0 })
    expect((await read(undefined, stranger)).body).toEqual({ count: 0 })
    expect(await unread()).toBe(1)
    expect((await t.call(readNotifications, { body: {} })).status).toBe(401)
    expect((await read(['x'])).status).toBe(400)
    expect((await read([])).status).toBe(400)
  })
})

describe('settings', () => {
  const settings = () => t.call(getNotificationSettings, { as: person })
  const change = (body: object) => t.call(updateNotificationSettings, { as: person, body })
  const saved = async () =>
    (
      await t.deps.db
        .selectFrom('users')
        .select('notification_settings as saved')
        .where('id', '=', person.id)
        .executeTakeFirst()
    )?.saved

  it('start with the defaults, and store only what differs from them', async () => {
    const defaults = Object.fromEntries(
      Object.entries(SETTING_KINDS).map(([kind, { mail }]) => [kind, { app: true, mail }]),
    )
    expect((await settings()).body).toEqual(defaults)
    const off = { app: false, mail: false }
    const changed = await change({ like: off, reply: { app: true, mail: true } })
    expect(changed.body).toEqual({ ...defaults, like: off })
    expect(await saved()).toEqual({ like: off })
    expect((await change({ follow: { app: true, mail: true } })).body).toMatchObject({ like: off })
    await change({ like: { app: true, mail: false }, follow: { app: true, mail: false } })
    expect(await saved()).toEqual({})
  })

  it('require a session, and refuse unknown kinds', async () => {
    expect((await t.call(getNotificationSettings)).status).toBe(401)
    expect((await t.call(updateNotificationSettings, { body: {} })).status).toBe(401)
    for (const body of [{}, { loud: { app: true, mail: true } }, { like: { app: true } }])
      expect((await change(body)).status).toBe(400)
  })

  it('let nobody turn off projects and money on Plinth, only their emails', async () => {
    for (const kind of FIXED_KINDS) {
      const answer = await change({
        like: { app: false, mail: false },
        [kind]: { app: false, mail: true },
      })
      expect([answer.status, answer.body]).toEqual([
        400,
        expect.objectContaining({ fields: { [`${kind}.app`]: expect.stringContaining('Plinth') } }),
      ])
    }
    expect(await saved()).toEqual({})
    const unmailed = { app: true, mail: false }
    expect((await change({ money: unmailed })).body).toMatchObject({ money: unmailed })
    expect(await saved()).toEqual({ money: unmailed })
  })
})
