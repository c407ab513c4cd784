import { appendFileSync } from 'node:fs'
import { endpointUrl, type EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import { createComment } from '@plinth/contract/posts/comments.ts'
import { createProject } from '@plinth/contract/projects/project-calls.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openSession, type Person } from '../test/app.ts'
import { writeInquiry, writeMessage } from '../test/content/messages.ts'
import { makePost } from '../test/content/posts.ts'
import { hireBody } from '../test/content/projects.ts'
import { makeWork } from '../test/content/works.ts'
import { contractEndpoints } from '../test/contract.ts'
import { fuzzedCalls, type FuzzedCall } from '../test/fuzz.ts'
import { paidApp } from '../test/money/cards.ts'

/** Sends calls made up from the contract to everything that writes, as everybody. No call may be the server's fault. */

/** `npm run drill -- fuzz` sends more, and others. */
const CALLS = Number(process.env.FUZZ_CALLS ?? 20)
const SEED = Number(process.env.FUZZ_SEED ?? 1)
const COUNTS = process.env.FUZZ_COUNTS

const writes = (await contractEndpoints()).filter(({ method }) => method !== 'GET')
const ROLES = ['visitor', 'member', 'creator', 'admin'] as const
type Role = (typeof ROLES)[number]

const t = paidApp({ JOBS: 'off' })
/** Nobody but these writes for the caller, because a call may suspend people, and people may not write without end. */
const newMaker = () => t.person('Maker', { isCreator: true })
const newReader = () => t.person('Reader')

/** Makes what calls to these addresses are about, of the caller and of others. Returns the ids. */
const MAKERS: Record<string, (as: Person) => Promise<string[]>> = {
  users: async () => [(await newMaker()).id, (await newReader()).id],
  posts: async (as) => [await makePost(t.deps, as), await makePost(t.deps, await newMaker())],
  portfolios: async (as) => [await makeWork(t.deps, as), await makeWork(t.deps, await newMaker())],
  comments: async (as) => {
    const id = await makePost(t.deps, await newMaker())
    const { body } = await t.call(createComment, { as, params: { id }, body: { content: 'Fine.' } })
    return [body.id as string]
  },
  messages: async (as) => {
    const reader = await newReader()
    return [(await writeInquiry(t, reader, as)).id, reader.id]
  },
  conversations: async (as) => {
    const { id } = await writeMessage(t, await newReader(), as)
    const { rows } = await sql<{ id: string }>`
      select conversation_id as id from messages where id = ${id}::uuid`.execute(t.deps.db)
    return rows.map((row) => row.id)
  },
  projects: async (client) => {
    const creator = await newMaker()
    const priceCents = 45_000
    const workId = await makeWork(t.deps, creator, { priceCents })
    const body = hireBody({ client, creator, workId, priceCents })
    const hired = await t.call(createProject, { as: client, body })
    expect(hired.status).toBe(201)
    return [(hired.body.project as { id: string }).id]
  },
  media: async (as) => {
    const id = await makePost(t.deps, as)
    const { rows } = await sql<{ id: string }>`
      select media_id as id from post_media where post_id = ${id}::uuid`.execute(t.deps.db)
    return rows.map((row) => row.id)
  },
}

async function idsFor({ path }: EndpointDefinition, as: Person | undefined): Promise<string[]> {
  const makers = path.split('/').flatMap((word) => MAKERS[word] ?? [])
  const caller = as ?? (await newReader())
  const ids = await Promise.all(makers.map((make) => make(caller)))
  return ids.length === 0 ? [caller.id] : ids.flat()
}

/** Somebody new each time, because a call may have suspended the last one. */
const personOf = async (role: Role): Promise<Person | undefined> =>
  role === 'visitor'
    ? undefined
    : t.person('Fuzz', { isCreator: role === 'creator', isAdmin: role === 'admin' })

async function send(endpoint: EndpointDefinition, call: FuzzedCall, as: Person | undefined) {
  const { payload, headers } = await payloadOf(endpoint, call.body)
  return t.request({
    method: endpoint.method,
    url: endpointUrl(endpoint, call),
    headers: { ...call.headers, ...headers },
    ...(as === undefined ? {} : { as }),
    ...(payload === undefined ? {} : { payload }),
  })
}

async function payloadOf({ form, rawBody }: EndpointDefinition, body: unknown) {
  if (rawBody === true)
    return {
      payload: Buffer.from(JSON.stringify(body ?? 'x')),
      headers: { 'content-type': 'application/octet-stream' },
    }
  if (body === undefined) return { payload: undefined, headers: {} }
  if (form === undefined || typeof body !== 'object' || body === null)
    return {
      payload: Buffer.from(JSON.stringify(body)),
      headers: { 'content-type': 'application/json' },
    }
  const fields = new FormData()
  for (const [name, value] of Object.entries(body))
    fields.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  const sent = new Response(fields)
  return {
    payload: Buffer.from(await sent.arrayBuffer()),
    headers: { 'content-type': sent.headers.get('content-type') ?? '' },
  }
}

describe.each(ROLES)('as %s', (role) => {
  it.each(writes.map((one) => [`${one.method} ${one.path}`, one] as const))(
    '%s is never the server’s fault',
    async (name, endpoint) => {
      let as = await personOf(role)
      const statuses: Record<string, number> = {}
      const faults: unknown[] = []
      const ids = await idsFor(endpoint, as)
      const calls = fuzzedCalls(endpoint, { ids, seed: SEED, count: CALLS })
      for (const call of calls) {
        const { status } = await send(endpoint, call, as)
        statuses[status] = (statuses[status] ?? 0) + 1
        // Nothing is away, so nothing may be unavailable either.
        if (status >= 500) faults.push([status, call])
        // It ended their sessions, or more.
        if (status === 401 && as !== undefined) as = await again(as, role)
      }
      if (COUNTS !== undefined)
        appendFileSync(COUNTS, `${JSON.stringify({ role, name, statuses })}\n`)
      expect(faults).toEqual([])
    },
  )
})

async function again({ id }: Person, role: Role): Promise<Person | undefined> {
  const { rows } = await sql`select from users where id = ${id}::uuid and deleted_at is null
    and suspended_at is null`.execute(t.deps.db)
  return rows.length === 0 ? personOf(role) : { id, cookie: await openSession(t.deps, id) }
}
