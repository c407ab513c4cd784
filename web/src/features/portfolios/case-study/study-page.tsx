import './study.css'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import type { CaseStudy } from '@plinth/contract/portfolios/studies.ts'
import { inBrowser } from '../../../lib/browser/environment.ts'
import { isMissing } from '../../../lib/api/errors.ts'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Views } from '../../../ui/actions/count-toggle.tsx'
import { Badge } from '../../../ui/layout/badge.tsx'
import { LikeButton, SaveButton } from '../wall/work-counts.tsx'
import { OwnerActions, ReceiptLink, StatisticsLink } from '../work/owner-actions.tsx'
import { GoodToKnow } from '../work/work-facts.tsx'
import {
  Asking,
  Maker,
  MoreByCreator,
  PinnedAsk,
  ShareWork,
  whereAndWhen,
  type WorkPageProps,
} from '../work/work-parts.tsx'
import { ReportWork, WorkFile } from '../work/work-panel.tsx'
import { WorkPrice } from '../work/work-price.tsx'
import { WorkWell } from '../work/work-well.tsx'
import { studyQuery } from './study-api.ts'
import { arranged, StudyBlocks } from './study-blocks.tsx'
import { creditsOf, StudyCredits } from './study-credits.tsx'
import { StudyFacts } from './study-facts.tsx'
import { texts } from './study-texts.ts'

// It is shown once the page is scrolled.
const StudyBar = lazy(async () => ({
  default: (await inBrowser(() => import('./study-bar.tsx'))).StudyBar,
}))
// It is below the fold.
const SimilarWorks = lazy(async () => ({
  default: (await inBrowser(() => import('./study-similar.tsx'))).SimilarWorks,
}))
const EditWork = lazy(async () => ({ default: (await import('../form/edit-work.tsx')).EditWork }))

/** Of a work whose page was taken away meanwhile. */
const NOTHING: Pick<CaseStudy, 'blocks' | 'files' | 'people'> = {
  blocks: [],
  files: {},
  people: {},
}

/** A work that is a case study: its cover, what it costs, and the page below it. */
export function StudyPage({ work, set, viewerId, follow, onOpen, onGone }: WorkPageProps) {
  const query = useQuery(studyQuery(work.id))
  const study = query.data ?? (isMissing(query.error) ? NOTHING : undefined)
  const [editing, setEditing] = useState<string | null>(null)
  const aside = useRef<HTMLDivElement>(null)
  const isOwn = work.creatorId === viewerId
  const isMember = viewerId !== null
  const { facts, lead, rest } = arranged(study ?? NOTHING)
  const lines = creditsOf(study ?? NOTHING)
  const { files, people } = study ?? NOTHING
  return (
    <>
      <article className="study" id="study">
        <div className="study-cover">
          <WorkWell work={work} set={set} linked onOpen={onOpen} />
        </div>
        <div className="page study-head">
          <header className="study-name">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              {work.isFeatured ? <Badge kind="featured" /> : null}
              <p className="text-14 text-ink-3">{whereAndWhen(work)}</p>
            </div>
            <h1 className="work-title study-title text-ink">{work.title}</h1>
          </header>
          <div className="study-aside">
            <Maker work={work} set={set} follow={isOwn ? null : follow} />
            <div className="work-counts">
              <LikeButton work={work} worded />
              <SaveButton work={work} worded />
              <Views value={work.viewCount} worded />
              <ShareWork work={work} />
            </div>
            <div ref={aside} className="study-price">
              {editing === work.id ? (
                <Suspense fallback={<Skeleton className="h-96" />}>
                  <div className="work-editing">
                    <EditWork work={work} heading="h2" onDone={() => setEditing(null)} />
                  </div>
                </Suspense>
              ) : (
                <>
                  <div className={isOwn ? '' : 'max-tablet:hidden'}>
                    <WorkPrice dollars={work.startingPrice} />
                  </div>
                  {isOwn ? (
                    <>
                      <OwnerActions
                        work={work}
                        onEdit={() => setEditing(work.id)}
                        onGone={onGone}
                      />
                      <ReceiptLink work={work} />
                      <StatisticsLink id={work.id} />
                    </>
                  ) : (
                    <Asking work={work} isMember={isMember} />
                  )}
                </>
              )}
            </div>
            <StudyCredits lines={lines} people={people} className="study-made-aside" />
          </div>
          <div className="study-lead">
            {work.description === '' ? null : (
              <p className="study-said text-18 whitespace-pre-line text-ink-2">
                {work.description}
              </p>
            )}
            {facts === null ? null : <StudyFacts facts={facts} />}
            <StudyBlocks blocks={lead} files={files} />
          </div>
        </div>
        <div className="page study-blocks">
          <QueryView
            query={{ ...query, data: study }}
            skeleton={<BlocksSkeleton />}
            failed={texts.failed}
          >
            {() => <StudyBlocks blocks={rest} files={files} />}
          </QueryView>
          <StudyCredits lines={lines} people={people} className="study-made-end" />
        </div>
      </article>
      <div className="page work-below">
        <div className="grid min-w-0 content-start gap-12">
          <GoodToKnow
            work={work}
            file={work.document === null ? null : <WorkFile document={work.document} />}
          />
          {isMember && !isOwn ? <ReportWork work={work} /> : null}
        </div>
        <MoreByCreator work={work} more={set?.moreByCreator ?? []} />
      </div>
      <Suspense fallback={<div className="study-similar" />}>
        <SimilarWorks key={work.id} work={work} />
      </Suspense>
      {isOwn ? null : (
        <>
          <Suspense fallback={null}>
            <StudyBar work={work} isMember={isMember} aside={aside} />
          </Suspense>
          <PinnedAsk work={work} isMember={isMember} />
        </>
      )}
    </>
  )
}

const BlocksSkeleton = () => (
  <div role="status" aria-label={texts.loading}>
    <Skeleton className="h-96 w-full" />
  </div>
)
