import { Link } from '@tanstack/react-router'
import type { Dispute, Project } from '@plinth/contract/projects/projects.ts'
import { dayOf } from '../../../lib/format/ago.ts'
import { fullName, price } from '../../../lib/format/format.ts'
import { Avatar, faceOf } from '../../../ui/layout/avatar.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { PaperSlip, SlipLines } from '../slip.tsx'
import { nameOf } from '../project-texts.ts'
import type { ActionRequest } from './actions.ts'
import { texts as room } from './room-texts.ts'

const texts = room.dispute

/** The statements of both sides, and the ruling once there is one. */
export function DisputePanel({
  project,
  onAction,
}: {
  project: Project
  onAction: (action: ActionRequest) => void
}) {
  const { dispute, status, actions, role, id } = project
  if (dispute === null) return null
  return (
    <section aria-labelledby="room-dispute">
      <h2 id="room-dispute" className="display text-24 text-ink">
        {status === 'disputed' ? texts.heading : texts.over}
      </h2>
      <p className="mt-1 text-14 text-ink-3">
        {openedWords(project, dispute)}
        {status === 'disputed' ? ` ${texts.due(dayOf(dispute.dueAt))}` : ''}
      </p>
      <DisputeSides project={project} dispute={dispute} />
      <div className="mt-5 flex flex-wrap gap-3">
        {status === 'disputed' && actions.includes('dispute') ? (
          <Button onClick={() => onAction({ what: 'dispute' })}>{room.actions.addStatement}</Button>
        ) : null}
        {role === null ? null : (
          <Button asChild>
            <Link to="/cases/$kind/$id" params={{ kind: 'dispute', id }}>
              {texts.proof}
            </Link>
          </Button>
        )}
      </div>
      {dispute.ruling === null ? null : <Ruling project={project} ruling={dispute.ruling} />}
    </section>
  )
}

/** The statement of each side, next to each other. */
export const DisputeSides = ({ project, dispute }: { project: Project; dispute: Dispute }) => (
  <div className="room-sides">
    <Statement project={project} dispute={dispute} side="client" />
    <Statement project={project} dispute={dispute} side="creator" />
  </div>
)

export function openedWords(project: Project, { openedBy, openedAt }: Dispute): string {
  const day = dayOf(openedAt)
  return openedBy === 'plinth' ? texts.bank(day) : texts.opened(nameOf(project, openedBy), day)
}

function Statement({
  project,
  dispute,
  side,
}: {
  project: Project
  dispute: Dispute
  side: 'client' | 'creator'
}) {
  const person = project[side]
  const statement = dispute.statements.find(({ by }) => by === side)
  return (
    <article className="pt-4 border-t border-t-line">
      <h3 className="flex items-center gap-3">
        <Avatar {...faceOf(person)} size={40} />
        <span className="min-w-0">
          <strong className="font-semibold text-ink">{fullName(person)}</strong>{' '}
          <span className="font-normal text-ink-3">{texts[side]}</span>
        </span>
      </h3>
      {statement === undefined ? (
        <p className="mt-3 text-14 text-ink-3">{texts.silent(person.firstName)}</p>
      ) : (
        <>
          <p className="mt-3 break-words whitespace-pre-line">{statement.text}</p>
          <p className="mt-3 text-14 text-ink-3">
            {`${texts.asks} `}
            <strong className="tnum font-semibold text-ink">{price(statement.asks)}</strong>
            {side === 'client' ? ` ${texts.askBack}` : ''}
          </p>
        </>
      )}
    </article>
  )
}

export const Ruling = ({
  project,
  ruling,
}: {
  project: Project
  ruling: NonNullable<Dispute['ruling']>
}) => (
  <div className="mt-5">
    <PaperSlip
      title={texts.ruled}
      heading="h3"
      aside={dayOf(ruling.at)}
      parts={[
        { share: ruling.toClient, state: 'paid' },
        { share: ruling.toCreator, state: 'due' },
      ]}
    >
      <SlipLines
        lines={[
          { what: room.offers.back(nameOf(project, 'client')), value: ruling.toClient },
          { what: room.offers.to(nameOf(project, 'creator')), value: ruling.toCreator },
        ]}
      />
      <p className="mt-3 text-14 break-words whitespace-pre-line">{ruling.reason}</p>
    </PaperSlip>
  </div>
)
