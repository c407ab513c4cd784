import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import type { Message } from '@plinth/contract/messages/messages.ts'
import { createReport } from '@plinth/contract/moderation/moderation.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type Answer, type CallInput, type Person } from '../../../test/app.ts'
import { contractEndpoints } from '../../../test/contract.ts'
import { secretText } from '../../../test/canary.ts'
import { writeInquiry, writeMessage } from '../../../test/content/messages.ts'
import { newId } from '../../db/id.ts'

/** Who sends the request, by their role in a message. An admin is a third party here. */
const ACTORS = ['visitor', 'sender', 'receiver', 'third', 'admin'] as const
type Actor = (typeof ACTORS)[number]
type Member = Exclude<Actor, 'visitor'>

const [, ...lines] = readFileSync(
  path.join(import.meta.dirname, '../../../test/fixtures/message-matrix.csv'),
  'utf8',
)
  .trim()
  .split('\n')
const rows = lines.map((line) => {
  const [id = '', method = '', url = '', what = '', ...statuses] = line.split(';')
  return { id, method, url, what, statuses: statuses.map(Number) }
})

interface World {
  people: Record<Member, Person>
  /** Sent from sender to receiver. */
  message: Message
  inquiry: Message
  /** Between the third person and the admin. Without it their lists would be empty. */
  theirs: Message
  /** The receiver's notification of the message. */
  reportId: string
}

interface Trace {
  messages: { id: string; read_at: string | null }[]
}

interface Case {
  /** Whether all of them are creators; otherwise nobody is. */
  areCreators?: boolean
  prepare?: (world: World, as: Person) => Promise<unknown>
  ask?: (world: World, as: Person) => CallInput
  /** What a successful call changes, if anything. */
  effect?: (world: World, as: Person) => object
  /** What a successful call returns. */
  answer?: (world: World, actor: Member, answer: Answer) => void
}

const t = testApp({ JOBS: 'off' })
let endpoints: EndpointDefinition[]
beforeAll(async () => {
  endpoints = await contractEndpoints()
})

/** Unused sets of people and messages. Refused calls leave them unchanged, so they are used again. */
const untouched = new Map<boolean, World>()

async function takeWorld(areCreators: boolean): Promise<World> {
  const world = untouched.get(areCreators) ?? (await makeWorld(areCreators))
  untouched.delete(areCreators)
  return world
}

async function makeWorld(isCreator: boolean): Promise<World> {
  const people = {
    sender: await t.person('Sender', { isCreator }),
    receiver: await t.person('Receiver', { isCreator }),
    third: await t.person('Third', { isCreator }),
    admin: await t.person('Admin', { isCreator, isAdmin: true }),
  }
  const { sender, receiver, third, admin } = people
  const message = await writeMessage(t, sender, receiver, { subject: 'Glaze', text: 'common word' })
  const reported = { kind: 'message', id: message.id, reason: 'harassment' }
  const { body: report } = await t.call(createReport, { as: receiver, body: reported })
  return {
    people,
    message,
    reportId: report.id,
    inquiry: await writeInquiry(t, sender, receiver, { text: 'common word' }),
    theirs: await writeMessage(t, third, admin, { text: 'common word' }),
  }
}

const ofMessage = (name: 'message' | 'inquiry', body?: object): Pick<Case, 'ask'> => ({
  ask: (world) => ({ params: { id: world[name].id }, body }),
})
const ofNone = (body?: object): Pick<Case, 'ask'> => ({
  ask: () => ({ params: { id: newId() }, body }),
})
const ofConversation = (body?: object): Pick<Case, 'ask'> => ({
  ask: ({ message }) => ({ params: { id: message.conversationId }, body }),
})
const to = (
  person: (world: World, as: Person) => { id: string },
  more = {},
): Pick<Case, 'ask'> => ({
  ask: (world, as) => {
    const receiver = person(world, as)
    return { body: { receiverId: receiver.id, content: secretText(as, receiver), ...more } }
  },
})
const block = (blocker: Person, blocked: Person) =>
  sql`insert into blocks (blocker_id, blocked_id) values (${blocker.id}, ${blocked.id})`.execute(
    t.deps.db,
  )
const decline = ({ inquiry }: World) =>
  sql`update messages set declined_at = now() where id = ${inquiry.id}`.execute(t.deps.db)

