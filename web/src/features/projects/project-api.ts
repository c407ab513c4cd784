import type { QueryClient } from '@tanstack/react-query'
import {
  getProject,
  listDisputes,
  listProjects,
  type ProjectBox,
} from '@plinth/contract/projects/project-calls.ts'
import type { Project } from '@plinth/contract/projects/projects.ts'
import { answerOf } from '../../lib/cache/answers.ts'
import { putAnswer, readAgain } from '../../lib/cache/writes.ts'
import { pagesOf } from '../../lib/cache/pages.ts'

export const projectQuery = (id: string) => answerOf(getProject, { params: { id } })

export const projectsQuery = (client: QueryClient, box: ProjectBox) =>
  pagesOf(client, listProjects, { query: { box } })

/** For admins. Several admins work on this list, so it is read again each time it is opened. */
export const disputesQuery = (client: QueryClient, box: 'open' | 'ruled') =>
  pagesOf(client, listDisputes, { query: { box } }, { staleTime: 0 })

/** Stores the project that the server returned for a step; lists are read again when they are next shown. */
export function storeProject(client: QueryClient, project: Project): void {
  putAnswer(client, projectQuery(project.id), project)
  void readAgain(client, [listProjects])
}
