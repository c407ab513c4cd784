import { Link } from '@tanstack/react-router'
import type { ProjectCard } from '@plinth/contract/projects/projects.ts'
import { fullName, price } from '../../lib/format/format.ts'
import { pictureSources } from '../../lib/media/sources.ts'
import { Avatar } from '../../ui/layout/avatar.tsx'
import { Picture } from '../../ui/media/picture.tsx'
import { dueWords, nextOf, otherOf, partiesWords, stateWords } from './project-words.ts'
import { texts } from './projects-texts.ts'

/** One project: what, with whom, where it stands, for how much, and whose turn it is. */
export function ProjectRow({ project, now }: { project: ProjectCard; now: number }) {
  const other = otherOf(project)
  const next = nextOf(project)
  const due = dueWords(project, now)
  const turn = next && (next.turn === null ? next.what : `${next.turn}: ${next.what}`)
  return (
    <li className="project-row" data-yours={next?.isYours === true ? '' : undefined}>
      <span className="project-thumb" aria-hidden>
        {project.work === null ? (
          <Avatar
            name={fullName(other)}
            src={other.profileImageUrl}
            creator={other.isCreator}
            size={56}
          />
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
        <p className="text-14 text-ink-3">{partiesWords(project)}</p>
      </div>
      <div className="project-next">
        <p className="text-14 font-semibold text-ink">{stateWords(project)}</p>
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

/** Not agreed on: it stands back. */
const Proposed = ({ project: { proposed } }: { project: ProjectCard }) =>
  proposed === null ? (
    <span className="text-14 font-normal text-ink-3">{texts.priceOpen}</span>
  ) : (
    <span className="text-ink-3">{price(proposed.price)}</span>
  )
