import { clsx } from 'clsx'
import { lazy, Suspense, useState } from 'react'
import { approvalUrl } from '@plinth/contract/projects/project-calls.ts'
import type { Project } from '@plinth/contract/projects/projects.ts'
import { dayOf } from '../../../lib/format/ago.ts'
import { dateAndTime } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import type { RoomFiles } from './references-section.tsx'
import { activityLine } from './activity-texts.ts'
import { texts } from './room-texts.ts'

// Few hires have any.
const References = lazy(async () => ({
  default: (await import('./references-section.tsx')).References,
}))

/** Whether the brief comes first: a creator who is asked has to read it before anything else. */
export const leadsWithBrief = ({ role, status }: Pick<Project, 'role' | 'status'>): boolean =>
  role === 'creator' && (status === 'requested' || status === 'deposit_paid')

interface BriefProps {
  project: Project
  viewerId: string
  Files: RoomFiles
  isLead?: boolean
}

/** The brief of the project with its references, larger where it comes first. */
export function Brief({ project, isLead = false, ...shown }: BriefProps) {
  const Heading = isLead ? 'h3' : 'h2'
  return (
    <section aria-labelledby="room-brief" className="room-brief">
      <Heading id="room-brief" className="display text-20 text-ink">
        {texts.brief.heading}
      </Heading>
      <p
        className={clsx(
          'mt-2 break-words whitespace-pre-line text-ink-2',
          isLead ? 'max-w-[66ch] text-16' : 'text-14',
        )}
      >
        {briefOf(project)}
      </p>
      {project.timeline === null ? null : (
        <p className="mt-2 text-14 text-ink-3">{texts.brief.timeline(project.timeline)}</p>
      )}
      {project.files.length + project.references.length === 0 ? null : (
        <Suspense fallback={<Skeleton className="mt-5 h-40" />}>
          <References project={project} isInside={isLead} {...shown} />
        </Suspense>
      )}
    </section>
  )
}

function briefOf({ description, role, dispute }: Project): string {
  if (description.trim() !== '') return description
  return role === null && dispute === null ? texts.brief.closed : texts.brief.empty
}

/** Events that there is a record of. */
const APPROVALS: ReadonlySet<string> = new Set(['approved', 'auto_approved'])

/** The number of events shown before "show all". */
const SHOWN = 6

/** The events of the project, newest first. */
export function Activity({ project }: { project: Project }) {
  const [isWhole, setWhole] = useState(false)
  const events = isWhole ? project.events : project.events.slice(0, SHOWN)
  return (
    <section aria-labelledby="room-activity">
      <h2 id="room-activity" className="display text-20 text-ink">
        {texts.activity.heading}
      </h2>
      <ol className="mt-2">
        {events.map((event) => {
          const { who, what, note } = activityLine(event, project)
          return (
            <li key={event.id} className="text-14 flex justify-between gap-4 py-2.25">
              <div className="min-w-0">
                <p>
                  <strong className="font-semibold text-ink">{who}</strong> {what}
                </p>
                {note === null ? null : (
                  <p className="mt-0.5 wrap-anywhere whitespace-pre-line text-ink-3">{note}</p>
                )}
                {project.approval !== null && APPROVALS.has(event.kind) ? (
                  <a href={approvalUrl(project.id)} download className="text-link hit">
                    {texts.activity.record}
                  </a>
                ) : null}
              </div>
              <time
                dateTime={event.at}
                title={dateAndTime(event.at)}
                className="tnum shrink-0 text-ink-3"
              >
                {dayOf(event.at)}
              </time>
            </li>
          )
        })}
      </ol>
      {isWhole || project.events.length <= SHOWN ? null : (
        <Button variant="quiet" className="-ml-4.5" onClick={() => setWhole(true)}>
          {texts.activity.all}
        </Button>
      )}
    </section>
  )
}
