import './projects.css'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { PROJECT_BOXES, type ProjectBox } from '@plinth/contract/projects/project-calls.ts'
import { sentenceOf } from '../../lib/api/api.ts'
import { useNow } from '../../lib/browser/use-now.ts'
import { Button } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PagesView } from '../../ui/feedback/endless.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { FilterTab } from '../../ui/layout/tabs.tsx'
import { projectsQuery } from './project-api.ts'
import { texts, dueText, nextOf, otherOf, partiesText, stateText } from './project-texts.ts'
import type { ProjectCard } from '@plinth/contract/projects/projects.ts'
import { price } from '../../lib/format/format.ts'
import { pictureSources } from '../../lib/media/sources.ts'
import { Avatar, faceOf } from '../../ui/layout/avatar.tsx'
import { Picture } from '../../ui/media/picture.tsx'

/** The projects of one box, the latest change first. */
export function ProjectList({ box }: { box: ProjectBox }) {
  const query = useInfiniteQuery(projectsQuery(useQueryClient(), box))
  const now = useNow()
  return (
    <PagesView
      query={query}
      skeleton={<RowsSkeleton />}
      failed={texts.failed}
      moreFailed={texts.moreFailed}
      sentence={(error) => sentenceOf(error, texts.failedLine)}
      empty={<NoProjects box={box} />}
    >
      {(items) => (
        <ul className="border-t border-t-line">
          {items.map((project) => (
            <ProjectRow key={project.id} project={project} now={now} />
          ))}
        </ul>
      )}
    </PagesView>
  )
}

export const ProjectBoxes = ({ box }: { box: ProjectBox }) => (
  <nav
    aria-label={texts.boxes}
    className="flex overflow-x-auto mt-4 mb-2 -mx-3.5 py-1 no-scrollbar"
  >
    {PROJECT_BOXES.map(({ value, label }) => (
      <FilterTab key={value} active={value === box} asChild>
        <Link
          to="/projects"
          search={value === 'open' ? {} : { show: value }}
          activeOptions={{ exact: true }}
          viewTransition={false}
          replace
          resetScroll={false}
        >
          {label}
        </Link>
      </FilterTab>
    ))}
  </nav>
)

const RowsSkeleton = () => (
  <div role="status" aria-label={texts.loading} className="border-t border-t-line">
    {[0, 1, 2, 3].map((row) => (
      <div key={row} className="project-row">
        <Skeleton className="size-16" />
        <span className="flex-1">
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="mt-2 h-4 w-1/3" />
        </span>
        <Skeleton className="h-5 w-20" />
      </div>
    ))}
  </div>
)

function NoProjects({ box }: { box: ProjectBox }) {
  const [title, line] = texts.empty[box]
  return (
    <div role="status" className="max-w-160">
      <EmptyState
        title={title}
        line={line}
        action={
          box === 'closed' ? undefined : (
            <Button asChild>
              <Link to="/">{texts.browse}</Link>
            </Button>
          )
        }
      />
    </div>
  )
}

/** One project: its title, the other person, status, price, and whose turn it is. */
function ProjectRow({ project, now }: { project: ProjectCard; now: number }) {
  const other = otherOf(project)
  const next = nextOf(project)
  const due = dueText(project, now)
  const turn = next && (next.turn === null ? next.what : `${next.turn}: ${next.what}`)
  return (
    <li className="project-row" data-yours={next?.isYours === true ? '' : undefined}>
      <span className="project-thumb" aria-hidden>
        {project.work === null ? (
          <Avatar {...faceOf(other)} size={56} />
        ) : (
          <Picture picture={pictureSources(project.work.picture)} sizes="64px" fit="cover" alt="" />
        )}
      </span>
      <div className="project-words">
        <h2 className="project-title">
          <Link to="/projects/$projectId" params={{ projectId: project.id }}>
            {project.title}
          </Link>
        </h2>
        <p className="text-14 text-ink-3">{partiesText(project)}</p>
      </div>
      <div className="project-next">
        <p className="text-14 font-semibold text-ink">{stateText(project)}</p>
        {turn === null ? null : (
          <p className="project-turn text-14 text-ink-3 tnum">
            {due === null ? turn : `${turn}, ${due}`}
          </p>
        )}
      </div>
      <p className="project-price display tnum">
        {project.price === null ? <Proposed project={project} /> : price(project.price)}
      </p>
    </li>
  )
}

/** A price that is not agreed on is shown in a weaker colour. */
const Proposed = ({ project: { proposed } }: { project: ProjectCard }) =>
  proposed === null ? (
    <span className="text-14 font-normal text-ink-3">{texts.priceOpen}</span>
  ) : (
    <span className="text-ink-3">{price(proposed.price)}</span>
  )
