import {
  Array as ListOf,
  Boolean as Flag,
  Enum,
  Integer,
  Object as ObjectOf,
  Optional,
  String as Text,
  type Static,
} from 'typebox'
import { CATEGORY_SLUGS, ORIGIN_SLUGS, PORTFOLIO_SORTS, WORK_STATES } from '../choices.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import { MAX_LOCATION_LENGTH, MAX_SEARCH_LENGTH } from '../limits.ts'
import { MEDIA_KINDS } from '../media/file-types.ts'
import { Audio, Document, Picture, Video } from '../media/media.ts'
import { NewPortfolio, PortfolioChange } from './bodies.ts'
import { Rating } from '../projects/rating.ts'
import {
  CategoryId,
  Count,
  Dollars,
  Id,
  Time,
  idParams,
  nullable,
  entity,
  exact,
  paged,
  Paging,
} from '../http/scalars.ts'
import { likeCall, saveCall } from '../http/toggles.ts'
import { Creator } from '../people/users.ts'
import { ViewBody } from '../people/views.ts'

export const Category = entity('Category', {
  id: Integer(),
  name: Text(),
  slug: Enum(CATEGORY_SLUGS),
  /** Listed works in it. */
  workCount: Count,
})
export type Category = Static<typeof Category>

/** How a work was made, as its creator says; null until they say it. */
export const Origin = exact({
  kind: Enum(ORIGIN_SLUGS),
  /** Which parts came from a generator; null unless it is AI-assisted. */
  parts: nullable(Text()),
  saidAt: Time,
})
export type Origin = Static<typeof Origin>

/** The category that something is in. */
export const CategoryName = exact({ id: Integer(), name: Text(), slug: Text() })

const portfolioFields = {
  id: Id,
  title: Text(),
  description: Text(),
  /** A rendition fit for a card. */
  imageUrl: Text(),
  fileType: Enum(MEDIA_KINDS),
  /** The picture itself, or a preview of the file. */
  picture: Picture,
  /** What can be played or downloaded besides the picture; at most one of the three is set. */
  video: nullable(Video),
  audio: nullable(Audio),
  document: nullable(Document),
  creatorId: Id,
  creator: Creator,
  /** The creator's rating; null before the first published review. */
  rating: nullable(Rating),
  category: CategoryName,
  /** Dollars; null when the work is made on inquiry only. */
  startingPrice: nullable(Dollars),
  likes: Count,
  likeCount: Count,
  saveCount: Count,
  views: Count,
  viewCount: Count,
  tags: ListOf(Text()),
  origin: nullable(Origin),
  isFeatured: Flag(),
  /** Anything but `published` is for its creator alone. */
  state: Enum([...WORK_STATES]),
  /** Visible to everybody. False while its picture is processed: then only its creator sees it. */
  isListed: Flag(),
  /** It was published with blocks below it (`studies.ts`), so it opens as a page. */
  hasCaseStudy: Flag(),
  /** Its picture is blurred until the viewer asks to see it. */
  isSensitive: Flag(),
  /** An admin took it down: only its creator and admins see it. */
  isTakenDown: Flag(),
  /** Kept out of AI training: a request to crawlers, in the page, its headers and its files. */
  isReserved: Flag(),
  /** The pictures that we made of its file say so, too. They follow a change within minutes. */
  isReservedInFiles: Optional(Flag()),
  isLiked: Flag(),
  isSaved: Flag(),
  createdAt: Time,
}

export const PortfolioItem = entity('PortfolioItem', portfolioFields)
export type PortfolioItem = Static<typeof PortfolioItem>

/** What a dialog shows of the creator's neighbouring works. */
const Neighbour = exact({ id: Id, title: Text(), picture: Picture })

/** One work at full size with its place among its creator's works, newest first. */
export const PortfolioView = entity('PortfolioView', {
  ...portfolioFields,
  previous: nullable(Neighbour),
  next: nullable(Neighbour),
  /** 1 for the creator's newest work. */
  position: Integer({ minimum: 1 }),
  creatorWorkCount: Integer({ minimum: 1 }),
  /** Up to three other works of the creator. */
  moreByCreator: ListOf(Neighbour),
  /** Projects that the creator was hired for and finished. */
  projectsCompleted: Count,
  /** Whether the viewer follows the creator, and the creator the viewer. */
  isFollowing: Flag(),
  followsViewer: Flag(),
})
export type PortfolioView = Static<typeof PortfolioView>

