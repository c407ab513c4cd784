import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, type ReactNode } from 'react'
import type { CaseKind, OwnCase } from '@plinth/contract/moderation/cases.ts'
import { dayOf } from '../../lib/format/ago.ts'
import { dateAndTime } from '../../lib/format/format.ts'
import { Button } from '../../ui/actions/button.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ownCaseQuery } from './case-api.ts'
import { caseTexts, ownCaseTexts as texts, proofFormTexts } from './case-texts.ts'
import { ProofList } from './proof-list.tsx'

// The form library comes with the form.
const ProofForm = lazy(async () => ({ default: (await import('./proof-form.tsx')).ProofForm }))

/** A case as one of its sides sees it: their proof, the last day, and how it ended. */
export function OwnCasePage({
  kind,
  id,
  viewerId,
}: {
  kind: CaseKind
  id: string
  viewerId: string
}) {
  return (
    <div className="page max-w-200 pt-12 pb-20">
      <QueryView
        query={useQuery(ownCaseQuery(kind, id))}
        skeleton={<Skeleton className="h-120" />}
        failed={caseTexts.failed}
      >
        {(found) => <Own of={found} viewerId={viewerId} />}
      </QueryView>
    </div>
  )
}

function Own({ of, viewerId }: { of: OwnCase; viewerId: string }) {
  const { kind, subjectId, side, title, said, proofUntil, canAdd, proof, outcome } = of
  const isDispute = kind === 'dispute'
  const isWork = kind === 'post' || kind === 'portfolio'
  return (
    <>
      <p className="text-14 text-ink-3">{caseTexts.title}</p>
      <h1
        className={
          isWork && title !== ''
            ? 'work-title text-32 break-words text-ink'
            : 'display text-32 break-words text-ink'
        }
      >
        {title === '' ? texts.titles[kind] : title}
      </h1>
      <p className="mt-2 text-ink-2">{texts.roles[side]}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        {isDispute ? (
          <Button asChild>
            <Link to="/projects/$projectId" params={{ projectId: subjectId }}>
              {texts.room}
            </Link>
          </Button>
        ) : side === 'author' ? (
          <Button asChild>
            <Link to="/taken-down">{texts.takenDown}</Link>
          </Button>
        ) : null}
      </div>
      {said === '' ? null : (
        <Part title={texts.said}>
          <blockquote className="mt-2 border-l-3 border-line-strong pl-4 wrap-anywhere whitespace-pre-line">
            {said}
          </blockquote>
        </Part>
      )}
      <Part title={texts.outcome}>
        {outcome === null ? (
          <p className="mt-2 text-ink-2">{texts.waits}</p>
        ) : (
          <>
            <p className="mt-2 text-ink">
              <strong className="font-semibold">{texts.results[outcome.result]}</strong>{' '}
              <time dateTime={outcome.at} title={dateAndTime(outcome.at)} className="text-ink-3">
                {dayOf(outcome.at)}
              </time>
            </p>
            {outcome.reason === null ? null : (
              <p className="mt-1 wrap-anywhere whitespace-pre-line text-ink-2">{outcome.reason}</p>
            )}
          </>
        )}
      </Part>
      <Part title={isDispute ? texts.both : texts.mine}>
        <ProofList proof={proof} none={isDispute ? texts.noneOfBoth : texts.none} />
      </Part>
      {canAdd ? (
        <Part title={proofFormTexts.title}>
          <p className="mt-2 text-14 text-ink-3">{texts.until(dateAndTime(proofUntil))}</p>
          <Suspense fallback={<Skeleton className="mt-4 h-60" />}>
            <ProofForm of={of} viewerId={viewerId} />
          </Suspense>
        </Part>
      ) : (
        <p className="mt-8 text-14 text-ink-3">{texts.over}</p>
      )}
    </>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mt-10">
    <h2 className="display text-20 text-ink">{title}</h2>
    {children}
  </section>
)
