import { endpointUrl, type EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import { listPortfolios, type PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import {
  getWorkFacets,
  searchEverything,
  searchFoundPeople,
  searchPosts,
  suggest,
} from '@plinth/contract/search/search.ts'
import pg from 'pg'
import { ABSOLUTE_HEADINGS, measureAbsolute, type AbsoluteRow } from '../all/absolute.ts'
import { describeRun, markdownTable, writeSection } from '../all/report.ts'
import type { BenchEnv, BenchInput } from '../env.ts'
import { formatTable } from '../figures.ts'
import { atRandom, get } from '../load/http.ts'
import { HEADINGS, measure, ROUNDS, writePlans, type Scenario } from '../load/measure.ts'
import { readSqlFile, withTerms, type SearchSql } from '../load/sql.ts'
import { rootsOf } from '../machine.ts'
import { waitUntilQuiet } from '../quiet.ts'
import { openSession } from '../session.ts'
import { loadIntoMemory } from '../warm.ts'
import { holdsWord, MISSPELT, PEOPLE_MIX, SEARCH_MIX, TYPED_MIX } from './terms.ts'

const ENDPOINTS: Record<string, { endpoint: EndpointDefinition; terms: readonly string[] }> = {
  works: { endpoint: listPortfolios, terms: SEARCH_MIX },
  'works, filtered': { endpoint: listPortfolios, terms: SEARCH_MIX },
  people: { endpoint: searchFoundPeople, terms: PEOPLE_MIX },
  posts: { endpoint: searchPosts, terms: SEARCH_MIX },
  'all parts': { endpoint: searchEverything, terms: [...SEARCH_MIX, ...PEOPLE_MIX] },
  suggestions: { endpoint: suggest, terms: TYPED_MIX },
  'list by place and price': { endpoint: listPortfolios, terms: [] },
  'facets, with words': { endpoint: getWorkFacets, terms: SEARCH_MIX },
  'facets by place and price': { endpoint: getWorkFacets, terms: [] },
}

const scenarioOf = (read: SearchSql['reads'][number]): Scenario => {
  const { name, queries } = read
  const known = ENDPOINTS[name]
  if (known === undefined) throw new Error(`${name} has no endpoint.`)
  const { endpoint, terms } = known
  // Either one statement with each term, or one for each of several filters.
  const asked =
    terms.length === 0
      ? queries
      : terms.flatMap((search) =>
          queries.map((one) => ({
            query: { ...one.query, search },
            statement: withTerms(one.statement, search),
          })),
        )
  return {
    name,
    paths: asked.map(({ query }) => endpointUrl(endpoint, { query })),
    statements: asked.map(({ statement }) => statement),
  }
}

/** Measures each part of search, beside a bare server with the same bytes and the SQL alone. */
export async function benchSearch(input: BenchInput): Promise<void> {
  const { env, seconds, scale, print } = input
  const { parts } = await readSqlFile(env.sqlFile)
  const session = await openSession(env.databaseUrl)
  try {
    await loadIntoMemory(env.databaseUrl, 'searches', print)
    await measureWords(input, parts.people, session.cookie)
    const scenarios = parts.reads.map(scenarioOf)
    const rows: string[][] = [HEADINGS]
    // Answers to visitors are kept for a second, so a member's show what a search costs.
    for (const viewer of [session, null]) {
      for (const scenario of scenarios) {
        const title = `${scenario.name}, ${viewer === null ? 'visitor' : 'member'}`
        print(`Measuring ${title} …`)
        rows.push([title, ...(await measure(env, scenario, viewer, seconds))])
      }
    }
    print(
      `\nSearch, ${scale} works and ${parts.people} people, 32 connections, ${seconds} s each in ${ROUNDS} rounds, medians\n\n${formatTable(rows)}\n`,
    )
    const plans = scenarios.map((one) => [one.name, one.statements[0]] as const)
    print(await findMisspelt(env))
    print(`Plans: ${await writePlans(env, `search-${scale}`, plans)}`)
  } finally {
    await session.end()
  }
}

/** Words that are drawn from everything that search knows. */
const DRAWN = 2_000

/** Measures a member who searches works by one word, rightly and wrongly spelt, and 32 who do so at once. */
async function measureWords(input: BenchInput, people: number, cookie: string): Promise<void> {
  const { env, scale, seconds, mostOthers, print } = input
  const roots = await rootsOf(env.databaseUrl)
  const words = await drawWords(env.databaseUrl)
  const searching = (typed: readonly string[], connections: number) => ({
    origin: env.url,
    next: atRandom(
      typed.map((search) => ({ path: endpointUrl(listPortfolios, { query: { search } }), cookie })),
    ),
    seconds,
    connections,
  })
  const wrong = words.map(misspell)
  const measured: AbsoluteRow[] = [
    { name: 'one word', goal: { p50: 10, p99: 60 }, load: searching(words, 1) },
    { name: 'misspelt word', goal: { p50: 5, p99: 30 }, load: searching(wrong, 1) },
    { name: 'one word, 32 at once', goal: { p99: 150 }, load: searching(words, 32) },
    { name: 'misspelt word, 32 at once', goal: { p99: 150 }, load: searching(wrong, 32) },
  ]
  const rows = [ABSOLUTE_HEADINGS]
  for (const row of measured) {
    await waitUntilQuiet(env.databaseUrl, roots, print)
    rows.push(await measureAbsolute(row, { roots, mostOthers }))
  }
  const about = `${await describeRun(env.databaseUrl)} ${scale} works and ${people} people, ${words.length} different words, ${seconds} s for each row.`
  print(`\n${about}\n\n${formatTable(rows)}\n`)
  if (input.isWhole) await writeSection('search', `${about}\n\n${markdownTable(rows)}`)
}

async function drawWords(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ word: string }>(
    `select word from search_terms where item_count > 0 and length(word) between 5 and 12
     order by md5(word) limit ${DRAWN}`,
  )
  await client.end()
  return rows.map(({ word }) => word)
}

/** The word without one of its inner letters. */
function misspell(word: string): string {
  const at = 1 + Math.floor(Math.random() * (word.length - 2))
  return word.slice(0, at) + word.slice(at + 1)
}

/** Counts the misspelt words whose first twenty results hold a work with the intended word. */
async function findMisspelt(env: BenchEnv): Promise<string> {
  const missed: string[] = []
  for (const [typed, meant] of MISSPELT) {
    const response = await get(
      env.url,
      endpointUrl(listPortfolios, { query: { search: typed, limit: 20 } }),
      null,
    )
    const works = (await response.json()) as PortfolioItem[]
    if (!works.some((work) => holdsWord(textOf(work), meant))) missed.push(`${typed} (${meant})`)
  }
  const found = `Misspelt words that find what was meant: ${MISSPELT.length - missed.length} of ${MISSPELT.length}.`
  return missed.length === 0 ? found : `${found} Not: ${missed.join(', ')}.`
}

const textOf = ({ title, description, tags, creator, category }: PortfolioItem) =>
  [title, description, ...tags, creator.firstName, creator.lastName, category.name].join(' ')
