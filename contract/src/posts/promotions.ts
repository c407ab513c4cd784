import {
  Array as ListOf,
  Enum,
  Object as ObjectOf,
  Optional,
  String as Text,
  type Static,
} from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { MAX_PROJECT_TEXT } from '../limits.ts'
import { Picture } from '../media/media.ts'
import { Checkout } from '../projects/projects.ts'
import {
  Dollars,
  Id,
  Time,
  filledText,
  idParams,
  nullable,
  entity,
  exact,
  paged,
} from '../http/scalars.ts'
import { Creator } from '../people/users.ts'

/** `waiting`: paid, and waiting for an admin to approve it. */
const PROMOTION_STATES = ['unpaid', 'waiting', 'running', 'ended', 'refused'] as const

export const Promotion = entity('Promotion', {
  id: Id,
  state: Enum([...PROMOTION_STATES]),
  /** The id is null once the post is deleted. The title is the one at the time of payment. */
  post: exact({ id: nullable(Id), title: Text(), picture: nullable(Picture) }),
  member: Creator,
  price: Dollars,
  createdAt: Time,
  paidAt: nullable(Time),
  startsAt: nullable(Time),
  endsAt: nullable(Time),
  /** Why it was refused. The payment is refunded in full. */
  reason: nullable(Text()),
  refundState: nullable(Enum(['waiting', 'sent', 'succeeded', 'failed'])),
})
export type Promotion = Static<typeof Promotion>

const params = ObjectOf(idParams)

export const promotePost = defineEndpoint({
  method: 'POST',
  path: '/api/posts/:id/promote',
  access: 'member',
  idempotent: true,
  summary: "A checkout that promotes one of the caller's own public posts for a week.",
  params,
  response: Checkout,
  errors: ['not_found'],
})
export const listPromotions = defineEndpoint({
  method: 'GET',
  path: '/api/promotions',
  access: 'member',
  summary: "The caller's promotions, newest first; of one post when it is named.",
  query: paged({ postId: Optional(Id) }),
  response: ListOf(Promotion),
})
export const confirmPromotion = defineEndpoint({
  method: 'POST',
  path: '/api/promotions/:id/confirm',
  access: 'member',
  summary: 'Read the checkout of a promotion back from the card provider.',
  params,
  response: Promotion,
  errors: ['not_found'],
})
export const listAdminPromotions = defineEndpoint({
  method: 'GET',
  path: '/api/admin/promotions',
  access: 'admin',
  right: 'advertising.manage',
  summary: 'Promotions by state, the oldest first.',
  query: paged({ state: Optional(Enum([...PROMOTION_STATES])) }),
  response: ListOf(Promotion),
})
export const approvePromotion = defineEndpoint({
  method: 'POST',
  path: '/api/admin/promotions/:id/approve',
  access: 'admin',
  right: 'advertising.manage',
  idempotent: true,
  fresh: true,
  summary: 'Let a paid promotion run, from now.',
  params,
  response: Promotion,
  errors: ['not_found'],
})
export const refusePromotion = defineEndpoint({
  method: 'POST',
  path: '/api/admin/promotions/:id/refuse',
  access: 'admin',
  right: 'advertising.manage',
  idempotent: true,
  fresh: true,
  summary: 'Refuse a paid promotion. The money goes back in full.',
  params,
  body: exact({ reason: filledText(MAX_PROJECT_TEXT) }),
  response: Promotion,
  errors: ['not_found'],
})
export const refundPromotion = defineEndpoint({
  method: 'POST',
  path: '/api/admin/promotions/:id/refund',
  access: 'admin',
  right: 'refunds.make',
  idempotent: true,
  fresh: true,
  summary: 'Send a refund again that the bank returned.',
  params,
  response: Promotion,
  errors: ['not_found'],
})
