// Fills the disk of the files and that of the database to the last block, and makes room again.
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeDevice } from './device.mjs'
import { pickPeople } from './load/people.mjs'
import { startReaders } from './load/readers.mjs'
import { tallyText } from './report.mjs'
import { startSite } from './site.mjs'
import { openTally } from './tally.mjs'

const WRITERS = 6
const CALM_MS = 2_000
const MEGABYTES = { files: 256, database: 1_024 }

export async function run({ folder, stops, options }) {
  const devices = {
    files: makeDevice({ megabytes: MEGABYTES.files, stops }),
    database: makeDevice({ megabytes: MEGABYTES.database, stops }),
  }
  const site = await startSite({
    folder,
    stops,
    postgresIn: devices.database.folder,
    dataIn: path.join(devices.files.folder, 'data'),
  })
  const people = await pickPeople(site, WRITERS)
  const results = []
  for (const [name, device] of Object.entries(devices)) {
    // An upload that finds no room is answered with 507, which tells whoever uploads what is wrong.
    const tally = openTally(`disk of the ${name} full`, { allowed: ['507'] })
    let reads
    let restarts = 0
    for (let round = 0; round < options.rounds; round += 1) {
      await tally.round(site, people, async (writers) => {
        await sleep(CALM_MS)
        device.fill()
        const readers = startReaders(site, [null, people[0]])
        const keeping = new AbortController()
        const kept = keepDatabase(site, keeping.signal)
        await sleep(options.seconds * 1_000)
        if (!device.isFull()) throw new Error('The disk was not full, so nothing was tried.')
        reads = (await readers.stop()).statuses
        device.empty()
        const began = performance.now()
        const seconds = ((await writers.nextAcknowledged()) - began) / 1_000
        await sleep(CALM_MS)
        keeping.abort()
        restarts += await kept
        return seconds
      })
    }
    results.push({ name, tally, reads, restarts })
  }
  return {
    rows: [
      [...results[0].tally.head, 'reads meanwhile', 'database restarted'],
      ...results.map(({ tally, reads, restarts }) => [
        ...tally.row(),
        tallyText(reads),
        String(restarts),
      ]),
    ],
    problems: results.flatMap(({ name, tally, reads }) => [
      ...tally.problems(),
      ...[...reads.keys()]
        .filter((status) => status !== '200')
        .map(
          (status) =>
            `${reads.get(status)} reads got ${status} while the disk of the ${name} was full.`,
        ),
    ]),
  }
}

/** Starts the database again whenever it has ended, as a service manager does. Returns how often. */
async function keepDatabase({ postgres }, signal) {
  let restarts = 0
  const aborted = new Promise((resolve) =>
    signal.addEventListener('abort', resolve, { once: true }),
  )
  while (!signal.aborted) {
    const hasEnded = await Promise.race([
      postgres.ended().then(() => true),
      aborted.then(() => false),
    ])
    if (!hasEnded) break
    restarts += 1
    await postgres.start().catch((error) => console.log(`The database: ${error.message}`))
    await sleep(500)
  }
  return restarts
}
