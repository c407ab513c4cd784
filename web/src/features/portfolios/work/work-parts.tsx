import '../../../styles/pinned-ask.css'
import './work-parts.css'
import { Link } from '@tanstack/react-router'
import { Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PortfolioItem, PortfolioView } from '@plinth/contract/portfolios/portfolios.ts'
import { shareLink } from '../../../lib/browser/share.ts'
import { fullName } from '../../../lib/format/format.ts'
import { isHirable } from '../../../lib/format/hirable.ts'
import { standingWords } from '../../../lib/format/standing.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { ratioOf } from '../../../lib/media/wall.ts'
import { portfolioPath, toPerson } from '../../../lib/routing/paths.ts'
import { showError, toast } from '../../../ui/feedback/toast.ts'
import { Avatar, faceOf } from '../../../ui/layout/avatar.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import { Ledge } from '../../../ui/wall/ledge.tsx'
import { HireButton, InquireButton } from './ask-buttons.tsx'
import { halvesOf } from './halves.ts'
import { texts as all } from './work-texts.ts'

const texts = all.work

/** What the two kinds of a work's page are given. */
export interface WorkPageProps {
  work: PortfolioItem
  /** Undefined until the neighbours are known. */
  set: PortfolioView | undefined
  viewerId: string | null
  /** The button to follow the creator. */
  follow: ReactNode
  onOpen: (id: string) => void
  onGone: () => void
}

// The same month on the server as in every browser.
const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `Crafting, Bergen, August 2026`. */
export const whereAndWhen = ({ category, creator, createdAt }: PortfolioItem): string =>
  [category.name, creator.location?.split(',')[0]?.trim() ?? '', month.format(new Date(createdAt))]
    .filter((part) => part !== '')
    .join(', ')

export function Maker({ work, set, follow }: Pick<WorkPageProps, 'work' | 'set' | 'follow'>) {
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
export function ShareWork({ work: { id, title } }: { work: PortfolioItem }) {
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

export function Asking({ work, isMember }: AskingProps) {
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
export function PinnedAsk({ work, isMember }: AskingProps) {
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

export function MoreByCreator({
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
