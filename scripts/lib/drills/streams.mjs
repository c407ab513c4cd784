// Holds many live streams open, and counts whether each event reaches every stream of those it is for, and nobody else.
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { memoryOf } from './memory.mjs'
import { openSessions } from './load/people.mjs'
import { startSite } from './site.mjs'
import { withClient } from './invariants.mjs'

const OPEN_AT_ONCE = 50
const DELIVERY_MS = 30_000

export async function run({ folder, stops, options }) {
  const site = await startSite({ folder, stops })
  const ids = await makePeople(site, options.people)
  const cookies = await openSessions(site.databaseUrl, site.url, ids)
  const before = memoryOf(site.server.pid())
  const streams = await openStreams(site, cookies, options.streams, stops)
  const held = memoryOf(site.server.pid())

  // Each of them gets a message from the next one, and hears of it at all of their streams.
  const sent = new Map()
  const began = performance.now()
  const failed = []
  for (let at = 0; at < options.people; at += 1) {
    const receiver = (at + 1) % options.people
    const answer = await fetch(`${site.url}/api/messages`, {
      method: 'POST',
      headers: { origin: site.url, cookie: cookies[at], 'content-type': 'application/json' },
      body: JSON.stringify({ receiverId: ids[receiver], content: `Message ${at}` }),
    })
    const body = await answer.json()
    if (answer.ok) sent.set(body.conversationId, { receiver, sender: at })
    else failed.push(answer.status)
  }
  const receivers = new Set([...sent.values()].map(({ receiver }) => receiver))
  const expected = streams.filter(({ person }) => receivers.has(person))
  const arrived = () =>
    expected.filter(({ person, heard }) =>
      [...heard].some((id) => sent.get(id)?.receiver === person),
    )
  for (const end = performance.now() + DELIVERY_MS; performance.now() < end; await sleep(100))
    if (arrived().length === expected.length) break
  const seconds = (performance.now() - began) / 1_000
  const crossed = streams.filter(({ person, heard }) =>
    [...heard].some((id) => {
      const message = sent.get(id)
      return message !== undefined && message.receiver !== person && message.sender !== person
    }),
  )
  const lost = expected.length - arrived().length
  const ended = streams.filter((stream) => stream.hasEnded()).length
  return {
    rows: [
      [
        'streams',
        'of people',
        'messages',
        'streams that should hear',
        'did not',
        'heard what is not theirs',
        'ended',
        'seconds',
        'memory before',
        'with streams',
      ],
      [
        streams.length,
        options.people,
        sent.size,
        expected.length,
        lost,
        crossed.length,
        ended,
        seconds.toFixed(1),
        `${before} MB`,
        `${held} MB`,
      ].map(String),
    ],
    problems: [
      ...(streams.length < options.streams ? [`Only ${streams.length} streams opened.`] : []),
      ...(failed.length > 0
        ? [`${failed.length} messages were refused, such as with ${failed[0]}.`]
        : []),
      ...(lost > 0 ? [`${lost} streams did not hear of a message.`] : []),
      ...(crossed.length > 0
        ? [`${crossed.length} streams heard of messages between others.`]
        : []),
      ...(ended > 0 ? [`${ended} streams ended.`] : []),
    ],
  }
}

/** Makes so many members. */
const makePeople = ({ databaseUrl }, count) =>
  withClient(databaseUrl, async (client) => {
    const { newId } = await import('../../../server/src/db/id.ts')
    const ids = Array.from({ length: count }, newId)
    await client.query(
      `insert into users (id, first_name, last_name, welcomed_at)
       select id, 'Person', n::text, now() from unnest($1::uuid[]) with ordinality p (id, n)`,
      [ids],
    )
    return ids
  })

async function openStreams(site, cookies, count, stops) {
  const streams = []
  const open = (at) =>
    new Promise((resolve) => {
      const person = at % cookies.length
      const heard = new Set()
      let hasEnded = false
      const request = get(
        `${site.url}/api/live`,
        { agent: false, headers: { accept: 'text/event-stream', cookie: cookies[person] } },
        (answer) => {
          answer.setEncoding('utf8')
          answer.on('data', (text) => {
            for (const [id] of text.matchAll(
              /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g,
            ))
              heard.add(id)
          })
          answer.on('close', () => (hasEnded = true))
          resolve(
            answer.statusCode === 200 ? { person, heard, hasEnded: () => hasEnded, request } : null,
          )
        },
      )
      request.on('error', () => resolve(null))
    })
  stops.push(async () => {
    for (const { request } of streams) request.destroy()
  })
  for (let at = 0; at < count; at += OPEN_AT_ONCE) {
    const some = Array.from({ length: Math.min(OPEN_AT_ONCE, count - at) }, (_, n) => open(at + n))
    streams.push(...(await Promise.all(some)).filter((stream) => stream !== null))
  }
  return streams
}
