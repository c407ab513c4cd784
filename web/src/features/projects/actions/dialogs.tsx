import { lazy, useState, type ComponentType } from 'react'
import { ChangeDialog, CompleteDialog } from './delivery-dialog.tsx'
import { DisputeDialog } from './dispute-dialog.tsx'
import { AcceptOfferDialog } from './accept-dialog.tsx'
import { CancelDialog, DateDialog } from './offer-dialog.tsx'
import type { ProjectDialogProps } from './action-dialog.tsx'
import { AcceptDialog, DeclineDialog, TakeBackDialog, WithdrawDialog } from './request-dialog.tsx'
import type { ActionRequest, ActionName } from '../room/actions.ts'

// The largest of them, of which a project needs few.
const TermsDialog = lazy(async () => ({
  default: (await import('./terms-dialog.tsx')).TermsDialog,
}))
const PricedChangeDialog = lazy(async () => ({
  default: (await import('./priced-dialog.tsx')).PricedChangeDialog,
}))

const DIALOGS: Record<ActionName, ComponentType<ProjectDialogProps>> = {
  accept: AcceptDialog,
  decline: DeclineDialog,
  withdraw: WithdrawDialog,
  takeBack: TakeBackDialog,
  requestRevision: ChangeDialog,
  complete: CompleteDialog,
  offer: TermsDialog,
  proposeDate: DateDialog,
  proposeChange: PricedChangeDialog,
  proposeCancel: CancelDialog,
  dispute: DisputeDialog,
}

/** The dialog of the action that the viewer has started. */
export function ActionDialogs({
  action,
  project,
  ...others
}: ProjectDialogProps & { action: ActionRequest }) {
  // The live update of a step can arrive before its answer, so the dialog keeps the project that it was opened for.
  const [asked] = useState(project)
  const rest = { ...others, project: project.status === asked.status ? project : asked }
  if (action.what === 'acceptOffer') return <AcceptOfferDialog offer={action.offer} {...rest} />
  const Question = DIALOGS[action.what]
  return <Question {...rest} />
}
