// Kills the server and the database under people who write, and compares what they were told with what is there.
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../../../server/seeds/random.ts'
import { openTally } from './tally.mjs'
import { pickPeople } from './load/people.mjs'
import { startSite } from './site.mjs'

const WRITERS = 8
const CALM_MS = 1_000

/** Each kills its part and starts it again at once, as a service manager does. */
const VICTIMS = {
  server: async ({ server }) => {
    await server.kill()
    await server.start()
  },
  database: async ({ postgres }) => {
    await postgres.kill()
    await postgres.start()
  },
}

export async function run({ folder, stops, options }) {
  const site = await startSite({ folder, stops })
  const random = createRandom(`kill ${options.seed}`)
  const tallies = []
  for (const [victim, kill] of Object.entries(VICTIMS)) {
    const tally = openTally(`${victim} killed`)
    tallies.push(tally)
    for (let round = 0; round < options.rounds; round += 1) {
      const people = await pickPeople(site, WRITERS, round)
      const wait = random.integer(CALM_MS, options.seconds * 1_000 - CALM_MS)
      await tally.round(site, people, async (writers) => {
        await sleep(wait)
        const again = writers.nextAcknowledged()
        const began = performance.now()
        await kill(site)
        const back = (performance.now() - began) / 1_000
        console.log(`The ${victim} itself was back after ${back.toFixed(1)} s.`)
        const seconds = ((await again) - began) / 1_000
        await sleep(options.seconds * 1_000 - wait)
        return seconds
      })
    }
  }
  return {
    rows: [tallies[0].head, ...tallies.map((tally) => tally.row())],
    problems: tallies.flatMap((tally) => tally.problems()),
  }
}
