import type { Milestone } from '@plinth/contract/projects/projects.ts'
import type { Database } from '../../../db/pool.ts'
import { propose } from '../offers/offer-steps.ts'
import { holdProject, type HeldProject } from '../project-hold-queries.ts'
import { dayOf, milestonesOf, priceOf } from '../project-rules.ts'
import type { Desk, Step } from '../project-step.ts'
import { insertProject } from '../project-write-queries.ts'
import { leave } from '../work-steps.ts'

/** What a creator asks for a project that somebody inquired about. */
interface Terms {
  price: number
  deliverBy: string
  milestones: readonly Milestone[]
}

interface Quoted {
  /** Of the offer: that of the message which carries it. */
  offerId: string
  clientId: string
  creatorId: string
  /** What the inquiry has opened before. */
  projectId: string | null
  itemId: string | null
  title: string
  subject: string
  description: string
  timeline: string | null
  terms: Terms
}

/** What a feature that carries quotes asks of projects. */
export interface Quotes {
  /** Holds terms against what the contract cannot say, and answers the price in cents. */
  check: (terms: Terms) => number
  /**
   * In the transaction of the message: opens a project with the terms as its first offer, or puts them as another offer
   * into the project that the inquiry has opened. Answers the project's id.
   */
  open: (trx: Database, quoted: Quoted) => Promise<string>
  /** The inquiry was declined: a project that waits for its deposit is, too. */
  decline: (trx: Database, projectId: string) => Promise<void>
  /** After the commit. */
  notify: (projectId: string, userIds: readonly string[]) => void
}

export function createQuotes({ deps, money }: Desk): Quotes {
  const clock = deps.now
  const stepOf = (trx: Database, project: HeldProject): Step => ({
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
      const { price, deliverBy, milestones } = quoted.terms
      await propose(stepOf(trx, project), {
        id: quoted.offerId,
        kind: 'terms',
        priceCents: priceOf(price),
        deliverBy,
        milestones: milestonesOf(milestones, deliverBy, clock()),
        // The words of the message stay in the conversation, and it is told of there.
        note: '',
        isQuiet: true,
      })
      return project.id
    },
    decline: async (trx, projectId) => {
      const project = await holdProject(trx, projectId)
      if (project?.status === 'requested') await leave(stepOf(trx, project), 'decline', '')
    },
    notify: deps.live.projectMoved,
  }
}

async function findRequested(
  trx: Database,
  { projectId }: Quoted,
): Promise<HeldProject | undefined> {
  const known = projectId === null ? undefined : await holdProject(trx, projectId)
  return known?.status === 'requested' ? known : undefined
}

async function begin(trx: Database, quoted: Quoted, now: Date): Promise<HeldProject> {
  const id = await insertProject(trx, {
    ...quoted,
    priceCents: null,
    isShared: true,
    now,
    dueAt: null,
  })
  const project = await holdProject(trx, id)
  if (project === undefined) throw new Error('a project went while it began')
  return project
}
