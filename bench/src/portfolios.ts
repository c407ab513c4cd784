import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { endpointUrl } from '@plinth/contract/endpoint.ts'
import { getPortfolio, listPortfolios, type PortfolioItem } from '@plinth/contract/portfolios.ts'
import { loadBare } from './bare.ts'
import type { BenchEnv } from './env.ts'
import {
  formatTable,
  medianOf,
  millisecondsText,
  perSecondText,
  ratioText,
  type Figures,
} from './figures.ts'
import { fetchBodies, get, loadHttp } from './http-load.ts'
import { givenSession, openSession, type Session } from './session.ts'
import { explain, loadSql } from './sql-alone.ts'
import { readSqlFile, signedIn, withTerm, type SqlFile, type Statement } from './sql-file.ts'
import { MISSPELT, SEARCH_MIX, holdsWord } from './words.ts'

const ROUNDS = 3

interface Scenario {
  name: string
  paths: string[]
  statements: Statement[]
}

const list = (query: object) => endpointUrl(listPortfolios, { query })

const scenariosOf = (sql: SqlFile): Scenario[] => [
  { name: 'list, first page', paths: [list({})], statements: [sql.list] },
  {
    name: 'list, deep page',
    paths: sql.listDeep.map(({ cursor }) => list({ cursor })),
    statements: sql.listDeep,
  },
  {
    name: 'search',
    paths: SEARCH_MIX.map((search) => list({ search })),
    statements: SEARCH_MIX.map((term) => withTerm(sql.search, term)),
  },
  {
    name: 'one work',
    paths: sql.item.map(({ id }) => endpointUrl(getPortfolio, { params: { id } })),
    statements: sql.item,
  },
]

export interface PortfolioBenchInput {
  env: BenchEnv
  seconds: number
  /** How many works the database holds, for the titles. */
  scale: string
  print: (text: string) => void
}

/** Lists, searches and single works, beside a bare server with the same bytes and the same SQL alone. */
export async function benchPortfolios(input: PortfolioBenchInput): Promise<void> {
  const { env, seconds, scale, print } = input
  const sql = await readSqlFile(env.sqlFile)
  const session =
    env.cookie === null ? await openSession(env.databaseUrl) : givenSession(env.cookie)
  try {
    const rows: string[][] = [
      ['', 'req/s', 'p50 ms', 'p99 ms', 'bare req/s', 'of bare', 'SQL/s', 'SQL p99', 'of SQL'],
    ]
    for (const viewer of [null, session]) {
      for (const scenario of scenariosOf(sql)) {
        const title = `${scenario.name}, ${viewer === null ? 'visitor' : 'member'}`
        print(`Measuring ${title} …`)
        rows.push([title, ...(await measure(env, scenario, viewer, seconds))])
      }
    }
    print(
      `\nPortfolios, ${scale} works, 32 connections, ${seconds} s each in ${ROUNDS} rounds, medians\n\n${formatTable(rows)}\n`,
    )
    print(await findMisspelt(env))
    print(`Plans: ${await writePlans(env, sql, scale)}`)
  } finally {
    await session.end()
  }
}

async function measure(
  env: BenchEnv,
  { paths, statements }: Scenario,
  viewer: Session | null,
  seconds: number,
): Promise<string[]> {
  const cookie = viewer?.cookie ?? null
  const asViewer = statements.map((one) => signedIn(one, viewer?.tokenHash ?? null))
  const server = { origin: env.url, paths, cookie }
  const bodies = await fetchBodies(env.url, paths, cookie)
  await loadHttp({ ...server, seconds: 1 })
  await loadSql(env.databaseUrl, asViewer, 1)
  const rounds: [http: Figures, bare: Figures, alone: Figures][] = []
  // In turns, so that whatever else the machine does falls on all three.
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

/** How many misspelt words bring a work with the meant word among the first twenty. */
async function findMisspelt(env: BenchEnv): Promise<string> {
  const missed: string[] = []
  for (const [typed, meant] of MISSPELT) {
    const response = await get(env.url, list({ search: typed, limit: 20 }), null)
    const works = (await response.json()) as PortfolioItem[]
    if (!works.some((work) => holdsWord(textOf(work), meant))) missed.push(`${typed} (${meant})`)
  }
  const found = `Misspelt words that find what was meant: ${MISSPELT.length - missed.length} of ${MISSPELT.length}.`
  return missed.length === 0 ? found : `${found} Not: ${missed.join(', ')}.`
}

const textOf = ({ title, description, tags, creator, category }: PortfolioItem) =>
  [title, description, ...tags, creator.firstName, creator.lastName, category.name].join(' ')

async function writePlans(env: BenchEnv, sql: SqlFile, scale: string): Promise<string> {
  const [common, typo, prefix] = ['paper', 'cermaics', 'wat']
  const wanted: [string, Statement | undefined][] = [
    ['list, first page', sql.list],
    ['list, deep page', sql.listDeep[0]],
    ['search, common word', withTerm(sql.search, common)],
    ['search, misspelt word', withTerm(sql.search, typo)],
    ['search, half-typed word', withTerm(sql.search, prefix)],
    ['one work', sql.item[0]],
  ]
  const plans: string[] = []
  for (const [name, statement] of wanted) {
    if (statement === undefined) continue
    plans.push(`-- ${name}\n${statement.sql}\n\n${await explain(env.databaseUrl, statement)}\n`)
  }
  await mkdir(env.outFolder, { recursive: true })
  const file = path.join(env.outFolder, `portfolios-${scale}.txt`)
  await writeFile(file, plans.join('\n'))
  return file
}
