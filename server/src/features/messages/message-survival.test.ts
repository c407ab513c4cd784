import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { sql } from 'kysely'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { sendMessage, type Message } from '@plinth/contract/messages/messages.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, PUBLIC_URL, type Person } from '../../../test/app.ts'
import { startServerProcess, type ServerProcess } from '../../../test/server-process.ts'

const SUBJECT = 'Kiln, again'
/** How many messages each person sends at once. */
const AT_ONCE = 4
/**
 * The server is killed once this many messages of a round are answered, while the others are anywhere in between; with
 * none, as soon as one is written, whose sender never hears of it.
 */
const DIES_AFTER = [0, 1, 5, 10]

interface Send {
  from: Person
  to: Person
  clientId: string
  content: string
}

const site = testApp({ JOBS: 'off' })
let server: ServerProcess
let pairs: [Person, Person][]

beforeAll(async () => {
  const names = ['Marit', 'Dana', 'Ben', 'Rosa'] as const
  const [marit, dana, ben, rosa] = await Promise.all(names.map((name) => site.person(name)))
  if (!marit || !dana || !ben || !rosa) throw new Error('Four were made.')
  pairs = [
    [marit, dana],
    [ben, rosa],
  ]
  server = await startServerProcess(site)
})
afterAll(async () => {
  await server.stop()
})

async function post({ from, to, clientId, content }: Send): Promise<Message> {
  const answer = await fetch(server.origin + endpointUrl(sendMessage), {
    method: 'POST',
    headers: { cookie: from.cookie, origin: PUBLIC_URL, 'content-type': 'application/json' },
    body: JSON.stringify({ receiverId: to.id, subject: SUBJECT, content, clientId }),
  })
  const body = (await answer.json()) as Message
  expect(answer.status, JSON.stringify(body)).toBe(201)
  return body
}

const makeRound = (round: number): Send[] =>
  Array.from({ length: AT_ONCE }, (_, at) =>
    pairs.flatMap(([one, other]) =>
      [
        { from: one, to: other },
        { from: other, to: one },
      ].map((way) => ({ ...way, clientId: randomUUID(), content: `Round ${round}, ${at}` })),
    ),
  ).flat()

/** Sends all messages at once and kills the server meanwhile. Returns the answers that arrived. */
async function sendAndKill(sends: Send[], diesAfter: number): Promise<Map<string, Message>> {
  const answered = new Map<string, Message>()
  const dead = once(server.child, 'exit')
  const kill = () => server.child.kill('SIGKILL')
  const sending = Promise.allSettled(
    sends.map(async (send) => {
      const message = await post(send)
      if (diesAfter === 0) return
      answered.set(send.clientId, message)
      if (answered.size >= diesAfter) kill()
    }),
  )
  if (diesAfter === 0) {
    const written = async () => (await rowsOf(sends)).length
    await expect.poll(written, { interval: 5 }).toBeGreaterThan(0)
    kill()
  }
  const [results] = await Promise.all([sending, dead])
  // Any answer but 201 is a failure; the rest are lost connections.
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(TypeError)
  }
  return answered
}

async function rowsOf(sends: Send[]): Promise<{ id: string; clientId: string; content: string }[]> {
  return site.deps.db
    .selectFrom('messages')
    .select(['id', 'client_id as clientId', 'content'])
    .where(
      'client_id',
      'in',
      sends.map((send) => send.clientId),
    )
    .$narrowType<{ clientId: string }>()
    .execute()
}

/** The counters of the conversations beside counts of their rows. */
async function countsAndRows() {
  const { rows } = await sql<{ userId: string; counters: object; counted: object }>`
    select m.user_id as "userId",
      jsonb_build_object('unread', m.unread_count, 'at', m.last_message_at, 'last', c.last_message_id)
        as counters,
      (select jsonb_build_object(
        'unread', count(*) filter (where receiver_id = m.user_id and read_at is null),
        'at', max(created_at),
        'last', (array_agg(id order by created_at desc, id desc))[1])
        from messages where conversation_id = c.id) as counted
    from conversations c join conversation_members m on m.conversation_id = c.id`.execute(
    site.deps.db,
  )
  return rows
}

test('a message sent again after the server was killed exists once and counts once', async () => {
  const everything: Send[] = []
  let lost = 0
  let writtenUnanswered = 0
  for (const [round, diesAfter] of DIES_AFTER.entries()) {
    const sends = makeRound(round)
    everything.push(...sends)
    const answered = await sendAndKill(sends, diesAfter)
    lost += sends.length - answered.size
    server = await startServerProcess(site)
    const written = new Map((await rowsOf(sends)).map((row) => [row.clientId, row.id]))
    writtenUnanswered += [...written.keys()].filter((id) => !answered.has(id)).length
    // Every answered message was stored.
    for (const [clientId, { id }] of answered) expect(written.get(clientId)).toBe(id)
    // A browser doesn't know which messages arrived, so it sends all of them again.
    const again = await Promise.all(sends.map(post))
    for (const [at, { clientId }] of sends.entries()) {
      const before = written.get(clientId)
      if (before !== undefined) expect(again[at]?.id).toBe(before)
    }
  }
  // Otherwise the test proved nothing.
  expect(lost).toBeGreaterThan(AT_ONCE)
  expect(writtenUnanswered).toBeGreaterThan(0)

  const rows = await rowsOf(everything)
  const inOrder = (list: { clientId: string; content: string }[]) =>
    list.map(({ clientId, content }) => `${clientId} ${content}`).sort()
  expect(inOrder(rows)).toEqual(inOrder(everything))
  const members = await countsAndRows()
  expect(members).toHaveLength(2 * pairs.length)
  for (const { counters, counted } of members) expect(counters).toEqual(counted)
  // Two people who started at the same time share one conversation.
  const shown = members.map(({ counters }) => (counters as { unread: number }).unread)
  expect(shown).toEqual(shown.map(() => AT_ONCE * DIES_AFTER.length))
})
