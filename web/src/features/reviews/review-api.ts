import type { QueryClient } from '@tanstack/react-query'
import { getProject } from '@plinth/contract/projects/project-calls.ts'
import {
  getProjectReviews,
  listReviews,
  type ProjectReviews,
} from '@plinth/contract/projects/reviews.ts'
import { answerOf } from '../../lib/cache/answers.ts'
import { putAnswer, readAgain } from '../../lib/cache/writes.ts'
import { pagesOf } from '../../lib/cache/pages.ts'

export const projectReviewsQuery = (id: string) => answerOf(getProjectReviews, { params: { id } })

export const userReviewsQuery = (client: QueryClient, id: string) =>
  pagesOf(client, listReviews, { params: { id } })

/** Stores the answer and refetches the project, which has a new event and other actions for the viewer. */
export function storeReviews(
  client: QueryClient,
  projectId: string,
  reviews: ProjectReviews,
): void {
  putAnswer(client, projectReviewsQuery(projectId), reviews)
  void readAgain(client, [{ endpoint: getProject, params: { id: projectId } }])
}
