import path from 'node:path'
import { ensureChromium } from '../chromium.mjs'
import { startLoad } from '../node-load.mjs'
import { JOURNEY_SETTINGS } from '../journeys.ts'
import { giveUp, seconds } from '../setup.mjs'
import { run } from '../world.mjs'
import { timeEvents } from './events.mjs'
import { isPrimary, killAgain, VICTIMS } from './kills.mjs'
import { readOwnWrites } from './freshness.mjs'
import { until } from './programs.mjs'
import { report } from './report.mjs'
import { measureThroughput } from './throughput.mjs'

const VISITORS = 10
const MOST_ROUNDS = 100
const OWN_WRITES = 10_000
/** An event that comes later than this came too late. */
const EVENT_MS = 1_000

const readRounds = (text, otherwise) => Number(text ?? otherwise)
const checkRounds = (text = '1') =>
  Number.isInteger(Number(text)) && Number(text) >= 1 && Number(text) <= MOST_ROUNDS
    ? undefined
    : `How often must be a number from 1 to ${MOST_ROUNDS}, not "${text}".`

/** People's own limits hold for journeys, which come from many accounts, unlike the load. */
const FOR_JOURNEYS = { ...JOURNEY_SETTINGS, DAILY_LIMITS: 'on' }
/** The machine is shared by some twenty processes. */
const JOURNEY_MS = 180_000

/**
 * What the rig can do, by its word on the command line. `check` returns what is wrong with the other words, and `run`
 * resolves to whether all was well. `settings` are for every server.
 */
export const MODES = {
  open: {
    run: async (rig, _values, interrupted) => {
      await describe(rig)
      await interrupted
      return true
    },
  },
  '--journeys': { settings: FOR_JOURNEYS, run: (rig, [pattern]) => journeys(rig, pattern) },
  '--kill': {
    check: (victim = '', times) =>
      victim === 'all' || Object.hasOwn(VICTIMS, victim)
        ? checkRounds(times)
        : `Say what to kill: ${Object.keys(VICTIMS).join(', ')}, or all.`,
    run: async (rig, [victim, times]) => {
      const victims = victim === 'all' ? Object.keys(VICTIMS) : [victim]
      const kept = []
      for (const one of victims) kept.push(await kill(rig, one, readRounds(times, 10)))
      return kept.every(Boolean)
    },
  },
  '--rolling': { check: checkRounds, run: (rig, [rounds]) => rolling(rig, readRounds(rounds, 3)) },
  '--events': { check: checkRounds, run: (rig, [rounds]) => events(rig, readRounds(rounds, 10)) },
  '--own-writes': { run: ownWrites },
  '--throughput': { run: throughput },
}

async function describe(rig) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: rig.poolerUrl })
  await client.connect()
  const { rows } = await client.query('show statement_timeout')
  await client.end()
  console.log(`
Plinth       ${rig.url} (the certificate signs itself)
servers      ${rig.servers.map(({ origin }) => origin).join(', ')}
pgbouncer    ${rig.poolerUrl}
PostgreSQL   ${rig.directUrl}
Patroni      ${rig.cluster.nodes.map(({ rest }) => rest).join(', ')}
haproxy      http://127.0.0.1:${rig.ports.stats}
mailbox      ${rig.identity.issuer}/mailbox
logs         ${path.join(rig.folder, 'logs')}

Through pgbouncer, statement_timeout is ${rows[0].statement_timeout}. Ctrl-C ends everything.`)
}

async function journeys(rig, pattern) {
  const chromium = ensureChromium()
  if (chromium.problem) giveUp(chromium.problem)
  const only = pattern === undefined ? [] : ['-g', pattern]
  // That one starts and kills a server of its own.
  const not = ['--grep-invert', 'survival\\.spec']
  const how = ['--reporter=line', '--timeout', String(JOURNEY_MS)]
  const words = ['test', '-c', 'e2e/playwright.config.ts', ...how, ...not, ...only]
  const env = {
    ...rig.env,
    CHROMIUM_PATH: chromium.path,
    PLINTH_URL: rig.url,
    JOURNEYS_DATA: rig.folder,
  }
  return run('node_modules/@playwright/test/cli.js', env, false, words).then(
    () => true,
    () => false,
  )
}

async function kill(rig, victim, times) {
  const rounds = await killAgain(rig, victim, times)
  const lost = rounds.reduce((sum, round) => sum + round.lost, 0)
  await report(rig, `kill ${victim}`, [
    [
      'round',
      'acknowledged writes',
      'lost',
      'requests',
      'failed',
      'writes again after',
      ...(isPrimary(victim) ? ['after the promotion'] : []),
    ],
    ...rounds.map((round, at) => [
      String(at + 1),
      String(round.acknowledged),
      String(round.lost),
      String(round.requests),
      String(round.failures.length),
      `${round.seconds.toFixed(1)} s`,
      ...(isPrimary(victim) ? [`${round.sincePromotion.toFixed(1)} s`] : []),
    ]),
  ])
  return lost === 0
}

async function rolling(rig, rounds) {
  const started = Date.now()
  const names = rig.servers.map(({ name }) => name)
  const load = await startLoad({ url: rig.url, databaseUrl: rig.directUrl, visitors: VISITORS })
  for (let round = 0; round < rounds; round += 1) {
    for (const server of rig.servers) {
      await server.stop()
      await server.start()
      await until(`haproxy has found ${server.name} again`, () => rig.sendsTo(names))
      console.log(`Round ${round + 1} of ${rounds}: ${server.name} was restarted.`)
    }
  }
  const { answered, slowest, failures } = await load.stop()
  for (const failure of failures.slice(0, 20)) console.error(failure)
  await report(rig, 'rolling', [
    ['restarts', 'in', 'requests', 'failed', 'the slowest'],
    [
      String(rounds * names.length),
      seconds(started),
      String(answered),
      String(failures.length),
      `${Math.round(slowest)} ms`,
    ],
  ])
  return failures.length === 0
}

async function events(rig, rounds) {
  const times = await timeEvents(rig, rounds)
  const sorted = times.map(({ ms }) => ms).toSorted((one, other) => one - other)
  const [median, longest] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
  const late = sorted.filter((ms) => ms > EVENT_MS).length
  await report(rig, 'events', [
    ['events', 'later than a second', 'median', 'the slowest'],
    [String(times.length), String(late), `${Math.round(median)} ms`, `${Math.round(longest)} ms`],
  ])
  return late === 0
}

async function ownWrites(rig) {
  const { reads, stale, comments, late } = await readOwnWrites(rig, OWN_WRITES)
  for (const kind of new Set(stale))
    console.error(`${stale.filter((one) => one === kind).length} × ${kind} was not seen.`)
  await report(rig, 'own writes', [
    ['writes, each read at another server', 'not seen', 'comments', 'not at the replica when read'],
    [reads, stale.length, comments, late].map(String),
  ])
  // Otherwise nothing would have lagged.
  return stale.length === 0 && late > comments / 2
}

async function throughput(rig) {
  await report(rig, 'throughput', await measureThroughput(rig))
  return true
}
