// Kills a part under load, again and again, and counts what that costs.
import { setTimeout as sleep } from 'node:timers/promises'
import { startLoad } from '../node-load.mjs'
import { until } from './programs.mjs'
import { countLost, startWriters } from './writers.mjs'

const VISITORS = 5
/** Load before each kill, and after everything runs again. */
const CALM_MS = 2_000
const RECOVERY_MS = 180_000

/** How each part is killed. Each returns what brings it back. */
export const VICTIMS = {
  primary: (rig) => rig.cluster.killPrimary(),
  // The same, while the servers reach the database without pooler and haproxy.
  direct: (rig) => rig.cluster.killPrimary(),
  server: (rig, round) => killed(rig.servers[round % rig.servers.length]),
  worker: (rig) => killed(rig.worker),
  redis: (rig) => killed(rig.redis),
  pooler: (rig) => killed(rig.pooler),
  cache: (rig) => killed(rig.cache),
}
/** They would become the primary again. All others come back at once, as a service manager would have it. */
export const isPrimary = (victim) => victim === 'primary' || victim === 'direct'

async function killed(part) {
  await part.kill()
  return part.start
}

/** One row for each round. */
export async function killAgain(rig, victim, times) {
  if (victim === 'direct') await restartServers(rig, { DATABASE_URL: rig.directUrl })
  const rounds = []
  for (let round = 0; round < times; round += 1) {
    const result = await killOnce(rig, victim, round)
    rounds.push(result)
    const since = isPrimary(victim)
      ? `, ${result.sincePromotion.toFixed(1)} s after the promotion`
      : ''
    console.log(
      `Round ${round + 1} of ${times}: ${result.lost} of ${result.acknowledged} acknowledged writes lost, ${result.failures.length} of ${result.requests} requests failed, writes worked again after ${result.seconds.toFixed(1)} s${since}.`,
    )
    for (const [failure, count] of tally(result.failures)) console.log(`  ${count} × ${failure}`)
  }
  await until('the outbox is empty', async () => {
    const { left } = await rig.select({ left: 'select true as value from notices limit 1' })
    return left.length === 0
  })
  if (victim === 'direct') await restartServers(rig)
  return rounds
}

async function killOnce(rig, victim, round) {
  const load = await startLoad({ url: rig.url, databaseUrl: rig.directUrl, visitors: VISITORS })
  const writers = await startWriters(rig)
  await sleep(CALM_MS)
  const promotion = await rig.cluster.nextPromotion()
  const began = performance.now()
  const bringBack = await VICTIMS[victim](rig, round)
  let promoted = began
  const again = writers.nextAcknowledged().then(() => performance.now())
  if (isPrimary(victim)) {
    await promotion()
    promoted = performance.now()
  } else await bringBack()
  const wrote = await again
  if (isPrimary(victim)) await bringBack()
  const names = rig.servers.map(({ name }) => name)
  await until(
    'everything runs again',
    async () => (await rig.sendsTo(names)) && (await rig.cluster.isWhole()),
    RECOVERY_MS,
  )
  await sleep(CALM_MS)
  const [read, written] = await Promise.all([load.stop(), writers.stop()])
  return {
    seconds: (wrote - began) / 1_000,
    sincePromotion: (wrote - promoted) / 1_000,
    lost: await countLost(rig.directUrl, written),
    acknowledged: written.comments.length + written.likes.size,
    requests: read.answered + written.answered,
    failures: [...read.failures, ...written.failures],
  }
}

/** Failures without ids and markup, and how often each happened. */
function tally(failures) {
  const counts = new Map()
  for (const failure of failures) {
    const kind = failure
      .replaceAll(/[\da-f]{8}-[\da-f-]{27}|(?<=uploads\/)[^:]+/g, '…')
      .replaceAll(/(<[^>]*>|\s)+/g, ' ')
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return counts
}

async function restartServers(rig, own) {
  for (const server of rig.servers) {
    await server.stop()
    await server.start(own)
  }
  const names = rig.servers.map(({ name }) => name)
  await until('haproxy has found all servers', () => rig.sendsTo(names))
}
