import './room.css'
import { lazy, Suspense, useState, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { payDeposit, readProject } from '@plinth/contract/projects/project-calls.ts'
import type { Project } from '@plinth/contract/projects/projects.ts'
import { call } from '../../../lib/api/api.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { EscrowSlip } from './escrow.tsx'
import { pinnedOf, type ActionRequest, type Pinned } from './actions.ts'
import { EarlierDeliveries } from './deliveries-section.tsx'
import { DisputePanel } from './dispute-section.tsx'
import { MoreActions, RoomHead } from './room-header.tsx'
import { Milestones } from './milestones-section.tsx'
import type { Decision } from './room-state.ts'
import { Offers } from './offers-section.tsx'
import type { RoomFiles } from './references-section.tsx'
import { RoomPanel } from './room-panel.tsx'
import { RoomSteps } from './room-steps.tsx'
import { Activity, Brief, leadsWithBrief } from './activity-section.tsx'
import { texts } from './room-texts.ts'
import { useCheckout } from '../use-step.ts'
import { useInSight } from '../../../lib/browser/use-in-sight.ts'
import { useMutation } from '@tanstack/react-query'

// Dialogs open only after a click, so they are loaded on demand.
const ActionDialogs = lazy(async () => ({
  default: (await import('../actions/dialogs.tsx')).ActionDialogs,
}))

const ShowingPanel = lazy(async () => ({
  default: (await import('../showing/showing-panel.tsx')).ShowingPanel,
}))
// For admins.
const RefundButton = lazy(async () => ({
  default: (await import('./refund-button.tsx')).RefundButton,
}))

interface RoomProps {
  project: Project
  viewerId: string
  /** Parts of other features. */
  review: ReactNode
  messages: ReactNode
  Files: RoomFiles
}

/** The project room: status, next action, money, and everything that was said and sent. */
export function Room({ project, viewerId, review, messages, Files }: RoomProps) {
  const { id } = project
  useRoomReading(project)
  const [action, setAction] = useState<ActionRequest | null>(null)
  const checkout = useCheckout(id, (idempotencyKey) =>
    call(payDeposit, { params: { id }, idempotencyKey }),
  )
  const decide = (decision: Decision) => {
    // The card provider's page is confirmation enough.
    if (decision.action === 'payDeposit') checkout.open()
    else setAction({ what: decision.action })
  }
  const pinned = pinnedOf(project)
  const press = (button: Pinned) => {
    if (button.what === 'decision') decide(button.decision)
    else if (button.what === 'offer') setAction({ what: 'acceptOffer', offer: button.offer })
    else showReview(reviews.current)
  }
  const isLead = leadsWithBrief(project)
  const reviews = useRef<HTMLDivElement>(null)
  const isReviewSeen = useInSight(reviews)
  return (
    <div className="page room" data-decides={pinned === null ? undefined : ''}>
      <RoomHead project={project} onAction={setAction} />
      <RoomSteps project={project} />
      <div className="room-columns">
        <div className="room-column">
          <div className="flex flex-col gap-8 min-w-0">
            <RoomPanel
              project={project}
              viewerId={viewerId}
              Files={Files}
              onDecide={decide}
              isLeaving={checkout.isBusy}
              onAction={setAction}
            />
            {canBeReviewed(project) ? (
              <div ref={reviews} className="scroll-mt-6">
                {review}
              </div>
            ) : null}
            {project.status === 'completed' &&
            (project.role === 'creator' || project.showing !== null) ? (
              <Suspense fallback={<Skeleton className="h-40" />}>
                <ShowingPanel project={project} />
              </Suspense>
            ) : null}
            <Offers
              project={project}
              pinned={pinned?.what === 'offer' ? pinned.offer : null}
              onAction={setAction}
            />
            <DisputePanel project={project} onAction={setAction} />
          </div>
          <div className="flex flex-col gap-8 min-w-0 max-tablet:order-3">
            <EarlierDeliveries project={project} />
            <Milestones project={project} />
          </div>
          <div className="flex flex-col gap-8 min-w-0 max-tablet:order-5">{messages}</div>
        </div>
        <aside className="room-column">
          <div className="room-second">
            <EscrowSlip project={project} />
            {project.role === null ? (
              <Suspense fallback={null}>
                <RefundButton project={project} />
              </Suspense>
            ) : null}
          </div>
          <div className="flex flex-col gap-8 min-w-0 max-tablet:order-4">
            {isLead ? null : <Brief project={project} viewerId={viewerId} Files={Files} />}
            <Activity project={project} />
          </div>
        </aside>
      </div>
      {pinned === null || (pinned.what === 'review' && isReviewSeen) ? null : (
        <div className="room-pinned">
          <Button
            variant="primary"
            size={52}
            className="min-w-0 shrink! flex-1 px-3!"
            busy={checkout.isBusy && texts.actions.opening}
            onClick={() => press(pinned)}
          >
            <span className="tnum">{pinned.words}</span>
          </Button>
          <MoreActions project={project} onAction={setAction} />
        </div>
      )}
      <Suspense fallback={null}>
        {action === null ? null : (
          <ActionDialogs
            action={action}
            project={project}
            viewerId={viewerId}
            onClose={() => setAction(null)}
          />
        )}
      </Suspense>
    </div>
  )
}

const canBeReviewed = ({ role, status, actions }: Project): boolean =>
  role !== null && (status === 'completed' || actions.includes('review'))

/** Brings the review into view, with the focus on its first star. */
function showReview(review: HTMLElement | null): void {
  review?.scrollIntoView({ block: 'start' })
  review?.querySelector('input')?.focus({ preventScroll: true })
}

/** Marks the notifications of a project as read while its room is visible: on opening, and after each new event. */
function useRoomReading({ id, role, events: [newest] }: Project): void {
  const asked = useRef<string | null>(null)
  const { mutate } = useMutation({
    mutationFn: (upTo: string) => call(readProject, { params: { id }, body: { upTo } }),
    // It is still unread; the next event, or the next visit to this tab, tries again.
    onError: () => {
      asked.current = null
    },
  })
  const read = useEffectEvent((upTo: string | undefined) => {
    if (upTo === undefined || role === null || document.hidden || asked.current === upTo) return
    asked.current = upTo
    mutate(upTo)
  })
  const look = useEffectEvent(() => read(newest?.id))
  useEffect(() => read(newest?.id), [newest?.id])
  useEffect(() => {
    const onChange = () => look()
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [])
}
