import {
  Array as ListOf,
  Boolean as Flag,
  Enum,
  Object as ObjectOf,
  Optional,
  String as Text,
  type Static,
} from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import type { Right } from '../http/rights.ts'
import {
  Dollars,
  Id,
  Time,
  entity,
  exact,
  filledText,
  idParams,
  nullable,
  paged,
} from '../http/scalars.ts'
import { SECOND_PERSON_CENTS } from '../limits.ts'
import { Creator } from '../people/users.ts'
import { MAX_NOTE_LENGTH } from './moderation.ts'

/** What needs a second person, and the right that both must have. */
export const PROPOSAL_RIGHTS = {
  /** How what a project holds is split. */
  ruling: 'disputes.decide',
  /** Somebody becomes an owner. */
  owner: 'staff.manage',
} as const satisfies Record<string, Right>
export type ProposalKind = keyof typeof PROPOSAL_RIGHTS
export const PROPOSAL_KINDS = Object.keys(PROPOSAL_RIGHTS) as ProposalKind[]

/** Whether a ruling on a project that holds this much needs a second person. */
export const needsSecondPerson = (heldCents: number): boolean => heldCents > SECOND_PERSON_CENTS

/** `void`: the case changed, or who proposed it lost the right. `expired`: nobody answered in time. */
const PROPOSAL_STATES = ['open', 'confirmed', 'declined', 'withdrawn', 'void', 'expired'] as const
export type ProposalState = (typeof PROPOSAL_STATES)[number]

export const Proposal = entity('Proposal', {
  id: Id,
  kind: Enum(PROPOSAL_KINDS),
  /** The project, or the person who would become an owner. */
  subjectId: Id,
  /** The title of the project, or the name of the person. */
  title: Text(),
  /** For a ruling: what each side gets. */
  split: nullable(exact({ toClient: Dollars, toCreator: Dollars })),
  reason: Text(),
  /** Null when the account was deleted. */
  proposedBy: nullable(Creator),
  /** Whether the caller proposed it, and can only withdraw it. */
  isOwn: Flag(),
  state: Enum([...PROPOSAL_STATES]),
  createdAt: Time,
  expiresAt: Time,
  decidedBy: nullable(Creator),
  decidedAt: nullable(Time),
  /** Why it was declined. */
  note: nullable(Text()),
})
export type Proposal = Static<typeof Proposal>

export const listProposals = defineEndpoint({
  method: 'GET',
  path: '/api/admin/proposals',
  access: 'admin',
  right: 'proposals.decide',
  summary:
    'Proposals that need a second person, open or answered, newest first; only those that the caller has the right to decide.',
  query: paged({ box: Optional(Enum(['open', 'closed'])) }),
  response: ListOf(Proposal),
})

export const confirmProposal = defineEndpoint({
  method: 'POST',
  path: '/api/admin/proposals/:id/confirm',
  access: 'admin',
  right: 'proposals.decide',
  fresh: true,
  idempotent: true,
  summary: 'Confirm what somebody else proposed, which carries it out.',
  params: ObjectOf(idParams),
  response: Proposal,
  errors: ['not_found'],
})

export const declineProposal = defineEndpoint({
  method: 'POST',
  path: '/api/admin/proposals/:id/decline',
  access: 'admin',
  right: 'proposals.decide',
  idempotent: true,
  summary: 'Decline what somebody else proposed, with the reason. Nothing else happens.',
  params: ObjectOf(idParams),
  body: exact({ note: filledText(MAX_NOTE_LENGTH) }),
  response: Proposal,
  errors: ['not_found'],
})

export const withdrawProposal = defineEndpoint({
  method: 'POST',
  path: '/api/admin/proposals/:id/withdraw',
  access: 'admin',
  right: 'proposals.decide',
  idempotent: true,
  summary: 'Withdraw a proposal of the caller’s own.',
  params: ObjectOf(idParams),
  response: Proposal,
  errors: ['not_found'],
})
