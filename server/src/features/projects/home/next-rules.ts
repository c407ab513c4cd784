import {
  DASHBOARD_DAYS,
  FIRST_WORKS,
  HOME_PROJECTS,
  MAX_WAITING,
  type Dashboard,
  type Home,
  type HomeProject,
  type Waiting,
  type WaitingKind,
} from '@plinth/contract/people/home.ts'
import type { ProjectStatus } from '@plinth/contract/projects/project-states.ts'
import type { DashboardRow, WaitingProject } from './dashboard-queries.ts'
import type { HomeRow } from './home-queries.ts'
import { needsViewer } from '../room/actions.ts'
import { finishCard } from '../room/project-read-queries.ts'

/** A home from its row: the projects that wait for the viewer come first. */
export function finishHome({ projects, ...home }: HomeRow, now: Date): Home {
  const cards = projects.map((row) => finishCard(row, now) as HomeProject)
  return {
    ...home,
    // Both groups stay in the order of their deadlines.
    projects: [
      ...cards.filter((card) => card.needsViewer),
      ...cards.filter((card) => !card.needsViewer),
    ].slice(0, HOME_PROJECTS),
  }
}

const KINDS: Partial<Record<ProjectStatus, WaitingKind>> = {
  deposit_paid: 'request',
  accepted: 'deliver',
  revision_requested: 'change',
  delivered: 'approve',
  approved: 'pay',
  disputed: 'dispute',
}

function kindOf({ status, price, offer }: WaitingProject): WaitingKind {
  if (offer !== null) return 'offer'
  return KINDS[status] ?? (price === null ? 'quote' : 'deposit')
}

const DATED: ReadonlySet<WaitingKind> = new Set(['deliver', 'change'])

function waitingOf(project: WaitingProject): Waiting {
  const { id, title, offer, role, client, creator, work, price, proposed, held } = project
  const kind = kindOf(project)
  const isDated = DATED.has(kind)
  return {
    kind,
    id,
    path: `/projects/${id}`,
    person: role === 'client' ? creator : client,
    personZone: project.personZone,
    picture: work?.picture ?? null,
    title,
    line: offer === null || offer.line === '' ? project.line : offer.line,
    amount: offer === null ? (price ?? proposed?.price ?? null) : offer.price,
    held,
    round: kind === 'change' ? Math.max(1, project.revisionsUsed) : null,
    messages: 0,
    dueAt: isDated || (offer !== null && offer.kind !== 'terms') ? null : project.dueAt,
    dueOn: isDated ? project.deliverBy : null,
    at: offer?.at ?? project.updatedAt,
  }
}

/** The end of the day of a day, so that it comes after the moments of that day. */
const deadlineOf = ({ dueAt, dueOn }: Waiting): number =>
  dueAt !== null
    ? Date.parse(dueAt)
    : dueOn !== null
      ? Date.parse(`${dueOn}T23:59:59Z`)
      : Number.POSITIVE_INFINITY

const byDeadline = (one: Waiting, other: Waiting): number => {
  const [first, second] = [deadlineOf(one), deadlineOf(other)]
  return first === second ? Date.parse(other.at) - Date.parse(one.at) : first - second
}

export function finishDashboard(row: DashboardRow, tz: string, now: Date): Dashboard {
  const projects = row.projects.filter(({ facts }) => needsViewer(facts, now)).map(waitingOf)
  const items = [...projects, ...row.reviews, ...row.conversations]
  const { isHidden, ...steps } = row.steps
  const isDone = steps.hasPortrait && steps.works >= FIRST_WORKS && steps.hasPrice && steps.hasBank
  const total = (days: typeof row.views) => days.reduce((sum, { views }) => sum + views, 0)
  return {
    timeZone: tz,
    waiting: {
      items: items.toSorted(byDeadline).slice(0, MAX_WAITING),
      total: projects.length + row.reviewCount + row.conversationCount,
    },
    money: row.money,
    views: {
      days: row.views.slice(-DASHBOARD_DAYS),
      total: total(row.views.slice(-DASHBOARD_DAYS)),
      before: total(row.views.slice(0, -DASHBOARD_DAYS)),
    },
    steps: isHidden || isDone ? null : steps,
  }
}
