// Cuts the power of the device that holds the database and all files, under people who write.
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../../../server/seeds/random.ts'
import { makeDevice } from './device.mjs'
import { pickPeople } from './load/people.mjs'
import { startSite } from './site.mjs'
import { openTally } from './tally.mjs'

const WRITERS = 8
const MEGABYTES = 2_048
const CALM_MS = 2_000

export async function run({ folder, stops, options }) {
  const device = makeDevice({ megabytes: MEGABYTES, stops })
  const site = await startSite({
    folder,
    stops,
    postgresIn: device.folder,
    dataIn: path.join(device.folder, 'data'),
  })
  // The world was copied to it, which nobody has made sure of.
  device.sync()
  const random = createRandom(`power ${options.seed}`)
  const cutOnce = async (tally, turn) => {
    const people = await pickPeople(site, WRITERS, turn)
    const wait = random.integer(CALM_MS, options.seconds * 1_000)
    await tally.round(site, people, async (writers) => {
      await sleep(wait)
      device.cut()
      // The whole machine has lost its power.
      await Promise.all([site.server.kill(), site.sandbox.kill(), site.postgres.kill()])
      await device.unmount()
      device.mount()
      site.postgres.removeEmptyLock()
      const began = performance.now()
      const again = writers.nextAcknowledged()
      await site.postgres.start()
      await site.sandbox.start()
      await site.server.start()
      return ((await again) - began) / 1_000
    })
  }
  const tally = openTally('power cut')
  for (let round = 0; round < options.rounds; round += 1) await cutOnce(tally, round)

  const control = openTally('control: `fsync = off`')
  await site.postgres.stop()
  await site.postgres.start({ fsync: 'off' })
  let controlled
  try {
    await cutOnce(control, options.rounds)
    controlled = { row: control.row(), hasLost: control.hasLost() }
  } catch (error) {
    console.log(`After the cut without fsync: ${error.message}`)
    controlled = {
      row: ['control: `fsync = off`', '1', '', 'all', '', 'the database did not start', '', ''],
      hasLost: true,
    }
  }
  return {
    rows: [tally.head, tally.row(), controlled.row],
    problems: [
      ...tally.problems(),
      ...(controlled.hasLost
        ? []
        : ['Without fsync nothing was lost either, so this drill shows nothing.']),
    ],
  }
}
