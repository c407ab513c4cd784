import { MAX_OFFERS, MAX_PRICE_CENTS } from '@plinth/contract/limits.ts'
import type { ProjectRole } from '@plinth/contract/projects/project-states.ts'
import type { Milestone, OfferKind, ProjectEventKind } from '@plinth/contract/projects/projects.ts'
import { newId } from '../../../db/id.ts'
import { AppError, orNotFound } from '../../../http/errors.ts'
import {
  answerOffer,
  findOffer,
  findOfferFacts,
  insertOffer,
  type OfferRow,
} from './offer-queries.ts'
import { answerDelivery } from '../delivery/delivery-queries.ts'
import type { LockedProject } from '../project-lock-queries.ts'
import { freezeMarks } from '../proofing/approval-queries.ts'
import { withList } from '../proofing/proofing-rules.ts'
import { divide, move, type Step } from '../project-steps.ts'
import { dueAfter, OFFERED_IN, today, wrongState } from '../project-rules.ts'
import {
  addEvent,
  replaceMilestones,
  updateProject,
  type ProjectChange,
} from '../project-write-queries.ts'

/** The error when the creator takes on no work, or one of the two has blocked the other. */
export const cannotStart = (to: ProjectRole = 'client') =>
  new AppError(
    'conflict',
    to === 'client'
      ? 'You can’t hire this creator right now.'
      : 'You can’t be hired right now. You need an active creator account.',
  )

interface Proposal {
  id?: string
  kind: OfferKind
  priceCents?: number
  deliverBy?: string
  milestones?: readonly Milestone[]
  picks?: number | null
  toClientCents?: number
  note: string
  isQuiet?: boolean
}

/** Makes an offer to the other side. Terms also show the request to a creator who has not seen it yet. */
export async function propose(step: Step, proposal: Proposal): Promise<void> {
  const { trx, money, now, project, role, actor } = step
  const { kind, priceCents = null, deliverBy = null, toClientCents = null, note } = proposal
  if (!OFFERED_IN[kind].includes(project.status)) throw wrongState(project.status)
  const facts = await findOfferFacts(trx, project)
  if (facts.offerCount >= MAX_OFFERS)
    throw new AppError(
      'rate.limited',
      'There have been too many offers in this project. Accept one, or start a new project.',
    )
  if (kind === 'terms') {
    if (!facts.canBegin) throw cannotStart(role)
    // Nobody should pay for terms that one of the two wants to change.
    await money.closePayments(trx, { projectId: project.id, promotionId: null })
  }
  await insertOffer(trx, {
    id: proposal.id ?? newId(),
    projectId: project.id,
    kind,
    by: role,
    priceCents,
    deliverBy,
    milestones: proposal.milestones ?? [],
    picks: proposal.picks ?? null,
    toClientCents,
    note,
    now,
  })
  await change(step, kind === 'terms' ? afterTerms(step) : {})
  await addEvent(
    trx,
    step.project,
    {
      kind: 'offered',
      by: role,
      actorId: actor.id,
      note,
      cents: priceCents ?? toClientCents,
      isQuiet: proposal.isQuiet,
    },
    now,
  )
}

const afterTerms = ({ project, now }: Step): ProjectChange => ({
  shared_at: project.sharedAt ?? now,
  due_at: dueAfter('requested', now),
})

/** Changes a project without changing its status. */
async function change(step: Step, set: ProjectChange): Promise<void> {
  const { trx, project, now } = step
  const changed = await updateProject(trx, {
    id: project.id,
    from: [project.status],
    set: { ...set, updated_at: now },
  })
  if (changed !== undefined) step.project = changed
}

/** Accepts an offer of the other side. */
export async function accept(step: Step, offerId: string): Promise<void> {
  const offer = await openOffer(step, offerId)
  if (offer.by === step.role)
    throw new AppError(
      'auth.forbidden',
      'Only the other person can accept this offer. You can withdraw it.',
    )
  if (!OFFERED_IN[offer.kind].includes(step.project.status)) throw wrongState(step.project.status)
  await answerOffer(step.trx, { id: offer.id, state: 'accepted', now: step.now })
  await agreed[offer.kind](step, offer)
}

