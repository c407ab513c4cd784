import { Array as ListOf, Integer, Object as ObjectOf, String as Text, type Static } from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { MAX_TAG_COUNT, MAX_TAG_LENGTH } from '../limits.ts'
import { PortfolioItem } from '../portfolios/portfolios.ts'
import { filledText, nullable, entity, Paging } from '../http/scalars.ts'

const CappedCount = Integer({ minimum: 0, maximum: MAX_TAG_COUNT })

/** A tag's page. A count that reached its maximum means "that many or more". */
export const TagView = entity('TagView', {
  /** Normalised: lower case, without `#`. */
  tag: Text(),
  workCount: CappedCount,
  postCount: CappedCount,
  /** Creators of these works and posts; null when one of the counts is capped. */
  creatorCount: nullable(Integer({ minimum: 0 })),
  /** Tags that its newest works and posts often have as well, most frequent first. */
  related: ListOf(Text(), { maxItems: 5 }),
})
export type TagView = Static<typeof TagView>

const tagParams = ObjectOf({ tag: filledText(MAX_TAG_LENGTH) })

export const getTag = defineEndpoint({
  method: 'GET',
  path: '/api/tags/:tag',
  access: 'public',
  scope: ['works:read', 'posts:read'],
  cache: 'shared',
  summary: 'How many works and posts have a tag, and which tags are related.',
  params: tagParams,
  response: TagView,
})

export const listTagPortfolios = defineEndpoint({
  method: 'GET',
  path: '/api/portfolios/tag/:tag',
  access: 'public',
  scope: 'works:read',
  cache: 'shared',
  summary: 'Works with a tag, newest first. Case does not matter.',
  params: tagParams,
  query: Paging,
  response: ListOf(PortfolioItem),
})
