import { Check } from 'lucide-react'
import { checkMilestone } from '@plinth/contract/projects/project-calls.ts'
import { OPEN_STATUSES, type ProjectRole } from '@plinth/contract/projects/project-states.ts'
import type { Project } from '@plinth/contract/projects/projects.ts'
import { dayOf } from '../../../lib/format/ago.ts'
import { call } from '../../../lib/api/api.ts'
import { dayWords } from '../../../lib/format/days.ts'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { texts as room } from './room-texts.ts'
import { useStep } from '../use-step.ts'

const texts = room.milestones

/** The agreed milestones, ending with the final delivery. The creator ticks them off. */
export function Milestones({ project }: { project: Project }) {
  const { milestones, deliverBy, steps, status, role, actions, id } = project
  const mark = useStep({
    projectId: id,
    send: ({ position, isDone }: { position: number; isDone: boolean }) =>
      call(checkMilestone, { params: { id, position }, body: { isDone } }),
  })
  const waits = (side: ProjectRole) =>
    role === side ? texts.yours : texts.waits(project[side].firstName)
  // A proposed date of a project that never started is not a milestone.
  const finalDay = steps.acceptedAt === null ? null : deliverBy
  if (milestones.length === 0 && finalDay === null) return null
  const isFinal = steps.approvedAt !== null
  const undone = OPEN_STATUSES.includes(status) ? room.step.ahead : texts.unmarked
  return (
    <section aria-labelledby="room-milestones">
      <h2 id="room-milestones" className="display text-24 text-ink">
        {texts.heading}
      </h2>
      <ol className="mt-2">
        {milestones.map(({ title, due, doneAt }, position) => (
          <li
            key={`${position} ${title}`}
            className="flex items-center gap-4 min-h-18 py-3 border-b border-b-line"
          >
            <Box
              isDone={doneAt !== null}
              undone={undone}
              name={texts.mark(title)}
              {...(actions.includes('checkMilestone')
                ? { onToggle: () => mark.run({ position, isDone: doneAt === null }) }
                : {})}
            />
            <div className="min-w-0 flex-1">
              <p className="font-semibold break-words text-ink">{title}</p>
              {doneAt === null ? null : (
                <p className="text-14 text-ink-3">{texts.done(dayOf(doneAt))}</p>
              )}
            </div>
            {due === null ? null : <p className="tnum text-14 text-ink-2">{dayWords(due)}</p>}
          </li>
        ))}
        {finalDay === null ? null : (
          <li className="flex items-center gap-4 min-h-18 py-3 border-b border-b-line">
            <Box
              isDone={isFinal}
              undone={OPEN_STATUSES.includes(status) ? room.step.ahead : texts.unapproved}
              isNext={AT_WORK.has(status)}
              name={texts.final}
            />
            <div className="min-w-0 flex-1">
              <p className="font-semibold text-ink">{texts.final}</p>
              {status === 'delivered' ? (
                <p className="text-14 text-ink-3">{waits('client')}</p>
              ) : null}
              {status === 'accepted' || status === 'revision_requested' ? (
                <p className="text-14 text-ink-3">{waits('creator')}</p>
              ) : null}
            </div>
            <p className="tnum text-14 text-ink-2">{dayWords(finalDay)}</p>
          </li>
        )}
      </ol>
      {mark.problem === null ? null : <ErrorText text={mark.problem} />}
    </section>
  )
}

const AT_WORK: ReadonlySet<Project['status']> = new Set([
  'accepted',
  'delivered',
  'revision_requested',
])

function Box({
  isDone,
  undone,
  isNext = false,
  name,
  onToggle,
}: {
  isDone: boolean
  /** The screen reader text of an open milestone. */
  undone: string
  isNext?: boolean
  name: string
  /** Left out if the viewer cannot change it. */
  onToggle?: () => void
}) {
  const look = {
    className: 'room-box',
    'data-done': isDone ? '' : undefined,
    'data-next': isNext ? '' : undefined,
  }
  const tick = isDone ? <Check size={16} aria-hidden /> : null
  return onToggle === undefined ? (
    <span {...look}>
      {tick}
      <span className="sr-only">{isDone ? room.step.done : undone}</span>
    </span>
  ) : (
    <button
      type="button"
      role="checkbox"
      aria-checked={isDone}
      aria-label={name}
      {...look}
      className="room-box hit"
      onClick={onToggle}
    >
      {tick}
    </button>
  )
}
