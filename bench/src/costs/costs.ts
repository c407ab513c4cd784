import type { BenchInput } from '../env.ts'
import { READS, type Row } from '../all/rows.ts'
import {
  limitOf,
  measureEach,
  sideOf,
  throwIfAny,
  withLimits,
  type LimitedStage,
} from '../all/stage.ts'
import type { Side } from '../all/compare.ts'
import { WRITES, type Write } from '../all/writes.ts'
import { formatTable, perSecondText } from '../figures.ts'
import { loadHttp, WARM_UP_SECONDS } from '../load/http.ts'
import { ticksBelow } from '../machine.ts'
import { waitUntilQuiet } from '../quiet.ts'

/** Clock ticks a second, in which the machine counts processor time. */
const TICK_MICROSECONDS = 10_000

const HEADINGS = [
  '',
  'a second',
  'server µs',
  'database µs',
  'client µs',
  'limit',
  'server µs',
  'database µs',
]

/**
 * Prints how much processor time one request takes in the server, the database and the client, so that one knows where
 * to look. The limit of each row is measured right after it.
 */
export async function benchCosts(input: BenchInput): Promise<void> {
  await withLimits(input, async (stage) => {
    const rows = [HEADINGS]
    const failures = await measureEach<Row | Write>([...READS, ...WRITES], stage, async (row) => {
      await waitUntilQuiet(stage.env.databaseUrl, stage.roots, stage.print)
      const own = await costsOf(stage, await sideOf(stage, row), stage.env.serverPid)
      const limit = await costsOf(stage, await limitOf(stage, row), stage.limit.pid)
      rows.push([
        row.name,
        perSecondText(own.perSecond),
        ...[own.server, own.database, own.client].map(microseconds),
        perSecondText(limit.perSecond),
        ...[limit.server, limit.database].map(microseconds),
      ])
      stage.print((rows.at(-1) ?? []).join('  '))
    })
    stage.print(`\n${formatTable(rows)}`)
    throwIfAny(failures)
  })
}

async function costsOf({ seconds, roots }: LimitedStage, side: Side, serverPid: number) {
  await side.prepare?.(WARM_UP_SECONDS)
  await loadHttp({ ...side, seconds: WARM_UP_SECONDS })
  await side.prepare?.(seconds)
  const pids = [serverPid, roots[1] ?? 0, process.pid]
  const before = pids.map(ticksBelow)
  const { perSecond, times } = await loadHttp({ ...side, seconds })
  const [server = 0, database = 0, client = 0] = pids.map(
    (pid, at) => ((ticksBelow(pid) - (before[at] ?? 0)) * TICK_MICROSECONDS) / times.length,
  )
  return { perSecond, server, database, client }
}

const microseconds = (value: number): string => value.toFixed(0)
