import './reviews.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Project } from '@plinth/contract/projects/projects.ts'
import type { ProjectReviews } from '@plinth/contract/projects/reviews.ts'
import { dayOf } from '../../lib/format/ago.ts'
import { sentenceOf } from '../../lib/api/api.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { projectReviewsQuery } from './review-api.ts'
import { ReviewQuote } from './review-quote.tsx'
import { texts } from './review-texts.ts'
import { WriteReview } from './write-review.tsx'

/** The reviews of a project that has finished. Nobody sees the other side's before both are written or a week has passed. */
export function ProjectReviewForm({ project }: { project: Project }) {
  const { role } = project
  if (role === null) return null
  const name = (role === 'client' ? project.creator : project.client).firstName
  return <Written project={project} role={role} name={name} />
}

interface WrittenProps {
  project: Project
  role: NonNullable<Project['role']>
  name: string
}

function Written({ project, role, name }: WrittenProps) {
  const query = useQuery(projectReviewsQuery(project.id))
  const heading = texts.form.heading(name)
  if (query.data === undefined) {
    return (
      <Section heading={heading}>
        {query.error === null ? (
          <Skeleton className="mt-3 h-40" />
        ) : (
          <ErrorText text={sentenceOf(query.error, texts.roomFailed)} />
        )}
      </Section>
    )
  }
  const { own, other } = query.data
  const viewerId = (role === 'client' ? project.client : project.creator).id
  return (
    <>
      {own === null ? (
        <Section heading={heading}>
          <p className="mt-1 text-14 text-ink-3">{texts.form.blind(name)}</p>
          <WriteReview projectId={project.id} viewerId={viewerId} role={role} />
        </Section>
      ) : (
        <Section heading={texts.own}>
          <ReviewQuote review={own} />
          <Waiting reviews={query.data} name={name} />
        </Section>
      )}
      {other === null ? null : (
        <section aria-labelledby="room-review-other" className="mt-10">
          <h2 id="room-review-other" className="display text-24 text-ink">
            {texts.other(name)}
          </h2>
          <ReviewQuote review={other} />
        </section>
      )}
    </>
  )
}

const Waiting = ({ reviews, name }: { reviews: ProjectReviews; name: string }) =>
  reviews.publishesAt === null ? null : (
    <p className="mt-3 text-14 text-ink-3">{texts.waits(name, dayOf(reviews.publishesAt))}</p>
  )

const Section = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <section aria-labelledby="room-review">
    <h2 id="room-review" className="display text-24 text-ink">
      {heading}
    </h2>
    {children}
  </section>
)
