// Stops the database for a while: where it is, so that it answers nothing, and as an operator does.
import { setTimeout as sleep } from 'node:timers/promises'
import { pickPeople } from './load/people.mjs'
import { startSite } from './site.mjs'
import { openTally } from './tally.mjs'

const WRITERS = 8
const CALM_MS = 2_000

const WAYS = {
  'database stopped by SIGSTOP': {
    away: async ({ postgres }) => postgres.freeze(),
    back: async ({ postgres }) => postgres.thaw(),
  },
  'database shut down': {
    away: ({ postgres }) => postgres.stop(),
    back: ({ postgres }) => postgres.start(),
  },
}

export async function run({ folder, stops, options }) {
  const site = await startSite({ folder, stops })
  // One that is stopped where it is would not hear that it has to end.
  stops.push(async () => site.postgres.thaw())
  const people = await pickPeople(site, WRITERS)
  const tallies = []
  for (const [what, { away, back }] of Object.entries(WAYS)) {
    const tally = openTally(`${what} for ${options.seconds} s`)
    tallies.push(tally)
    for (let round = 0; round < options.rounds; round += 1)
      await tally.round(site, people, async (writers) => {
        await sleep(CALM_MS)
        await away(site)
        await sleep(options.seconds * 1_000)
        await back(site)
        const began = performance.now()
        const seconds = ((await writers.nextAcknowledged()) - began) / 1_000
        await sleep(CALM_MS)
        return seconds
      })
  }
  return {
    rows: [tallies[0].head, ...tallies.map((tally) => tally.row())],
    problems: tallies.flatMap((tally) => tally.problems()),
  }
}
