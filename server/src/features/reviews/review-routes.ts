import { PAGE_SIZE, REVIEW_DAYS } from '@plinth/contract/limits.ts'
import {
  getProjectReviews,
  listReviews,
  writeReview,
  type ProjectReviews,
} from '@plinth/contract/projects/reviews.ts'
import type { Context, Deps } from '../../deps.ts'
import { AppError, notFound, orNotFound } from '../../http/errors.ts'
import { decodeTimeCursor } from '../../http/paging.ts'
import { findProjectReviews, listReviewsOf, REVIEWS } from './review-list-queries.ts'
import {
  findDue,
  lockPair,
  lockReviewed,
  insertReview,
  publishReviews,
  type ReviewedProject,
} from './review-queries.ts'

const PUBLISH_JOB = 'reviews.publish'
const DAY_MS = 86_400_000
/** Reviews written before this time are published without waiting for the other one. */
const dueBefore = (now: Date): Date => new Date(now.getTime() - REVIEW_DAYS * DAY_MS)

/** The two sides of a completed project review each other without seeing the other's review first. */
export function registerReviews({ app, mount, deps }: Context): void {
  const { db, jobs, live, now } = deps

  mount.hot(listReviews, ({ who, params, query: { cursor, limit = PAGE_SIZE } }) =>
    listReviewsOf(db, who, { userId: params.id, limit, after: decodeTimeCursor(cursor, REVIEWS) }),
  )

  const read = async (projectId: string, viewerId: string): Promise<ProjectReviews> => {
    return orNotFound(await findProjectReviews(db, { projectId, viewerId }))
  }
  mount(getProjectReviews, ({ params: { id }, viewer }) => read(id, viewer.id))

  mount(writeReview, async ({ params: { id }, body, viewer }) => {
    const { clientId, creatorId } = await db.transaction().execute(async (trx) => {
      const project = reviewable(await lockReviewed(trx, { id, viewerId: viewer.id }))
      const isClient = project.clientId === viewer.id
      await insertReview(trx, {
        projectId: project.id,
        authorId: viewer.id,
        subjectId: isClient ? project.creatorId : project.clientId,
        role: isClient ? 'client' : 'creator',
        rating: body.rating,
        text: body.text.trim(),
        now: now(),
      })
      await publishReviews(trx, { projectId: project.id, before: dueBefore(now()), now: now() })
      return project
    })
    live.projectMoved(id, [clientId, creatorId])
    return read(id, viewer.id)
  })

  jobs.work(
    PUBLISH_JOB,
    () =>
      publishDue(deps, now(), (error) =>
        app.log.error({ err: error }, 'reviews could not be published'),
      ),
    { schedule: '*/5 * * * *' },
  )
}

function reviewable(project: ReviewedProject | undefined): ReviewedProject {
  if (project === undefined) throw notFound()
  if (project.status !== 'completed')
    throw new AppError('conflict', 'You can review each other once the project is completed.')
  if (project.hasReviewed) throw new AppError('conflict', 'You’ve already written your review.')
  return project
}

/** Publishes reviews whose counterpart was not written in time. */
async function publishDue(
  { db, live }: Pick<Deps, 'db' | 'live'>,
  now: Date,
  onError: (error: unknown) => void,
): Promise<void> {
  for (const projectId of await findDue(db, dueBefore(now))) {
    await db
      .transaction()
      .execute(async (trx) => {
        const pair = await lockPair(trx, projectId)
        if (pair.length > 0) await publishReviews(trx, { projectId, before: dueBefore(now), now })
        return pair
      })
      .then((pair) => {
        if (pair.length > 0) live.projectMoved(projectId, pair)
      })
      .catch(onError)
  }
}