/** Each person's messages, newest first. */
const ownOf = ({ message, inquiry, theirs }: World, actor: Member): Message[] =>
  actor === 'sender' || actor === 'receiver' ? [inquiry, message] : [theirs]
const holdsOwn =
  (field: 'id' | 'conversationId'): NonNullable<Case['answer']> =>
  (world, actor, { body }) =>
    expect((body as { id: string }[]).map(({ id }) => id)).toEqual(
      ownOf(world, actor).map((own) => own[field]),
    )
const deliverBy = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
const price = { price: 1200.5, deliverBy, content: 'Gladly.' }
const no = { content: 'My hands are full.' }
const isWritten =
  (subject: string, by: 'receiver') =>
  ({ people, inquiry }: World) => ({
    messages: expect.arrayContaining([
      expect.objectContaining({
        sender_id: people[by].id,
        receiver_id: people.sender.id,
        conversation_id: inquiry.conversationId,
        subject,
      }),
    ]) as object,
  })
const isDeclined: Case['effect'] = (world) => ({
  messages: expect.arrayContaining([
    expect.objectContaining({ id: world.inquiry.id, declined_at: expect.any(String) }),
    expect.objectContaining({ content: no.content, quote_cents: null }),
  ]) as object,
})

const CASES: Record<string, Case> = {
  M01: { answer: holdsOwn('id') },
  M02: {
    ...to(({ people }, as) => (as === people.receiver ? people.sender : people.receiver)),
    effect: (_, as) => ({
      messages: expect.arrayContaining([
        expect.objectContaining({ sender_id: as.id, subject: '', read_at: null }),
      ]) as object,
    }),
  },
  M03: to((_, as) => as),
  M04: {
    prepare: (world, as) => block(other(world, as), as),
    ...to(other),
  },
  M05: to(() => ({ id: newId() })),
  M06: to(other, { senderId: newId() }),
  M07: {
    ...ofMessage('message'),
    effect: ({ message, inquiry }) => ({
      messages: expect.arrayContaining([
        expect.objectContaining({ id: message.id, read_at: expect.any(String) }),
        expect.objectContaining({ id: inquiry.id, read_at: null }),
      ]) as object,
    }),
  },
  M08: ofNone(),
  M09: {
    ask: ({ reportId }) => ({ params: { id: reportId } }),
    effect: ({ reportId }, as) => ({
      audit: [{ action: 'report.read', actor_id: as.id, subject_id: reportId }],
    }),
    answer: ({ message }, _, { body }) => {
      expect(body).toMatchObject({ kind: 'message', subjectId: message.id })
      expect(body.snapshot).toMatchObject({ title: 'Glaze', text: message.content })
    },
  },
  M10: { ask: ({ message }) => ({ params: { id: `${message.id}'--` } }) },
  M11: { ask: () => ({ query: { search: 'word comm' } }), answer: holdsOwn('id') },
  M12: {
    answer: (_, actor, { body }) =>
      expect(body).toEqual({ count: { sender: 0, receiver: 2, third: 0, admin: 1 }[actor] }),
  },
  M13: {
    prepare: (world, as) =>
      sql`update users set suspended_at = now() where id = ${other(world, as).id}`.execute(
        t.deps.db,
      ),
    ...to(other),
  },
  C01: { answer: holdsOwn('conversationId') },
  C02: ofConversation(),
  C03: ofNone(),
  C04: {
    ...ofConversation(),
    answer: ({ message }, _, { body }) =>
      expect(body.map(({ id }: Message) => id)).toEqual([message.id]),
  },
  C05: ofNone(),
  C06: {
    ask: ({ message }) => ({
      params: { id: message.conversationId },
      body: { upTo: message.id },
    }),
    // The sender has nothing unread in it.
    effect: ({ people, message }, as) => ({
      messages: expect.arrayContaining([
        expect.objectContaining({
          id: message.id,
          read_at: as === people.receiver ? expect.any(String) : null,
        }),
      ]) as object,
    }),
  },
  C07: {
    ask: ({ message, inquiry }) => ({
      params: { id: message.conversationId },
      body: { upTo: inquiry.id },
    }),
  },
  C08: {
    ...ofConversation({ isArchived: true, isMuted: true }),
    effect: ({ message }, as) => ({
      sides: expect.arrayContaining(
        [as.id].map((id) =>
          expect.objectContaining({
            conversation_id: message.conversationId,
            user_id: id,
            is_archived: true,
            is_muted: true,
          }),
        ),
      ) as object,
      archived: 1,
    }),
  },
  C09: ofNone({ isArchived: true }),
  C10: ofConversation(),
  C11: ofNone(),
  Q01: {
    ...ofMessage('inquiry', price),
    effect: isWritten('Re: Project Inquiry', 'receiver'),
    answer: (_, __, { body }) =>
      expect(body.quote).toMatchObject({ price: 1200.5, deliverBy, isOpen: true }),
  },
  Q02: { areCreators: false, ...ofMessage('inquiry', price) },
  Q03: ofMessage('message', price),
  Q04: ofNone(price),
  Q05: ofMessage('inquiry', { price: 0, deliverBy }),
  Q06: { prepare: (world, as) => block(other(world, as), as), ...ofMessage('inquiry', price) },
  D01: { ...ofMessage('inquiry', no), effect: isDeclined },
  D02: { areCreators: false, ...ofMessage('inquiry', no), effect: isDeclined },
  D03: { prepare: decline, ...ofMessage('inquiry', no) },
  D04: ofMessage('message', no),
  D05: ofNone(no),
  D06: ofMessage('inquiry', { content: ' \n' }),
}

