import {
  Array as ListOf,
  Boolean as Flag,
  Enum,
  Object as ObjectOf,
  String as Text,
  type Static,
} from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { Id, entity, exact, filledText, nullable } from '../http/scalars.ts'
import { TAKEN_DOWN_KINDS } from './appeals.ts'
import { MAX_NOTE_LENGTH, REPORT_OUTCOMES, REPORT_REASONS } from './moderation.ts'

/** The most things that one call decides. */
export const MAX_BULK = 100

/**
 * `done`: it happened; acts of staff are in the audit log. `decided`: somebody had done it before. `not_allowed`: it may not be
 * done to this one. `failed`: nothing has changed, and trying again may help.
 */
const BULK_RESULTS = ['done', 'decided', 'not_allowed', 'failed'] as const

export const BulkOutcome = entity('BulkOutcome', {
  id: Id,
  result: Enum([...BULK_RESULTS]),
  /** Why not; null when it is done. */
  message: nullable(Text()),
})
export type BulkOutcome = Static<typeof BulkOutcome>

const ids = ListOf(Id, { minItems: 1, maxItems: MAX_BULK, uniqueItems: true })
const kindParams = () => ObjectOf({ kind: Enum([...TAKEN_DOWN_KINDS]) })
const EACH =
  'Each is judged by itself, in the given order, and the answer tells how it went for each; at most 100.'

export const approvePosts = defineEndpoint({
  method: 'POST',
  path: '/api/admin/posts/approvals',
  access: 'admin',
  right: 'content.moderate',
  summary: `Approve many posts, or make them wait for approval again. ${EACH}`,
  body: exact({ ids, isApproved: Flag() }),
  response: ListOf(BulkOutcome),
})

export const takeDownMany = defineEndpoint({
  method: 'POST',
  path: '/api/admin/taken-down/:kind',
  access: 'admin',
  right: 'content.moderate',
  summary: `Take many posts or works down for one reason. ${EACH}`,
  params: kindParams(),
  body: exact({
    ids,
    reason: Enum(REPORT_REASONS.map(({ value }) => value)),
    note: filledText(MAX_NOTE_LENGTH),
  }),
  response: ListOf(BulkOutcome),
})

export const putBackMany = defineEndpoint({
  method: 'POST',
  path: '/api/admin/put-back/:kind',
  access: 'admin',
  right: 'content.moderate',
  summary: `Put many posts or works back. ${EACH}`,
  params: kindParams(),
  body: exact({ ids }),
  response: ListOf(BulkOutcome),
})

export const closeManyReports = defineEndpoint({
  method: 'POST',
  path: '/api/admin/reports/closures',
  access: 'admin',
  right: 'reports.decide',
  summary: `Close many reports with one outcome and note, each with the earlier ones of the same thing. ${EACH}`,
  body: exact({ ids, outcome: Enum([...REPORT_OUTCOMES]), note: filledText(MAX_NOTE_LENGTH) }),
  response: ListOf(BulkOutcome),
})

export const suspendMany = defineEndpoint({
  method: 'POST',
  path: '/api/admin/users/suspensions',
  access: 'admin',
  right: 'users.suspend',
  fresh: true,
  summary: `Suspend many accounts, which read the reason, or restore them with a reason for the audit log. ${EACH}`,
  body: exact({ ids, suspended: Flag(), reason: filledText(MAX_NOTE_LENGTH) }),
  response: ListOf(BulkOutcome),
})
