import type { QueryOf } from '@plinth/contract/http/endpoint.ts'
import {
  getWorkFacets,
  searchEverything,
  searchFoundPeople,
  searchPosts,
  suggest,
} from '@plinth/contract/search/search.ts'
import type { Shown } from '../../db/page-sql.ts'
import type { Context } from '../../deps.ts'
import { createSharedAnswers } from '../../http/shared-pages.ts'
import { findFacets } from './facet-queries.ts'
import { findEverything, findPeople, findPosts } from './search-queries.ts'
import { findSuggestions } from './suggestion-queries.ts'

const visitor = { viewerId: null }

/** `work` is how lists of works show one. */
export function registerSearch({ mount, deps }: Context, work: Shown): void {
  const { db } = deps

  const everything = createSharedAnswers((query: QueryOf<typeof searchEverything>) =>
    findEverything(db, visitor, query, work),
  )
  mount.hot(searchEverything, ({ tokenHash, query }) =>
    tokenHash === null ? everything(query) : findEverything(db, { tokenHash }, query, work),
  )

  const people = createSharedAnswers((query: QueryOf<typeof searchFoundPeople>) =>
    findPeople(db, visitor, query),
  )
  mount.hot(searchFoundPeople, ({ tokenHash, query }) =>
    tokenHash === null ? people(query) : findPeople(db, { tokenHash }, query),
  )

  const posts = createSharedAnswers((query: QueryOf<typeof searchPosts>) =>
    findPosts(db, visitor, query),
  )
  mount.hot(searchPosts, ({ tokenHash, query }) =>
    tokenHash === null ? posts(query) : findPosts(db, { tokenHash }, query),
  )

  const suggestions = createSharedAnswers((search: string) => findSuggestions(db, visitor, search))
  mount.hot(suggest, ({ tokenHash, query: { search = '' } }) =>
    tokenHash === null ? suggestions(search) : findSuggestions(db, { tokenHash }, search),
  )

  const facets = createSharedAnswers((query: QueryOf<typeof getWorkFacets>) =>
    findFacets(db, visitor, query),
  )
  mount.hot(getWorkFacets, ({ tokenHash, query }) =>
    tokenHash === null ? facets(query) : findFacets(db, { tokenHash }, query),
  )
}
