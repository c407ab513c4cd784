import { useState } from 'react'
import { acceptOffer, payDeposit } from '@plinth/contract/projects/project-calls.ts'
import type { Offer, Project } from '@plinth/contract/projects/projects.ts'
import { call } from '../../../lib/api/api.ts'
import { price } from '../../../lib/format/format.ts'
import { dayWords } from '../../../lib/format/days.ts'
import { type ProjectDialogProps, ActionDialog } from './action-dialog.tsx'
import { actionTexts } from './action-texts.ts'
import { feeOfPart } from '../room/escrow-rules.ts'
import { depositOf, splitOf } from './split-rules.ts'
import { otherOf } from '../project-texts.ts'
import { useCheckout, useStep } from '../use-step.ts'

/** Says how much of a part the card fee takes; empty if it takes nothing. */
export function feeText(project: Project, toCreator: number): string {
  const fee = feeOfPart(project, toCreator)
  return fee === 0 ? '' : ` ${actionTexts.cancel.fee(price(fee))}`
}

interface AcceptOfferProps extends ProjectDialogProps {
  offer: Offer
}

/** Accepts the other side's offer. After accepting terms, a client goes straight on to pay the deposit. */
export function AcceptOfferDialog({ project, offer, onClose }: AcceptOfferProps) {
  const texts = actionTexts.acceptOffer
  const { id } = project
  const checkout = useCheckout(id, (idempotencyKey) =>
    call(payDeposit, { params: { id }, idempotencyKey }),
  )
  const leadsToCheckout = offer.kind === 'terms' && project.role === 'client'
  // If only the checkout failed, only that is tried again.
  const [isAccepted, setAccepted] = useState(false)
  const step = useStep({
    projectId: id,
    send: (_: object, idempotencyKey) =>
      call(acceptOffer, { params: { id, offerId: offer.id }, idempotencyKey }),
    ...(leadsToCheckout
      ? {
          onDone: () => {
            setAccepted(true)
            checkout.open()
          },
        }
      : {
          message: () => ({
            title: texts.done,
            description: texts.doneLine(otherOf(project).firstName),
            variant: 'success' as const,
          }),
          onDone: onClose,
        }),
  })
  const { title, line, confirm } = wordsOf(project, offer)
  return (
    <ActionDialog
      title={title}
      line={line}
      confirm={confirm}
      isHard={offer.kind === 'cancel'}
      isPayment={leadsToCheckout}
      busy={texts.busy}
      step={{
        isBusy: step.isBusy || checkout.isBusy,
        problem: step.problem ?? checkout.problem,
      }}
      onClose={onClose}
      onConfirm={() => (isAccepted ? checkout.open() : step.run({}))}
    />
  )
}

function wordsOf(project: Project, offer: Offer): { title: string; line: string; confirm: string } {
  const { terms, date, change, cancel } = actionTexts.acceptOffer
  const { client, creator, role, money } = project
  if (offer.kind === 'date') {
    const day = offer.deliverBy === null ? '' : dayWords(offer.deliverBy)
    return { title: date.title, line: date.line(day), confirm: date.confirm(day) }
  }
  if (offer.kind === 'change') {
    const sum = price(offer.price ?? 0)
    return {
      title: change.title,
      line: change.line(sum, price((money.remainder ?? 0) + (offer.price ?? 0))),
      confirm: change.confirm(sum),
    }
  }
  if (offer.kind === 'cancel') {
    const split = splitOf(money.held, offer.toClient ?? 0)
    const [back, to] = [price(split?.toClient ?? 0), price(split?.toCreator ?? 0)]
    return {
      title: cancel.title,
      line: `${cancel.line(back, client.firstName, to, creator.firstName)}${feeText(project, split?.toCreator ?? 0)}`,
      confirm: cancel.confirm(back),
    }
  }
  const sum = depositOf(offer)
  return role === 'client'
    ? {
        title: terms.title,
        line: terms.client(sum, price(offer.price ?? 0)),
        confirm: terms.pay(sum),
      }
    : {
        title: terms.title,
        line: terms.creator(sum, client.firstName),
        confirm: terms.confirm,
      }
}
