import { sendMessage } from '@plinth/contract/messages/messages.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PUBLIC_URL, startTestApp, type Person, type TestApp } from '../../test/app.ts'
import { BUSES, startBus, type TestBus } from '../../test/buses.ts'
import { readLive } from '../../test/live-reader.ts'
import { startServerProcess, type ServerProcess } from '../../test/server-process.ts'

describe.each(BUSES)('two servers on one database, over %s', (kind) => {
  let site: TestApp
  let bus: TestBus
  let one: ServerProcess
  let two: ServerProcess
  let marit: Person
  let dana: Person

  beforeAll(async () => {
    site = await startTestApp({ JOBS: 'off' })
    bus = await startBus(kind)
    const settings = { JOBS: 'off', ...bus.settings }
    ;[one, two] = await Promise.all([
      startServerProcess(site, settings),
      startServerProcess(site, settings),
    ])
    marit = await site.person('Marit')
    dana = await site.person('Dana')
  })
  afterAll(async () => {
    await Promise.all([one.stop(), two.stop()])
    await site.close()
    await bus.close()
  })

  async function write(at: ServerProcess, content: string): Promise<string> {
    const response = await fetch(`${at.origin}${sendMessage.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: marit.cookie, origin: PUBLIC_URL },
      body: JSON.stringify({ receiverId: dana.id, subject: 'A mural', content }),
    })
    expect(response.status).toBe(201)
    return ((await response.json()) as { conversationId: string }).conversationId
  }

  it('a message to one reaches streams at both, before and after the connection between them was cut', async () => {
    const readers = await Promise.all([
      readLive(one.origin, dana),
      readLive(two.origin, dana),
      readLive(two.origin, marit),
    ])
    await Promise.all(readers.map((reader) => reader.next('hello')))
    const conversationId = await write(one, 'Would you paint our wall?')
    const heard = { type: 'messages', conversationId }
    for (const reader of readers)
      expect(await reader.next('messages')).toMatchObject({
        ...heard,
        unread: reader === readers[2] ? 0 : 1,
      })
    await bus.cut(site)
    for (const reader of readers) await reader.next('hello')
    await expect
      .poll(
        async () => {
          await write(two, 'It is large.')
          return readers.map((reader) => reader.events.at(-1)?.type)
        },
        { interval: 250, timeout: 5_000 },
      )
      .toEqual(['messages', 'messages', 'messages'])
    for (const reader of readers) reader.close()
  })
})
