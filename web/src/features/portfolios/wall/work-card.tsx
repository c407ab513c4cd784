import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { fileWords } from '../../../lib/uploads/file-words.ts'
import { counted, fromPrice, fullName } from '../../../lib/format/format.ts'
import { workDialog } from '../../../lib/routing/dialog-search.ts'
import { pictureSources } from '../../../lib/media/picture-sources.ts'
import { Badge } from '../../../ui/layout/badge.tsx'
import { Views } from '../../../ui/actions/count-toggle.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import { useFilmPreview } from '../../../ui/media/use-film-preview.tsx'
import { isWide, ratioOf } from '../../../lib/media/wall-order.ts'
import { HireCreator } from './hire-creator.tsx'
import { LikeButton } from './work-counts.tsx'

export interface WorkCardProps {
  work: PortfolioItem
  sizes: string
  isMember: boolean
  priority?: boolean
  /** Where all placards are of one height, as on the ledge. */
  withoutDescription?: boolean
  style?: CSSProperties
}

/** `★ 4.9 (23)`, of its creator. */
const shortRating = ({ rating }: PortfolioItem) =>
  rating && `★ ${rating.average.toFixed(1)} (${rating.count})`

/** Everything the placard may leave out for want of room. */
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

/** A work with its placard. The whole of it opens the work; the picture itself is never touched. */
export function WorkCard({
  work,
  sizes,
  isMember,
  priority = false,
  withoutDescription = false,
  style,
}: WorkCardProps) {
  const { looking, preview } = useFilmPreview(work.isSensitive ? null : work.video?.previewUrl)
  const file = fileWords(work)
  return (
    <article
      {...looking}
      className="work"
      data-wide={isWide(work) ? '' : undefined}
      style={{ '--ar': ratioOf(work.picture), ...style } as CSSProperties}
    >
      <div className="work-picture">
        <Picture picture={pictureSources(work.picture)} sizes={sizes} priority={priority} askable />
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
