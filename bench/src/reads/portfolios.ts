import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import {
  getPortfolio,
  listPortfolios,
  type PortfolioItem,
} from '@plinth/contract/portfolios/portfolios.ts'
import type { BenchEnv, BenchInput } from '../env.ts'
import { formatTable } from '../figures.ts'
import { get } from '../load/http.ts'
import { HEADINGS, measure, ROUNDS, writePlans, type Scenario } from '../load/measure.ts'
import { givenSession, openSession } from '../session.ts'
import { readSqlFile, withTerm, type SqlFile, type Statement } from '../load/sql.ts'
import { MISSPELT, SEARCH_MIX, holdsWord } from './terms.ts'

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

/** Measures lists, searches and single works, beside a bare server with the same bytes and the SQL alone. */
export async function benchPortfolios(input: BenchInput): Promise<void> {
  const { env, seconds, scale, print } = input
  const sql = await readSqlFile(env.sqlFile)
  const session =
    env.cookie === null ? await openSession(env.databaseUrl) : givenSession(env.cookie)
  try {
    const rows: string[][] = [HEADINGS]
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
    print(`Plans: ${await writePlans(env, `portfolios-${scale}`, plansOf(sql))}`)
  } finally {
    await session.end()
  }
}

/** Counts the misspelt words whose first twenty results hold a work with the intended word. */
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

function plansOf(sql: SqlFile): [string, Statement | undefined][] {
  const [common, typo, prefix] = ['paper', 'cermaics', 'wat']
  return [
    ['list, first page', sql.list],
    ['list, deep page', sql.listDeep[0]],
    ['search, common word', withTerm(sql.search, common)],
    ['search, misspelt word', withTerm(sql.search, typo)],
    ['search, half-typed word', withTerm(sql.search, prefix)],
    ['one work', sql.item[0]],
  ]
}
