import './home.css'
import '../room/room-steps.css'
import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import type { HomeProject } from '@plinth/contract/people/home.ts'
import { whatIsNext, type NextPart } from '@plinth/contract/projects/next.ts'
import type { ProjectStatus } from '@plinth/contract/projects/project-states.ts'
import { fullName } from '../../../lib/format/format.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Avatar, faceOf } from '../../../ui/layout/avatar.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import { Ledge } from '../../../ui/wall/ledge.tsx'
import { otherOf } from '../project-texts.ts'
import { texts } from './home-texts.ts'
import { SectionHead } from './section-head.tsx'
import { inPlace, wordsIn } from './zone-texts.ts'

interface UnderWayProps {
  projects: readonly HomeProject[]
  count: number
  zone: string
  now: Date
}

/** Projects under way: where each is, what is next, and one thing to press. */
export const UnderWay = ({ projects, count, zone, now }: UnderWayProps) => (
  <section aria-labelledby="under-way">
    <SectionHead id="under-way" title={texts.underWay.heading} className="mb-2">
      {count > projects.length ? (
        <Link to="/projects" className="text-link hit">
          {texts.underWay.all(count)}
        </Link>
      ) : null}
    </SectionHead>
    {projects.length === 0 ? (
      <div className="home-empty">
        <p className="text-16 text-ink-2">
          {texts.underWay.empty} {texts.underWay.emptyLine}
        </p>
        <Button asChild>
          <Link to="/explore">{texts.underWay.browse}</Link>
        </Button>
      </div>
    ) : (
      <ul>
        {projects.map((project) => (
          <ProjectRow key={project.id} project={project} zone={zone} now={now} />
        ))}
      </ul>
    )}
  </section>
)

function ProjectRow({ project, zone, now }: { project: HomeProject; zone: string; now: Date }) {
  const other = otherOf(project)
  const next = whatIsNext(project, wordsIn(zone, now, false))
  const isYours = project.needsViewer
  const room = { to: '/projects/$projectId' as const, params: { projectId: project.id } }
  return (
    <li className="home-project" data-yours={isYours ? '' : undefined}>
      <div aria-hidden className="home-thumb">
        {project.work === null ? (
          <Avatar {...faceOf(other)} size={72} />
        ) : (
          <>
            <Picture
              picture={pictureSources(project.work.picture)}
              sizes="112px"
              alt=""
              style={
                {
                  '--ar': project.work.picture.width / project.work.picture.height,
                } as CSSProperties
              }
            />
            <Ledge glow={24} />
          </>
        )}
      </div>
      <div className="home-project-words">
        <h3 className="work-title text-18 text-ink">
          <Link {...room} className="hit hover:underline">
            {project.title}
          </Link>
        </h3>
        <p className="text-14 text-ink-3">
          <span className="text-ink-2">{fullName(other)}</span>
          <span className="max-tablet:hidden">{inPlace(other.location)}</span>
        </p>
        <Steps status={project.status} label={next.label} />
      </div>
      <div className="home-project-next">
        <p className="text-14 text-ink-2">
          <Sentence parts={next.sentence} />
        </p>
        <Button asChild variant={isYours ? 'primary' : undefined}>
          <Link {...room} aria-label={`${next.action}: ${project.title}`}>
            {next.action}
          </Link>
        </Button>
      </div>
    </li>
  )
}

const Sentence = ({ parts }: { parts: readonly NextPart[] }) => (
  <>
    {parts.map((part, position) =>
      typeof part === 'string' ? (
        part
      ) : (
        // oxlint-disable-next-line react/no-array-index-key -- the parts of a sentence stay where they are
        <strong key={position} className="font-semibold text-ink tnum">
          {part.strong}
        </strong>
      ),
    )}
  </>
)

const STEPS = 6
/** The current step of each status, as in the project's room. */
const STEP_OF: Partial<Record<ProjectStatus, number>> = {
  requested: 0,
  deposit_paid: 1,
  accepted: 2,
  revision_requested: 2,
  delivered: 3,
  disputed: 3,
  approved: 4,
}

/** Six rising plinths, small, with the current state beside them. */
function Steps({ status, label }: { status: ProjectStatus; label: string }) {
  const present = STEP_OF[status] ?? 0
  return (
    <p className="home-steps">
      <span aria-hidden className="home-steps-row">
        {Array.from({ length: STEPS }, (_, step) => (
          <span
            key={step}
            className={`room-step-${step}`}
            data-state={step < present ? 'done' : step === present ? 'now' : 'ahead'}
          >
            <span className="room-step-block" />
          </span>
        ))}
      </span>
      <span className="sr-only">{texts.underWay.step(present + 1, label)}</span>
      <span aria-hidden className="text-14 font-semibold text-ink">
        {label}
      </span>
    </p>
  )
}
