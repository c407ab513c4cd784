import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { Project } from '@plinth/contract/projects/projects.ts'
import { price } from '../../../lib/format/format.ts'
import { Badge } from '../../../ui/layout/badge.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { Brief, leadsWithBrief } from './activity-section.tsx'
import { DeliveryView } from './deliveries-section.tsx'
import type { ActionRequest } from './actions.ts'
import type { RoomFiles } from './references-section.tsx'
import { HireAgain } from './hire-again.tsx'
import { decisionOf, summarize, type Decision } from './room-state.ts'
import { texts } from './room-texts.ts'

// Only the creator delivers, so the form is loaded on demand.
const DeliverForm = lazy(async () => ({
  default: (await import('../delivery/deliver-form.tsx')).DeliverForm,
}))

interface RoomPanelProps {
  project: Project
  viewerId: string
  Files: RoomFiles
  /** Carries out the decision: some open a dialog, some the card provider. */
  onDecide: (decision: Decision) => void
  isLeaving: boolean
  onAction: (action: ActionRequest) => void
}

/** The status of the project, and the main thing to do now. */
export function RoomPanel(props: RoomPanelProps) {
  const { project, viewerId, Files, onDecide, isLeaving, onAction } = props
  const [title, line] = summarize(project)
  const last = project.deliveries[0]
  return (
    <section aria-labelledby="room-now" className="room-panel">
      <div className="flex items-start justify-between gap-y-3 gap-x-6 max-tablet:flex-col">
        <div className="min-w-0">
          <h2 id="room-now" className="display text-24 text-ink">
            {title}
          </h2>
          <p className="mt-1 text-14 text-ink-3">{line}</p>
        </div>
        {project.status === 'delivered' ? (
          <Badge kind="pending">{texts.delivery.awaiting}</Badge>
        ) : null}
      </div>
      {project.closingNote === null || project.closingNote.trim() === '' ? null : (
        <blockquote className="mt-4 py-3.5 px-4.5 rounded-control bg-surface-2 whitespace-pre-line">
          {project.closingNote}
        </blockquote>
      )}
      {leadsWithBrief(project) ? (
        <div className="mt-5">
          <Brief project={project} viewerId={viewerId} Files={Files} isLead />
        </div>
      ) : null}
      {last === undefined ? null : (
        <div className="mt-5">
          <DeliveryView project={project} delivery={last} />
        </div>
      )}
      <Ways project={project} onDecide={onDecide} isLeaving={isLeaving} onAction={onAction} />
      <HireAgain project={project} viewerId={viewerId} />
      {project.actions.includes('deliver') ? (
        <Suspense
          fallback={<div className="grid gap-5 mt-6 pt-6 border-t border-t-line h-[360px]" />}
        >
          <DeliverForm project={project} viewerId={viewerId} />
        </Suspense>
      ) : null}
      {project.role === null ? <Watching project={project} /> : null}
    </section>
  )
}

/** For an admin: where to rule in a dispute. */
const Watching = ({ project: { id, dispute } }: { project: Project }) => (
  <p className="mt-4 text-14 text-ink-3">
    {dispute?.ruling === null ? (
      <>
        {`${texts.watchingDispute} `}
        <Link
          to="/admin"
          search={{ tab: 'actions', list: 'disputes', item: id }}
          className="text-link hit"
        >
          {texts.rule}
        </Link>
      </>
    ) : (
      texts.watching
    )}
  </p>
)

function Ways({
  project,
  onDecide,
  isLeaving,
  onAction,
}: Omit<RoomPanelProps, 'viewerId' | 'Files'>) {
  const { actions, role, status, revisionsLeft, deliveries, money } = project
  const decision = decisionOf(project)
  const canChange = actions.includes('requestRevision')
  // The number of changes that can still be asked for.
  const isCounting = role === 'creator' && status === 'delivered'
  const canTakeBack = actions.includes('takeBack')
  if (decision === null && !canChange && !canTakeBack) return null
  return (
    <div className="room-decision flex flex-wrap items-center gap-3 mt-6">
      {decision === null ? null : (
        <Button
          variant="primary"
          size={52}
          className="room-decide"
          busy={isLeaving && texts.actions.opening}
          onClick={() => onDecide(decision)}
        >
          <Check size={18} aria-hidden />
          <span className="tnum">{decision.words}</span>
        </Button>
      )}
      {canTakeBack ? (
        <Button variant="danger" size={52} onClick={() => onAction({ what: 'takeBack' })}>
          <span className="tnum">{texts.actions.takeBack(price(money.held))}</span>
        </Button>
      ) : null}
      {canChange ? (
        <Button size={52} onClick={() => onAction({ what: 'requestRevision' })}>
          {texts.actions.change}
        </Button>
      ) : null}
      {actions.includes('accept') && actions.includes('decline') ? (
        <Button size={52} onClick={() => onAction({ what: 'decline' })}>
          {texts.actions.decline}
        </Button>
      ) : null}
      {canChange || isCounting || deliveries[0]?.answer === 'revision' ? (
        <p className="w-full text-13 text-ink-3">{texts.changesLeft(revisionsLeft)}</p>
      ) : null}
    </div>
  )
}
