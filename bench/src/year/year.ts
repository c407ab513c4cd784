import { setTimeout as sleep } from 'node:timers/promises'
import { describeRun, markdownTable, writeSection } from '../all/report.ts'
import type { BenchInput } from '../env.ts'
import { formatTable, millisecondsText, type Figures } from '../figures.ts'
import { rootsOf, watchMachine } from '../machine.ts'
import { CALL_NAMES, measureCalls } from './calls.ts'
import {
  installTools,
  letVacuum,
  readFree,
  readLog,
  readLsn,
  readSizes,
  SHOWN,
  type Logged,
  type Size,
} from './sizes.ts'

/** A month's. */
const DAYS = 30
const MB = 1024 ** 2
const GB = 1024 ** 3
/** What sites of that size are compared with. */
const MANY = 100_000

interface Lived {
  lived: number
  members: number
  refused: Record<string, number>
}

/** What was found after a month; month 0 is the beginning. */
interface Month {
  month: number
  members: number
  sizes: Size[]
  /** Bytes of log of a day, the mean of all days but the last; null where there are none. */
  logged: number | null
  /** Of its last day, with a checkpoint after each quarter of an hour. */
  day: Logged | null
  calls: Map<string, Figures>
  /** Cores that others used during the calls. */
  others: number
}

/** Lets members live for months in compressed time, and shows after each what has grown. */
export async function benchYear(input: BenchInput): Promise<void> {
  const { env, months, every, print } = input
  const { databaseUrl } = env
  await installTools(databaseUrl)
  const roots = await rootsOf(databaseUrl)
  const begin = performance.now()
  const found: Month[] = []
  let refused: Lived['refused'] = {}
  for (let month = 0; month <= months; month += 1) {
    const before = await readLsn(databaseUrl)
    const start = performance.now()
    const plainDays = month === 0 ? 0 : DAYS / every - 1
    let day: Logged | null = null
    let state = await live(env.yearUrl, plainDays, false)
    const eve = await readLsn(databaseUrl)
    if (month > 0) {
      state = await live(env.yearUrl, 1, true)
      day = await readLog(databaseUrl, eve, await readLsn(databaseUrl))
    }
    await letVacuum(databaseUrl)
    refused = state.refused
    const seconds = (performance.now() - start) / 1_000
    const sizes = await readSizes(databaseUrl)
    const usage = watchMachine(roots)
    const calls = await measureCalls(env)
    found.push({
      month,
      members: state.members,
      sizes,
      logged: plainDays === 0 ? null : bytesBetween(before, eve) / plainDays,
      day,
      calls,
      others: usage().others,
    })
    print(`${seconds.toFixed(0)} s: ${monthsTable(found).at(-1)?.join('  ')}`)
  }
  const minutes = (performance.now() - begin) / 60_000
  const free = await readFree(databaseUrl, SHOWN)
  const about = `${await describeRun(databaseUrl)} ${found[0]?.members} members at the beginning, ${found.at(-1)?.members} at the end of ${months} months of ${DAYS} days${every === 1 ? '' : `, of which one in ${every} was lived`}, in ${minutes.toFixed(0)} minutes; seed ${input.seed}.`
  const tables = [monthsTable(found), sizesTable(found, free), callsTable(found)]
  print(`\n${about}\n`)
  for (const rows of tables) print(`${formatTable(rows)}\n`)
  print(`${extrapolation(found, every)}\nRefused calls: ${JSON.stringify(refused)}`)
  if (months === FULL_YEAR)
    await writeSection(
      'year',
      [about, ...tables.map(markdownTable), extrapolation(found, every)].join('\n\n'),
      'scaling',
    )
}
const FULL_YEAR = 12

async function live(yearUrl: string, days: number, withCheckpoints: boolean): Promise<Lived> {
  // Answered when the days are over, which takes longer than fetch waits: so a day at a time.
  let state: Lived | null = null
  for (let day = 0; day < Math.max(days, 1); day += 1) {
    const query = `days=${Math.min(days, 1)}&checkpoints=${withCheckpoints ? 'on' : 'off'}`
    const answer = await fetch(`${yearUrl}/?${query}`)
    const text = await answer.text()
    if (!answer.ok) throw new Error(text)
    state = JSON.parse(text) as Lived
  }
  if (state === null) throw new Error('No day was lived.')
  // Sessions read the clock anew when they are told to.
  await sleep(200)
  return state
}

/** Between two places in the log, which are written as two hexadecimal numbers of 32 bits. */
function bytesBetween(from: string, to: string): number {
  const placeOf = (lsn: string): number => {
    const [high = '', low = ''] = lsn.split('/')
    return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16)
  }
  return placeOf(to) - placeOf(from)
}

const total = (sizes: readonly Size[]) =>
  sizes.reduce((sum, { bytes, indexBytes }) => sum + bytes + indexBytes, 0)
const sumOf = (sizes: readonly Size[], names: readonly string[]): number =>
  total(sizes.filter(({ table }) => names.includes(table)))

const VIEWS = ['post_views', 'portfolio_views']
const TALLIES = ['creator_tallies', 'work_tallies', 'source_tallies']

const megabytes = (bytes: number) => (bytes / MB).toFixed(bytes < 10 * MB ? 1 : 0)
const whole = (value: number) => Math.round(value).toLocaleString('en-US')
const percent = (value: number | null | undefined) => (value == null ? '' : value.toFixed(0))

