import {
  acceptOffer,
  declineOffer,
  offerTerms,
  proposeCancel,
  proposeChange,
  proposeDate,
} from '@plinth/contract/projects/project-calls.ts'
import { MESSAGES_PER_MINUTE } from '@plinth/contract/limits.ts'
import type { FastifyRequest } from 'fastify'
import type { Mount } from '../../../http/mount.ts'
import { accept, decline, isTooDear, propose } from './offer-steps.ts'
import { centsOf, dayOf, milestonesOf, priceOf } from '../project-rules.ts'
import { readRoom } from '../room/project-read-queries.ts'
import { runStep, type ProjectContext } from '../project-steps.ts'
import { invalidField } from '../../../http/errors.ts'

/** An offer notifies the other side like a message, so it is limited like one. */
const limited = {
  config: {
    rateLimit: {
      max: MESSAGES_PER_MINUTE,
      timeWindow: 60_000,
      keyGenerator: (request: FastifyRequest) => request.viewer?.id ?? request.ip,
    },
  },
}

/** Offers of the two to each other, and the answers. */
export function registerOffers(mount: Mount, context: ProjectContext): void {
  const { deps } = context

  mount(
    offerTerms,
    async ({ params: { id }, body, viewer }) => {
      const now = deps.now()
      const deliverBy = dayOf(body.deliverBy, now)
      const proposal = {
        kind: 'terms' as const,
        priceCents: priceOf(body.price),
        deliverBy,
        milestones: milestonesOf(body.milestones ?? [], deliverBy, now),
        picks: body.picks ?? null,
        note: body.note?.trim() ?? '',
      }
      await runStep(context, { id, viewer }, (step) => propose(step, proposal))
      return readRoom(context, id, viewer)
    },
    limited,
  )

  mount(
    proposeDate,
    async ({ params: { id }, body, viewer }) => {
      const deliverBy = dayOf(body.deliverBy, deps.now())
      const note = body.note?.trim() ?? ''
      await runStep(context, { id, viewer }, async (step) => {
        await propose(step, { kind: 'date', deliverBy, note })
        if (step.project.deliverBy === deliverBy)
          throw invalidField('deliverBy', 'This is already the delivery date.')
      })
      return readRoom(context, id, viewer)
    },
    limited,
  )

  mount(
    proposeChange,
    async ({ params: { id }, body, viewer }) => {
      const proposal = {
        kind: 'change' as const,
        priceCents: priceOf(body.price),
        ...(body.deliverBy == null ? {} : { deliverBy: dayOf(body.deliverBy, deps.now()) }),
        note: body.note.trim(),
      }
      await runStep(context, { id, viewer }, async (step) => {
        await propose(step, proposal)
        if (isTooDear(step.project, proposal.priceCents))
          throw invalidField('price', 'The project would cost more than anybody can pay here.')
      })
      return readRoom(context, id, viewer)
    },
    limited,
  )

  mount(
    proposeCancel,
    async ({ params: { id }, body, viewer }) => {
      const toClientCents = centsOf(body.toClient, 'toClient')
      const note = body.note.trim()
      await runStep(context, { id, viewer }, async (step) => {
        await propose(step, { kind: 'cancel', toClientCents, note })
        if (toClientCents > (step.project.depositCents ?? 0))
          throw invalidField('toClient', 'That’s more than Plinth holds.')
      })
      return readRoom(context, id, viewer)
    },
    limited,
  )

  mount(acceptOffer, async ({ params: { id, offerId }, viewer }) => {
    await runStep(context, { id, viewer }, (step) => accept(step, offerId))
    return readRoom(context, id, viewer)
  })

  mount(declineOffer, async ({ params: { id, offerId }, viewer }) => {
    await runStep(context, { id, viewer }, (step) => decline(step, offerId))
    return readRoom(context, id, viewer)
  })
}
