import { INCLUDED_REVISIONS } from '@plinth/contract/limits.ts'
import type {
  ProjectAction,
  ProjectRole,
  ProjectStatus,
} from '@plinth/contract/projects/project-states.ts'
import type { OfferKind } from '@plinth/contract/projects/projects.ts'
import { OFFERED_IN, takeBackAt, today, UNDER_WAY } from '../project-rules.ts'

/** The facts of a project that decide what its viewer can do, as read by SQL. */
export interface Facts {
  status: ProjectStatus
  /** Null for an admin who is neither of the two. */
  role: ProjectRole | null
  hasPrice: boolean
  creatorAgreed: boolean
  deliverBy: string | null
  revisionsUsed: number
  revisionsAdded: number
  openOffers: readonly { kind: OfferKind; by: ProjectRole }[]
  /** Whether a deposit may be paid: the creator takes on work, and neither has blocked the other. */
  canBegin: boolean
  hasStated: boolean
  hasReviewed: boolean
}

type Rule = (facts: Facts, now: Date) => boolean
const isIn =
  (...statuses: ProjectStatus[]): Rule =>
  ({ status }) =>
    statuses.includes(status)
const offered = (kind: OfferKind): Rule => isIn(...OFFERED_IN[kind])
const hasOpen = ({ openOffers }: Facts, kind: OfferKind): boolean =>
  openOffers.some((offer) => offer.kind === kind)

/** Who may take each action, and when. The steps check the same rules again under a lock. */
const RULES: Record<ProjectAction, readonly [by: ProjectRole | 'both', when: Rule]> = {
  payDeposit: [
    'client',
    (facts, now) =>
      facts.status === 'requested' &&
      facts.hasPrice &&
      facts.canBegin &&
      !hasOpen(facts, 'terms') &&
      !(facts.creatorAgreed && (facts.deliverBy ?? '') < today(now)),
  ],
  offer: ['both', (facts) => facts.status === 'requested' && facts.canBegin],
  accept: ['creator', isIn('deposit_paid')],
  decline: ['creator', isIn('requested', 'deposit_paid')],
  withdraw: ['client', isIn('requested', 'deposit_paid')],
  deliver: ['creator', isIn('accepted', 'revision_requested')],
  checkMilestone: ['creator', ({ status }) => UNDER_WAY.has(status)],
  requestRevision: [
    'client',
    ({ status, revisionsUsed, revisionsAdded }) =>
      status === 'delivered' && revisionsUsed < INCLUDED_REVISIONS + revisionsAdded,
  ],
  complete: ['client', isIn('delivered', 'approved')],
  takeBack: [
    'client',
    ({ status, deliverBy }, now) =>
      status === 'accepted' && deliverBy !== null && now >= takeBackAt(deliverBy),
  ],
  proposeDate: ['both', offered('date')],
  proposeChange: ['both', offered('change')],
  proposeCancel: ['both', offered('cancel')],
  dispute: [
    'both',
    ({ status, hasStated }) => UNDER_WAY.has(status) || (status === 'disputed' && !hasStated),
  ],
  review: ['both', ({ status, hasReviewed }) => status === 'completed' && !hasReviewed],
}

export function actionsOf(facts: Facts, now: Date): ProjectAction[] {
  const { role } = facts
  if (role === null) return []
  return (Object.keys(RULES) as ProjectAction[]).filter((action) => {
    const [by, when] = RULES[action]
    return (by === 'both' || by === role) && when(facts, now)
  })
}

/** Whether the project waits for the viewer. */
export function needsViewer(facts: Facts, now: Date): boolean {
  const { status, role, openOffers } = facts
  if (role === null) return status === 'disputed'
  if (openOffers.some(({ by }) => by !== role)) return true
  const own: Partial<Record<ProjectStatus, boolean>> = {
    requested:
      actionsOf(facts, now).includes('payDeposit') ||
      (!facts.hasPrice && role === 'creator' && openOffers.length === 0),
    deposit_paid: role === 'creator',
    accepted: role === 'creator',
    revision_requested: role === 'creator',
    delivered: role === 'client',
    approved: role === 'client',
    disputed: !facts.hasStated,
  }
  return own[status] ?? false
}
