// Counts the rounds of a drill in which people write while something breaks.
import { findBroken } from './invariants.mjs'
import { compareJournal, isFault } from './journal.ts'
import { tallyText } from './report.mjs'
import { untilQuiet } from './site.mjs'
import { findAgain, startWriters } from './load/writers.mjs'

/** Everything must work again by itself within this time. */
const RECOVERY_SECONDS = 10
/** With fewer acknowledged writes of each person a round shows nothing. */
const LEAST_WRITES = 2
const HEAD = [
  'what',
  'rounds',
  'acknowledged',
  'lost',
  'double',
  'failed, by status',
  'writes again after',
  'all processed after',
]

/** `allowed`: statuses of the server's own that belong to this fault. */
export function openTally(what, { allowed = [] } = {}) {
  const total = {
    rounds: 0,
    acknowledged: 0,
    lost: [],
    doubled: [],
    broken: [],
    slowest: 0,
    processed: 0,
    idle: 0,
  }
  const failures = new Map()
  return {
    head: HEAD,
    /**
     * People write while `breaking` runs, which returns how many seconds nothing could be written after it was over.
     * Once `settle` resolves, everything that they were told is looked for.
     */
    round: async (site, people, breaking, { settle = untilQuietOf, ...options } = {}) => {
      const writers = await startWriters(site, people, options)
      let seconds
      try {
        seconds = await breaking(writers)
      } finally {
        const { entries, failures: own } = await writers.stop()
        for (const [status, count] of own) failures.set(status, (failures.get(status) ?? 0) + count)
        total.entries = entries
      }
      const stopped = performance.now()
      await settle(site)
      const processed = (performance.now() - stopped) / 1_000
      const found = compareJournal(total.entries, await findAgain(site.databaseUrl, total.entries))
      const broken = await findBroken({ databaseUrl: site.databaseUrl, storage: site.env })
      total.rounds += 1
      total.acknowledged += found.acknowledged
      if (found.acknowledged < people.length * LEAST_WRITES) total.idle += 1
      total.lost.push(...found.lost)
      total.doubled.push(...found.doubled)
      total.broken.push(...broken)
      total.slowest = Math.max(total.slowest, seconds)
      total.processed = Math.max(total.processed, processed)
      console.log(
        `${what}, round ${total.rounds}: ${found.lost.length} of ${found.acknowledged} acknowledged writes lost, ${found.doubled.length} happened twice, writes worked again after ${seconds.toFixed(1)} s, and everything was processed ${processed.toFixed(1)} s after the last.`,
      )
      for (const sentence of broken) console.log(`  ${sentence}`)
    },
    hasLost: () => total.lost.length > 0,
    row: () => [
      what,
      String(total.rounds),
      String(total.acknowledged),
      String(total.lost.length),
      String(total.doubled.length),
      tallyText(failures),
      `${total.slowest.toFixed(1)} s`,
      `${total.processed.toFixed(1)} s`,
    ],
    problems: () => [
      ...(total.idle > 0
        ? [
            `${what}: hardly anything was written in ${total.idle} rounds, so nothing was tried there.`,
          ]
        : []),
      ...some(`${what}: acknowledged and lost`, total.lost),
      ...some(`${what}: happened twice`, total.doubled),
      ...some(what, [...new Set(total.broken)]),
      ...[...failures.keys()]
        .filter((status) => isFault(status) && !allowed.includes(status))
        .map((status) => `${what}: ${failures.get(status)} answers with ${status}.`),
      ...(total.slowest > RECOVERY_SECONDS
        ? [`${what}: it took ${total.slowest.toFixed(1)} s until writes worked again.`]
        : []),
    ],
  }
}

const untilQuietOf = ({ databaseUrl }) => untilQuiet(databaseUrl)

const some = (what, list) =>
  list.length === 0 ? [] : [`${what}: ${list.length}, such as ${list.slice(0, 3).join(', ')}`]
