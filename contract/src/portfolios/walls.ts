import {
  Array as ListOf,
  Boolean as Flag,
  Integer,
  Object as ObjectOf,
  String as Text,
  Union,
  type Static,
} from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { Count, Dollars, Id, Paging, entity, exact, idParams, nullable } from '../http/scalars.ts'
import { MAX_PINS } from '../limits.ts'
import { PortfolioItem } from './portfolios.ts'

const Pin = Integer({ minimum: 1, maximum: MAX_PINS })

/** What stands at one place of a wall: a work, or a series in place of its works. */
export const WallEntry = entity('WallEntry', {
  /** The id of the work or of the series. */
  id: Id,
  /** Null for a work. */
  series: nullable(
    exact({
      title: Text(),
      description: Text(),
      /** Listed works in it. */
      workCount: Count,
      /** The least price among them, in dollars; null when none has one. */
      fromPrice: nullable(Dollars),
      coverId: nullable(Id),
    }),
  ),
  /** The work, or the first of the series: its cover, then those that come first in it. */
  works: ListOf(PortfolioItem, { maxItems: 3 }),
  /** Its place at the front of the wall; null behind it. */
  pin: nullable(Pin),
  /** Whether the creator has arranged this wall. Otherwise it has no pins and no series, and is newest first. */
  isArranged: Flag(),
})
export type WallEntry = Static<typeof WallEntry>

/** The caller's wall as they arrange it, in figures. */
export const WallState = entity('WallState', {
  /** Moves that visitors do not see yet. */
  moves: Count,
  /** Whether the last move can be taken back. */
  canUndo: Flag(),
  /** Whether visitors see an arrangement. Until then they see the newest first. */
  isShown: Flag(),
  /** Works on the wall that are in no series and not pinned, and series. */
  workCount: Count,
  seriesCount: Count,
  pinCount: Count,
  /** Works that only the caller sees. */
  draftCount: Count,
  scheduledCount: Count,
  hiddenCount: Count,
})
export type WallState = Static<typeof WallState>

const params = ObjectOf(idParams)

export const listWall = defineEndpoint({
  method: 'GET',
  path: '/api/users/:id/wall',
  access: 'public',
  scope: 'works:read',
  cache: 'shared',
  summary:
    "One creator's wall as they show it: the pinned works, then works and series in their order. Newest first where nothing was arranged.",
  params,
  query: Paging,
  response: ListOf(WallEntry),
  errors: ['not_found'],
})

export const getWall = defineEndpoint({
  method: 'GET',
  path: '/api/wall',
  access: 'member',
  scope: 'works:read',
  summary: "How many moves of the caller's wall visitors do not see yet, and what is on it.",
  response: WallState,
})

export const listArranged = defineEndpoint({
  method: 'GET',
  path: '/api/wall/entries',
  access: 'member',
  scope: 'works:read',
  summary: "The caller's wall as they arrange it, with moves that visitors do not see yet.",
  query: Paging,
  response: ListOf(WallEntry),
})

export const listArrangedSeries = defineEndpoint({
  method: 'GET',
  path: '/api/wall/series/:id',
  access: 'member',
  scope: 'works:read',
  summary: "The works in one of the caller's series as they arrange it.",
  params,
  query: Paging,
  response: ListOf(PortfolioItem),
  errors: ['not_found'],
})

export const arrangeEntry = defineEndpoint({
  method: 'PATCH',
  path: '/api/wall/entries/:id',
  access: 'member',
  scope: 'works:write',
  summary:
    "Move a work or a series on the caller's wall, pin a work, or put it into a series. Visitors see it once the wall is shown.",
  params,
  body: Union([
    /** Move it behind this one, on the wall or within its series; to the front with null. A pinned work is unpinned. */
    exact({ after: nullable(Id) }),
    /** Pin it here: a pinned work moves, any other replaces the work that is pinned here. Null unpins it. */
    exact({ pin: nullable(Pin) }),
    /** Put it into this series, at its end; out of its series with null. */
    exact({ seriesId: nullable(Id) }),
  ]),
  response: WallState,
  errors: ['not_found', 'conflict'],
})

export const undoArranging = defineEndpoint({
  method: 'POST',
  path: '/api/wall/undo',
  access: 'member',
  scope: 'works:write',
  summary: "Take back the last move of the caller's wall that visitors do not see yet.",
  response: WallState,
  errors: ['conflict'],
})

export const showWall = defineEndpoint({
  method: 'POST',
  path: '/api/wall/show',
  access: 'member',
  scope: 'works:write',
  summary: "Show the caller's wall to visitors as it is arranged.",
  response: WallState,
})
