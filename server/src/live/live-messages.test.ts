import { MAX_UNREAD_COUNT } from '@plinth/contract/limits.ts'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../test/app.ts'
import { BUSES, startBus } from '../../test/buses.ts'
import { duringTests } from '../../test/lifetime.ts'
import { makeConversation } from '../../test/content/messages.ts'
import { listen, readLive, type LiveReader } from '../../test/live-reader.ts'
import { newId } from '../db/id.ts'

describe.each(BUSES)('messages over %s', (kind) => {
  const bus = duringTests(() => startBus(kind))
  const one = testApp(() => ({ JOBS: 'off', ...bus.settings }))
  /** A second process on the same database. */
  const two = testApp(() => ({
    JOBS: 'off',
    ...bus.settings,
    DATABASE_URL: one.deps.env.databaseUrl,
  }))
  let origins: string[]
  let marit: Person
  let dana: Person
  const readers: LiveReader[] = []

  beforeAll(async () => {
    origins = [await listen(one), await listen(two)]
    marit = await one.person('Marit')
    dana = await one.person('Dana')
  })
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.close()
  })

  async function open(person: Person, at = 0): Promise<LiveReader> {
    const reader = await readLive(origins[at] ?? '', person)
    readers.push(reader)
    return reader
  }

  it('reach both people in whichever process their streams are, and nobody else', async () => {
    const [near, far, foreign] = [await open(dana), await open(dana, 1), await open(marit, 1)]
    await Promise.all([near, far, foreign].map((reader) => reader.next('hello')))
    const conversationId = await makeConversation(one, dana, marit, { unread: 3 })
    // However a caller wrote the ids.
    one.deps.live.messagesMoved(conversationId.toUpperCase(), [dana.id.toUpperCase(), marit.id])
    for (const reader of [near, far])
      expect(await reader.next('messages')).toEqual({ type: 'messages', conversationId, unread: 1 })
    expect(await foreign.next('messages')).toEqual({ type: 'messages', conversationId, unread: 0 })
    one.deps.live.messagesMoved(conversationId, [dana.id])
    await near.next('messages')
    one.deps.live.messagesMoved(newId(), [marit.id])
    await foreign.next('messages')
    expect(foreign.events.map((event) => event.type)).toEqual(['hello', 'messages', 'messages'])
  })

  it('are counted together when they come close to each other, naming each conversation', async () => {
    const reader = await open(dana, 1)
    await reader.next('hello')
    const moved = Array.from({ length: 20 }, () => newId())
    for (let round = 0; round < 50; round += 1) {
      for (const id of moved) one.deps.live.messagesMoved(id, [dana.id, marit.id])
    }
    const named = () =>
      new Set(
        reader.events.flatMap((event) => (event.type === 'messages' ? [event.conversationId] : [])),
      )
    await expect.poll(named).toEqual(new Set(moved))
    const last = newId()
    one.deps.live.messagesMoved(last, [dana.id])
    await expect.poll(named).toContain(last)
    expect(reader.events.length).toBeLessThan(500)
  })

  it('show that somebody is typing, to the recipient alone', async () => {
    const [own, other] = [await open(marit), await open(dana, 1)]
    await Promise.all([own.next('hello'), other.next('hello')])
    const conversationId = newId()
    one.deps.live.typing(conversationId, dana.id)
    expect(await other.next('typing')).toEqual({ type: 'typing', conversationId })
    one.deps.live.messagesMoved(conversationId, [marit.id])
    await own.next('messages')
    expect(own.events.map((event) => event.type)).toEqual(['hello', 'messages'])
  })

  it('a lost connection between the processes greets everybody again', async () => {
    const reader = await open(dana)
    const { id, unreadMessages } = await reader.next('hello')
    await makeConversation(one, dana, marit, { unread: 1 })
    await bus.cut(one)
    expect(await reader.next('hello')).toEqual({
      type: 'hello',
      id,
      unread: 0,
      unreadMessages: unreadMessages + 1,
    })
    const conversationId = newId()
    await expect
      .poll(() => {
        two.deps.live.messagesMoved(conversationId, [dana.id])
        return reader.events.at(-1)
      })
      .toMatchObject({ type: 'messages', conversationId })
  })
})

describe('the unread count', () => {
  const t = testApp({ JOBS: 'off' })
  let origin: string
  beforeAll(async () => {
    origin = await listen(t)
  })

  async function greeting(person: Person) {
    const reader = await readLive(origin, person)
    const hello = await reader.next('hello')
    reader.close()
    return hello
  }

  it('counts conversations, except archived and muted ones', async () => {
    const [reader, other] = [await t.person('Reader'), await t.person('Other')]
    await makeConversation(t, reader, other)
    await makeConversation(t, reader, other, { unread: 7 })
    await makeConversation(t, reader, other, { unread: 1, isArchived: true })
    await makeConversation(t, reader, other, { unread: 1, isMuted: true })
    expect(await greeting(reader)).toMatchObject({ unread: 0, unreadMessages: 1 })
    expect(await greeting(other)).toMatchObject({ unread: 0, unreadMessages: 0 })
  })

  it('stops at the cap', async () => {
    const [reader, other] = [await t.person('Popular'), await t.person('Fan')]
    const many = Array.from({ length: MAX_UNREAD_COUNT + 1 })
    for (const _ of many) await makeConversation(t, reader, other, { unread: 1 })
    expect((await greeting(reader)).unreadMessages).toBe(MAX_UNREAD_COUNT)
  })
})
