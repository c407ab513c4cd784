import { listConversations, type Conversation } from '@plinth/contract/messages/conversations.ts'
import { listMessages } from '@plinth/contract/messages/messages.ts'
import {
  listNotifications,
  type Notification,
} from '@plinth/contract/notifications/notifications.ts'
import { updateProfile } from '@plinth/contract/people/profile.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { writeMessage } from '../../../test/content/messages.ts'
import { newId } from '../../db/id.ts'
import { createPeopleCards, type PersonRow } from './people-card-queries.ts'

const personRow = (id: string): PersonRow => ({
  id,
  handle: null,
  firstName: 'Ann "A"',
  lastName: '',
  profileImageUrl: null,
  location: null,
  isCreator: false,
  isGone: false,
})

describe('people cards', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
  afterEach(() => void vi.useRealTimers())

  const counted = () => {
    const loads: string[][] = []
    const people = createPeopleCards((ids) => {
      loads.push(ids)
      return Promise.resolve(ids.map(personRow))
    })
    return { people, loads }
  }

  it('are read once a second, all missing ones in one statement', async () => {
    const { people, loads } = counted()
    await people.find(['a', 'b', 'a'])
    const found = await people.find(['a', 'b'])
    expect([...found.keys()]).toEqual(['a', 'b'])
    expect(JSON.parse(found.get('a')?.creator ?? '')).toMatchObject({ firstName: 'Ann "A"' })
    await people.find(['a', 'c', 'd'])
    vi.advanceTimersByTime(1_000)
    await people.find(['b'])
    expect(loads).toEqual([['a', 'b'], ['c', 'd'], ['b']])
  })

  it('are dropped by a change, even one that happens while they are read', async () => {
    const { people, loads } = counted()
    const reading = people.find(['a'])
    people.drop(['a'])
    await reading
    await people.find(['a'])
    people.drop(['a'])
    await people.find(['a'])
    expect(loads).toHaveLength(3)
  })

  it('are bounded in number: the oldest make room', async () => {
    const { people, loads } = counted()
    await people.find(['first'])
    await people.find(Array.from({ length: 5_000 }, (_, n) => String(n)))
    await people.find(['4999'])
    expect(loads).toHaveLength(2)
    await people.find(['first'])
    expect(loads).toHaveLength(3)
  })
})

describe('lists', () => {
  const t = testApp({ JOBS: 'off' })
  let ann: Person
  let ben: Person
  let dana: Person
  beforeEach(async () => {
    ann = await t.person('Ann')
    ben = await t.person('Ben')
    dana = await t.person('Dana')
    await writeMessage(t, ann, ben)
    await notify(ben)
    await notify(dana)
  })

  async function notify(reader: Person): Promise<void> {
    const id = newId()
    await sql`insert into notifications (id, user_id, kind, actor_count)
      values (${id}::uuid, ${reader.id}::uuid, 'follow', 1)`.execute(t.deps.db)
    await sql`insert into notification_actors (user_id, kind, subject_id, actor_id, notification_id)
      values (${reader.id}::uuid, 'follow', ${reader.id}::uuid, ${ann.id}::uuid, ${id}::uuid)`.execute(
      t.deps.db,
    )
  }

  const notificationsOf = async (as: Person) =>
    (await t.call(listNotifications, { as })).body as Notification[]

  /** What each list of Ben's calls Ann. */
  const names = async () => {
    const conversations = (await t.call(listConversations, { as: ben })).body as Conversation[]
    const messages = (await t.call(listMessages, { as: ben })).body as {
      sender: Conversation['other']
    }[]
    const notifications = await notificationsOf(ben)
    return [conversations[0]?.other, messages[0]?.sender, notifications[0]?.actors[0]].map(
      (person) => person?.firstName,
    )
  }

  it('show a new name at once, and after a second if another process has written it', async () => {
    expect(await names()).toEqual(['Ann', 'Ann', 'Ann'])
    const { status } = await t.call(updateProfile, { as: ann, body: { firstName: 'Anna' } })
    expect(status).toBe(200)
    expect(await names()).toEqual(['Anna', 'Anna', 'Anna'])
    await sql`update users set first_name = 'Änne' where id = ${ann.id}::uuid`.execute(t.deps.db)
    await vi.waitFor(async () => expect(await names()).toEqual(['Änne', 'Änne', 'Änne']), {
      timeout: 2_000,
      interval: 100,
    })
  })

  it('tell each viewer whom they follow themselves', async () => {
    await sql`insert into follows (follower_id, followed_id)
      values (${ben.id}::uuid, ${ann.id}::uuid)`.execute(t.deps.db)
    const actors = async (as: Person) => (await notificationsOf(as))[0]?.actors
    for (const [as, isFollowing] of [
      [ben, true],
      [dana, false],
      [ben, true],
    ] as const) {
      expect(await actors(as)).toMatchObject([{ id: ann.id, isFollowing }])
    }
  })

  it('show others in the place of actors who are gone', async () => {
    const { id } = (await notificationsOf(ben))[0] ?? { id: '' }
    for (const name of ['Eve', 'Fay', 'Gro']) {
      const actor = await t.person(name)
      await sql`insert into notification_actors (user_id, kind, subject_id, actor_id, notification_id)
        values (${ben.id}::uuid, 'follow', ${ben.id}::uuid, ${actor.id}::uuid, ${id}::uuid)`.execute(
        t.deps.db,
      )
      if (name === 'Gro')
        await sql`update users set suspended_at = now() where id = ${actor.id}::uuid`.execute(
          t.deps.db,
        )
    }
    const [found] = await notificationsOf(ben)
    expect(found?.actors.map(({ firstName }) => firstName)).toEqual(['Fay', 'Eve', 'Ann'])
  })
})
