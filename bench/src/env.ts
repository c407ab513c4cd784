import path from 'node:path'
import type { InspectedServer } from './memory.ts'

export interface BenchEnv {
  /** The started server, for example http://127.0.0.1:3000. */
  url: string
  /** The same database the server uses. */
  databaseUrl: string
  /** File with the server's SQL statements, written by server/seeds/dump-sql.ts. */
  sqlFile: string
  outFolder: string
  /** The server's own public address, sent as the origin of calls that change something. */
  publicUrl: string
  /** Process id of the server, to measure its memory. */
  serverPid: number
  /** Messages: all servers on the database, and the name of the bus between them. */
  servers: readonly InspectedServer[]
  bus: string
  /** Plans: where the server tells which statements it sent. */
  captureUrl: string
  /** Growth: the world with little data. */
  small: SmallWorld | null
  /** Year: where the server is told to live some days. */
  yearUrl: string
  /** Cache: the one that the server was told of. */
  cache: CacheSettings | null
}

export interface CacheSettings {
  style: 'nginx' | 'varnish'
  port: number
  /** What purges prove themselves with. */
  token: string
}

/** A second world, beside the one of the environment. */
interface SmallWorld {
  url: string
  databaseUrl: string
  scale: string
}

export interface BenchInput {
  env: BenchEnv
  seconds: number
  /** How many works the database holds; only shown in titles. */
  scale: string
  /** Media and messages: the one part to run; null runs all. */
  part: string | null
  /** Media: how many pictures are uploaded at once. */
  count: number
  /** Media: whether to wait for wide sizes and tiles as well. */
  until: 'ready' | 'all'
  /** Messages: how many live streams are open. */
  streams: number
  /** Cache: how many requests are sent through each cache. */
  requests: number
  /** Cache: for how long visitors look around. */
  minutes: number
  /** All: the rows to measure. */
  only: RegExp
  /** All: cores that anything else on the machine may use while a row counts. */
  mostOthers: number
  /** All: minutes under load during which memory is watched; 0: none. */
  soak: number
  /** Year: how many months are lived, and what their random numbers come from. */
  months: number
  seed: string
  /** Year: one day of so many is lived. */
  every: number
  /** Profile: the name of the row. */
  row: string | null
  /** All: whether every row is measured on a quiet machine, so that the figures belong into the docs. */
  isWhole: boolean
  print: (text: string) => void
}

export function readBenchEnv(source: NodeJS.ProcessEnv = process.env): BenchEnv {
  const need = (name: string): string => {
    const value = source[name]?.trim()
    if (!value) throw new Error(`${name} is not set. Run this through: npm run bench -- all`)
    return value
  }
  const url = need('BENCH_URL').replace(/\/$/, '')
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)) {
    throw new Error('BENCH_URL must be on this machine: load is not sent over a network.')
  }
  return {
    url,
    databaseUrl: need('BENCH_DATABASE_URL'),
    sqlFile: need('BENCH_SQL'),
    outFolder: path.resolve(
      source.BENCH_OUT?.trim() || path.join(import.meta.dirname, '../../.plinth/bench'),
    ),
    publicUrl: source.BENCH_PUBLIC_URL?.trim() || url,
    serverPid: Number(source.BENCH_SERVER_PID),
    servers: JSON.parse(source.BENCH_SERVERS ?? '[]') as InspectedServer[],
    bus: source.BENCH_BUS ?? '',
    captureUrl: source.BENCH_CAPTURE_URL ?? '',
    yearUrl: source.BENCH_YEAR_URL ?? '',
    small: JSON.parse(source.BENCH_SMALL ?? 'null') as SmallWorld | null,
    cache: JSON.parse(source.BENCH_CACHE ?? 'null') as CacheSettings | null,
  }
}
