import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { loadBare } from '../limits/limit.ts'
import type { BenchEnv } from '../env.ts'
import { medianOf, millisecondsText, perSecondText, ratioText, type Figures } from '../figures.ts'
import { fetchBodies, inTurn, loadHttp } from './http.ts'
import type { Session } from '../session.ts'
import { explain, loadSql, signedIn, type Statement } from './sql.ts'

export const ROUNDS = 3
export const HEADINGS = [
  '',
  'req/s',
  'p50 ms',
  'p99 ms',
  'bare req/s',
  'of bare',
  'SQL/s',
  'SQL p99',
  'of SQL',
]

export interface Scenario {
  name: string
  paths: string[]
  statements: Statement[]
}

/**
 * Measures the server, a bare server with the same bytes, and the same SQL without a server. Returns the cells of a
 * row under `HEADINGS`, without its name.
 */
export async function measure(
  env: BenchEnv,
  { paths, statements }: Scenario,
  viewer: Session | null,
  seconds: number,
): Promise<string[]> {
  const cookie = viewer?.cookie ?? null
  const asViewer = statements.map((one) => signedIn(one, viewer?.tokenHash ?? null))
  const server = { origin: env.url, next: inTurn(paths.map((one) => ({ path: one, cookie }))) }
  const bodies = await fetchBodies(env.url, paths, cookie)
  await loadHttp({ ...server, seconds: 1 })
  await loadSql(env.databaseUrl, asViewer, 1)
  const rounds: [http: Figures, bare: Figures, alone: Figures][] = []
  // The three take turns, so anything else the machine does slows all of them alike.
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push([
      await loadHttp({ ...server, seconds: seconds / ROUNDS }),
      await loadBare(bodies, paths, seconds / ROUNDS),
      await loadSql(env.databaseUrl, asViewer, seconds / ROUNDS),
    ])
  }
  return cells(
    medianOf(rounds.map(([http]) => http)),
    medianOf(rounds.map(([, bare]) => bare)),
    medianOf(rounds.map(([, , alone]) => alone)),
  )
}

const cells = (http: Figures, bare: Figures, alone: Figures): string[] => [
  perSecondText(http.perSecond),
  millisecondsText(http.p50),
  millisecondsText(http.p99),
  perSecondText(bare.perSecond),
  ratioText(http.perSecond / bare.perSecond),
  perSecondText(alone.perSecond),
  millisecondsText(alone.p99),
  ratioText(http.perSecond / alone.perSecond),
]

/** Writes the query plans of these statements to a file; returns its path. */
export async function writePlans(
  env: BenchEnv,
  name: string,
  wanted: readonly (readonly [name: string, statement: Statement | undefined])[],
): Promise<string> {
  const plans: string[] = []
  for (const [title, statement] of wanted) {
    if (statement === undefined) continue
    plans.push(`-- ${title}\n${statement.sql}\n\n${await explain(env.databaseUrl, statement)}\n`)
  }
  await mkdir(env.outFolder, { recursive: true })
  const file = path.join(env.outFolder, `${name}.txt`)
  await writeFile(file, plans.join('\n'))
  return file
}
