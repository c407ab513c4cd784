import {
  Array as ListOf,
  Boolean as Flag,
  Enum,
  Integer,
  Optional,
  String as Text,
  type Static,
} from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { Count, Dollars, Id, Time, entity, exact, nullable, paged } from '../http/scalars.ts'
import { MAX_SEARCH_LENGTH, MAX_TAG_COUNT } from '../limits.ts'
import { MEDIA_KINDS } from '../media/file-types.ts'
import { Picture } from '../media/media.ts'
import { Creator, Person } from '../people/users.ts'
import { PortfolioItem, workFilters } from '../portfolios/portfolios.ts'

/** Most results that a search counts and lists in one part; this many means "that many or more". */
export const MAX_SEARCH_COUNT = 200

/** Where a count of works by filters may end: it then stands for this many or more. */
export const MAX_FACET_COUNT = 1_000

const searchFields = {
  search: Text({ minLength: 1, maxLength: MAX_SEARCH_LENGTH }),
  /** Take the words as they are typed, without replacing misspelt ones. */
  exact: Optional(Flag()),
}

/** A word as it was typed, and the one that was used in its place. */
const CorrectedWord = exact({ typed: Text(), taken: Text() })

export const FoundPerson = entity('FoundPerson', {
  ...Person.properties,
  bio: nullable(Text()),
  /** The lowest price of their works; null when all are made on inquiry. */
  fromPrice: nullable(Dollars),
  workCount: Count,
})
export type FoundPerson = Static<typeof FoundPerson>

export const FoundPost = entity('FoundPost', {
  id: Id,
  title: Text(),
  description: Text(),
  kind: Enum(MEDIA_KINDS),
  picture: Picture,
  isSensitive: Flag(),
  creatorId: Id,
  creator: Creator,
  createdAt: Time,
})
export type FoundPost = Static<typeof FoundPost>

const FoundTag = exact({ tag: Text(), workCount: Integer({ minimum: 0, maximum: MAX_TAG_COUNT }) })
const SearchCount = Integer({ minimum: 0, maximum: MAX_SEARCH_COUNT })

/** All three parts of a search at once: the first three of each, and how many there are. */
export const SearchResults = entity('SearchResults', {
  /** The words that were searched for, with corrections. */
  taken: Text(),
  corrections: ListOf(CorrectedWord),
  workCount: SearchCount,
  personCount: SearchCount,
  postCount: SearchCount,
  works: ListOf(PortfolioItem, { maxItems: 3 }),
  people: ListOf(FoundPerson, { maxItems: 3 }),
  posts: ListOf(FoundPost, { maxItems: 3 }),
  /** Tags that begin with the words, or that the found works have most. */
  tags: ListOf(FoundTag, { maxItems: 5 }),
  /** Works that match none of the words but share tags with those found; popular ones when nothing was found. */
  close: ListOf(PortfolioItem, { maxItems: 5 }),
})
export type SearchResults = Static<typeof SearchResults>

export const searchEverything = defineEndpoint({
  method: 'GET',
  path: '/api/search',
  access: 'public',
  scope: ['works:read', 'posts:read'],
  cache: 'shared',
  summary: 'Works, people and posts for some words, the best first, with counts.',
  query: exact({ ...searchFields, ...workFilters }),
  response: SearchResults,
})

export const searchFoundPeople = defineEndpoint({
  method: 'GET',
  path: '/api/search/people',
  access: 'public',
  cache: 'shared',
  summary: 'People by name, handle, craft or place, misspelt too, the best match first.',
  query: paged(searchFields),
  response: ListOf(FoundPerson),
})

export const searchPosts = defineEndpoint({
  method: 'GET',
  path: '/api/search/posts',
  access: 'public',
  scope: 'posts:read',
  cache: 'shared',
  summary: 'Posts by their words, the best match first.',
  query: paged({ ...searchFields, categoryId: workFilters.categoryId }),
  response: ListOf(FoundPost),
})

/** What a search box offers while somebody types. */
export const Suggestions = entity('Suggestions', {
  people: ListOf(Person, { maxItems: 3 }),
  works: ListOf(
    exact({
      id: Id,
      title: Text(),
      picture: Picture,
      isSensitive: Flag(),
      creatorName: Text(),
      startingPrice: nullable(Dollars),
    }),
    { maxItems: 3 },
  ),
  tags: ListOf(FoundTag, { maxItems: 3 }),
})
export type Suggestions = Static<typeof Suggestions>

export const suggest = defineEndpoint({
  method: 'GET',
  path: '/api/search/suggestions',
  access: 'public',
  cache: 'shared',
  summary: 'People, works and tags that begin with what is typed. Without words, popular tags.',
  query: exact({ search: Optional(Text({ maxLength: MAX_SEARCH_LENGTH })) }),
  response: Suggestions,
})

/**
 * How many works fit some filters, and what else there would be. Counts without words are exact except for
 * `MAX_FACET_COUNT`, which can stand for more; with words they end at `MAX_SEARCH_COUNT`.
 */
export const WorkFacets = entity('WorkFacets', {
  workCount: Count,
  creatorCount: Count,
  /** With all filters but the category. */
  categories: ListOf(exact({ categoryId: Integer(), workCount: Count })),
  /** The lowest and highest starting price of all listed works; null when none has one. */
  prices: nullable(exact({ lowest: Dollars, highest: Dollars })),
  /** Cities and countries of creators with listed works, the most works first. */
  places: ListOf(exact({ place: Text(), workCount: Count }), { maxItems: 50 }),
  /** How many works there were without one of the filters; for lists that are empty. */
  without: ListOf(
    exact({ filter: Enum(['categoryId', 'price', 'place', 'origin', 'search']), workCount: Count }),
  ),
})
export type WorkFacets = Static<typeof WorkFacets>

export const getWorkFacets = defineEndpoint({
  method: 'GET',
  path: '/api/portfolios/facets',
  access: 'public',
  scope: 'works:read',
  cache: 'shared',
  summary: 'How many works fit some filters, by category and place, and the range of prices.',
  query: exact({
    search: Optional(Text({ maxLength: MAX_SEARCH_LENGTH })),
    exact: Optional(Flag()),
    ...workFilters,
  }),
  response: WorkFacets,
})
