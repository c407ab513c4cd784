import '../../../styles/pinned-ask.css'
import './work-page.css'
import { Link } from '@tanstack/react-router'
import { Share2 } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { PortfolioItem, PortfolioView } from '@plinth/contract/portfolios/portfolios.ts'
import { shareLink } from '../../../lib/browser/share.ts'
import { fullName } from '../../../lib/format/format.ts'
import { standingWords } from '../../../lib/format/standing.ts'
import { isHirable } from '../../../lib/format/hirable.ts'
import { portfolioPath, toPerson } from '../../../lib/routing/paths.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { ratioOf } from '../../../lib/media/wall.ts'
import { Views } from '../../../ui/actions/count-toggle.tsx'
import { showError, toast } from '../../../ui/feedback/toast.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Avatar, faceOf } from '../../../ui/layout/avatar.tsx'
import { Badge } from '../../../ui/layout/badge.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import { Ledge } from '../../../ui/wall/ledge.tsx'
import { texts as all } from './work-texts.ts'
import { LikeButton, SaveButton } from '../wall/work-counts.tsx'
import { HireButton, InquireButton } from './ask-buttons.tsx'
import { OwnerActions, ReceiptLink, StatisticsLink } from './owner-actions.tsx'
import { GoodToKnow } from './work-facts.tsx'
import { ReportWork, WorkFile } from './work-panel.tsx'
import { halvesOf, WorkSlip } from './work-slip.tsx'
import { WorkWell } from './work-well.tsx'

const EditWork = lazy(async () => ({ default: (await import('./edit-work.tsx')).EditWork }))

const texts = all.work

interface WorkPageProps {
  work: PortfolioItem
  /** Undefined until the neighbours are known. */
  set: PortfolioView | undefined
  viewerId: string | null
  /** The button to follow the creator. */
  follow: ReactNode
  onOpen: (id: string) => void
  onGone: () => void
}

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

// The same month on the server as in every browser.
const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `Crafting, Bergen, August 2026`. */
const whereAndWhen = ({ category, creator, createdAt }: PortfolioItem): string =>
  [category.name, creator.location?.split(',')[0]?.trim() ?? '', month.format(new Date(createdAt))]
    .filter((part) => part !== '')
    .join(', ')

function Maker({ work, set, follow }: Pick<WorkPageProps, 'work' | 'set' | 'follow'>) {
  const { creator, rating } = work
  return (
    <div className="flex items-center gap-3">
      <Link
        {...toPerson(creator)}
        className="group flex min-h-13 min-w-0 flex-1 items-center gap-3.5"
      >
        <Avatar {...faceOf(creator)} size={48} />
        <span className="min-w-0">
          <span className="block truncate text-16 text-ink-3">
            <span className="font-semibold text-ink group-hover:underline">
              {fullName(creator)}
            </span>
            {creator.handle === null ? null : (
              <span className="text-14 max-tablet:hidden"> @{creator.handle}</span>
            )}
          </span>
          <span className="tnum block text-14 text-ink-3">
            {standingWords(rating, set?.projectsCompleted ?? 0)}
          </span>
        </span>
      </Link>
      {follow}
    </div>
  )
}

/** Shares with the device's own dialog, or copies the link. */
function ShareWork({ work: { id, title } }: { work: PortfolioItem }) {
  const share = async () => {
    const url = `${location.origin}${portfolioPath(id)}`
    const done = await shareLink({ title, url }, navigator)
    if (done === 'failed') showError(texts.shareFailed, url)
    if (done === 'copied') toast({ title: texts.copied, description: texts.copiedLine })
  }
  return (
    <button
      type="button"
      className="toggle hit rounded-badge text-16 font-semibold text-ink hover:underline"
      onClick={() => void share()}
    >
      <Share2 size={20} aria-hidden />
      {texts.share}
    </button>
  )
}

interface AskingProps {
  work: PortfolioItem
  isMember: boolean
}

function Asking({ work, isMember }: AskingProps) {
  const hirable = isHirable(work.startingPrice)
  return (
    <div className="mt-4 grid gap-2">
      {hirable ? (
        <HireButton work={work} isMember={isMember} className="max-tablet:hidden" />
      ) : null}
      <InquireButton
        work={work}
        isMember={isMember}
        primary={!hirable}
        className={hirable ? '' : 'max-tablet:hidden'}
      />
      {isMember ? null : (
        <p className="mt-2 text-center text-13 text-ink-3">{texts.needsAccount}</p>
      )}
    </div>
  )
}

/** On phones the price and its button stay in sight. */
function PinnedAsk({ work, isMember }: AskingProps) {
  const { startingPrice } = work
  if (!isHirable(startingPrice)) {
    return (
      <div className="pinned-ask">
        <InquireButton work={work} isMember={isMember} primary className="flex-1" />
      </div>
    )
  }
  const { now, later } = halvesOf(startingPrice)
  return (
    <div className="pinned-ask">
      <p className="tnum text-13 text-ink-3">
        <strong className="block text-14 font-semibold text-ink">{texts.pinnedNow(now)}</strong>
        {texts.pinnedLater(later)}
      </p>
      <HireButton work={work} isMember={isMember} className="flex-1" />
    </div>
  )
}

function MoreByCreator({
  work: { creator },
  more,
}: {
  work: PortfolioItem
  more: PortfolioView['moreByCreator']
}) {
  return (
    <section aria-labelledby="more-by" className="min-w-0">
      <h2 id="more-by" className="display text-24 text-ink">
        {more.length === 0 ? fullName(creator) : texts.moreBy(creator.firstName)}
      </h2>
      {more.length === 0 ? null : (
        <>
          <ul className="mt-4 flex items-end gap-4">
            {more.map(({ id, title, picture }) => (
              // Works of the same area, whatever their shape.
              <li
                key={id}
                className="min-w-0"
                style={{ flex: `0 1 ${Math.round(150 * Math.sqrt(ratioOf(picture)))}px` }}
              >
                <Link to="/portfolio/$id" params={{ id }} aria-label={title} className="block">
                  <Picture
                    picture={pictureSources(picture)}
                    alt=""
                    sizes="(max-width: 720px) 30vw, 240px"
                  />
                </Link>
              </li>
            ))}
          </ul>
          <Ledge glow={40} />
        </>
      )}
      <Link {...toPerson(creator)} className="text-link hit mt-4 inline-block text-14">
        {texts.profileOf(creator.firstName)}
      </Link>
    </section>
  )
}

/** The page's outline while it loads. */
export const WorkPageSkeleton = () => (
  <div role="status" aria-label={texts.loading} className="work-spread">
    <div className="work-well">
      <div className="work-stage">
        <Skeleton className="aspect-4/5 h-full" />
      </div>
      <div className="ledge" />
      <div className="work-steps" />
    </div>
    <div className="work-column">
      <Skeleton className="h-12 w-3/5" />
      <Skeleton className="mt-8 h-10 w-4/5" />
      <Skeleton className="mt-6 h-20 w-full" />
      <Skeleton className="mt-8 h-52 w-full" />
    </div>
  </div>
)
