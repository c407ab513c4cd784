import { getRouteApi } from '@tanstack/react-router'
import { MemberPage } from '../features/navigation/member-page.tsx'
import { ProjectBoxes, ProjectList } from '../features/projects/project-list.tsx'
import { texts } from '../features/projects/project-texts.ts'
import { useViewer } from '../features/session/use-viewer.ts'
import { readProjectsSearch } from '../lib/routing/projects-search.ts'
import { useDocumentTitle } from '../lib/routing/use-document-title.ts'

const route = getRouteApi('/projects')

/** Projects in which the viewer hires or is hired. */
export function ProjectsScreen() {
  const viewer = useViewer()
  const { show: box = 'open' } = readProjectsSearch({ ...route.useSearch() })
  useDocumentTitle(texts.title)
  if (viewer === null) return null
  return (
    <MemberPage isCreator={viewer.isCreator} className="page projects">
      <h1 className="display text-44 text-ink max-tablet:text-32">{texts.title}</h1>
      <ProjectBoxes box={box} />
      <ProjectList key={box} box={box} />
    </MemberPage>
  )
}
