// Kills what stands for the outside world, the card provider and the mail server, and brings it back.
import { setTimeout as sleep } from 'node:timers/promises'
import { pickPeople } from './load/people.mjs'
import { agreesWithProvider } from './provider.mjs'
import { startSite } from './site.mjs'
import { openTally } from './tally.mjs'
import { HIRES } from './load/writers.mjs'

const WRITERS = 8
const CALM_MS = 3_000

export async function run({ folder, stops, options }) {
  const site = await startSite({ folder, stops })
  const people = await pickPeople(site, WRITERS)
  const tally = openTally(`card provider and mail away for ${options.seconds} s`)
  for (let round = 0; round < options.rounds; round += 1)
    await tally.round(site, people, async (writers) => {
      await sleep(CALM_MS)
      await site.sandbox.kill()
      await sleep(options.seconds * 1_000)
      await site.sandbox.start()
      const began = performance.now()
      const seconds = ((await writers.nextAcknowledged(HIRES)) - began) / 1_000
      await sleep(CALM_MS)
      return seconds
    })
  return {
    rows: [tally.head, tally.row()],
    problems: [...tally.problems(), ...(await agreesWithProvider(site))],
  }
}
