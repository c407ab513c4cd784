import { Array as ListOf, Enum, Integer, String as Text, type Static } from 'typebox'
import { CATEGORY_SLUGS } from '../choices.ts'
import { Picture } from '../media/media.ts'
import { Handle } from '../people/handles.ts'
import { PortfolioItem } from './portfolios.ts'
import { localKey } from '../http/query-key.ts'
import { Count, Dollars, Id, nullable, entity, exact } from '../http/scalars.ts'

/** Key of the landing page's boot data. `/` contains the data; there is no endpoint for it. */
export const LANDING_KEY = localKey('landing')

/**
 * Real works and people on the landing page. Lists are shorter, or empty, when there are fewer works; nothing is made
 * up.
 */
export const Landing = entity('Landing', {
  /** Up to five featured works of different creators, in the order of their plinths, lowest first. */
  skyline: ListOf(PortfolioItem),
  /** A popular picture for each category that has one, upright where possible; in display order. */
  doors: ListOf(exact({ slug: Enum(CATEGORY_SLUGS), workCount: Count, picture: Picture })),
  /** Up to four pictures for the ledge, of works that are not in the skyline where there are enough. */
  showcase: ListOf(exact({ id: Id, title: Text(), picture: Picture })),
  /** A creator with many works. */
  maker: nullable(
    exact({
      id: Id,
      handle: nullable(Handle),
      firstName: Text(),
      lastName: Text(),
      profileImageUrl: nullable(Text()),
      location: nullable(Text()),
      workCount: Integer({ minimum: 1 }),
      followers: Count,
    }),
  ),
  /** An example search with results: number of works and creators, and the lowest price. */
  discover: nullable(
    exact({
      query: Text(),
      workCount: Integer({ minimum: 1 }),
      creatorCount: Integer({ minimum: 1 }),
      fromPrice: nullable(Dollars),
    }),
  ),
})
export type Landing = Static<typeof Landing>
