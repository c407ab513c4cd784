import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { describeFile } from '../../../lib/media/files.ts'
import { counted, fromPrice, fullName, ratingOf } from '../../../lib/format/format.ts'
import { askDialog, OPENS_DIALOG, toWork } from '../../../lib/routing/dialog-search.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { Badge } from '../../../ui/layout/badge.tsx'
import { Views } from '../../../ui/actions/count-toggle.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import { useFilmPreview } from '../../../ui/media/use-film-preview.tsx'
import { isWide, ratioOf } from '../../../lib/media/wall.ts'
import { portfolioPath } from '../../../lib/routing/paths.ts'
import { useViewer } from '../../session/use-viewer.ts'
import { texts } from '../portfolio-texts.ts'
import { SignInLink } from '../../session/sign-in-link.tsx'
import { dialogAct } from '../../session/acts.ts'
import { LikeButton, SaveButton } from './work-counts.tsx'

export interface WorkCardProps {
  work: PortfolioItem
  sizes: string
  isMember: boolean
  priority?: boolean
}

/** The accessible name, with everything that the placard may leave out when it is narrow. */
const nameOf = (work: PortfolioItem, file: string | null) =>
  [
    work.title,
    `${fullName(work.creator)}, ${work.category.name}`,
    ...(file === null ? [] : [file]),
    fromPrice(work.startingPrice),
    counted(work.likeCount, 'like'),
    counted(work.viewCount, 'view'),
    ...(work.rating ? [ratingOf(work.creator.firstName, work.rating)] : []),
    ...(work.isFeatured ? ['Featured'] : []),
  ].join(', ')

/** A narrower work stands beside some free wall, so that its placard is 225 px wide at the wall's height of 320 px. */
const NARROWEST = 225 / 320

/** A work with its placard. The whole card opens the work; nothing covers the picture. */
export function WorkCard({ work, sizes, isMember, priority = false }: WorkCardProps) {
  const { handlers, preview } = useFilmPreview(work.isSensitive ? null : work.video?.previewUrl)
  const file = describeFile(work)
  const ratio = ratioOf(work.picture)
  const rating = work.rating && ratingOf(work.creator.firstName, work.rating)
  return (
    <article
      {...handlers}
      className="work"
      data-wide={isWide(work) ? '' : undefined}
      style={{ '--ar': Math.max(ratio, NARROWEST) } as CSSProperties}
    >
      <div
        className="work-picture"
        data-work={work.id}
        style={ratio < NARROWEST ? { width: `${(100 * ratio) / NARROWEST}%` } : undefined}
      >
        <Picture
          picture={pictureSources(work.picture)}
          sizes={sizes}
          priority={priority}
          canReveal
        />
        {preview}
      </div>
      <div className="placard">
        <div className="flex items-center gap-2">
          <h3 className="work-title min-w-0 flex-1 truncate text-16 text-ink">
            <Link
              {...toWork(work)}
              {...(isMember && !work.hasCaseStudy && OPENS_DIALOG)}
              className="work-link"
              aria-label={nameOf(work, file)}
            >
              {work.title}
            </Link>
          </h3>
          <SaveButton work={work} />
        </div>
        <p className="truncate text-14 text-ink-3">
          <span className="text-ink-2">{fullName(work.creator)},</span> {work.category.name}
        </p>
        {work.description === '' ? null : (
          <p className="placard-description truncate text-14 text-ink-3">{work.description}</p>
        )}
        <div className="placard-row">
          <span className="tnum text-14 font-semibold whitespace-nowrap text-ink">
            {fromPrice(work.startingPrice)}
          </span>
          <LikeButton work={work} />
          <span className="placard-views">
            <Views value={work.viewCount} />
          </span>
          <HireCreator work={work} isMember={isMember} />
        </div>
        {work.isFeatured || file !== null ? (
          <p className="placard-foot tnum">
            {work.isFeatured ? <Badge kind="featured" /> : null}
            {file === null ? null : <span>{file}</span>}
            {rating === null ? null : <span className="placard-rating">{rating}</span>}
          </p>
        ) : rating === null ? null : (
          <p className="placard-foot placard-rating tnum">{rating}</p>
        )}
      </div>
    </article>
  )
}

/** The link to hire a work's creator, for everybody but the creator. */
function HireCreator({ work, isMember }: { work: PortfolioItem; isMember: boolean }) {
  const viewer = useViewer()
  if (viewer?.id === work.creatorId) return null
  const face = {
    'aria-label': texts.card.hireFor(work.title),
    className: 'placard-hire text-link hit',
    children: texts.card.hire,
  }
  const asked = askDialog(work)
  if (isMember) return <Link {...asked} {...face} />
  return (
    <SignInLink act={dialogAct(asked, portfolioPath(work.id), work.creator.firstName)} {...face} />
  )
}
