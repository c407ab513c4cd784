// Clients that take connections and give nothing back, and what ordinary readers notice of them.
import { connect } from 'node:net'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { memoryOf } from './memory.mjs'
import { pickPeople } from './load/people.mjs'
import { startReaders } from './load/readers.mjs'
import { tallyText } from './report.mjs'
import { startSite } from './site.mjs'

const READERS = 8
const DRIP_MS = 2_000
/** What somebody may notice: less than this, or less than twice as long as alone. */
const MOST_P99_MS = 500
const MOST_MEGABYTES = 300

/** What each kind sends at first, and then every two seconds. A silent one sends nothing more. */
const KINDS = {
  'idle connections': { count: 2_000, begins: '', drips: '' },
  'slow headers': {
    count: 512,
    begins: 'GET / HTTP/1.1\r\nHost: localhost\r\n',
    drips: 'X-A: b\r\n',
  },
  'slow bodies': {
    count: 300,
    begins:
      'POST /api/messages HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n{',
    drips: ' ',
  },
  'slow readers': {
    count: 200,
    begins: 'GET /api/portfolios?limit=24 HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(30),
    drips: '',
    reads: false,
  },
}

export async function run({ folder, stops, options }) {
  const site = await startSite({ folder, stops })
  const people = [null, null, null, ...(await pickPeople(site, READERS - 3))]
  const read = async () => {
    const readers = startReaders(site, people)
    await sleep(options.seconds * 1_000)
    return readers.stop()
  }
  // What has to be loaded and compiled once is over then.
  await read()
  const rows = [describe('alone', 0, await read(), memoryOf(site.server.pid()), 0)]
  for (const [kind, { count, ...how }] of Object.entries(KINDS)) {
    const crowd = await open(site, Math.ceil((count * options.share) / 100), how)
    stops.push(async () => crowd.end())
    const result = await read()
    rows.push(describe(kind, crowd.opened, result, memoryOf(site.server.pid()), crowd.ended()))
    crowd.end()
  }
  const [alone] = rows
  return {
    rows: [
      [
        'who else is there',
        'connections',
        'closed by the server',
        'answers',
        'by status',
        'p50',
        'p99',
        'memory',
      ],
      ...rows.map((row) => [
        row.kind,
        String(row.opened),
        String(row.ended),
        String(row.answers),
        tallyText(row.statuses),
        `${Math.round(row.p50)} ms`,
        `${Math.round(row.p99)} ms`,
        `${row.memory} MB`,
      ]),
    ],
    problems: rows.flatMap(({ kind, p99, memory, statuses }) => [
      ...[...statuses.keys()]
        .filter((status) => status !== '200')
        .map((status) => `${kind}: ${statuses.get(status)} readers got ${status}.`),
      ...(p99 > Math.max(MOST_P99_MS, 2 * alone.p99)
        ? [`${kind}: p99 was ${Math.round(p99)} ms, alone ${Math.round(alone.p99)} ms.`]
        : []),
      ...(memory - alone.memory > MOST_MEGABYTES
        ? [`${kind}: they took ${memory - alone.memory} MB.`]
        : []),
    ]),
  }
}

function describe(kind, opened, { statuses, times }, memory, ended) {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (part) => sorted[Math.floor((sorted.length - 1) * part)]
  return {
    kind,
    opened,
    statuses,
    memory,
    ended,
    answers: times.length,
    p50: at(0.5),
    p99: at(0.99),
  }
}

async function open(site, count, { begins, drips, reads = true }) {
  const { port } = new URL(site.url)
  const sockets = []
  let ended = 0
  for (let at = 0; at < count; at += 1) {
    const socket = connect(Number(port), 'localhost')
    socket.on('error', () => undefined)
    socket.once('close', () => (ended += 1))
    sockets.push(socket)
    // So many at once would be refused by the system.
    if (at % 50 === 49) await once(socket, 'connect').catch(() => undefined)
    if (reads) socket.resume()
    else socket.pause()
    if (begins !== '') socket.write(begins)
  }
  const timer = setInterval(() => {
    for (const socket of sockets) if (drips !== '' && !socket.destroyed) socket.write(drips)
  }, DRIP_MS)
  return {
    opened: sockets.length,
    ended: () => ended,
    end: () => {
      clearInterval(timer)
      for (const socket of sockets) socket.destroy()
    },
  }
}
