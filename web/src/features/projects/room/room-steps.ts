import type { ProjectStatus } from '@plinth/contract/projects/project-states.ts'
import type { Project } from '@plinth/contract/projects/projects.ts'
import { texts } from '../projects-texts.ts'
import { stepNames } from './room-texts.ts'

export interface RoomStep {
  name: string
  /** Null when it was not reached. */
  at: string | null
  /** `ended`: here it went another way. `off`: never to be reached. */
  state: 'done' | 'now' | 'ahead' | 'ended' | 'off'
}

const ENDS: ReadonlySet<ProjectStatus> = new Set([
  'declined',
  'withdrawn',
  'expired',
  'cancelled',
  'resolved',
])

/** Which of the six a project stands on. */
const STANDS_ON: Partial<Record<ProjectStatus, number>> = {
  requested: 0,
  deposit_paid: 1,
  accepted: 2,
  revision_requested: 2,
  delivered: 3,
  approved: 4,
  completed: 5,
}

/** The way of a project in six steps, wherever it has come to. */
export function stepsOf(
  project: Pick<Project, 'status' | 'steps' | 'role' | 'events' | 'dispute'>,
): RoomStep[] {
  const { status, steps } = project
  const days = [
    steps.requestedAt,
    steps.depositPaidAt,
    steps.acceptedAt,
    steps.deliveredAt,
    steps.approvedAt,
    reviewedAt(project),
  ]
  const reached = days.findLastIndex((day) => day !== null)
  const isEnded = ENDS.has(status)
  const present = isEnded ? Math.min(reached + 1, 5) : (STANDS_ON[status] ?? reached)
  return stepNames.map((name, index) => {
    const at = days[index] ?? null
    if (index < present) return { name, at, state: 'done' }
    if (index > present) return { name, at: null, state: isEnded ? 'off' : 'ahead' }
    if (isEnded) return { name: texts.states[status], at: steps.closedAt, state: 'ended' }
    if (status === 'disputed') {
      return { name: texts.states.disputed, at: project.dispute?.openedAt ?? at, state: 'now' }
    }
    // All that can happen has: nothing is left to do on the last step.
    return { name, at, state: index === 5 && at !== null ? 'done' : 'now' }
  })
}

/** When the viewer wrote theirs; for an admin, when both had. */
function reviewedAt({ role, events }: Pick<Project, 'role' | 'events'>): string | null {
  const reviews = events.filter(({ kind }) => kind === 'reviewed')
  if (role === null) return reviews.length < 2 ? null : (reviews[0]?.at ?? null)
  return reviews.find(({ by }) => by === role)?.at ?? null
}
