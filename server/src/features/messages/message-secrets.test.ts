import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { Readable } from 'node:stream'
import { blockUser } from '@plinth/contract/people/blocks.ts'
import { createComment, listComments } from '@plinth/contract/posts/comments.ts'
import { updateConversation } from '@plinth/contract/messages/conversations.ts'
import { endpointUrl, type EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import {
  declineInquiry,
  listMessages,
  readMessage,
  sendMessage,
  sendQuote,
  type Message,
} from '@plinth/contract/messages/messages.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { PUBLIC_URL, testApp, type Person } from '../../../test/app.ts'
import { SHOW_BOOT, testWeb } from '../../../test/web.ts'
import { expectNoLeak, expectNoSecret, secretText, takeLeaks } from '../../../test/canary.ts'
import { contractEndpoints } from '../../../test/contract.ts'
import { listen, readLive } from '../../../test/live-reader.ts'
import { writeInquiry, writeMessage } from '../../../test/content/messages.ts'
import { makePost } from '../../../test/content/posts.ts'
import { freePort } from '../../../test/sandbox.ts'
import { makeWork } from '../../../test/content/works.ts'
import { newId } from '../../db/id.ts'

/** Text inside the bytes of an attached file. */
const FILE = 'Zugunruhe'

const web = testWeb({ render: SHOW_BOOT })
const t = testApp(() => ({ WEB_DIST: web.dir }))
let reads: EndpointDefinition[]
let people: Record<'sender' | 'receiver' | 'third' | 'admin', Person>
let viewers: [string, Person | undefined][]
let fileId: string
/** Values for the ids in an address. */
let ids: string[]

beforeAll(async () => {
  reads = (await contractEndpoints()).filter(({ method }) => method === 'GET')
  people = {
    sender: await t.person('Sender'),
    receiver: await t.person('Receiver', { isCreator: true }),
    third: await t.person('Third', { isCreator: true }),
    admin: await t.person('Admin', { isAdmin: true }),
  }
  viewers = [['visitor', undefined], ...Object.entries(people)]
  await populate()
  await vi.waitUntil(async () => (await outboxRows()) === 0, { timeout: 100_000 })
  const { rows } = await sql<{ id: string }>`
    select id from users union all select id from conversations
    union all select max(id::text)::uuid from messages group by message_type, conversation_id
    union all (select id from notifications limit 2)
    union all select id from portfolio_items union all select id from projects union all select ${fileId}::uuid`.execute(
    t.deps.db,
  )
  ids = rows.map(({ id }) => id)
})

const outboxRows = async () => (await sql`select 1 from notices`.execute(t.deps.db)).rows.length

/** Two people with messages of every kind; one also hears from others. Ends with a block and an archived conversation. */
async function populate(): Promise<void> {
  const { sender, receiver, third } = people
  const work = await makeWork(t.deps, receiver, { title: 'Moon jar' })
  fileId = await attachable(sender)
  const subject = secretText(sender, receiver)
  const asked = await writeInquiry(t, sender, receiver, { subject, portfolioId: work })
  const params = { id: asked.id }
  for (const [endpoint, body] of [
    [declineInquiry, { content: secretText(receiver, sender) }],
    [sendQuote, { content: secretText(receiver, sender), price: 900, deliverBy: '2027-06-01' }],
  ] as const) {
    expect((await t.call(endpoint, { as: receiver, params, body })).status).toBe(201)
  }
  await writeMessage(t, sender, receiver, { subject: `Re: ${subject}`, mediaIds: [fileId] })
  const other = await writeMessage(t, receiver, sender, { subject: secretText(receiver, sender) })
  await t.call(readMessage, { as: sender, params: { id: other.id } })
  await t.call(updateConversation, {
    as: sender,
    params: { id: other.conversationId },
    body: { isArchived: true, isMuted: true },
  })
  await writeMessage(t, third, receiver)
  await writeMessage(t, receiver, third)
  await t.call(blockUser, { as: receiver, params: { id: sender.id } })
}

/** A finished upload whose files contain the given text. */
async function attachable(owner: Person): Promise<string> {
  const id = newId()
  const bytes = Buffer.from(FILE)
  await sql`
    insert into media (id, owner_id, kind, state, file_name, content_type, extension, received_bytes,
      bytes, width, height, thumbhash, alt, rendition_widths)
    values (${id}, ${owner.id}, 'image', 'ready', ${`${FILE}.jpg`}, 'image/jpeg', 'jpg', 9, 9, 1200, 900,
      '1QcSHQRnh493V4dIh4eXh1h4kJUI', ${FILE}, '{320,640,960}')`.execute(t.deps.db)
  await t.deps.storage.put(`originals/${id}.jpg`, Readable.from([bytes]))
  await t.deps.storage.put(`renditions/${id}/960.webp`, Readable.from([bytes]))
  return id
}

/** Every GET address of the contract, with every id that it might take. */
const addresses = (): string[] =>
  reads.flatMap((endpoint) => {
    const [, param] = /:(\w+)/.exec(endpoint.path) ?? []
    const values = param === 'tag' ? ['ink'] : param === undefined ? [''] : ids
    // Once without and once with the parameter of a single item.
    const { search } = endpoint.query?.properties ?? {}
    const queries = search ? [{ search: 'mail' }, { search: people.sender.id }] : [{}]
    const boxes = 'box' in (endpoint.query?.properties ?? {}) ? BOXES : queries
    return values.flatMap((value) =>
      boxes.map((query) => endpointUrl(endpoint, { params: { [param ?? '']: value }, query })),
    )
  })
const BOXES = ['inbox', 'unread', 'business', 'archived'].map((box) => ({ box }))
const pages = () => [
  '/',
  '/messages',
  '/settings',
  ...ids.flatMap((id) => [`/messages/${id}`, `/profile/${id}`]),
]

const read = async (url: string, as: Person | undefined) => {
  const { status, body, headers } = await t.request({ method: 'GET', url, ...(as && { as }) })
  expect(status, url).toBeLessThan(500)
  return JSON.stringify([body, headers])
}
const isTheirs = (name: string) => name === 'sender' || name === 'receiver'

describe('a private message', () => {
  it('is in no answer to anybody but its two people, whatever they request', async () => {
    const secret = `mail:${people.sender.id}:${people.receiver.id}:`
    const seen = new Map<string, number>()
    for (const [name, as] of viewers) {
      for (const url of [...addresses(), ...pages()]) {
        const text = await read(url, as)
        if (text.includes(secret)) seen.set(name, (seen.get(name) ?? 0) + 1)
        if (isTheirs(name)) continue
        // The file is named in its own answer and nowhere else.
        const leaked = [FILE, ...(url.includes(fileId) ? [] : [fileId])].filter((one) =>
          text.includes(one),
        )
        expect([name, url, leaked]).toEqual([name, url, []])
      }
    }
    // Both people find it in their lists, in its conversation, by search and in boxes.
    expect([...seen.keys()].toSorted()).toEqual(['receiver', 'sender'])
    for (const count of seen.values()) expect(count).toBeGreaterThan(6)
    expectNoLeak()
  })

  it('is not revealed by the errors that other people get', async () => {
    const { body: own } = await t.call(listMessages, { as: people.sender })
    const endpoints = await contractEndpoints()
    const writes = endpoints.filter(
      ({ method, path: url }) => method !== 'GET' && /^\/api\/(messages|conversations)\//.test(url),
    )
    expect(writes.length).toBeGreaterThanOrEqual(6)
    for (const endpoint of writes) {
      for (const { id, conversationId } of own as Message[]) {
        for (const as of [undefined, people.third, people.admin]) {
          const params = { id: endpoint.path.includes('/conversations/') ? conversationId : id }
          const body = endpoint.body && BODIES[endpoint.path.split('/').at(-1) ?? '']?.(id)
          const answer = await t.call(endpoint, { as, params, body })
          const isForCreators = endpoint.access === 'creator' && as === people.admin
          const refusal = isForCreators
            ? 'You need an active creator account to do this.'
            : 'There is nothing here.'
          expect([endpoint.path, answer.body.message]).toEqual([
            endpoint.path,
            as === undefined ? 'Log in to do this.' : refusal,
          ])
        }
      }
    }
  })

  it('has files that open only with the links given to its two people', async () => {
    for (const name of ['original.jpg', '960.webp']) {
      for (const [, as] of viewers) {
        const { status } = await t.request({
          method: 'GET',
          url: `/media/${fileId}/${name}`,
          ...(as && { as }),
        })
        expect(status).toBe(404)
      }
    }
    for (const as of [people.sender, people.receiver]) {
      const { body } = await t.call(listMessages, { as })
      const file = (body as Message[]).flatMap(({ attachments }) => attachments)[0]
      expect(file).toMatchObject({ id: fileId, fileName: `${FILE}.jpg` })
      const url = String(file?.picture.originalUrl)
      expect(url.startsWith(`/media/${fileId}/original.jpg?`)).toBe(true)
      const { status, body: bytes } = await t.request({ method: 'GET', url })
      expect([status, bytes]).toEqual([200, FILE])
      const altered = url.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
      expect((await t.request({ method: 'GET', url: altered })).status).toBeGreaterThanOrEqual(400)
    }
  })

  it('is in no live stream, though its two people are notified', async () => {
    const origin = await listen(t)
    const { sender, third } = people
    const readers = new Map<Person, Awaited<ReturnType<typeof readLive>>>()
    for (const person of Object.values(people)) {
      const reader = await readLive(origin, person)
      await reader.next('hello')
      readers.set(person, reader)
    }
    const { conversationId } = await writeMessage(t, third, sender)
    for (const person of [third, sender]) {
      expect(await readers.get(person)?.next('messages')).toMatchObject({ conversationId })
    }
    for (const [person, reader] of readers) {
      const text = JSON.stringify(reader.events)
      expectNoSecret(text, 'a stream')
      expect(text.includes(conversationId)).toBe(person === third || person === sender)
      reader.close()
    }
  })

  it('never appears in the log', async () => {
    const { sender, third } = people
    const port = await freePort()
    const { env } = t.deps
    const server = fork(path.join(import.meta.dirname, '../../main.ts'), {
      execArgv: [],
      silent: true,
      env: {
        PATH: process.env.PATH,
        PORT: String(port),
        DATABASE_URL: env.databaseUrl,
        PLINTH_DATA: env.dataDir,
        WEB_DIST: web.dir,
        PUBLIC_URL,
        OIDC_ISSUER: env.oidc.issuer,
        OIDC_CLIENT_ID: env.oidc.clientId,
        OIDC_CLIENT_SECRET: env.oidc.clientSecret,
        LOG_LEVEL: 'trace',
        JOBS: 'off',
      },
    })
    let log = ''
    for (const stream of [server.stdout, server.stderr])
      stream?.on('data', (part: Buffer) => (log += part.toString()))
    await once(server, 'message')
    const ask = async (method: string, url: string, body?: object) =>
      (
        await fetch(`http://127.0.0.1:${port}${url}`, {
          method,
          headers: {
            cookie: sender.cookie,
            origin: PUBLIC_URL,
            ...(body && { 'content-type': 'application/json' }),
          },
          ...(body && { body: JSON.stringify(body) }),
        })
      ).status
    const content = secretText(sender, third)
    const message = { receiverId: third.id, content }
    const { path: url } = sendMessage
    expect(await ask('POST', url, message)).toBe(201)
    // A refused, a malformed and a failing request.
    expect(await ask('POST', url, { ...message, senderId: content })).toBe(400)
    expect(await ask('POST', url, { ...message, receiverId: newId() })).toBe(404)
    expect(await ask('GET', `${url}/search?search=${encodeURIComponent(content)}`)).toBe(200)
    await sql`alter table messages add constraint broken check (false) not valid`.execute(t.deps.db)
    expect(await ask('POST', url, message)).toBe(500)
    await sql`alter table messages drop constraint broken`.execute(t.deps.db)
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await ended
    expect(log).toContain('violates check constraint \\"broken\\"')
    // PostgreSQL shortens the rows it quotes in errors.
    expect(log).not.toContain(`mail:${sender.id}`)
  })
})

/** Bodies for the calls that need one, by the last part of their address. */
const BODIES: Record<string, (messageId: string) => object> = {
  quote: () => ({ price: 1, deliverBy: '2027-06-01' }),
  decline: () => ({ content: 'No.' }),
  read: (messageId) => ({ upTo: messageId }),
  ':id': () => ({ isArchived: true }),
}

describe('the check of these tests', () => {
  it('notices a message that reaches a third person, however it gets there', async () => {
    const { receiver, third, sender } = people
    const params = { id: await makePost(t.deps, third, { title: 'A letter' }) }
    const content = secretText(sender, third)
    await t.call(createComment, { as: third, params, body: { content } })
    await t.call(listComments, { as: sender, params })
    expectNoLeak()
    for (const as of [undefined, receiver, people.admin]) {
      await expect(t.call(listComments, { as, params })).rejects.toThrow('private messages')
      expect(takeLeaks()).toEqual([expect.stringContaining(as?.id ?? 'a visitor')])
    }
    await t.app.inject({ url: endpointUrl(listComments, { params }) })
    expect(expectNoLeak).toThrow('private messages')
    expect(takeLeaks()).toHaveLength(1)
    expect(() => expectNoSecret(content, 'a letter')).toThrow('private messages in a letter')
  })
})
