import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import {
  getProject,
  listDisputes,
  listProjects,
  type ProjectBox,
} from '@plinth/contract/projects/project-calls.ts'
import type { Project } from '@plinth/contract/projects/projects.ts'
import { call, callPage } from '../../lib/api/api.ts'
import { pathOf } from '../../lib/entity-cache.ts'
import { pagesOf } from '../../lib/pages-of.ts'

export const projectPath = (id: string) => endpointUrl(getProject, { params: { id } })

export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: [projectPath(id)],
    queryFn: ({ signal }) => call(getProject, { params: { id }, signal }),
  })

export const projectsQuery = (client: QueryClient, box: ProjectBox) =>
  pagesOf(client, endpointUrl(listProjects, { query: { box } }), ({ signal, ...paging }) =>
    callPage(listProjects, { query: { box, ...paging }, signal }),
  )

/** For admins. Others work on it as well: what is opened again is asked for again. */
export const disputesQuery = (client: QueryClient, box: 'open' | 'ruled') =>
  pagesOf(
    client,
    endpointUrl(listDisputes, { query: { box } }),
    ({ signal, ...paging }) => callPage(listDisputes, { query: { box, ...paging }, signal }),
    { staleTime: 0 },
  )

/** Lists of projects, and not the rooms. */
export const isProjectList = (path: string) =>
  path === listProjects.path || path.startsWith(`${listProjects.path}?`)

/** The room as the server answered a step; the lists are asked again when they are next looked at. */
export function takeInProject(client: QueryClient, project: Project): void {
  client.setQueryData(projectQuery(project.id).queryKey, project)
  void client.invalidateQueries({ predicate: ({ queryKey }) => isProjectList(pathOf(queryKey)) })
}
