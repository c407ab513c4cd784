import {
  Array as ListOf,
  Boolean as Flag,
  Enum,
  Object as ObjectOf,
  Optional,
  type Static,
} from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { Time, entity, exact, idParams, nullable, paged, SentTime } from '../http/scalars.ts'
import { PortfolioItem } from './portfolios.ts'

/** The states of works that only their creator sees, in the order in which lists show them. */
export const UNSHOWN_STATES = ['draft', 'scheduled', 'hidden', 'binned'] as const
export type UnshownState = (typeof UNSHOWN_STATES)[number]

/** A work that only its creator sees. */
export const UnshownWork = entity('UnshownWork', {
  work: PortfolioItem,
  /** When a scheduled work is shown. */
  publishAt: nullable(Time),
  /** When a work in the bin is deleted for good. */
  deletedAt: nullable(Time),
})
export type UnshownWork = Static<typeof UnshownWork>

export const listUnshown = defineEndpoint({
  method: 'GET',
  path: '/api/portfolios/unshown',
  access: 'member',
  scope: 'works:read',
  summary: "The caller's works that only they see, by state, the latest change first.",
  query: paged({ state: Enum([...UNSHOWN_STATES]) }),
  response: ListOf(UnshownWork),
})

export const getWorkState = defineEndpoint({
  method: 'GET',
  path: '/api/portfolios/:id/state',
  access: 'member',
  scope: 'works:read',
  summary:
    "One of the caller's works that only they see: when it is shown, or deleted for good. A published work is not found here.",
  params: ObjectOf(idParams),
  response: UnshownWork,
  errors: ['not_found'],
})

export const setWorkState = defineEndpoint({
  method: 'PUT',
  path: '/api/portfolios/:id/state',
  access: 'member',
  scope: 'works:write',
  summary:
    "Publish, schedule or hide one of the caller's works, or make a scheduled one a draft again. What was published once can be hidden, and does not become a draft again.",
  params: ObjectOf(idParams),
  body: exact({
    state: Enum(['draft', 'scheduled', 'published', 'hidden'] as const),
    /** With `scheduled`, and with nothing else. */
    publishAt: Optional(SentTime),
    /** Show it in a post as well, of which followers are notified. Only with `published`, and only the first time. */
    alsoPost: Optional(Flag()),
  }),
  response: UnshownWork,
  errors: ['not_found', 'conflict', 'auth.forbidden', 'creator.required'],
})

export const restorePortfolio = defineEndpoint({
  method: 'POST',
  path: '/api/portfolios/:id/restore',
  access: 'member',
  scope: 'works:write',
  summary:
    "Take one of the caller's works out of the bin. It comes back as it was; what was published comes back published.",
  params: ObjectOf(idParams),
  response: UnshownWork,
  errors: ['not_found', 'auth.forbidden'],
})