/** What limits a list of works besides words. Addresses of explore and search hold the same names. */
export const workFilters = {
  categoryId: Optional(CategoryId),
  /** Works without a price are left out as soon as one of the two is given. */
  minPrice: Optional(Dollars),
  maxPrice: Optional(Dollars),
  /** A city or a country, as people write it in their profile. */
  place: Optional(Text({ maxLength: MAX_LOCATION_LENGTH })),
  origin: Optional(Enum(ORIGIN_SLUGS)),
}

export const listCategories = defineEndpoint({
  method: 'GET',
  path: '/api/categories',
  access: 'public',
  scope: 'works:read',
  cache: 'shared',
  summary: 'The categories and how many works each has.',
  response: ListOf(Category),
})

export const listPortfolios = defineEndpoint({
  method: 'GET',
  path: '/api/portfolios',
  access: 'public',
  scope: 'works:read',
  cache: 'shared',
  summary:
    'Works: newest first, by category, featured, or by a search that tolerates typos. `Search-Instead` lists the words it replaced.',
  query: paged({
    ...workFilters,
    search: Optional(Text({ maxLength: MAX_SEARCH_LENGTH })),
    /** Search for the words as they are typed, without replacing misspelt ones. */
    exact: Optional(Flag()),
    featured: Optional(Flag()),
    sort: Optional(Enum(PORTFOLIO_SORTS.map((sort) => sort.value))),
  }),
  response: ListOf(PortfolioItem),
})

export const listUserPortfolios = defineEndpoint({
  method: 'GET',
  path: '/api/portfolios/user/:id',
  access: 'public',
  scope: 'works:read',
  cache: 'shared',
  summary: "One creator's works, newest first or the most liked first.",
  params: ObjectOf(idParams),
  query: paged({ sort: Optional(Enum(PORTFOLIO_SORTS.map((sort) => sort.value))) }),
  response: ListOf(PortfolioItem),
  errors: ['not_found'],
})

export const listSavedPortfolios = defineEndpoint({
  method: 'GET',
  path: '/api/portfolios/saved',
  access: 'member',
  scope: 'works:read',
  summary: 'The works that the caller saved, the last saved first.',
  query: Paging,
  response: ListOf(PortfolioItem),
})

export const listLikedPortfolios = defineEndpoint({
  method: 'GET',
  path: '/api/portfolios/liked',
  access: 'member',
  scope: 'works:read',
  summary: 'The works that the caller likes, the last liked first.',
  query: Paging,
  response: ListOf(PortfolioItem),
})

export const getPortfolio = defineEndpoint({
  method: 'GET',
  path: '/api/portfolios/:id',
  access: 'public',
  scope: 'works:read',
  cache: 'shared',
  summary: 'One work.',
  params: ObjectOf(idParams),
  response: PortfolioView,
  errors: ['not_found'],
})

export const createPortfolio = defineEndpoint({
  method: 'POST',
  path: '/api/upload',
  access: 'creator',
  right: 'content.moderate',
  scope: 'works:write',
  summary: 'Add a work: a finished upload, a `data:` URL, or a remote URL that is fetched once.',
  body: NewPortfolio,
  status: 201,
  response: PortfolioItem,
  errors: [
    'media.misnamed',
    'media.unreadable',
    'media.unreachable',
    'storage.full',
    'conflict',
    'not_found',
  ],
})

export const updatePortfolio = defineEndpoint({
  method: 'PATCH',
  path: '/api/portfolios/:id',
  access: 'member',
  scope: 'works:write',
  summary: "Edit one of the caller's works.",
  params: ObjectOf(idParams),
  body: PortfolioChange,
  response: PortfolioItem,
  errors: ['not_found', 'auth.forbidden'],
})

export const deletePortfolio = defineEndpoint({
  method: 'DELETE',
  path: '/api/portfolios/:id',
  access: 'member',
  right: 'content.delete',
  scope: 'works:write',
  summary:
    "Move one of the caller's works to their bin, or delete it and its files for good. An admin can delete any for good.",
  params: ObjectOf(idParams),
  query: exact({
    /** Past the bin. Admins always delete other people's works for good. */
    forGood: Optional(Flag()),
  }),
  errors: ['not_found', 'auth.forbidden'],
})

export const likePortfolio = likeCall('portfolios')
export const savePortfolio = saveCall('portfolios')

export const viewPortfolio = defineEndpoint({
  method: 'POST',
  path: '/api/portfolios/:id/view',
  access: 'member',
  summary: 'Say that the caller has looked at a work. Counts once per person and day.',
  params: ObjectOf(idParams),
  body: ViewBody,
})
