import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { PortfolioItem, PortfolioView } from '@plinth/contract/portfolios/portfolios.ts'
import { Download, FileText, Flag } from 'lucide-react'
import type { Document } from '@plinth/contract/media/media.ts'
import { fullName, bytes, counted, ratingWords } from '../../../lib/format/format.ts'
import { toPerson } from '../../../lib/routing/paths.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { Avatar, faceOf } from '../../../ui/layout/avatar.tsx'
import { Badge } from '../../../ui/layout/badge.tsx'
import { Views } from '../../../ui/actions/count-toggle.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { openReport, type ReportTarget } from '../../../lib/format/report-state.ts'
import { texts } from '../portfolio-texts.ts'
import { MemberButton } from '../../session/sign-in-link.tsx'
import { aboutWork, LikeButton, SaveButton } from '../wall/work-counts.tsx'
import { AskButtons, WorkPrice } from './work-price.tsx'
import { OwnerActions, ReceiptLink } from './owner-actions.tsx'

const EditWork = lazy(async () => ({ default: (await import('./edit-work.tsx')).EditWork }))

interface WorkPanelProps {
  work: PortfolioItem
  more: PortfolioView['moreByCreator']
  viewerId: string | null
  heading: 'h1' | 'h2'
  onOpen: (id: string) => void
  onGone: () => void
}

/** Everything about a work except its media; owners can edit it here. */
export function WorkPanel({ work, more, viewerId, heading, onOpen, onGone }: WorkPanelProps) {
  const [editing, setEditing] = useState<string | null>(null)
  if (editing === work.id) {
    return (
      <div className="relative flex flex-col min-h-0 min-w-0 bg-surface-2">
        <Suspense fallback={<Skeleton className="m-7 h-96" />}>
          <EditWork work={work} heading={heading} onDone={() => setEditing(null)} />
        </Suspense>
      </div>
    )
  }
  const isMember = viewerId !== null
  const Heading = heading
  const LesserHeading = heading === 'h1' ? 'h2' : 'h3'
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
        <Heading className="work-title work-heading mt-3 text-ink">{work.title}</Heading>
        {work.description === '' ? null : (
          <p className="mt-4 text-16 whitespace-pre-line text-ink-2">{work.description}</p>
        )}
        {work.tags.length === 0 ? null : (
          <ul
            aria-label={texts.work.tags}
            className="mt-4 flex flex-wrap gap-2 pointer-coarse:gap-y-5"
          >
            {work.tags.map((tag) => (
              <li key={tag} className="min-w-0">
                <Link
                  to="/explore/tag/$tag"
                  params={{ tag }}
                  className="hit flex max-w-full rounded-control bg-surface-3 px-2.5 py-1.5 text-14 text-ink-2 hover:bg-line hover:text-ink"
                >
                  <span className="truncate">#{tag}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
        {work.document === null ? null : <WorkFile document={work.document} />}
        <div className="mt-7 flex flex-wrap items-center gap-x-6 gap-y-3">
          <LikeButton work={work} isMember={isMember} worded />
          <SaveButton work={work} isMember={isMember} worded />
          <Views value={work.viewCount} worded />
        </div>
        {work.creatorId === viewerId ? <ReceiptLink work={work} /> : null}
        {work.creatorId === viewerId ? null : <ReportWork work={work} />}
        {work.rating === null ? null : (
          <p className="mt-7 tnum text-14 text-ink-2">{ratingWords(work.rating)}</p>
        )}
        {more.length === 0 ? null : (
          <section className="mt-7 pt-5 border-t border-t-line">
            <LesserHeading className="text-14 text-ink-3">
              <Link {...toPerson(work.creator)} className="hit hover:text-ink hover:underline">
                {texts.work.moreBy(work.creator.firstName)}
              </Link>
            </LesserHeading>
            <ul className="mt-3 flex items-end gap-3">
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
          </section>
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

/** The download of a document, of which the page shows only the first page. */
function WorkFile({ document: { url, fileName, bytes: size, pages } }: { document: Document }) {
  const isPdf = pages !== null
  const facts = [...(isPdf ? [counted(pages, 'page')] : []), bytes(size)].join(', ')
  return (
    <div className="mt-6 flex flex-wrap items-center gap-3">
      <FileText size={20} className="text-ink-3" aria-hidden />
      <p className="min-w-0 flex-1 basis-40 text-14 text-ink-3">
        <span className="block truncate font-semibold text-ink">{fileName}</span>
        <span className="tnum">{facts}</span>
      </p>
      <Button asChild className="bg-surface-3 hover:bg-line">
        <a href={url} download={fileName}>
          <Download size={18} aria-hidden />
          {texts.work.download(isPdf)}
        </a>
      </Button>
    </div>
  )
}

/** The button to report somebody else's work. */
function ReportWork({ work }: { work: PortfolioItem }) {
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
