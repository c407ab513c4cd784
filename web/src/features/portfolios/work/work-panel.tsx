import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { PortfolioItem, PortfolioView } from '@plinth/contract/portfolios/portfolios.ts'
import { BookOpen, Download, FileText, Flag } from 'lucide-react'
import type { Document } from '@plinth/contract/media/media.ts'
import { fullName, bytes, counted, ratingOf } from '../../../lib/format/format.ts'
import { toPerson } from '../../../lib/routing/paths.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { Avatar, faceOf } from '../../../ui/layout/avatar.tsx'
import { Badge } from '../../../ui/layout/badge.tsx'
import { Views } from '../../../ui/actions/count-toggle.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { openReport, type ReportTarget } from '../../../lib/format/report-state.ts'
import { texts } from './work-texts.ts'
import { MemberButton } from '../../session/sign-in-link.tsx'
import { aboutWork, LikeButton, SaveButton } from '../wall/work-counts.tsx'
import { AskButtons, WorkPrice } from './work-price.tsx'
import { WorkOrigin, WorkTags } from './work-facts.tsx'
import { OwnerActions, ReceiptLink, RightsLink, StatisticsLink } from './owner-actions.tsx'

const EditWork = lazy(async () => ({ default: (await import('../form/edit-work.tsx')).EditWork }))

interface WorkPanelProps {
  work: PortfolioItem
  more: PortfolioView['moreByCreator']
  viewerId: string | null
  onOpen: (id: string) => void
  onGone: () => void
}

/** Everything about a work except its media; owners can edit it here. */
export function WorkPanel({ work, more, viewerId, onOpen, onGone }: WorkPanelProps) {
  const [editing, setEditing] = useState<string | null>(null)
  if (editing === work.id) {
    return (
      <div className="relative flex flex-col min-h-0 min-w-0 bg-surface-2">
        <Suspense fallback={<Skeleton className="m-7 h-96" />}>
          <EditWork work={work} heading="h2" onDone={() => setEditing(null)} />
        </Suspense>
      </div>
    )
  }
  const isMember = viewerId !== null
  return (
    <div className="relative flex flex-col min-h-0 min-w-0 bg-surface-2">
      <div className="work-facts">
        <div className="flex items-center gap-3 min-h-14 pr-12">
          <Link {...toPerson(work.creator)} className="group flex min-w-0 items-center gap-3">
            <Avatar {...faceOf(work.creator)} size={44} />
            <span className="min-w-0">
              <span className="block truncate text-16 font-semibold text-ink group-hover:underline">
                {fullName(work.creator)}
              </span>
              <span className="block truncate text-14 text-ink-3">{work.creator.location}</span>
            </span>
          </Link>
        </div>
        <div className="mt-8 flex flex-wrap items-center gap-x-2 gap-y-1 max-tablet:mt-6">
          {work.isFeatured ? <Badge kind="featured" /> : null}
          <p className="text-14 text-ink-3">{work.category.name}</p>
        </div>
        <h2 className="work-title work-heading mt-3 text-ink">{work.title}</h2>
        {work.description === '' ? null : (
          <p className="mt-4 text-16 whitespace-pre-line text-ink-2">{work.description}</p>
        )}
        {work.hasCaseStudy ? (
          <Button asChild className="mt-6 self-start bg-surface-3 hover:bg-line">
            <Link to="/portfolio/$id" params={{ id: work.id }}>
              <BookOpen size={18} aria-hidden />
              {texts.work.seePage}
            </Link>
          </Button>
        ) : null}
        {work.tags.length === 0 ? null : (
          <div className="mt-4">
            <WorkTags tags={work.tags} />
          </div>
        )}
        {work.document === null ? null : (
          <div className="mt-6">
            <WorkFile document={work.document} />
          </div>
        )}
        <div className="mt-7 flex flex-wrap items-center gap-x-6 gap-y-3">
          <LikeButton work={work} worded />
          <SaveButton work={work} worded />
          <Views value={work.viewCount} worded />
        </div>
        <MoreOfMaker work={work} more={more} onOpen={onOpen} />
        <WorkOrigin work={work} />
        {work.creatorId === viewerId ? (
          <div className="flex flex-col items-start">
            <ReceiptLink work={work} />
            <RightsLink id={work.id} />
            <StatisticsLink id={work.id} />
          </div>
        ) : (
          <ReportWork work={work} />
        )}
      </div>
      <div className="work-money">
        <WorkPrice dollars={work.startingPrice} />
        {work.creatorId === viewerId ? (
          <OwnerActions work={work} onEdit={() => setEditing(work.id)} onGone={onGone} />
        ) : (
          <AskButtons work={work} isMember={isMember} />
        )}
      </div>
    </div>
  )
}

