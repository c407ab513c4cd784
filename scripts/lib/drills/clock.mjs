// Moves the clock of the server, or of server and database, a day forward and back while people write.
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { giveUp } from '../setup.mjs'
import { withClient } from './invariants.mjs'
import { pickPeople } from './load/people.mjs'
import { startSite } from './site.mjs'
import { openTally } from './tally.mjs'

const LIBRARY = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketime.so.1`
const DAY_MS = 86_400_000
const WRITERS = 8
/** It is this late until every process has noticed. */
const NOTICE_MS = 2_000
const BOTH = 'both clocks'
const JUMPS = [
  ['a day forward', 1],
  ['right again', 0],
  ['a day back', -1],
  ['right again', 0],
]

export async function run({ folder, stops, options }) {
  if (!existsSync(LIBRARY))
    giveUp('This drill lacks libfaketime. Debian 12: sudo apt-get install libfaketime')
  const file = path.join(folder, 'clock')
  const setClock = (days) => writeFileSync(file, `${days < 0 ? '' : '+'}${days}d\n`)
  setClock(0)
  const faked = {
    LD_PRELOAD: LIBRARY,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    // Durations are measured by a clock that nobody can set.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  const site = await startSite({ folder, stops })
  const people = await pickPeople(site, WRITERS)
  const tallies = []
  for (const whose of ['the server’s clock', BOTH]) {
    await (whose === BOTH ? restartBoth : restartServer)(site, faked)
    for (const [what, days] of JUMPS) {
      const tally = openTally(`${whose}: ${what}`)
      tallies.push(tally)
      await tally.round(site, people, async (writers) => {
        await sleep(NOTICE_MS)
        setClock(days)
        await sleep(NOTICE_MS)
        await expectClocks(site, { server: days, database: whose === BOTH ? days : 0 })
        const began = performance.now()
        const seconds = ((await writers.nextAcknowledged()) - began) / 1_000
        await sleep(options.seconds * 1_000)
        return seconds
      })
    }
  }
  return {
    rows: [tallies[0].head, ...tallies.map((tally) => tally.row())],
    problems: tallies.flatMap((tally) => tally.problems()),
  }
}

/** Throws unless the clocks are so many days ahead: a jump that nobody noticed would show nothing. */
async function expectClocks({ url, databaseUrl }, wanted) {
  const answer = await fetch(`${url}/healthz`)
  await answer.arrayBuffer()
  const { rows } = await withClient(databaseUrl, (client) => client.query('select now() as now'))
  const found = { server: new Date(answer.headers.get('date')), database: rows[0].now }
  for (const [whose, days] of Object.entries(wanted)) {
    const ahead = Math.round((found[whose].getTime() - Date.now()) / DAY_MS)
    if (ahead !== days)
      throw new Error(`The clock of the ${whose} is ${ahead} days ahead, not ${days}.`)
  }
}

async function restartServer({ server }, faked) {
  await server.stop()
  await server.start(faked)
}

/** PostgreSQL gets the settings of this process. */
async function restartBoth({ server, postgres }, faked) {
  await server.stop()
  await postgres.stop()
  Object.assign(process.env, faked)
  try {
    await postgres.start()
  } finally {
    for (const name of Object.keys(faked)) delete process.env[name]
  }
  await server.start(faked)
}
