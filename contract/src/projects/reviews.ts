import {
  Array as ListOf,
  Enum,
  Integer,
  Object as ObjectOf,
  String as Text,
  type Static,
} from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { MAX_REVIEW_LENGTH } from '../limits.ts'
import { PROJECT_ROLES } from './project-states.ts'
import { words } from '../http/words.ts'
import { Id, Time, filledText, idParams, nullable, entity, Paging, exact } from '../http/scalars.ts'
import { Creator } from '../people/users.ts'

const stars = Integer({ minimum: 1, maximum: 5 })
export const Review = entity('Review', {
  id: Id,
  author: Creator,
  /** The author's role in the project. */
  role: Enum([...PROJECT_ROLES]),
  rating: stars,
  text: Text(),
  /** The title of the work that led to the project. */
  about: nullable(Text()),
  /** Null until it is published; until then only its author sees it. */
  publishedAt: nullable(Time),
  createdAt: Time,
})
export type Review = Static<typeof Review>

export const listReviews = defineEndpoint({
  method: 'GET',
  path: '/api/users/:id/reviews',
  access: 'public',
  cache: 'shared',
  summary: 'Published reviews of somebody, newest first.',
  params: ObjectOf(idParams),
  query: Paging,
  response: ListOf(Review),
  errors: ['not_found'],
})
/** The viewer's own review of a project, and the other side's once both are published. */
export const ProjectReviews = entity('ProjectReviews', {
  own: nullable(Review),
  other: nullable(Review),
  /** When a single review is published without waiting for the second. */
  publishesAt: nullable(Time),
})
export type ProjectReviews = Static<typeof ProjectReviews>
export const getProjectReviews = defineEndpoint({
  method: 'GET',
  path: '/api/projects/:id/reviews',
  access: 'member',
  summary: 'The reviews of a project, as far as the caller may see them.',
  params: ObjectOf(idParams),
  response: ProjectReviews,
  errors: ['not_found'],
})
const CHOOSE = { missing: 'Choose 1 to 5 stars.', wrong: 'Choose 1 to 5 stars.' }
export const writeReview = defineEndpoint({
  method: 'POST',
  path: '/api/projects/:id/reviews',
  access: 'member',
  idempotent: true,
  summary: 'Review the other person of a completed project, once.',
  params: ObjectOf(idParams),
  body: exact({
    rating: Integer({ minimum: 1, maximum: 5, ...words('rating', CHOOSE) }),
    text: filledText(MAX_REVIEW_LENGTH, words('review', { missing: 'Write a review.' })),
  }),
  status: 201,
  response: ProjectReviews,
  errors: ['not_found', 'auth.forbidden'],
})