type Agreed = (step: Step, offer: OfferRow) => Promise<void>
const agreed: Record<OfferKind, Agreed> = {
  terms: async (step, offer) => {
    const { canBegin } = await findOfferFacts(step.trx, step.project)
    if (!canBegin) throw cannotStart(step.role)
    await agreeOnDate(step, offer, 'offer_accepted', {
      price_cents: BigInt(offer.priceCents ?? 0),
      creator_agreed: true,
      picks: offer.picks,
      due_at: dueAfter('requested', step.now),
    })
    await replaceMilestones(step.trx, step.project.id, offer.milestones)
  },
  date: (step, offer) => agreeOnDate(step, offer, 'date_moved', {}),
  change: agreeOnChange,
  cancel: async (step, { toClientCents }) => {
    const { toClientCents: cents } = await divide(step, step.project, toClientCents ?? 0)
    step.project = await move(step, step.project, 'cancel', {
      actor: step.actor,
      event: { kind: 'cancelled', cents },
    })
  },
}

/** Whether a change at this price makes the whole project dearer than projects can be. */
export const isTooDear = ({ priceCents }: LockedProject, cents: number): boolean =>
  (priceCents ?? 0) + cents > MAX_PRICE_CENTS

/**
 * Adds a change to the price and to what may be asked for. If the delivery waits for its answer, this is the answer: the
 * open comments are what has to change.
 */
async function agreeOnChange(step: Step, { deliverBy, priceCents, note }: OfferRow): Promise<void> {
  const { trx, project, role: by, actor, now } = step
  const cents = priceCents ?? 0
  if (isTooDear(project, cents))
    throw new AppError('conflict', 'The project would cost more than anybody can pay here.')
  checkDay(deliverBy ?? today(now), now)
  const set: ProjectChange = {
    price_cents: BigInt((project.priceCents ?? 0) + cents),
    added_cents: BigInt(project.addedCents + cents),
    revisions_added: project.revisionsAdded + 1,
    ...(deliverBy === null ? {} : { deliver_by: deliverBy }),
  }
  if (project.status === 'delivered') {
    const round = project.revisionsUsed + 1
    const asked = withList(note, await freezeMarks(trx, { projectId: project.id, round }))
    await answerDelivery(trx, { projectId: project.id, answer: 'revision', note: asked, now })
    step.project = await move(step, project, 'agreeChange', {
      actor,
      set: { ...set, revisions_used: round },
      event: { kind: 'offer_accepted', note: asked, cents },
    })
    return
  }
  await change(step, set)
  const event = { kind: 'offer_accepted', by, actorId: actor.id, note, cents } as const
  await addEvent(trx, step.project, event, now)
}

function checkDay(deliverBy: string | null, now: Date): asserts deliverBy is string {
  if (deliverBy === null || deliverBy < today(now))
    throw new AppError('conflict', 'The delivery date of this offer has passed. Send a new offer.')
}

async function agreeOnDate(
  step: Step,
  { deliverBy, priceCents }: OfferRow,
  kind: ProjectEventKind,
  set: ProjectChange,
): Promise<void> {
  checkDay(deliverBy, step.now)
  await change(step, { ...set, deliver_by: deliverBy })
  const { role: by, actor } = step
  await addEvent(
    step.trx,
    step.project,
    {
      kind,
      by,
      actorId: actor.id,
      note: kind === 'date_moved' ? deliverBy : null,
      cents: priceCents,
    },
    step.now,
  )
}

/** Declines an offer of the other side, or withdraws one's own, which notifies nobody. */
export async function decline(step: Step, offerId: string): Promise<void> {
  const { id, by, priceCents, toClientCents } = await openOffer(step, offerId)
  const isOwn = by === step.role
  await answerOffer(step.trx, { id, state: isOwn ? 'withdrawn' : 'declined', now: step.now })
  await change(step, {})
  if (isOwn) return
  await addEvent(
    step.trx,
    step.project,
    {
      kind: 'offer_declined',
      by: step.role,
      actorId: step.actor.id,
      cents: priceCents ?? toClientCents,
    },
    step.now,
  )
}

async function openOffer({ trx, project }: Step, id: string): Promise<OfferRow> {
  const offer = orNotFound(await findOffer(trx, { id, projectId: project.id }))
  if (offer.state !== 'open')
    throw new AppError(
      'conflict',
      `You can’t answer this offer any more. It was ${offer.state === 'superseded' ? 'replaced' : offer.state}.`,
    )
  return offer
}
