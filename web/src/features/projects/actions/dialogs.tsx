import { useState, type ComponentType } from 'react'
import { AskChange, AskComplete } from './delivery-dialog.tsx'
import { AskDispute } from './dispute-dialog.tsx'
import { AskAcceptOffer, AskCancel, AskDate } from './offer-dialog.tsx'
import type { AskProps } from './action-dialog.tsx'
import { AskAccept, AskDecline, AskTakeBack, AskWithdraw } from './request-dialog.tsx'
import { AskTerms } from './terms-dialog.tsx'
import type { Ask, AskWhat } from '../room/actions.ts'

const ASKS: Record<AskWhat, ComponentType<AskProps>> = {
  accept: AskAccept,
  decline: AskDecline,
  withdraw: AskWithdraw,
  takeBack: AskTakeBack,
  requestRevision: AskChange,
  complete: AskComplete,
  offer: AskTerms,
  proposeDate: AskDate,
  proposeCancel: AskCancel,
  dispute: AskDispute,
}

/** The question that a room asks now. */
export function Asks({ ask, project, ...others }: AskProps & { ask: Ask }) {
  // The room may hear of its own step before the answer to it is here: the question stays the one that was asked.
  const [asked] = useState(project)
  const rest = { ...others, project: project.status === asked.status ? project : asked }
  if (ask.what === 'acceptOffer') return <AskAcceptOffer offer={ask.offer} {...rest} />
  const Question = ASKS[ask.what]
  return <Question {...rest} />
}
