import os from 'node:os'
import { measureStreams } from './streams.ts'
import type { BenchInput, BenchEnv } from '../env.ts'
import {
  listConversationMessages,
  listConversations,
} from '@plinth/contract/messages/conversations.ts'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import {
  getUnreadMessages,
  listMessages,
  searchMessages,
} from '@plinth/contract/messages/messages.ts'
import { loadBare } from '../limits/limit.ts'
import {
  formatTable,
  medianOf,
  millisecondsText,
  perSecondText,
  ratioText,
  secondsText,
  type Figures,
} from '../figures.ts'
import { CONNECTIONS, fetchBodies, get, inTurn, loadHttp } from '../load/http.ts'
import { ROUNDS } from '../load/measure.ts'
import {
  CONVERSATIONS,
  LONGEST_THREAD,
  makeReader,
  MESSAGES,
  READER_ID,
  THREAD_ID,
  WORDS,
} from './world.ts'
import { openSession } from '../session.ts'

/** Measures the lists of somebody with very many messages, and live streams: both, or the chosen part. */
export async function benchMessages(input: BenchInput): Promise<void> {
  const { env, seconds, streams, part, print } = input
  const parts = {
    list: () => measureLists({ env, seconds, print }),
    streams: () => measureStreams({ env, streams, print }),
  }
  for (const [name, measure] of Object.entries(parts)) {
    if (part !== null && part !== name) continue
    const before = os.loadavg()[0] ?? 0
    print(
      `\n${await measure()}\n\nLoad of the machine when it began: ${before.toFixed(1)} on ${os.availableParallelism()} cores.\n`,
    )
  }
}

const HEADINGS = ['', 'req/s', 'p50 ms', 'p99 ms', 'bare req/s', 'of bare']
const DEEP_PAGE = 50

interface ListInput {
  env: BenchEnv
  seconds: number
  print: (text: string) => void
}

/** Measures everything that somebody with very many messages reads. Returns a table. */
async function measureLists({ env, seconds, print }: ListInput): Promise<string> {
  print('Making a person with many messages …')
  const took = await makeReader(env.databaseUrl)
  print(took === null ? 'An earlier run has inserted it.' : `Made in ${secondsText(took)} s.`)
  const session = await openSession(env.databaseUrl, READER_ID)
  try {
    const rows = [HEADINGS]
    for (const [name, path] of await readsOf(env, session.cookie)) {
      print(`Measuring ${name} …`)
      rows.push([name, ...(await measureBesideBare(env, path, session.cookie, seconds))])
    }
    return `A person with ${MESSAGES} messages in ${CONVERSATIONS} conversations, ${CONNECTIONS} connections, ${seconds} s each in ${ROUNDS} rounds, medians\n\n${formatTable(rows)}`
  } finally {
    await session.end()
  }
}

async function readsOf(env: BenchEnv, cookie: string): Promise<[name: string, path: string][]> {
  const inbox = endpointUrl(listConversations, { query: { limit: 20 } })
  const thread = endpointUrl(listConversationMessages, {
    params: { id: THREAD_ID },
    query: { limit: 30 },
  })
  const search = (words: string) =>
    endpointUrl(searchMessages, { query: { search: words, limit: 20 } })
  return [
    ['inbox', inbox],
    [`inbox, page ${DEEP_PAGE}`, await deepPage(env, cookie, inbox)],
    ['unread', endpointUrl(listConversations, { query: { box: 'unread', limit: 20 } })],
    [`thread of ${LONGEST_THREAD}`, thread],
    [`thread, page ${DEEP_PAGE}`, await deepPage(env, cookie, thread)],
    ['messages', endpointUrl(listMessages, { query: { limit: 20 } })],
    ['search, common word', search(WORDS.common)],
    ['search, seldom word', search(WORDS.some)],
    ['search, one message', search(WORDS.rare)],
    ['search, half-typed word', search(WORDS.rare.slice(0, 5))],
    ['search, no such word', search('zeppelin')],
    ['count of unread', endpointUrl(getUnreadMessages)],
  ]
}

/** The path of a page far down the list, found by following the links of all pages before it. */
async function deepPage(env: BenchEnv, cookie: string, first: string): Promise<string> {
  let path = first
  for (let page = 1; page < DEEP_PAGE; page += 1) {
    const { headers } = await get(env.url, path, cookie)
    const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
    if (next === undefined) throw new Error(`${path} is the last page, the ${page}th.`)
    const { pathname, search } = new URL(next, env.url)
    path = pathname + search
  }
  return path
}

async function measureBesideBare(
  env: BenchEnv,
  path: string,
  cookie: string,
  seconds: number,
): Promise<string[]> {
  const server = { origin: env.url, next: inTurn([{ path, cookie }]) }
  const bodies = await fetchBodies(env.url, [path], cookie)
  await loadHttp({ ...server, seconds: 1 })
  const rounds: [http: Figures, bare: Figures][] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push([
      await loadHttp({ ...server, seconds: seconds / ROUNDS }),
      await loadBare(bodies, [path], seconds / ROUNDS),
    ])
  }
  const http = medianOf(rounds.map(([one]) => one))
  const bare = medianOf(rounds.map(([, one]) => one))
  return [
    perSecondText(http.perSecond),
    millisecondsText(http.p50),
    millisecondsText(http.p99),
    perSecondText(bare.perSecond),
    ratioText(http.perSecond / bare.perSecond),
  ]
}
