import type { Milestone } from '@plinth/contract/projects/projects.ts'
import type { Database } from '../../../db/pool.ts'
import { propose } from '../offers/offer-steps.ts'
import { lockProject, type LockedProject } from '../project-lock-queries.ts'
import { dayOf, milestonesOf, priceOf } from '../project-rules.ts'
import type { ProjectContext, Step } from '../project-steps.ts'
import { insertProject } from '../project-write-queries.ts'
import { leave } from '../work-steps.ts'

/** The terms that a creator offers in answer to an inquiry. */
interface Terms {
  price: number
  deliverBy: string
  milestones: readonly Milestone[]
  picks: number | null
}

interface QuoteRequest {
  /** The id of the offer, the same as that of the message that contains it. */
  offerId: string
  clientId: string
  creatorId: string
  /** The project that the inquiry has opened before, if any. */
  projectId: string | null
  itemId: string | null
  title: string
  subject: string
  description: string
  timeline: string | null
  terms: Terms
}

/** What the messages feature needs from projects to turn a quote into one. */
export interface Quotes {
  /** Checks what the contract cannot check in the terms, and returns the price in cents. */
  check: (terms: Terms) => number
  /**
   * Opens a project with the terms as its first offer, or adds them as another offer to the project of the inquiry.
   * Runs in the transaction of the message. Returns the project's id.
   */
  open: (trx: Database, quoted: QuoteRequest) => Promise<string>
  /** Declines the project of a declined inquiry if it still waits for its deposit. */
  decline: (trx: Database, projectId: string) => Promise<void>
  /** Pushes the change to both people; called after the commit. */
  notify: (projectId: string, userIds: readonly string[]) => void
}

export function createQuotes({ deps, money }: ProjectContext): Quotes {
  const clock = deps.now
  const stepOf = (trx: Database, project: LockedProject): Step => ({
    trx,
    money,
    now: clock(),
    project,
    role: 'creator',
    actor: { by: 'creator', id: project.creatorId },
  })
  return {
    check: ({ price, deliverBy, milestones }) => {
      const now = clock()
      milestonesOf(milestones, dayOf(deliverBy, now), now)
      return priceOf(price)
    },
    open: async (trx, quoted) => {
      const project = (await findRequested(trx, quoted)) ?? (await begin(trx, quoted, clock()))
      const { price, deliverBy, milestones, picks } = quoted.terms
      await propose(stepOf(trx, project), {
        id: quoted.offerId,
        kind: 'terms',
        priceCents: priceOf(price),
        deliverBy,
        milestones: milestonesOf(milestones, deliverBy, clock()),
        picks,
        // The text stays in the conversation, which also notifies of it.
        note: '',
        isQuiet: true,
      })
      return project.id
    },
    decline: async (trx, projectId) => {
      const project = await lockProject(trx, projectId)
      if (project?.status === 'requested') await leave(stepOf(trx, project), 'decline', '')
    },
    notify: deps.live.projectMoved,
  }
}

async function findRequested(
  trx: Database,
  { projectId }: QuoteRequest,
): Promise<LockedProject | undefined> {
  const known = projectId === null ? undefined : await lockProject(trx, projectId)
  return known?.status === 'requested' ? known : undefined
}

async function begin(trx: Database, quoted: QuoteRequest, now: Date): Promise<LockedProject> {
  const id = await insertProject(trx, {
    ...quoted,
    priceCents: null,
    isShared: true,
    now,
    dueAt: null,
  })
  const project = await lockProject(trx, id)
  if (project === undefined) throw new Error('a project was deleted right after it was created')
  return project
}
