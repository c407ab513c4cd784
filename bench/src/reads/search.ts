import { endpointUrl, type EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import { listPortfolios } from '@plinth/contract/portfolios/portfolios.ts'
import {
  getWorkFacets,
  searchEverything,
  searchFoundPeople,
  searchPosts,
  suggest,
} from '@plinth/contract/search/search.ts'
import type { BenchInput } from '../env.ts'
import { formatTable } from '../figures.ts'
import { HEADINGS, measure, ROUNDS, writePlans, type Scenario } from '../load/measure.ts'
import { readSqlFile, withTerms, type SearchSql } from '../load/sql.ts'
import { openSession } from '../session.ts'
import { PEOPLE_MIX, SEARCH_MIX, TYPED_MIX } from './terms.ts'

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
export async function benchSearch({ env, seconds, scale, print }: BenchInput): Promise<void> {
  const { parts } = await readSqlFile(env.sqlFile)
  const session = await openSession(env.databaseUrl)
  try {
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
    print(`Plans: ${await writePlans(env, `search-${scale}`, plans)}`)
  } finally {
    await session.end()
  }
}
