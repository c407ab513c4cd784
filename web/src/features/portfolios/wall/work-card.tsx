import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { describeFile } from '../../../lib/media/files.ts'
import { counted, fromPrice, fullName } from '../../../lib/format/format.ts'
import { askDialog, hirePath, inquiryPath, workDialog } from '../../../lib/routing/dialog-search.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { Badge } from '../../../ui/layout/badge.tsx'
import { Views } from '../../../ui/actions/count-toggle.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import { useFilmPreview } from '../../../ui/media/use-film-preview.tsx'
import { isWide, ratioOf } from '../../../lib/media/wall.ts'
import { isHirable } from '../../../lib/format/hirable.ts'
import { portfolioPath } from '../../../lib/routing/paths.ts'
import { useViewer } from '../../session/use-viewer.ts'
import { texts } from '../portfolio-texts.ts'
import { SignInLink } from '../../session/sign-in-link.tsx'
import { aboutWork, LikeButton } from './work-counts.tsx'

export interface WorkCardProps {
  work: PortfolioItem
  sizes: string
  isMember: boolean
  priority?: boolean
  /** On the ledge all placards have the same height. */
  withoutDescription?: boolean
  style?: CSSProperties
}

/** The creator's rating: `★ 4.9 (23)`. */
const shortRating = ({ rating }: PortfolioItem) =>
  rating && `★ ${rating.average.toFixed(1)} (${rating.count})`

/** The accessible name, with everything that the placard may leave out when it is narrow. */
const nameOf = (work: PortfolioItem, file: string | null) =>
  [
    work.title,
    `${fullName(work.creator)}, ${work.category.name}`,
    ...(file === null ? [] : [file]),
    fromPrice(work.startingPrice),
    counted(work.likeCount, 'like'),
    counted(work.viewCount, 'view'),
    ...(work.rating ? [`rated ${shortRating(work)}`] : []),
    ...(work.isFeatured ? ['Featured'] : []),
  ].join(', ')

/** A work with its placard. The whole card opens the work; nothing covers the picture. */
export function WorkCard({
  work,
  sizes,
  isMember,
  priority = false,
  withoutDescription = false,
  style,
}: WorkCardProps) {
  const { handlers, preview } = useFilmPreview(work.isSensitive ? null : work.video?.previewUrl)
  const file = describeFile(work)
  return (
    <article
      {...handlers}
      className="work"
      data-wide={isWide(work) ? '' : undefined}
      style={{ '--ar': ratioOf(work.picture), ...style } as CSSProperties}
    >
      <div className="work-picture">
        <Picture
          picture={pictureSources(work.picture)}
          sizes={sizes}
          priority={priority}
          canReveal
        />
        {preview}
      </div>
      <div className="placard">
        <h3 className="work-title truncate text-16 text-ink">
          <Link {...workDialog(work.id)} className="work-link" aria-label={nameOf(work, file)}>
            {work.title}
          </Link>
        </h3>
        <p className="flex gap-1.5 text-14 text-ink-3">
          <span className="truncate">
            <span className="text-ink-2">{fullName(work.creator)},</span> {work.category.name}
          </span>
          <span className="shrink-0">{shortRating(work)}</span>
        </p>
        {withoutDescription || work.description === '' ? null : (
          <p className="placard-description truncate text-14 text-ink-3">{work.description}</p>
        )}
        <div className="placard-row">
          <span className="tnum text-14 font-semibold whitespace-nowrap text-ink">
            {fromPrice(work.startingPrice)}
          </span>
          <span className="placard-likes">
            <LikeButton work={work} isMember={isMember} />
          </span>
          <span className="placard-views">
            <Views value={work.viewCount} />
          </span>
          <HireCreator work={work} />
        </div>
        {work.isFeatured || file !== null ? (
          <p className="placard-foot tnum">
            {work.isFeatured ? <Badge kind="featured" /> : null}
            {file}
          </p>
        ) : null}
      </div>
    </article>
  )
}

/** The link to hire a work's creator, for everybody but the creator. */
function HireCreator({ work }: { work: PortfolioItem }) {
  const viewer = useViewer()
  const { id, creatorId, creator, startingPrice, title } = work
  const shared = {
    'aria-label': texts.card.hireFor(title),
    className: 'placard-hire text-link hit',
    children: texts.card.hire,
  }
  if (viewer === null) {
    const here = portfolioPath(id)
    const isHire = isHirable(startingPrice)
    const act = {
      kind: 'open' as const,
      for: isHire ? ('hire' as const) : ('inquire' as const),
      name: creator.firstName,
      path: isHire ? hirePath(here, id) : inquiryPath(here, creatorId, id),
      about: aboutWork(work),
    }
    return <SignInLink act={act} {...shared} />
  }
  if (viewer.id === creatorId) return null
  return <Link {...askDialog(work)} {...shared} />
}
