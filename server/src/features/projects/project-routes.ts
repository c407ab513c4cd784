import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import { getProject, listProjects, readProject } from '@plinth/contract/projects/project-calls.ts'
import type { Seen } from '../../core/references/reference-sql.ts'
import type { Money } from '../../core/money/money.ts'
import { readProjectNotifications } from '../../core/notifications/notification-queries.ts'
import type { AffectedProject } from '../../core/account/deletion.ts'
import type { Database } from '../../db/pool.ts'
import type { Context } from '../../deps.ts'
import { notFound } from '../../http/errors.ts'
import { Page } from '../../http/mount.ts'
import { decodeTimeCursor } from '../../http/paging.ts'
import type { ProposedAct } from '../../core/proposals/proposals.ts'
import type { TellOfProof } from '../../core/cases/case-routes.ts'
import { registerDisputeCases, tellOfProof } from './disputes/case-routes.ts'
import { registerDisputes } from './disputes/dispute-routes.ts'
import { rulingAct } from './disputes/ruling-steps.ts'
import { closeRequestsTo } from './hire/departure.ts'
import { registerHome } from './home/home-routes.ts'
import { registerHiring } from './hire/hire-routes.ts'
import { handleMoneyEvents } from './money-events.ts'
import { registerOffers } from './offers/offer-routes.ts'
import { createQuotes, type Quotes } from './hire/quotes.ts'
import { runDeadlines } from './deadlines.ts'
import {
  isEventOf,
  listName,
  listOwnProjects,
  finishCard,
  readRoom,
} from './room/project-read-queries.ts'
import type { ProjectContext } from './project-steps.ts'
import { registerProofExports } from './proofing/exports/export-routes.ts'
import { registerProofing } from './proofing/proofing-routes.ts'
import { registerShowings, type AddDeliveredWork } from './showing/showing-routes.ts'
import { registerWork } from './work-routes.ts'

const LIMITS_JOB = 'projects.limits'

interface Projects {
  /** How quotes in conversations open projects. */
  quotes: Quotes
  /** Closes unpaid requests to a creator who deletes their account. */
  closeRequestsTo: (trx: Database, creatorId: string) => Promise<AffectedProject[]>
  /** A ruling that a second person confirms. */
  ruling: ProposedAct
  /** Tells the other side of a dispute about proof. */
  tellOfProof: TellOfProof
}

/** What other features do for this one. */
interface Uses {
  addDeliveredWork: AddDeliveredWork
  seen: Seen
}

/** Registers all calls and jobs of projects. */
export function registerProjects(context: Context, money: Money, uses: Uses): Projects {
  const { app, mount, deps } = context
  const { db, jobs, live, now } = deps
  const projectContext: ProjectContext = { deps, money, seen: uses.seen }

  mount(listProjects, async ({ query, viewer }) => {
    const { box = null, cursor, limit = PAGE_SIZE } = query
    const after = decodeTimeCursor(cursor, listName(box))
    const page = await listOwnProjects(db, { userId: viewer.id, box, limit, after })
    return new Page(
      page.items.map((card) => finishCard(card, now())),
      page.nextCursor,
    )
  })
  mount(getProject, ({ params: { id }, viewer }) => readRoom(projectContext, id, viewer))
  mount(readProject, async ({ params: { id }, body, viewer: { id: userId } }) => {
    const seen = { userId, projectId: id, eventId: body.upTo }
    if (!(await isEventOf(db, seen))) throw notFound()
    const moved = await readProjectNotifications(deps, seen)
    if (moved.length > 0) live.notificationsMoved(moved)
    return null
  })

  registerHome(context)
  registerHiring(mount, projectContext)
  registerOffers(mount, projectContext)
  registerWork(mount, projectContext)
  registerShowings(mount, projectContext, uses.addDeliveredWork)
  registerProofing(context)
  registerProofExports(context)
  registerDisputes(mount, projectContext)
  registerDisputeCases(mount, projectContext)
  handleMoneyEvents(context, money)

  jobs.work(
    LIMITS_JOB,
    () =>
      runDeadlines(projectContext, now(), (error) =>
        app.log.error({ err: error }, 'the deadline of a project could not be applied'),
      ),
    { schedule: '* * * * *' },
  )
  return {
    quotes: createQuotes(projectContext),
    closeRequestsTo: (trx, creatorId) => closeRequestsTo(projectContext, trx, creatorId),
    ruling: rulingAct(projectContext),
    tellOfProof: tellOfProof(projectContext),
  }
}
