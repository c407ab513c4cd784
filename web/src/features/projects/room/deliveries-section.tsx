import { Link } from '@tanstack/react-router'
import { ChevronRight, MessageSquareText } from 'lucide-react'
import { useId } from 'react'
import { OPEN_STATUSES } from '@plinth/contract/projects/project-states.ts'
import type { Delivery, Project } from '@plinth/contract/projects/projects.ts'
import { dayOf } from '../../../lib/format/ago.ts'
import { buttonVariants } from '../../../ui/actions/button-variants.ts'
import { Badge } from '../../../ui/layout/badge.tsx'
import { DeliveryFiles } from '../delivery/file-list.tsx'
import { nameOf } from '../project-texts.ts'
import { texts as room } from './room-texts.ts'

const texts = room.delivery

/** The files of one delivery in a row, with its note and the answer. */
export function DeliveryView({ project, delivery }: { project: Project; delivery: Delivery }) {
  const { creator, client, role, status } = project
  const isLocked = status !== 'completed'
  const lock = OPEN_STATUSES.includes(status) ? texts.locked : texts.keptLocked
  const lockWords = role === 'creator' ? lock.creator(client.firstName) : lock.client
  return (
    <>
      <DeliveryFiles
        projectId={project.id}
        deliveryId={delivery.id}
        files={delivery.files}
        isLocked={isLocked && role !== 'creator'}
        isLit={!isLocked && delivery === project.deliveries[0]}
      />
      <Link
        to="/projects/$projectId/proof"
        params={{ projectId: project.id }}
        search={{ file: delivery.files[0]?.id ?? '' }}
        className={buttonVariants({ variant: 'secondary', className: 'mt-4' })}
      >
        <MessageSquareText size={18} aria-hidden />
        {texts.proofRoom}
      </Link>
      {delivery.note.trim() === '' ? null : (
        <p className="mt-4 max-w-[66ch] wrap-anywhere whitespace-pre-line">
          <span className="sr-only">{`${creator.firstName}: `}</span>
          {delivery.note}
        </p>
      )}
      {delivery.answerNote === null || delivery.answerNote.trim() === '' ? null : (
        <blockquote className="mt-4 py-3.5 px-4.5 rounded-control bg-surface-2">
          <p className="text-14 font-semibold text-ink">
            {role === 'client' ? texts.askedYou : texts.asked(client.firstName)}
          </p>
          <p className="mt-1 break-words whitespace-pre-line">{delivery.answerNote}</p>
        </blockquote>
      )}
      {isLocked && role !== null ? <p className="mt-3 text-13 text-ink-3">{lockWords}</p> : null}
    </>
  )
}

/** Earlier deliveries, collapsed. */
export function EarlierDeliveries({ project }: { project: Project }) {
  const earlier = project.deliveries.slice(1)
  const id = useId()
  if (earlier.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="display text-24 text-ink">
        {texts.earlier}
      </h2>
      {earlier.map((delivery) => (
        <details key={delivery.id} className="room-earlier border-b border-line">
          <summary>
            <ChevronRight size={18} className="room-fold" aria-hidden />
            <span className="font-semibold text-ink">{texts.heading(delivery.number)}</span>
            <span className="text-14 text-ink-3">
              {texts.sent(nameOf(project, 'creator'), dayOf(delivery.createdAt))}
            </span>
            {delivery.answer === null ? null : (
              <Badge kind={delivery.answer === 'approved' ? 'approved' : 'pending'}>
                {texts.answered[delivery.answer]}
              </Badge>
            )}
          </summary>
          <div className="pb-5">
            <DeliveryView project={project} delivery={delivery} />
          </div>
        </details>
      ))}
    </section>
  )
}
