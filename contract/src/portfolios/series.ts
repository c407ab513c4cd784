import { Array as ListOf, Object as ObjectOf, Optional, String as Text, type Static } from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import {
  Count,
  Dollars,
  Id,
  Paging,
  Time,
  entity,
  exact,
  filledText,
  idParams,
  nullable,
} from '../http/scalars.ts'
import { MAX_PAGE_SIZE, MAX_SERIES_DESCRIPTION, MAX_SERIES_TITLE } from '../limits.ts'
import { Creator } from '../people/users.ts'
import { PortfolioItem } from './portfolios.ts'

/** Some works of one creator that stand on their wall as one. */
export const Series = entity('Series', {
  id: Id,
  title: Text(),
  description: Text(),
  creator: Creator,
  /** Listed works in it. */
  workCount: Count,
  /** The least price among them, in dollars; null when none has one. */
  fromPrice: nullable(Dollars),
  /** The work on its cover; null when its creator chose none, and then it is the first. */
  coverId: nullable(Id),
  createdAt: Time,
})
export type Series = Static<typeof Series>

const params = ObjectOf(idParams)

const SeriesBody = {
  title: filledText(MAX_SERIES_TITLE, { title: 'The title' }),
  description: Optional(Text({ maxLength: MAX_SERIES_DESCRIPTION })),
}

export const getSeries = defineEndpoint({
  method: 'GET',
  path: '/api/series/:id',
  access: 'public',
  scope: 'works:read',
  cache: 'shared',
  summary: 'A series that is shown to visitors, while it has a listed work.',
  params,
  response: Series,
  errors: ['not_found'],
})

export const listSeriesWorks = defineEndpoint({
  method: 'GET',
  path: '/api/series/:id/works',
  access: 'public',
  scope: 'works:read',
  cache: 'shared',
  summary: 'The works in a series that is shown to visitors, in its order.',
  params,
  query: Paging,
  response: ListOf(PortfolioItem),
  errors: ['not_found'],
})

export const createSeries = defineEndpoint({
  method: 'POST',
  path: '/api/series',
  access: 'member',
  idempotent: true,
  summary:
    "Make a series of the caller's works, in this order. It takes the place of the first of them, and visitors see it once the wall is shown.",
  body: exact({
    ...SeriesBody,
    workIds: ListOf(Id, { minItems: 1, maxItems: MAX_PAGE_SIZE, uniqueItems: true }),
  }),
  status: 201,
  response: Series,
  errors: ['not_found'],
})

export const updateSeries = defineEndpoint({
  method: 'PATCH',
  path: '/api/series/:id',
  access: 'member',
  scope: 'works:write',
  summary: "Change the words or the cover of one of the caller's series. Visitors see it at once.",
  params,
  body: exact({
    ...SeriesBody,
    title: Optional(SeriesBody.title),
    /** One of its works; the first of them with null. */
    coverId: Optional(nullable(Id)),
  }),
  response: Series,
  errors: ['not_found'],
})

export const deleteSeries = defineEndpoint({
  method: 'DELETE',
  path: '/api/series/:id',
  access: 'member',
  scope: 'works:write',
  summary: "Delete one of the caller's series, at once. Its works stay on the wall, in its place.",
  params,
  errors: ['not_found'],
})
