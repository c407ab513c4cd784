import '../room/room.css'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, type ReactNode } from 'react'
import type { Project } from '@plinth/contract/projects/projects.ts'
import { dayOf } from '../../../lib/format/ago.ts'
import { dateAndTime, fullName, price } from '../../../lib/format/format.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { dayWords } from '../../../lib/format/days.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import { activityLine } from '../room/activity-texts.ts'
import { disputeTexts as texts } from './dispute-texts.ts'
import { RefundButton } from '../room/refund-button.tsx'
import { DisputeSides, openedWords, Ruling } from '../room/dispute-section.tsx'

// The form library comes with the ruling, not with the list of disputes.
const DisputeRuling = lazy(async () => ({
  default: (await import('./ruling-form.tsx')).DisputeRuling,
}))

interface DisputeCaseProps {
  project: Project
  viewerId: string
  /** More below the two sides, and below the ruling; without it, a link to the whole case. */
  children?: ReactNode
  beside?: ReactNode
}

/** What matters for a ruling, with the ruling beside it. */
export function DisputeCase({ project, viewerId, children, beside }: DisputeCaseProps) {
  const { dispute } = project
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-8 desktop:grid-cols-[minmax(0,1fr)_minmax(0,440px)]">
      <div className="min-w-0">
        <Head project={project} isWhole={children !== undefined} />
        {dispute === null ? null : (
          <div className="mt-8">
            <DisputeSides project={project} dispute={dispute} />
          </div>
        )}
        {children}
        <Happened project={project} />
      </div>
      <aside className="min-w-0">
        {dispute === null || dispute.ruling !== null ? null : (
          <Suspense fallback={null}>
            <DisputeRuling project={project} dispute={dispute} viewerId={viewerId} />
          </Suspense>
        )}
        {dispute?.ruling == null ? null : <Ruling project={project} ruling={dispute.ruling} />}
        <RefundButton project={project} />
        {beside === undefined ? null : <div className="mt-8">{beside}</div>}
      </aside>
    </div>
  )
}

function Head({ project, isWhole }: { project: Project; isWhole: boolean }) {
  const { id, title, work, client, creator, steps, dispute, price: agreed, deliverBy } = project
  return (
    <header className="flex flex-wrap items-center gap-6">
      {work === null ? null : (
        <Picture
          picture={pictureSources(work.picture)}
          sizes="84px"
          alt=""
          fit="cover"
          className="h-28! w-21! max-tablet:hidden"
        />
      )}
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="display text-32 break-words text-ink max-tablet:text-24">{title}</h2>
        <p className="mt-1 text-14">
          {work === null ? null : (
            <>
              {texts.basedOn}
              <span className="work-title text-ink">{work.title}</span>
              {texts.by}
              <strong className="font-semibold text-ink">{fullName(creator)}</strong>
              {texts.hiredBy}
            </>
          )}
          <strong className="font-semibold text-ink">{fullName(client)}</strong>
          {work === null ? (
            <>
              {texts.hires}
              <strong className="font-semibold text-ink">{fullName(creator)}</strong>
            </>
          ) : null}
        </p>
        <p className="mt-1 text-14 text-ink-3">
          {agreed === null ? '' : texts.agreed(price(agreed), deliverBy && dayWords(deliverBy))}
          {steps.acceptedAt === null ? '' : texts.accepted(dayOf(steps.acceptedAt))}
          {dispute === null ? '' : openedWords(project, dispute)}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        {isWhole ? null : (
          <Button asChild variant="primary">
            <Link to="/admin/cases/$kind/$id" params={{ kind: 'dispute', id }}>
              {texts.caseFile}
            </Link>
          </Button>
        )}
        <Button asChild>
          <Link to="/projects/$projectId" params={{ projectId: id }}>
            {texts.room}
          </Link>
        </Button>
      </div>
    </header>
  )
}

/** All events of the project, oldest first. */
const Happened = ({ project }: { project: Project }) => (
  <section aria-labelledby="dispute-happened" className="mt-10">
    <h3 id="dispute-happened" className="display text-20 text-ink">
      {texts.happened}
    </h3>
    <ol className="mt-3">
      {project.events.toReversed().map((event) => {
        const { who, what, note } = activityLine(event, project)
        return (
          <li
            key={event.id}
            className="grid grid-cols-[80px_minmax(0,1fr)] border-t border-line py-2.5 text-14"
          >
            <time dateTime={event.at} title={dateAndTime(event.at)} className="tnum text-ink-3">
              {dayOf(event.at)}
            </time>
            <div>
              <p>
                <strong className="font-semibold text-ink">{who}</strong> {what}
              </p>
              {note === null ? null : (
                <p className="mt-0.5 wrap-anywhere whitespace-pre-line text-ink-3">{note}</p>
              )}
            </div>
          </li>
        )
      })}
    </ol>
  </section>
)
