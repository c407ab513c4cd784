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
import { defineEndpoint } from '../http/endpoint.ts'
import { words } from '../http/words.ts'
import {
  Count,
  Id,
  Time,
  filledText,
  idParams,
  nullable,
  entity,
  exact,
  Paging,
  paged,
} from '../http/scalars.ts'
import { Picture } from '../media/media.ts'
import { DAILY_KINDS, LEVEL_NAMES } from '../people/levels.ts'
import { Creator } from '../people/users.ts'

export const MAX_APPEAL_LENGTH = 2_000
/** Business days after a counter-notice until the work comes back, unless the holder goes to court. */
export const COUNTER_NOTICE_DAYS = 10

export const TAKEN_DOWN_KINDS = ['post', 'portfolio'] as const
export type TakenDownKind = (typeof TAKEN_DOWN_KINDS)[number]
/** With boards, which have no files of their own and so no labels or copyright notices. */
export const RESTORABLE_KINDS = [...TAKEN_DOWN_KINDS, 'board'] as const
export type RestorableKind = (typeof RESTORABLE_KINDS)[number]

/**
 * `account` is against a suspension, `creator` against the end of a subscriber's creator rights. `copyright` is a
 * counter-notice; its subject is the notice. `strike` is against the strike for a comment or message.
 */
const APPEAL_KINDS = [...RESTORABLE_KINDS, 'account', 'copyright', 'creator', 'strike'] as const
export type AppealKind = (typeof APPEAL_KINDS)[number]

const APPEAL_OUTCOMES = ['upheld', 'restored'] as const
export type AppealOutcome = (typeof APPEAL_OUTCOMES)[number]

const Kind = Enum([...APPEAL_KINDS])
const State = Enum(['open', ...APPEAL_OUTCOMES])

const appealFields = {
  id: Id,
  kind: Kind,
  subjectId: Id,
  /** Title of the post, work or board, while it exists. */
  title: Text(),
  /** Why it was taken down, the person suspended, or their creator rights ended. */
  reason: Text(),
  text: Text(),
  state: State,
  /** The note of the admin who decided. */
  note: nullable(Text()),
  createdAt: Time,
  decidedAt: nullable(Time),
}

/** An appeal as its author sees it. */
export const Appeal = entity('Appeal', appealFields)
export type Appeal = Static<typeof Appeal>

export const createAppeal = defineEndpoint({
  method: 'POST',
  path: '/api/appeals',
  access: 'member',
  summary:
    'Appeal once against a takedown of the caller’s post, work or board, or against the end of their creator rights, by their own id, or against a strike for a comment or message. A suspended person appeals by the link in their email.',
  body: exact({
    kind: Enum([...RESTORABLE_KINDS, 'creator', 'strike']),
    id: Id,
    text: filledText(
      MAX_APPEAL_LENGTH,
      words('appeal', { missing: 'Explain why it should come back.' }),
    ),
  }),
  status: 201,
  response: Appeal,
  errors: ['not_found', 'conflict'],
})

export const listOwnAppeals = defineEndpoint({
  method: 'GET',
  path: '/api/appeals',
  access: 'member',
  summary: 'The caller’s appeals, newest first.',
  query: Paging,
  response: ListOf(Appeal),
})

/** A post, work or board of the caller's that was taken down, with the reason. */
export const TakenDown = entity('TakenDown', {
  kind: Enum([...RESTORABLE_KINDS]),
  id: Id,
  title: Text(),
  /** The work’s picture, or the post’s first one; null for a board. */
  picture: nullable(Picture),
  reason: Text(),
  takenDownAt: Time,
  /** The copyright notice it was taken down for. The appeal is then a counter-notice. */
  notice: nullable(
    exact({
      id: Id,
      number: Integer(),
      /** Who sent it and what they say was copied, without their contact details. */
      name: Text(),
      work: Text(),
      /** Whether it can still be answered. */
      isOpen: Flag(),
    }),
  ),
  /** The appeal against it; null before there is one. */
  appeal: nullable(Appeal),
  /** After a counter-notice, when it comes back unless the holder goes to court. */
  restoreAt: nullable(Time),
})
export type TakenDown = Static<typeof TakenDown>

export const listTakenDown = defineEndpoint({
  method: 'GET',
  path: '/api/takedowns/own',
  access: 'member',
  summary:
    'The caller’s posts, works and boards that are taken down, the last one first; at most 100.',
  response: ListOf(TakenDown),
})

export const AdminAppeal = entity('AdminAppeal', {
  ...appealFields,
  /** Counter-notices are decided with their notices. */
  kind: Enum([...RESTORABLE_KINDS, 'account', 'creator', 'strike']),
  author: nullable(Creator),
  /** When the takedown or suspension happened. */
  againstAt: Time,
  decidedBy: nullable(Creator),
})
export type AdminAppeal = Static<typeof AdminAppeal>

export const listAppeals = defineEndpoint({
  method: 'GET',
  path: '/api/admin/appeals',
  access: 'admin',
  right: 'appeals.decide',
  summary: 'Open appeals, newest first; or decided ones, the last decided first.',
  query: paged({ status: Optional(Enum(['open', 'decided'])) }),
  response: ListOf(AdminAppeal),
})

export const decideAppeal = defineEndpoint({
  method: 'PATCH',
  path: '/api/admin/appeals/:id',
  access: 'admin',
  right: 'appeals.decide',
  summary:
    'Decide an appeal. `restored` restores the post, work, board, account or creator rights; `upheld` changes nothing.',
  params: ObjectOf(idParams),
  body: exact({ outcome: Enum([...APPEAL_OUTCOMES]), note: filledText(MAX_APPEAL_LENGTH) }),
  response: AdminAppeal,
  errors: ['not_found', 'conflict'],
})

const DailyLimit = exact({
  kind: Enum(DAILY_KINDS),
  /** How much is allowed today, and how much of it is used. */
  allowed: Count,
  used: Count,
  /** Set by staff for this person, until then. */
  own: nullable(exact({ reason: Text(), until: Time })),
})

export const Strike = entity('Strike', {
  id: Id,
  /** What was taken down or refused. */
  kind: Enum([...RESTORABLE_KINDS, 'comment', 'message']),
  subjectId: Id,
  reason: Text(),
  createdAt: Time,
  until: Time,
  /** It still counts. */
  isLive: Flag(),
  /** Taken back after an appeal, or because the thing was restored. */
  isLifted: Flag(),
  /** How the appeal against it stands, for strikes that are appealed against themselves. */
  appeal: nullable(Enum(['open', 'upheld', 'restored'])),
})
export type Strike = Static<typeof Strike>

export const PersonLimits = entity('PersonLimits', {
  level: Enum([...LEVEL_NAMES]),
  liveStrikes: Integer({ minimum: 0 }),
  limits: ListOf(DailyLimit),
  /** When today's counts begin anew. */
  resetsAt: Time,
  /** The newest first; at most `MAX_LISTED_STRIKES`. */
  strikes: ListOf(Strike),
})
export type PersonLimits = Static<typeof PersonLimits>
export const MAX_LISTED_STRIKES = 50

export const getOwnLimits = defineEndpoint({
  method: 'GET',
  path: '/api/account/limits',
  access: 'member',
  summary: 'What you may do today, how much of it you used, and your strikes.',
  response: PersonLimits,
})
