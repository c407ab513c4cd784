import { CATEGORIES } from '@plinth/contract/choices.ts'
import type { QueryOf } from '@plinth/contract/http/endpoint.ts'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import { listPortfolios } from '@plinth/contract/portfolios/portfolios.ts'
import {
  dropUndefined,
  everythingInput,
  exploredInput,
  facetsInput,
  foundPeopleInput,
  foundPostsInput,
  foundWorksInput,
  readSearchAddress,
  type SearchAddress,
} from '@plinth/contract/search/addresses.ts'
import {
  getWorkFacets,
  searchEverything,
  searchFoundPeople,
  searchPosts,
} from '@plinth/contract/search/search.ts'
import type { Who } from '../../core/session/viewer-sql.ts'
import type { Shown } from '../../db/page-sql.ts'
import type { Deps } from '../../deps.ts'
import type { PageData, PageDefinition } from '../../http/shell/page.ts'
import { AppError } from '../../http/errors.ts'
import { readJson, type Json } from '../../http/json.ts'
import { readPage, type FoundPage } from '../../http/paging.ts'
import { findFacets } from './facet-queries.ts'
import { findEverything, findPeople, findPosts } from './search-queries.ts'

type Boot = PageData['boot']

/** What another feature knows of works. */
interface Works {
  /** How lists show a work. */
  shown: Shown
  find: (who: Who, query: WorksQuery) => Promise<FoundPage>
}
type WorksQuery = QueryOf<typeof listPortfolios>

/** Explore and search, rendered for visitors with their first results. */
export function searchPages({ db }: Deps, works: Works): PageDefinition[] {
  const pageOfWorks = async (
    who: Who,
    input: ReturnType<typeof exploredInput | typeof foundWorksInput>,
  ): Promise<Boot> => [
    [
      queryKey(listPortfolios, input, 'first'),
      readPage(await works.find(who, dropUndefined(input.query))),
    ],
  ]

  const exploreBoot = async (who: Who, address: SearchAddress): Promise<Boot> => {
    const counted = facetsInput(address)
    const [facets, page] = await Promise.all([
      findFacets(db, who, dropUndefined(counted.query)),
      pageOfWorks(who, exploredInput(address)),
    ])
    return [[queryKey(getWorkFacets, counted), parse(facets.json)], ...page]
  }

  const searchBoot = async (who: Who, address: SearchAddress): Promise<Boot> => {
    if (address.q === undefined) return []
    const input = everythingInput(address)
    const [everything, facets, list] = await Promise.all([
      findEverything(db, who, dropUndefined(input.query), works.shown),
      findFacets(db, who, dropUndefined(input.query)),
      listBoot(who, address),
    ])
    return [
      [queryKey(searchEverything, input), parse(everything.json)],
      [queryKey(getWorkFacets, input), parse(facets.json)],
      ...list,
    ]
  }

  /** The list of the open tab. All three parts together need one only where their works are sorted. */
  const listBoot = async (who: Who, address: SearchAddress): Promise<Boot> => {
    if (address.tab === 'people') {
      const input = foundPeopleInput(address)
      const page = await findPeople(db, who, dropUndefined(input.query))
      return [[queryKey(searchFoundPeople, input, 'first'), readPage(page)]]
    }
    if (address.tab === 'posts') {
      const input = foundPostsInput(address)
      const page = await findPosts(db, who, dropUndefined(input.query))
      return [[queryKey(searchPosts, input, 'first'), readPage(page)]]
    }
    if (address.tab === undefined && address.sort === undefined) return []
    return pageOfWorks(who, foundWorksInput(address))
  }

  return [
    {
      path: '/explore',
      load: async ({ viewer, query }) => {
        const address = readSearchAddress(query)
        const category = CATEGORIES.find(({ slug }) => slug === address.category)
        return {
          title: category === undefined ? 'Explore' : `Explore ${category.name}`,
          description: `${category?.name ?? 'Work'} that you can look at for free and commission from the people who made it.`,
          canonical: category === undefined ? '/explore' : `/explore?category=${category.slug}`,
          screen: 'explore',
          prerender: viewer === null,
          boot: await withoutBadCursor(address, (asked) =>
            exploreBoot({ viewerId: viewer?.id ?? null }, asked),
          ),
        }
      },
    },
    {
      path: '/search',
      load: async ({ viewer, query }) => {
        const address = readSearchAddress(query)
        return {
          title: address.q === undefined ? 'Search' : `${address.q} - Search`,
          description: 'Search works, people and posts on Plinth.',
          canonical: '/search',
          screen: 'search',
          prerender: viewer === null,
          boot: await withoutBadCursor(address, (asked) =>
            searchBoot({ viewerId: viewer?.id ?? null }, asked),
          ),
        }
      },
    },
  ]
}

/** What a page starts with. Where its address has a cursor of another list, the list begins anew in the browser. */
async function withoutBadCursor(
  address: SearchAddress,
  load: (address: SearchAddress) => Promise<Boot>,
): Promise<Boot> {
  try {
    return await load(address)
  } catch (error) {
    if (error instanceof AppError && error.code === 'input.invalid') return []
    throw error
  }
}

const parse = (json: Json | null): unknown => readJson(json ?? 'null')
