// How much one, two and three servers answer, with and without the replica, and which process takes how much of the
// processor for it.
import { atRandom, encodeRequest, loadHttp } from '../../../bench/src/load/http.ts'
import { ticksBelow } from '../../../bench/src/machine.ts'
import { pidOf, until } from './programs.mjs'
import { pickPeople } from './writers.mjs'

const SECONDS = 10
const WARM_UP_SECONDS = 3
const PEOPLE = 64
/** Clock ticks a second, in which the machine counts processor time. */
const TICKS = 100
const WITHOUT_REPLICA = { DATABASE_READ_URL: '' }

const HEADINGS = [
  'load',
  'servers',
  'a second',
  'p50',
  'p99',
  'µs: servers',
  'pooler and proxy',
  'primary',
  'replicas',
  'client',
  'cores in all',
]

/** Rows of a table, its head first. */
export async function measureThroughput(rig) {
  const { members, visitors } = await makeLoads(rig)
  const rows = [HEADINGS]
  const measure = async (name, load, count) => {
    const row = [name, String(count), ...(await measureOnce(rig, load))]
    rows.push(row)
    console.log(row.join('  '))
  }
  const all = rig.servers.length
  for (let count = all; count >= 1; count -= 1) {
    await runOnly(rig, count)
    await measure('members', members, count)
    await measure('visitors, with the replica', visitors, count)
  }
  for (let count = 1; count <= all; count += 1) {
    await runOnly(rig, 0)
    await runOnly(rig, count, WITHOUT_REPLICA)
    await measure('visitors, without', visitors, count)
  }
  return rows
}

/** Runs so many servers and no others. */
async function runOnly(rig, count, own) {
  const wanted = rig.servers.slice(0, count)
  await Promise.all(rig.servers.slice(count).map((server) => server.stop()))
  await Promise.all(
    wanted.filter((server) => server.pid() === undefined).map((one) => one.start(own)),
  )
  const names = wanted.map(({ name }) => name)
  await until(`haproxy sends requests to ${count} servers`, () => rig.sendsTo(names))
}

/**
 * Members read most of the time, and like or comment one time in five. Visitors search and filter by prices that are
 * hardly asked for twice, because a server keeps for some seconds what it has answered a visitor.
 */
async function makeLoads(rig) {
  const people = await pickPeople({ ...rig, count: PEOPLE })
  const { works, creators, words, categories } = await rig.select({
    works: 'select id as value from portfolio_items where is_listed order by id',
    creators: 'select id as value from users where is_creator order by id',
    words: `select distinct lower(split_part(title, ' ', 1)) as value from portfolio_items where is_listed`,
    categories: 'select id as value from categories',
  })
  const post = (path, cookie, body) => ({ method: 'POST', path, cookie, origin: rig.url, body })
  const members = people.flatMap(({ cookie, postId }, at) => {
    const path = `/api/posts/${postId}`
    const reads = [
      '/api/posts?limit=20',
      '/api/portfolios?limit=24',
      '/api/notifications',
      '/api/auth/user',
      path,
      `${path}/comments`,
      `/api/portfolios/${works[at % works.length]}`,
      `/api/users/profile/${creators[at % creators.length]}`,
    ]
    return [
      ...reads.map((one) => ({ path: one, cookie })),
      post(`${path}/like`, cookie, '{}'),
      post(`${path}/comments`, cookie, '{"content":"How did you keep the edges?"}'),
    ]
  })
  const anyOf = (list) => list[Math.floor(Math.random() * list.length)]
  const visitors = () => {
    const price = (Math.random() * 2_000).toFixed(2)
    const path =
      Math.random() < 0.5
        ? `/api/search?search=${encodeURIComponent(anyOf(words))}&maxPrice=${price}`
        : `/api/portfolios?categoryId=${anyOf(categories)}&minPrice=${price}`
    return encodeRequest({ path })
  }
  return { members: atRandom(members), visitors }
}

async function measureOnce(rig, next) {
  // Past TLS and the cache, which would answer most of it.
  const origin = `http://127.0.0.1:${rig.ports.inside}`
  await loadHttp({ origin, next, seconds: WARM_UP_SECONDS })
  const { primary, replicas } = await rig.cluster.processes()
  const groups = [
    rig.servers.filter((server) => server.pid() !== undefined).map((server) => server.pid()),
    [pidOf('haproxy'), pidOf('pgbouncer')],
    primary,
    replicas,
  ]
  const ticks = () => groups.map((pids) => pids.map(ticksBelow).reduce((sum, one) => sum + one, 0))
  const before = ticks()
  const ownBefore = process.cpuUsage()
  const { perSecond, p50, p99, times } = await loadHttp({ origin, next, seconds: SECONDS })
  const own = process.cpuUsage(ownBefore)
  const client = (own.user + own.system) / times.length
  const spent = ticks().map(
    (after, at) => ((after - before[at]) * 1_000_000) / TICKS / times.length,
  )
  const cores = ([...spent, client].reduce((sum, one) => sum + one, 0) * perSecond) / 1_000_000
  return [
    Math.round(perSecond).toLocaleString('en-US'),
    `${Math.round(p50)} ms`,
    `${Math.round(p99)} ms`,
    ...[...spent, client].map((one) => String(Math.round(one))),
    cores.toFixed(2),
  ]
}
