import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { getProject } from '@plinth/contract/projects/project-calls.ts'
import {
  getProjectReviews,
  listReviews,
  type ProjectReviews,
} from '@plinth/contract/projects/reviews.ts'
import { call, callPage } from '../../lib/api/api.ts'
import { pagesOf } from '../../lib/pages-of.ts'

export const projectReviewsQuery = (id: string) =>
  queryOptions({
    queryKey: [endpointUrl(getProjectReviews, { params: { id } })],
    queryFn: ({ signal }) => call(getProjectReviews, { params: { id }, signal }),
  })

export const userReviewsQuery = (client: QueryClient, id: string) =>
  pagesOf(client, endpointUrl(listReviews, { params: { id } }), ({ signal, ...query }) =>
    callPage(listReviews, { params: { id }, query, signal }),
  )

/** What the server answered; the room has a line more, and what the viewer can do there has changed. */
export function takeInReviews(
  client: QueryClient,
  projectId: string,
  reviews: ProjectReviews,
): void {
  client.setQueryData(projectReviewsQuery(projectId).queryKey, reviews)
  void client.invalidateQueries({
    queryKey: [endpointUrl(getProject, { params: { id: projectId } })],
  })
}
