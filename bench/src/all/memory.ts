import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchInput } from '../env.ts'
import { formatTable, median, perSecondText } from '../figures.ts'
import { inspect } from '../inspector.ts'
import { atRandom, loadHttp } from '../load/http.ts'
import { READS } from './rows.ts'
import { requestsOf, withStage, type Stage } from './stage.ts'
import { keepLists } from './world.ts'

const MB = 1024 ** 2
const SAMPLE_MS = 250
const SETTLE_MS = 5_000
/** Connections, and the most MB that the server should take with them. */
const WANTED: readonly (readonly [connections: number, megabytes: number])[] = [
  [32, 200],
  [512, 260],
]
/** Growth between the second and the last quarter of a soak that counts as none. */
const MOST_GROWTH = 1.05
const MINUTE = 60

export const MEMORY_HEADINGS = [
  '',
  'a second',
  'at rest MB',
  'under load MB',
  'peak MB',
  'wanted',
  '',
]

/** The resident bytes of a process. */
const residentOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024

/** Measures memory alone, and prints what it consists of. With `soak`, over as many minutes. */
export async function benchMemory(input: BenchInput): Promise<void> {
  const [server] = input.env.servers
  if (server === undefined) throw new Error('There is no server.')
  await withStage(input, async (stage) => {
    const consists = async (when: string) =>
      stage.print(`${when}: ${await describeMemory(server.inspectPort)}`)
    await consists('At rest')
    const rows = await measureMemory(stage, consists)
    stage.print(`\n${formatTable([MEMORY_HEADINGS, ...rows])}\n`)
    if (stage.soak > 0) stage.print(await soak(stage, stage.soak))
  })
}

/** What a server's memory consists of, in MB. */
async function describeMemory(inspectPort: number): Promise<string> {
  const ask = await inspect(inspectPort)
  const expression = `JSON.stringify([process.memoryUsage(),
    process.getBuiltinModule('node:v8').getHeapSpaceStatistics()])`
  const { result } = (await ask('Runtime.evaluate', { expression })) as {
    result: { value: string }
  }
  await ask.end()
  const [usage, spaces] = JSON.parse(result.value) as [
    NodeJS.MemoryUsage,
    { space_name: string; space_used_size: number; space_size: number }[],
  ]
  const parts = [
    `resident ${megabytes(usage.rss)}, heap ${megabytes(usage.heapUsed)} of ${megabytes(usage.heapTotal)}`,
    `external ${megabytes(usage.external)} with ${megabytes(usage.arrayBuffers)} of buffers`,
    ...spaces
      .filter(({ space_size: size }) => size > MB)
      .map(
        ({ space_name: name, space_used_size: used, space_size: size }) =>
          `${name} ${megabytes(used)} of ${megabytes(size)}`,
      ),
  ]
  return parts.join(', ')
}

/** Any read of any row by anybody. */
async function mixOf(stage: Stage): Promise<() => Buffer> {
  const sources: (() => Buffer)[] = []
  for (const row of READS) sources.push(atRandom(await requestsOf(stage, row)))
  return () => (sources[Math.floor(Math.random() * sources.length)] as () => Buffer)()
}

async function watchLoad(stage: Stage, next: () => Buffer, seconds: number, connections: number) {
  const { env, client, world } = stage
  await keepLists(client, world.people)
  const samples: number[] = []
  const timer = setInterval(() => samples.push(residentOf(env.serverPid)), SAMPLE_MS)
  try {
    const { perSecond } = await loadHttp({ origin: env.url, next, seconds, connections })
    return { perSecond, samples }
  } finally {
    clearInterval(timer)
  }
}

/** Measures the server's memory under all reads at once, with few and with many connections. Returns rows. */
export async function measureMemory(
  stage: Stage,
  after: (when: string) => Promise<void> = async () => undefined,
): Promise<string[][]> {
  const next = await mixOf(stage)
  const rows: string[][] = []
  for (const [connections, wanted] of WANTED) {
    await sleep(SETTLE_MS)
    const resting = residentOf(stage.env.serverPid)
    const { perSecond, samples } = await watchLoad(stage, next, stage.seconds, connections)
    const loaded = median(samples)
    rows.push([
      `${connections} connections`,
      perSecondText(perSecond),
      megabytes(resting),
      megabytes(loaded),
      megabytes(Math.max(...samples)),
      `≤ ${wanted}`,
      loaded <= wanted * MB ? 'met' : 'missed',
    ])
    await after(`After ${connections} connections`)
  }
  return rows
}

/** Puts every read on the server for so many minutes. Returns its memory minute by minute, and whether it grew. */
export async function soak(stage: Stage, minutes: number): Promise<string> {
  const next = await mixOf(stage)
  const loaded: number[] = []
  const rows = [['minute', 'a second', 'MB']]
  for (let minute = 1; minute <= minutes; minute += 1) {
    const { perSecond, samples } = await watchLoad(stage, next, MINUTE, 32)
    loaded.push(median(samples))
    rows.push([String(minute), perSecondText(perSecond), megabytes(median(samples))])
    stage.print((rows.at(-1) ?? []).join('  '))
  }
  const quarter = Math.max(1, Math.floor(minutes / 4))
  const early = median(loaded.slice(quarter, 2 * quarter))
  const late = median(loaded.slice(-quarter))
  const verdict = late <= early * MOST_GROWTH ? 'It is flat.' : 'It grows.'
  return `${formatTable(rows)}\n\nMemory over ${minutes} minutes: ${megabytes(early)} MB in the second quarter, ${megabytes(late)} MB in the last. ${verdict}`
}

const megabytes = (bytes: number): string => (bytes / MB).toFixed(0)