/** Weighs the density of each table's indexes by their size. */
function densityOf(sizes: readonly Size[]): number | null {
  const known = sizes.filter(({ density }) => density !== null)
  const weight = known.reduce((sum, { indexBytes }) => sum + indexBytes, 0)
  if (weight === 0) return null
  return known.reduce((sum, one) => sum + (one.density ?? 0) * one.indexBytes, 0) / weight
}

function monthsTable(found: readonly Month[]): string[][] {
  const head = [
    'after month',
    'members',
    'rows',
    'tables MB',
    'indexes MB',
    'views MB',
    'tallies MB',
    'the rest MB',
    'dead %',
    'density %',
    'WAL kB a member and day',
    'with checkpoints: rows kB',
    'whole pages kB',
  ]
  const rows = found.map(({ month, members, sizes, logged, day }) => {
    const count = sizes.reduce((sum, { rows: one }) => sum + one, 0)
    const dead = sizes.reduce((sum, { dead: one }) => sum + one, 0)
    const [views, tallies] = [sumOf(sizes, VIEWS), sumOf(sizes, TALLIES)]
    return [
      String(month),
      whole(members),
      whole(count),
      megabytes(sizes.reduce((sum, { bytes }) => sum + bytes, 0)),
      megabytes(sizes.reduce((sum, { indexBytes }) => sum + indexBytes, 0)),
      megabytes(views),
      megabytes(tallies),
      megabytes(total(sizes) - views - tallies),
      ((100 * dead) / Math.max(count, 1)).toFixed(1),
      percent(densityOf(sizes)),
      logged === null ? '' : (logged / members / 1_024).toFixed(1),
      day === null ? '' : ((day.bytes - day.pages) / members / 1_024).toFixed(1),
      day === null ? '' : (day.pages / members / 1_024).toFixed(1),
    ]
  })
  return [head, ...rows]
}

/** Each table at the beginning, after half of the months and at the end. */
function sizesTable(found: readonly Month[], free: ReadonlyMap<string, number>): string[][] {
  const [first, half, last] = [0, Math.floor(found.length / 2), found.length - 1].map(
    (at) => found[at],
  )
  const of = (month: Month | undefined, table: string) =>
    month?.sizes.find((one) => one.table === table)
  const head = [
    'table',
    ...[first, half, last].map((month) => `MB after month ${month?.month}`),
    'rows',
    'bytes a row',
    'of it indexes',
    'dead %',
    'free %',
    ...[first, half, last].map((month) => `density % after month ${month?.month}`),
  ]
  const rows = SHOWN.map((table) => {
    const [a, b, c] = [of(first, table), of(half, table), of(last, table)]
    const bytes = (one: Size | undefined) => (one === undefined ? 0 : one.bytes + one.indexBytes)
    return [
      `\`${table}\``,
      megabytes(bytes(a)),
      megabytes(bytes(b)),
      megabytes(bytes(c)),
      whole(c?.rows ?? 0),
      c === undefined || c.rows < 100 ? '' : whole(bytes(c) / c.rows),
      c === undefined || c.rows < 100 ? '' : whole(c.indexBytes / c.rows),
      c === undefined || c.rows < 100 ? '' : ((100 * c.dead) / c.rows).toFixed(1),
      percent(free.get(table)),
      percent(a?.density),
      percent(b?.density),
      percent(c?.density),
    ]
  })
  return [head, ...rows]
}

/** Times of the calls in some of the months. */
function callsTable(found: readonly Month[]): string[][] {
  const step = Math.max(1, Math.round((found.length - 1) / 4))
  const shown = found.filter(({ month }) => month % step === 0 || month === found.length - 1)
  const head = ['p50 / p99 ms', ...shown.map(({ month }) => `after month ${month}`)]
  const rows = CALL_NAMES.map((name) => [
    name,
    ...shown.map(({ calls }) => {
      const figures = calls.get(name)
      return figures === undefined
        ? ''
        : `${millisecondsText(figures.p50)} / ${millisecondsText(figures.p99)}`
    }),
  ])
  return [
    head,
    ...rows,
    ['cores that others used', ...shown.map(({ others }) => others.toFixed(1))],
  ]
}

/** What a site with many members would add in such a year. */
function extrapolation(found: readonly Month[], every: number): string {
  const [first, last] = [found[0], found.at(-1)]
  if (first === undefined || last === undefined) return ''
  const members = (first.members + last.members) / 2
  const years = ((found.length - 1) * DAYS) / every / 365
  const grown = (names?: readonly string[]) => {
    const of = (sizes: readonly Size[]) =>
      names === undefined ? total(sizes) : sumOf(sizes, names)
    return ((of(last.sizes) - of(first.sizes)) / members / years) * MANY
  }
  const days = found.flatMap(({ day, members: count }) => (day === null ? [] : [{ day, count }]))
  const logged =
    (days.reduce((sum, { day, count }) => sum + (day.bytes - day.pages) / count, 0) / days.length) *
    MANY
  return `For ${whole(MANY)} members, by the head: ${whole(grown(VIEWS) / GB)} GB of views and ${whole((grown() - grown(VIEWS) - grown(TALLIES)) / GB)} GB of everything else but tallies a year, and ${(logged / GB).toFixed(1)} GB of log a day for rows. Tallies would be ${whole(grown(TALLIES) / GB)} GB, if they could be multiplied.`
}
