import { useState } from 'react'
import {
  acceptOffer,
  payDeposit,
  proposeCancel,
  proposeChange,
  proposeDate,
} from '@plinth/contract/projects/project-calls.ts'
import type { Offer, Project } from '@plinth/contract/projects/projects.ts'
import { call } from '../../../lib/api/api.ts'
import type { Problems } from '../../../lib/forms/problems.ts'
import { price } from '../../../lib/format/format.ts'
import { dayWords } from '../../../lib/format/days.ts'
import { type ProjectDialogProps, ActionDialog } from './action-dialog.tsx'
import { DayField, hirePriceOf, isPromisable, LongTextField, SumField } from './action-fields.tsx'
import { actionTexts } from './action-texts.ts'
import { feeOfPart } from '../room/escrow-rules.ts'
import { depositOf, halfOf, readSplit, splitOf, typedSum } from './split-rules.ts'
import { otherOf } from '../project-texts.ts'
import { SplitField } from './split-field.tsx'
import { useCheckout, useStep } from '../use-step.ts'
import { useNoteDraft, useStepForm } from './use-step-form.ts'

export function DateDialog({ project, viewerId, onClose }: ProjectDialogProps) {
  const texts = actionTexts.newDate
  const name = otherOf(project).firstName
  const step = useStepForm({
    projectId: project.id,
    empty: { deliverBy: project.deliverBy ?? '', note: '' },
    draft: useNoteDraft(`date.${project.id}`, viewerId),
    check: ({ deliverBy }): Problems =>
      isPromisable(deliverBy) ? {} : { deliverBy: actionTexts.dateWrong },
    send: ({ deliverBy, note }, idempotencyKey) =>
      call(proposeDate, {
        params: { id: project.id },
        body: { deliverBy, note: note.trim() },
        idempotencyKey,
      }),
    message: () => proposed(name),
    onDone: onClose,
  })
  const { deliverBy, note } = step.fields
  return (
    <ActionDialog
      title={texts.title}
      line={texts.line(name)}
      confirm={texts.confirm(isPromisable(deliverBy) ? dayWords(deliverBy) : null)}
      busy={texts.busy}
      step={step}
      onClose={onClose}
      onConfirm={step.submitFrom}
    >
      <DayField
        value={deliverBy}
        onChange={(day) => step.set('deliverBy', day)}
        error={step.problems.deliverBy?.message}
      />
      <LongTextField
        label={actionTexts.note}
        value={note}
        onChange={(words) => step.set('note', words)}
        optional
      />
    </ActionDialog>
  )
}

const proposed = (name: string) => ({
  title: actionTexts.terms.done,
  description: actionTexts.terms.doneLine(name),
  variant: 'success' as const,
})

/** Proposes a further change at a price, which is added to the balance. */
export function PricedChangeDialog({ project, viewerId, onClose }: ProjectDialogProps) {
  const texts = actionTexts.priced
  const { id, money, status } = project
  const name = otherOf(project).firstName
  const step = useStepForm({
    projectId: id,
    empty: { price: '', deliverBy: '', note: '' },
    draft: useNoteDraft(`priced.${id}`, viewerId),
    check: ({ price: typed, deliverBy, note }): Problems => ({
      ...(hirePriceOf(typed) === null ? { price: actionTexts.sumWrong } : {}),
      ...(deliverBy === '' || isPromisable(deliverBy) ? {} : { deliverBy: actionTexts.dateWrong }),
      ...(note.trim() === '' ? { note: texts.textWrong } : {}),
    }),
    send: ({ price: typed, deliverBy, note }, idempotencyKey) =>
      call(proposeChange, {
        params: { id },
        body: {
          price: hirePriceOf(typed) ?? 0,
          deliverBy: deliverBy === '' ? null : deliverBy,
          note: note.trim(),
        },
        idempotencyKey,
      }),
    message: () => proposed(name),
    onDone: onClose,
  })
  const { price: typed, deliverBy, note } = step.fields
  const sum = hirePriceOf(typed)
  return (
    <ActionDialog
      title={texts.title}
      line={texts.line(name, status === 'delivered')}
      confirm={texts.confirm(sum === null ? null : price(sum))}
      busy={texts.busy}
      step={step}
      onClose={onClose}
      onConfirm={step.submitFrom}
    >
      <SumField
        label={texts.price}
        hint={
          sum === null
            ? undefined
            : texts.priceHint(price((money.remainder ?? 0) + sum), price((money.price ?? 0) + sum))
        }
        error={step.problems.price?.message}
        required
        className="tablet:max-w-80"
        typed={typed}
        onChange={(words) => step.set('price', words)}
      />
      <LongTextField
        label={texts.text}
        value={note}
        onChange={(words) => step.set('note', words)}
        error={step.problems.note?.message}
      />
      <DayField
        label={texts.day}
        optional
        value={deliverBy}
        onChange={(day) => step.set('deliverBy', day)}
        error={step.problems.deliverBy?.message}
      />
    </ActionDialog>
  )
}

/** Proposes to cancel the project, with a split of what is held. */
export function CancelDialog({ project, viewerId, onClose }: ProjectDialogProps) {
  const texts = actionTexts.cancel
  const { held } = project.money
  const other = otherOf(project).firstName
  const step = useStepForm({
    projectId: project.id,
    empty: { typed: typedSum(halfOf(held)), note: '' },
    draft: useNoteDraft(`cancel.${project.id}`, viewerId),
    check: ({ typed, note }): Problems => ({
      ...(readSplit(held, typed) === null ? { typed: actionTexts.split.wrong(price(held)) } : {}),
      ...(note.trim() === '' ? { note: texts.whyWrong } : {}),
    }),
    send: ({ typed, note }, idempotencyKey) =>
      call(proposeCancel, {
        params: { id: project.id },
        body: { toClient: readSplit(held, typed)?.toClient ?? 0, note: note.trim() },
        idempotencyKey,
      }),
    message: () => proposed(other),
    onDone: onClose,
  })
  const { typed, note } = step.fields
  const split = readSplit(held, typed)
  return (
    <ActionDialog
      title={texts.title}
      line={`${texts.line(price(held), other)}${feeText(project, split?.toCreator ?? held)}`}
      confirm={split === null ? texts.title : texts.confirm(price(split.toClient))}
      busy={texts.busy}
      step={step}
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
      <LongTextField
        label={texts.why}
        value={note}
        onChange={(words) => step.set('note', words)}
        error={step.problems.note?.message}
      />
    </ActionDialog>
  )
}

function feeText(project: Project, toCreator: number): string {
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
