import { setTimeout as sleep } from 'node:timers/promises'
import { sendMessage, type Message } from '@plinth/contract/messages/messages.ts'
import { now, openReaders, type StreamEvent, type Reader } from './readers.ts'
import { memoryOf, type InspectedServer, type ServerMemory } from '../memory.ts'
import type { BenchEnv } from '../env.ts'
import { bytesText, formatTable, millisecondsText, percentile } from '../figures.ts'
import { makeStreamers, streamerId } from './world.ts'

const PER_SECOND = 20
const SECONDS = 30
/** Streams that are opened and closed first, so that a warm server's memory is measured. */
const FIRST_STREAMS = 20
/** Events that arrive later than this do not count. */
const LAST_WAIT_MS = 3_000

export interface StreamsInput {
  env: BenchEnv
  streams: number
  print: (text: string) => void
}

interface Sent {
  sender: number
  begun: number
  answered: number
  conversationId: string
}

/**
 * Opens live streams at two servers and sends messages between the people, always to somebody at the other server.
 * Returns the tables.
 */
export async function measureStreams({ env, streams, print }: StreamsInput): Promise<string> {
  const servers = env.servers
  if (servers.length !== 2) throw new Error('Streams are measured between two servers.')
  const cookies = await makeStreamers(env.databaseUrl, streams)
  const readers = cookies.map((cookie, n): Reader => ({ cookie, url: servers[n % 2]?.url ?? '' }))
  const first = await openReaders(readers.slice(0, FIRST_STREAMS))
  first.close()
  const before = await Promise.all(servers.map(memoryOf))
  print(`Opening ${streams} streams …`)
  const open = await openReaders(readers)
  try {
    const after = await Promise.all(servers.map(memoryOf))
    print(`Sending ${PER_SECOND} messages a second for ${SECONDS} s …`)
    const sent = await sendAll(env, readers)
    await sleep(LAST_WAIT_MS)
    const { events, lost } = await open.report()
    return [
      `${streams} streams on two servers that speak over ${env.bus}; ${PER_SECOND} messages a second for ${SECONDS} s, each to somebody on the other server`,
      timesTable(sent, events),
      memoryTable(servers, before, after, streams / servers.length),
      `Streams that broke off: ${lost}.`,
    ].join('\n\n')
  } finally {
    open.close()
  }
}

/** The pairs take turns; within a pair the same person always writes. */
async function sendAll(env: BenchEnv, readers: readonly Reader[]): Promise<Sent[]> {
  const begun = performance.now()
  const sending: Promise<Sent>[] = []
  for (let count = 0; count < PER_SECOND * SECONDS; count += 1) {
    await sleep(Math.max(0, begun + (count * 1_000) / PER_SECOND - performance.now()))
    const pair = count % (readers.length / 2)
    const sender = 2 * pair + (pair % 2)
    const reader = readers[sender]
    if (reader !== undefined) sending.push(send(env, reader, sender))
  }
  return Promise.all(sending)
}

/** The partner has the neighbouring number, so their stream is at the other server. */
const partnerOf = (n: number) => n ^ 1

async function send(env: BenchEnv, { url, cookie }: Reader, sender: number): Promise<Sent> {
  const begun = now()
  const response = await fetch(url + sendMessage.path, {
    method: 'POST',
    headers: { cookie, origin: env.publicUrl, 'content-type': 'application/json' },
    body: JSON.stringify({
      receiverId: streamerId(partnerOf(sender)),
      subject: 'A wall',
      content: 'Would you paint it before the winter?',
    }),
  })
  const answered = now()
  if (!response.ok) {
    throw new Error(`A message was answered ${response.status}: ${await response.text()}`)
  }
  const { conversationId } = (await response.json()) as Message
  return { sender, begun, answered, conversationId }
}

function timesTable(sent: readonly Sent[], events: readonly StreamEvent[]): string {
  const arrivals = arrivalsOf(sent, events)
  const row = (name: string, times: readonly number[]) => [
    name,
    String(times.length),
    ...[50, 99, 100].map((percent) => millisecondsText(percentile(times, percent))),
  ]
  return formatTable([
    ['', 'of ' + sent.length, 'p50 ms', 'p99 ms', 'longest'],
    row(
      'answered',
      sent.map(({ begun, answered }) => answered - begun),
    ),
    row('arrived', arrivals),
  ])
}

/** Milliseconds from the start of each request to its event. Every event counts for one message only. */
function arrivalsOf(sent: readonly Sent[], received: readonly StreamEvent[]): number[] {
  const keyOf = (reader: number, conversationId: string) => `${reader} ${conversationId}`
  const waiting = Map.groupBy(received, ({ reader, conversationId }) =>
    keyOf(reader, conversationId),
  )
  return sent.flatMap(({ sender, begun, conversationId }) => {
    const events = waiting.get(keyOf(partnerOf(sender), conversationId)) ?? []
    const at = events.findIndex((event) => event.at >= begun)
    const [event] = at === -1 ? [] : events.splice(0, at + 1).slice(-1)
    return event === undefined ? [] : [event.at - begun]
  })
}

function memoryTable(
  servers: readonly InspectedServer[],
  before: readonly ServerMemory[],
  after: readonly ServerMemory[],
  streams: number,
): string {
  const rows = servers.flatMap((_, n) =>
    (['used', 'resident'] as const).map((kind) => {
      const [none, all] = [before[n]?.[kind] ?? 0, after[n]?.[kind] ?? 0]
      const each = bytesText((all - none) / streams)
      return [`server ${n + 1}, ${kind}`, bytesText(none), bytesText(all), each]
    }),
  )
  return formatTable([['', 'no stream', `${streams} streams`, 'each'], ...rows])
}
