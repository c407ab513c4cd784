import './work-page.css'
import { lazy, Suspense, useState } from 'react'
import { Views } from '../../../ui/actions/count-toggle.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Badge } from '../../../ui/layout/badge.tsx'
import { texts as all } from './work-texts.ts'
import { LikeButton, SaveButton } from '../wall/work-counts.tsx'
import { OwnerActions, ReceiptLink, StatisticsLink } from './owner-actions.tsx'
import { GoodToKnow } from './work-facts.tsx'
import { ReportWork, WorkFile } from './work-panel.tsx'
import {
  Asking,
  Maker,
  MoreByCreator,
  PinnedAsk,
  ShareWork,
  whereAndWhen,
  type WorkPageProps,
} from './work-parts.tsx'
import { WorkSlip } from './work-slip.tsx'
import { WorkWell } from './work-well.tsx'

const EditWork = lazy(async () => ({ default: (await import('../form/edit-work.tsx')).EditWork }))

const texts = all.work

/** A work at its own address: the well, and beside it what it costs. */
export function WorkPage({ work, set, viewerId, follow, onOpen, onGone }: WorkPageProps) {
  const [editing, setEditing] = useState<string | null>(null)
  const isOwn = work.creatorId === viewerId
  const hasLongText = work.description.length > LONG_TEXT
  return (
    <>
      <div className="work-spread">
        <WorkWell work={work} set={set} linked onOpen={onOpen} />
        {editing === work.id ? (
          <div className="work-column work-editing">
            <Suspense fallback={<Skeleton className="m-7 h-96" />}>
              <EditWork work={work} heading="h1" onDone={() => setEditing(null)} />
            </Suspense>
          </div>
        ) : (
          <div className="work-column">
            <Maker work={work} set={set} follow={isOwn ? null : follow} />
            <div className="mt-6 flex flex-wrap items-center gap-x-3 gap-y-1">
              {work.isFeatured ? <Badge kind="featured" /> : null}
              <p className="text-14 text-ink-3">{whereAndWhen(work)}</p>
            </div>
            <h1 className="work-title work-heading mt-2 text-ink">{work.title}</h1>
            {work.description === '' ? null : (
              <p className="work-said text-16 text-ink-2" data-long={hasLongText ? '' : undefined}>
                {work.description}
              </p>
            )}
            {hasLongText ? (
              <a href="#about-work" className="text-link hit mt-2 self-start text-14">
                {texts.readAll}
              </a>
            ) : null}
            <div className="work-counts">
              <LikeButton work={work} worded />
              <SaveButton work={work} worded />
              <Views value={work.viewCount} worded />
              <ShareWork work={work} />
            </div>
            <WorkSlip dollars={work.startingPrice} name={work.creator.firstName} />
            {isOwn ? (
              <>
                <OwnerActions work={work} onEdit={() => setEditing(work.id)} onGone={onGone} />
                <ReceiptLink work={work} />
                <StatisticsLink id={work.id} />
              </>
            ) : (
              <Asking work={work} isMember={viewerId !== null} />
            )}
          </div>
        )}
      </div>
      <div className="page work-below">
        <div className="grid min-w-0 content-start gap-12">
          {hasLongText ? (
            <section aria-labelledby="about-work">
              <h2 id="about-work" className="display text-24 text-ink">
                {texts.about}
              </h2>
              <p className="mt-3 max-w-160 text-16 whitespace-pre-line text-ink-2">
                {work.description}
              </p>
            </section>
          ) : null}
          <GoodToKnow
            work={work}
            file={work.document === null ? null : <WorkFile document={work.document} />}
          />
          {viewerId !== null && !isOwn ? <ReportWork work={work} /> : null}
        </div>
        <MoreByCreator work={work} more={set?.moreByCreator ?? []} />
      </div>
      {isOwn ? null : <PinnedAsk work={work} isMember={viewerId !== null} />}
    </>
  )
}

/** A text above this length is cut in the column, so that the price stays in sight, and shown in full below. */
const LONG_TEXT = 240
