// An hour of reading and writing, with the server's memory minute by minute.
import { setTimeout as sleep } from 'node:timers/promises'
import { memoryOf } from './memory.mjs'
import { growthOf } from './growth.ts'
import { pickPeople } from './load/people.mjs'
import { startReaders } from './load/readers.mjs'
import { startSite } from './site.mjs'
import { openTally } from './tally.mjs'

const WRITERS = 4
const READERS = 6
const SAMPLE_MS = 5_000
const MINUTE_MS = 60_000
/** Minutes in which caches fill and code is compiled. */
const WARM_MINUTES = 10
/** More than this in an hour is a leak. */
const MOST_GROWTH = 40

export async function run({ folder, stops, options }) {
  const site = await startSite({ folder, stops })
  const people = await pickPeople(site, WRITERS + READERS)
  const tally = openTally(`${options.minutes} minutes of load`)
  const minutes = []
  let reads
  await tally.round(site, people.slice(0, WRITERS), async () => {
    const readers = startReaders(site, [null, null, ...people.slice(WRITERS)])
    for (let minute = 0; minute < options.minutes; minute += 1) {
      const samples = []
      for (const end = performance.now() + MINUTE_MS; performance.now() < end;) {
        samples.push(memoryOf(site.server.pid()))
        await sleep(SAMPLE_MS)
      }
      // The least of a minute leaves out what is about to be collected.
      minutes.push(Math.min(...samples))
      console.log(`Minute ${minute + 1}: ${minutes.at(-1)} MB`)
    }
    reads = await readers.stop()
    return 0
  })
  const warm = minutes.slice(WARM_MINUTES)
  const growth = growthOf(warm)
  return {
    rows: [
      [...tally.head.slice(0, -2), 'reads', 'MB by the minute', 'MB an hour after the first ten'],
      [
        ...tally.row().slice(0, -2),
        String(reads.times.length),
        minutes.join(' '),
        growth === null ? 'too short to say' : growth.toFixed(0),
      ],
    ],
    problems: [
      ...tally.problems(),
      ...[...reads.statuses.keys()]
        .filter((status) => Number(status) >= 500)
        .map((status) => `${reads.statuses.get(status)} reads got ${status}.`),
      ...(growth !== null && growth > MOST_GROWTH
        ? [`Memory grew by ${growth.toFixed(0)} MB an hour.`]
        : []),
    ],
  }
}