/** What clients said of the maker, and more works, above the fold: the price stays pinned below. */
function MoreOfMaker({ work, more, onOpen }: Pick<WorkPanelProps, 'work' | 'more' | 'onOpen'>) {
  const { creator, rating } = work
  if (rating === null && more.length === 0) return null
  return (
    <section aria-label={texts.work.moreBy(creator.firstName)} className="work-more">
      {rating === null ? null : (
        <p className="tnum text-14 text-ink-2">{ratingOf(creator.firstName, rating)}</p>
      )}
      {more.length === 0 ? null : (
        <div className="flex items-end gap-3">
          <ul className="flex min-w-0 items-end gap-3">
            {more.map((other) => (
              <li key={other.id} className="min-w-0">
                <button
                  type="button"
                  aria-label={other.title}
                  onClick={() => onOpen(other.id)}
                  className="block w-full"
                >
                  <Picture
                    picture={pictureSources(other.picture)}
                    alt=""
                    sizes="160px"
                    fit="cover"
                    className="work-thumb"
                    style={{ aspectRatio: `${other.picture.width} / ${other.picture.height}` }}
                  />
                </button>
              </li>
            ))}
          </ul>
          <Link {...toPerson(creator)} className="text-link hit shrink-0 text-14">
            {texts.work.moreBy(creator.firstName)}
          </Link>
        </div>
      )}
    </section>
  )
}

const PagesViewer = lazy(async () => ({
  default: (await import('../../../ui/viewer/pages-viewer.tsx')).PagesViewer,
}))

/** A document, of which the page shows only the first page: a PDF can be read here, everything can be downloaded. */
export function WorkFile({
  document: { url, fileName, bytes: size, pages },
}: {
  document: Document
}) {
  const isPdf = pages !== null
  const [isReading, setReading] = useState(false)
  const facts = [...(isPdf ? [counted(pages, 'page')] : []), bytes(size)].join(', ')
  return (
    <div className="flex flex-wrap items-center gap-3">
      <FileText size={20} className="text-ink-3" aria-hidden />
      <p className="min-w-0 flex-1 basis-40 text-14 text-ink-3">
        <span className="block truncate font-semibold text-ink">{fileName}</span>
        <span className="tnum">{facts}</span>
      </p>
      {isPdf ? (
        <Button className="bg-surface-3 hover:bg-line" onClick={() => setReading(true)}>
          <BookOpen size={18} aria-hidden />
          {texts.work.read}
        </Button>
      ) : null}
      <Button asChild className="bg-surface-3 hover:bg-line">
        <a href={url} download={fileName}>
          <Download size={18} aria-hidden />
          {texts.work.download(isPdf)}
        </a>
      </Button>
      {isReading ? (
        <Suspense fallback={null}>
          <PagesViewer title={fileName} url={url} onClose={() => setReading(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

/** The button to report somebody else's work. */
export function ReportWork({ work }: { work: PortfolioItem }) {
  const target: ReportTarget = { kind: 'portfolio', id: work.id, name: work.creator.firstName }
  return (
    <MemberButton
      act={{ kind: 'report', target, about: aboutWork(work) }}
      className="mt-3 -ml-0.5 inline-flex min-h-11 items-center gap-2 text-14 text-ink-3 hover:text-ink hover:underline"
      onPress={() => openReport(target)}
    >
      <Flag size={18} aria-hidden />
      {texts.work.report}
    </MemberButton>
  )
}
