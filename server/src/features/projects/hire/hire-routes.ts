import {
  completeProject,
  confirmPayment,
  createProject,
  payDeposit,
} from '@plinth/contract/projects/project-calls.ts'
import type { Checkout } from '@plinth/contract/projects/projects.ts'
import { SETTLED } from '../../../core/media/media-rules.ts'
import type { Mount } from '../../../http/mount.ts'
import { hire, readHireRequest } from './hire-steps.ts'
import { findProjectsWithFile } from './reference-queries.ts'
import { orderDeposit, orderRemainder } from './payment-steps.ts'
import { hashDelivery } from '../delivery/delivery-hash-jobs.ts'
import { readRoom } from '../room/project-read-queries.ts'
import { beginStep, type ProjectContext, type StepRequest } from '../project-steps.ts'

const MEDIA_SETTLED = 'projects.media-settled'

/** Hiring and paying: the calls that lead to the card provider and back. */
export function registerHiring(mount: Mount, context: ProjectContext): void {
  const { deps, money, seen } = context
  const { db, jobs, live } = deps

  mount(createProject, async ({ body, viewer }) => {
    const request = readHireRequest(viewer.id, body)
    let id = ''
    const checkout = await money.openPayment(async (trx) => {
      id = await hire(trx, request, { now: deps.now(), seen })
      return orderDeposit(await beginStep(context, trx, { id, viewer, by: 'client' }))
    })
    live.projectMoved(id, [viewer.id])
    return { project: await readRoom(context, id, viewer), checkout: shown(checkout) }
  })

  mount(payDeposit, async ({ params: { id }, viewer }) =>
    shown(
      await money.openPayment(async (trx) =>
        orderDeposit(await beginStep(context, trx, { id, viewer, by: 'client' })),
      ),
    ),
  )

  mount(completeProject, async ({ params: { id }, viewer }) => {
    const request: StepRequest = { id, viewer, by: 'client' }
    await hashDelivery(deps, id, viewer.id)
    let people: string[] = []
    try {
      return shown(
        await money.openPayment(async (trx) => {
          const step = await beginStep(context, trx, request)
          const order = await orderRemainder(step)
          people = [step.project.clientId, step.project.creatorId]
          return order
        }),
      )
    } finally {
      // The approval is committed, whether or not the card provider answers.
      if (people.length > 0) {
        live.projectMoved(id, people)
        live.proofMoved(id, people)
      }
    }
  })

  mount(confirmPayment, async ({ params: { id }, viewer }) => {
    await db.transaction().execute((trx) => beginStep(context, trx, { id, viewer, by: 'client' }))
    await money.confirm({ projectId: id, promotionId: null })
    return readRoom(context, id, viewer)
  })

  // Published in the transaction that finished processing the file. Pushes its rooms to whoever can see them.
  jobs.work<{ mediaId: string }>(
    MEDIA_SETTLED,
    async ({ mediaId }) => {
      for (const { id, userIds } of await findProjectsWithFile(db, mediaId))
        live.projectMoved(id, userIds)
    },
    { concurrency: 2, retries: 5, on: SETTLED },
  )
}

const shown = ({ url, cents }: { url: string; cents: number }): Checkout => ({
  url,
  amount: cents / 100,
})
