import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { READS } from '../all/rows.ts'
import { sideOf, withStage } from '../all/stage.ts'
import { WRITES } from '../all/writes.ts'
import type { BenchInput } from '../env.ts'
import { perSecondText } from '../figures.ts'
import { inspect } from '../inspector.ts'
import { loadHttp, WARM_UP_SECONDS } from '../load/http.ts'
import { waitUntilQuiet } from '../quiet.ts'
import { allocated, SAMPLING, type AllocationProfile } from './allocated.ts'
import { busiest, type CpuProfile } from './busiest.ts'
import { costlyStatements, countStatements } from './statements.ts'

const INTERVAL_MICROSECONDS = 500

/**
 * Profiles the server's processor and its memory while it answers one row, and prints the files, functions and
 * statements that took longest, and the functions that took most memory.
 */
export async function benchProfile(input: BenchInput): Promise<void> {
  const { env, row: wanted, seconds, print } = input
  const row = [...READS, ...WRITES].find(({ name }) => name === wanted)
  const [server] = env.servers
  if (row === undefined || server === undefined) {
    const names = [...READS, ...WRITES].map(({ name }) => `"${name}"`).join(', ')
    throw new Error(`npm run bench -- profile ROW, where ROW is one of ${names}.`)
  }
  await withStage(input, async (stage) => {
    const side = await sideOf(stage, row)
    const load = async (length: number) => {
      await side.prepare?.(length)
      return loadHttp({ ...side, seconds: length })
    }
    await load(WARM_UP_SECONDS)
    await waitUntilQuiet(env.databaseUrl, stage.roots, print)
    const ask = await inspect(server.inspectPort)
    await ask('Profiler.enable')
    await ask('Profiler.setSamplingInterval', { interval: INTERVAL_MICROSECONDS })
    await side.prepare?.(seconds)
    await countStatements(stage.client)
    await ask('Profiler.start')
    const { perSecond } = await loadHttp({ ...side, seconds })
    const statements = await costlyStatements(stage.client)
    const { profile } = (await ask('Profiler.stop')) as { profile: CpuProfile }
    await ask('HeapProfiler.enable')
    await side.prepare?.(seconds)
    await ask('HeapProfiler.startSampling', SAMPLING)
    const { times } = await loadHttp({ ...side, seconds })
    const taken = (await ask('HeapProfiler.stopSampling')) as { profile: AllocationProfile }
    await ask.end()
    const file = path.join(env.outFolder, `${row.name.replaceAll(/\W+/g, '-')}.cpuprofile`)
    await mkdir(env.outFolder, { recursive: true })
    await writeFile(file, JSON.stringify(profile))
    print(`\n${row.name}: ${perSecondText(perSecond)} a second while profiled\n`)
    print(busiest(profile))
    print(`\n${allocated(taken.profile, times.length)}`)
    print(`\nStatements, with those of functions and triggers\n${statements}`)
    print(`\nThe profile: ${file}`)
  })
}
