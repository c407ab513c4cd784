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
import { isVisitor } from '../../http/viewer.ts'
import { findFacets } from './facet-queries.ts'
import { findEverything, findPeople, findPosts } from './search-queries.ts'
import { findSuggestions } from './suggestion-queries.ts'

const visitor = { viewerId: null }

/** `work` is how lists of works show one. */
export function registerSearch({ mount, deps }: Context, work: Shown): void {
  const { db, replicas } = deps

  const everything = createSharedAnswers((query: QueryOf<typeof searchEverything>) =>
    replicas.read((at) => findEverything(at, visitor, query, work)),
  )
  mount.hot(searchEverything, ({ who, query }) =>
    isVisitor(who) ? everything(query) : findEverything(db, who, query, work),
  )

  const people = createSharedAnswers((query: QueryOf<typeof searchFoundPeople>) =>
    replicas.read((at) => findPeople(at, visitor, query)),
  )
  mount.hot(searchFoundPeople, ({ who, query }) =>
    isVisitor(who) ? people(query) : findPeople(db, who, query),
  )

  const posts = createSharedAnswers((query: QueryOf<typeof searchPosts>) =>
    replicas.read((at) => findPosts(at, visitor, query)),
  )
  mount.hot(searchPosts, ({ who, query }) =>
    isVisitor(who) ? posts(query) : findPosts(db, who, query),
  )

  const suggestions = createSharedAnswers((search: string) =>
    replicas.read((at) => findSuggestions(at, visitor, search)),
  )
  mount.hot(suggest, ({ who, query: { search = '' } }) =>
    isVisitor(who) ? suggestions(search) : findSuggestions(db, who, search),
  )

  const facets = createSharedAnswers((query: QueryOf<typeof getWorkFacets>) =>
    replicas.read((at) => findFacets(at, visitor, query)),
  )
  mount.hot(getWorkFacets, ({ who, query }) =>
    isVisitor(who) ? facets(query) : findFacets(db, who, query),
  )
}
