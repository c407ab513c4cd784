import { access, mkdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Media } from '@plinth/contract/media/media.ts'
import type { BenchEnv } from '../env.ts'
import {
  bytesText,
  figuresOf,
  formatTable,
  millisecondsText,
  perSecondText,
  ratioText,
  secondsText,
  type Figures,
} from '../figures.ts'
import type { MediaClient } from './client.ts'
import { largePictures } from './files.ts'
import { watchMemory } from '../memory.ts'
import { sendUploads } from './uploaders.ts'
import { sendVisitors, type Visit, type VisitTimes, type Visitors } from './visitors.ts'

/** Twelve megapixels, a common size for phone photographs. */
const WIDTH = 4_032
const DISTINCT = 10
/** Strength of the grain that makes a picture four to eight megabytes, like a phone's. */
const GRAIN = 16
/** Enough to send a hundred at once. */
const CONNECTIONS = 100
/** Often enough that the 99th percentile is not simply the slowest visit. */
const VISITS_PER_SECOND = 60
const IDLE_SECONDS = 30

export interface ThroughputInput {
  env: BenchEnv
  client: MediaClient
  cookie: string
  visits: readonly Visit[]
  count: number
  /** Whether to wait for the renditions made after pictures are ready to show. */
  until: 'ready' | 'all'
  print: (text: string) => void
}

interface Phase extends VisitTimes {
  name: string
}

/** Uploads many large pictures at once and measures how visitors are served meanwhile. Returns the tables. */
export async function measureThroughput(input: ThroughputInput): Promise<string> {
  const { env, visits, count, print } = input
  const pictures = await twelveMegapixels(env.outFolder, print)
  await warmUp(input, pictures)
  const visitors = sendVisitors(visits, VISITS_PER_SECOND)
  try {
    await sleep(3_000)
    await visitors.take()
    print(`Measuring visitors alone for ${IDLE_SECONDS} s …`)
    await sleep(IDLE_SECONDS * 1_000)
    const idle: Phase = { name: 'idle', ...(await visitors.take()) }
    const endWatch = watchMemory(env.serverPid)
    const uploads = await uploadAll(input, pictures, visitors)
    const { server, all } = endWatch()
    const sizes = await Promise.all(pictures.map(async (file) => (await stat(file)).size))
    return [
      `${count} JPEGs of 12 megapixels, ${bytesText(Math.min(...sizes))} to ${bytesText(Math.max(...sizes))}, over ${Math.min(count, CONNECTIONS)} connections from a process of the lowest priority`,
      formatTable([['', 'after s'], ...uploads.marks]),
      `One upload took ${millisecondsText(uploads.each.p50)} ms (p50), ${millisecondsText(uploads.each.p99)} ms (p99).`,
      `Memory at most: the server ${bytesText(server)}, with its children ${bytesText(all)}.`,
      `Visitors meanwhile, ${VISITS_PER_SECOND} a second; who uploads takes of the processors only what is left`,
      formatTable(visitorRows(idle, uploads.phases, visits)),
    ].join('\n\n')
  } finally {
    await visitors.stop()
  }
}

/** Uploads a few files first: a server that has run for a while has its worker processes warm. */
async function warmUp(
  { env, client, cookie }: ThroughputInput,
  files: readonly string[],
): Promise<void> {
  const { ids } = await sendUploads({ env, cookie, files, count: 5, connections: 1 })
  await eachUntil(client, ids, ({ state }) => state === 'ready')
  for (const id of ids) await client.remove(id)
}

async function uploadAll(
  { env, client, cookie, count, until, print }: ThroughputInput,
  files: readonly string[],
  visitors: Visitors,
): Promise<{ marks: string[][]; each: Figures; phases: Phase[] }> {
  const begun = performance.now()
  const since = () => (performance.now() - begun) / 1_000
  const marks: string[][] = []
  const phases: Phase[] = []
  const mark = async (name: string, phase: string) => {
    marks.push([name, secondsText(since())])
    phases.push({ name: phase, ...(await visitors.take()) })
    print(`${name} after ${secondsText(since())} s`)
  }
  const task = { env, cookie, files, count, connections: CONNECTIONS }
  const { ids, times } = await sendUploads(task)
  await mark('all taken', 'while they come in')
  await eachUntil(client, ids, ({ state }) => state === 'ready')
  await mark('all ready to be shown', 'until all are ready')
  if (until === 'all') {
    await eachUntil(client, ids, isWhole)
    await mark('all wide sizes and tiles made', 'while the rest is made')
  }
  for (const id of ids) await client.remove(id)
  return { marks, each: figuresOf(times, since()), phases }
}

const isWhole = ({ picture }: Media): boolean =>
  picture.hasTiles && picture.renditions.includes(3_840)

/** Polls one after the other, so that polling adds little load. */
async function eachUntil(
  client: MediaClient,
  ids: readonly string[],
  isDone: (media: Media) => boolean,
): Promise<void> {
  for (const id of ids) {
    while (!isDone(await client.read(id))) await sleep(250)
  }
}

function visitorRows(idle: Phase, phases: readonly Phase[], visits: readonly Visit[]): string[][] {
  const rows = [['', 'seconds', 'req/s', 'p50 ms', 'p99 ms', 'of idle']]
  for (const name of new Set(visits.map((visit) => visit.name))) {
    const timesIn = ({ times }: Phase) => times.get(name) ?? []
    const alone = figuresOf(timesIn(idle), idle.seconds)
    for (const phase of [idle, ...phases, wholeOf(phases)]) {
      const one = figuresOf(timesIn(phase), phase.seconds)
      rows.push([
        `${name}, ${phase.name}`,
        secondsText(phase.seconds),
        perSecondText(one.perSecond),
        millisecondsText(one.p50),
        millisecondsText(one.p99),
        ratioText(one.p99 / alone.p99),
      ])
    }
  }
  return rows
}

/** All phases as one, from the first byte to the end of the last. */
function wholeOf(phases: readonly Phase[]): Phase {
  const times = new Map<string, number[]>()
  for (const phase of phases) {
    for (const [name, list] of phase.times) times.set(name, [...(times.get(name) ?? []), ...list])
  }
  const seconds = phases.reduce((sum, phase) => sum + phase.seconds, 0)
  return { name: 'all of that', seconds, times }
}

/** Returns the pictures' paths. They are stored for later runs, as generating them takes longer than uploading them. */
async function twelveMegapixels(
  outFolder: string,
  print: (text: string) => void,
): Promise<string[]> {
  const folder = path.join(outFolder, 'pictures')
  await mkdir(folder, { recursive: true })
  const files = Array.from({ length: DISTINCT }, (_, index) => path.join(folder, `${index}.jpg`))
  const found = await Promise.allSettled(files.map((file) => access(file)))
  if (found.every(({ status }) => status === 'fulfilled')) return files
  print(`Making ${DISTINCT} pictures of 12 megapixels …`)
  const made: string[] = []
  for await (const { bytes } of largePictures(DISTINCT, WIDTH, GRAIN)) {
    const file = files[made.length] ?? ''
    await writeFile(file, bytes)
    made.push(file)
  }
  return made
}
