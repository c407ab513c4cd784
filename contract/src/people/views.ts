import { Enum, Optional, type Static } from 'typebox'
import { exact } from '../http/scalars.ts'

/**
 * Where a view came from. `wall`: Portfolios, Explore and the feeds of people one follows; `link`: the first page of a
 * visit, by a link from elsewhere.
 */
const VIEW_SOURCES = ['for_you', 'wall', 'search', 'profile', 'tag', 'link', 'other'] as const
export const ViewSource = Enum([...VIEW_SOURCES])
export type ViewSource = Static<typeof ViewSource>

/** The body of a request that counts a view; without a source it counts as `other`. */
export const ViewBody = Optional(exact({ source: Optional(ViewSource) }))
