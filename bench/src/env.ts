import path from 'node:path'
import type { InspectedServer } from './memory.ts'

export interface BenchEnv {
  /** The started server, for example http://127.0.0.1:3000. */
  url: string
  /** The same database the server uses. */
  databaseUrl: string
  /** File with the server's statements, written by server/seeds/dump-sql.ts. */
  sqlFile: string
  /** A `Cookie` header to be signed in with; left out, a session is made and removed again. */
  cookie: string | null
  outFolder: string
  /** Where the server believes to be: calls that change something come from there. */
  publicUrl: string
  /** Process of the server, whose memory is watched. */
  serverPid: number
  /** Of the messages bench: all servers on the database, and over what they speak with each other. */
  servers: readonly InspectedServer[]
  bus: string
}

export function readBenchEnv(source: NodeJS.ProcessEnv = process.env): BenchEnv {
  const need = (name: string): string => {
    const value = source[name]?.trim()
    if (!value) throw new Error(`${name} is not set. Run this through: npm run bench -- portfolios`)
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
    cookie: source.BENCH_COOKIE?.trim() || null,
    outFolder: path.resolve(
      source.BENCH_OUT?.trim() || path.join(import.meta.dirname, '../../.plinth/bench'),
    ),
    publicUrl: source.BENCH_PUBLIC_URL?.trim() || url,
    serverPid: Number(source.BENCH_SERVER_PID),
    servers: JSON.parse(source.BENCH_SERVERS ?? '[]') as InspectedServer[],
    bus: source.BENCH_BUS ?? '',
  }
}