/** The person to write to: the other one of the two. */
function other({ people }: World, as: Person): Person {
  const { sender, receiver, third, admin } = people
  const pairs = new Map([
    [sender, receiver],
    [receiver, sender],
    [third, admin],
    [admin, third],
  ])
  return pairs.get(as) ?? receiver
}

/** Every database row about these people's messages. */
async function traceOf({ people }: World): Promise<Trace> {
  const ids = Object.values(people).map(({ id }) => id)
  const { rows: found } = await sql<{ trace: Trace }>`
    select json_build_object(
      'messages', (select json_agg(to_jsonb(m) - 'search' order by m.created_at, m.id)
        from messages m where m.sender_id = any (${ids}::uuid[])),
      'conversations', (select json_agg(c order by c.id)
        from conversations c where c.low_id = any (${ids}::uuid[])),
      'sides', (select json_agg(s order by s.conversation_id, s.user_id)
        from conversation_members s where s.user_id = any (${ids}::uuid[])),
      'archived', (select count(*) from conversation_members s
        where s.user_id = any (${ids}::uuid[]) and s.is_archived),
      'audit', (select json_agg(a order by a.created_at)
        from audit_log a where a.actor_id = any (${ids}::uuid[])),
      'notices', (select json_agg(n order by n.id) from notices n
        where n.actor_id = any (${ids}::uuid[]))) as trace`.execute(t.deps.db)
  return found[0]?.trace ?? { messages: [] }
}

const bare = ({ body }: Answer) => JSON.stringify({ ...(body as object), requestId: '' })

it('has a case for every row and a row for every case', () => {
  expect(rows.map(({ id }) => id)).toEqual(Object.keys(CASES))
})

describe.each(rows)('$id $method $url: $what', ({ id, method, url, statuses }) => {
  it.each(ACTORS.map((actor, at) => [actor, statuses[at] ?? 0] as const))(
    '%s: %i',
    async (actor, status) => {
      const { areCreators = true, prepare, ask, effect, answer: check } = CASES[id] ?? {}
      const endpoint = endpoints.find((one) => one.method === method && one.path === url)
      if (endpoint === undefined) throw new Error(`no ${method} ${url}`)
      const world = await takeWorld(areCreators)
      const as = actor === 'visitor' ? undefined : world.people[actor]
      // A visitor requests the same as the sender.
      const asked = as ?? world.people.sender
      await prepare?.(world, asked)
      const input = ask?.(world, asked) ?? {}
      const before = await traceOf(world)
      const answer = await t.call(endpoint, { ...input, as })
      const after = await traceOf(world)
      expect(answer.status, JSON.stringify(answer.body)).toBe(status)
      if (answer.status < 300 && effect !== undefined) {
        expect(after).toMatchObject(effect(world, asked))
      } else {
        expect(after).toEqual(before)
        if (prepare === undefined) untouched.set(areCreators, world)
      }
      if (answer.status < 300 && actor !== 'visitor') check?.(world, actor, answer)
      // A message they can't see gets the same answer as one that doesn't exist.
      if (status === 404 && input.params !== undefined) {
        const unknown = await t.call(endpoint, { ...input, as, params: { id: newId() } })
        expect([unknown.status, bare(unknown)]).toEqual([404, bare(answer)])
      }
    },
  )
})
