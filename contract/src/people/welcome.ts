import {
  Array as ListOf,
  Boolean as Flag,
  Integer,
  Optional,
  String as Text,
  type Static,
} from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { Id, Paging, entity, exact, nullable } from '../http/scalars.ts'
import { MAX_PAGE_SIZE } from '../limits.ts'
import { Picture } from '../media/media.ts'
import { timeZone } from './zones.ts'
import { Creator } from './users.ts'

/** Works that the welcome shows at once. */
export const WELCOME_WORKS = 15
/** Works that somebody can pick there. */
export const MAX_PICKS = 60

/** A work to pick, with its maker, whom the same screen suggests to follow. */
export const WelcomeWork = entity('WelcomeWork', {
  id: Id,
  title: Text(),
  picture: Picture,
  creator: exact({
    ...Creator.properties,
    /** The most frequent category of their newest works. */
    craft: nullable(Text()),
    isFollowing: Flag(),
  }),
})
export type WelcomeWork = Static<typeof WelcomeWork>

export const listWelcomeWorks = defineEndpoint({
  method: 'GET',
  path: '/api/welcome',
  access: 'member',
  summary: 'Popular works of all categories in turn, for somebody who is new to pick from.',
  query: exact({
    ...Paging.properties,
    limit: Optional(Integer({ minimum: 1, maximum: MAX_PAGE_SIZE, default: WELCOME_WORKS })),
  }),
  response: ListOf(WelcomeWork),
})

/** Repeating it adds picks and changes nothing else. Works that are gone by now are left out. */
export const finishWelcome = defineEndpoint({
  method: 'POST',
  path: '/api/welcome',
  access: 'member',
  summary: 'Finish or skip the welcome. What was picked stays private and decides the first posts.',
  body: exact({
    workIds: ListOf(Id, { maxItems: MAX_PICKS, uniqueItems: true }),
    /** The browser's time zone; kept if the caller has none yet and the server knows it. */
    timeZone: Optional(timeZone()),
  }),
})
