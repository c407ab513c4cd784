import { useState } from 'react'
import {
  acceptOffer,
  payDeposit,
  proposeCancel,
  proposeDate,
} from '@plinth/contract/projects/project-calls.ts'
import type { Offer, Project } from '@plinth/contract/projects/projects.ts'
import { call } from '../../../lib/api/api.ts'
import type { Problems } from '../../../lib/forms/problems.ts'
import { price } from '../../../lib/format/format.ts'
import { dayWords } from '../../../lib/format/days.ts'
import type { AskProps } from './ask-props.ts'
import { DayField, isPromisable, noteDraft, WordsField } from './ask-fields.tsx'
import { AskFrame } from './ask-frame.tsx'
import { askTexts } from './ask-texts.ts'
import { feeOfPart } from '../room/escrow-lines.ts'
import { depositOf } from './offer-deposit.ts'
import { otherOf } from '../project-words.ts'
import { SplitField } from './split-field.tsx'
import { halfOf, readSplit, splitOf, typedSum } from './split-sums.ts'
import { useCheckout, useStep, useStepForm } from '../use-step.ts'

export function AskDate({ project, viewerId, onClose }: AskProps) {
  const texts = askTexts.newDate
  const name = otherOf(project).firstName
  const step = useStepForm({
    projectId: project.id,
    viewerId,
    empty: { deliverBy: project.deliverBy ?? '', note: '' },
    draft: noteDraft(`date.${project.id}`),
    check: ({ deliverBy }): Problems =>
      isPromisable(deliverBy) ? {} : { deliverBy: askTexts.dateWrong },
    send: ({ deliverBy, note }, idempotencyKey) =>
      call(proposeDate, {
        params: { id: project.id },
        body: { deliverBy, note: note.trim() },
        idempotencyKey,
      }),
    said: () => proposed(name),
    onDone: onClose,
  })
  const { deliverBy, note } = step.fields
  return (
    <AskFrame
      title={texts.title}
      line={texts.line(name)}
      confirm={texts.confirm(isPromisable(deliverBy) ? dayWords(deliverBy) : null)}
      busy={step.isBusy && texts.busy}
      trouble={step.trouble}
      onClose={onClose}
      onConfirm={step.submitFrom}
    >
      <DayField
        value={deliverBy}
        onChange={(day) => step.set('deliverBy', day)}
        error={step.problems.deliverBy?.message}
      />
      <WordsField
        label={askTexts.note}
        value={note}
        onChange={(words) => step.set('note', words)}
        optional
      />
    </AskFrame>
  )
}

const proposed = (name: string) => ({
  title: askTexts.terms.done,
  description: askTexts.terms.doneLine(name),
  variant: 'success' as const,
})

/** Propose an end, and what of what is held goes to whom. */
export function AskCancel({ project, viewerId, onClose }: AskProps) {
  const texts = askTexts.cancel
  const { held } = project.money
  const other = otherOf(project).firstName
  const step = useStepForm({
    projectId: project.id,
    viewerId,
    empty: { typed: typedSum(halfOf(held)), note: '' },
    draft: noteDraft(`cancel.${project.id}`),
    check: ({ typed, note }): Problems => ({
      ...(readSplit(held, typed) === null ? { typed: askTexts.split.wrong(price(held)) } : {}),
      ...(note.trim() === '' ? { note: texts.whyWrong } : {}),
    }),
    send: ({ typed, note }, idempotencyKey) =>
      call(proposeCancel, {
        params: { id: project.id },
        body: { toClient: readSplit(held, typed)?.toClient ?? 0, note: note.trim() },
        idempotencyKey,
      }),
    said: () => proposed(other),
    onDone: onClose,
  })
  const { typed, note } = step.fields
  const split = readSplit(held, typed)
  return (
    <AskFrame
      title={texts.title}
      line={`${texts.line(price(held), other)}${feeWords(project, split?.toCreator ?? held)}`}
      confirm={split === null ? texts.title : texts.confirm(price(split.toClient))}
      busy={step.isBusy && texts.busy}
      trouble={step.trouble}
      onClose={onClose}
      onConfirm={step.submitFrom}
    >
      <SplitField
        held={held}
        typed={typed}
        client={project.client.firstName}
        creator={project.creator.firstName}
        onChange={(sum) => step.set('typed', sum)}
      />
      <WordsField
        label={texts.why}
        value={note}
        onChange={(words) => step.set('note', words)}
        error={step.problems.note?.message}
      />
    </AskFrame>
  )
}

function feeWords(project: Project, toCreator: number): string {
  const fee = feeOfPart(project, toCreator)
  return fee === 0 ? '' : ` ${askTexts.cancel.fee(price(fee))}`
}

interface AskAcceptOfferProps extends AskProps {
  offer: Offer
}

/** Accept what the other one put on the table. A client goes on to pay the deposit of terms at once. */
export function AskAcceptOffer({ project, offer, onClose }: AskAcceptOfferProps) {
  const texts = askTexts.acceptOffer
  const { id } = project
  const checkout = useCheckout(id, (idempotencyKey) =>
    call(payDeposit, { params: { id }, idempotencyKey }),
  )
  const leadsToCheckout = offer.kind === 'terms' && project.role === 'client'
  // Where only the checkout failed, only that is tried again.
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
          said: () => ({
            title: texts.done,
            description: texts.doneLine(otherOf(project).firstName),
            variant: 'success' as const,
          }),
          onDone: onClose,
        }),
  })
  const { title, line, confirm } = wordsOf(project, offer)
  return (
    <AskFrame
      title={title}
      line={line}
      confirm={confirm}
      isHard={offer.kind === 'cancel'}
      busy={(step.isBusy || checkout.isBusy) && texts.busy}
      trouble={step.trouble ?? checkout.trouble}
      onClose={onClose}
      onConfirm={() => (isAccepted ? checkout.open() : step.run({}))}
    />
  )
}

function wordsOf(project: Project, offer: Offer): { title: string; line: string; confirm: string } {
  const { terms, date, cancel } = askTexts.acceptOffer
  const { client, creator, role, money } = project
  if (offer.kind === 'date') {
    const day = offer.deliverBy === null ? '' : dayWords(offer.deliverBy)
    return { title: date.title, line: date.line(day), confirm: date.confirm(day) }
  }
  if (offer.kind === 'cancel') {
    const split = splitOf(money.held, offer.toClient ?? 0)
    const [back, to] = [price(split?.toClient ?? 0), price(split?.toCreator ?? 0)]
    return {
      title: cancel.title,
      line: `${cancel.line(back, client.firstName, to, creator.firstName)}${feeWords(project, split?.toCreator ?? 0)}`,
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
