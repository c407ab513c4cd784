import { queryOptions, type QueryClient } from '@tanstack/react-query'
import {
  getProject,
  listDisputes,
  listProjects,
  type ProjectBox,
} from '@plinth/contract/projects/project-calls.ts'
import { getDisputeCase, listDisputeMessages } from '@plinth/contract/projects/dispute-calls.ts'
import type { Project } from '@plinth/contract/projects/projects.ts'
import { answerOf } from '../../lib/cache/answers.ts'
import { putAnswer, readAgain } from '../../lib/cache/writes.ts'
import { pagesOf } from '../../lib/cache/pages.ts'

const POLL_MS = 3_000

export const projectQuery = (id: string) => answerOf(getProject, { params: { id } })

/** A project for its room, read again until the previews of its delivered files are made. */
export const roomQuery = (id: string) =>
  queryOptions({
    ...projectQuery(id),
    refetchInterval: ({ state }) => (isPreparing(state.data) ? POLL_MS : false),
  })

const isPreparing = (project: Project | undefined): boolean =>
  project?.deliveries.some(({ files }) =>
    files.some(
      ({ previewState, proofState }) => previewState === 'waiting' || proofState === 'waiting',
    ),
  ) === true

export const projectsQuery = (client: QueryClient, box: ProjectBox) =>
  pagesOf(client, listProjects, { query: { box } })

/** For admins. Several admins work on this list, so it is read again each time it is opened. */
export const disputesQuery = (client: QueryClient, box: 'open' | 'ruled') =>
  pagesOf(client, listDisputes, { query: { box } }, { staleTime: 0 })

/** Opening it is logged, so it is read when the page opens and after a ruling, and not in between. */
export const disputeCaseQuery = (id: string) => ({
  ...answerOf(getDisputeCase, { params: { id } }),
  staleTime: Infinity,
})

export const disputeMessagesQuery = (client: QueryClient, id: string) =>
  pagesOf(client, listDisputeMessages, { params: { id } }, { staleTime: Infinity })

/** Stores the project that the server returned for a step; lists are read again when they are next shown. */
export function storeProject(client: QueryClient, project: Project): void {
  putAnswer(client, projectQuery(project.id), project)
  void readAgain(client, [listProjects])
}
