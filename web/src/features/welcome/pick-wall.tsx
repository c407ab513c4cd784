import { clsx } from 'clsx'
import { Heart } from 'lucide-react'
import type { CSSProperties } from 'react'
import type { WelcomeWork } from '@plinth/contract/people/welcome.ts'
import { usePhone } from '../../lib/browser/use-media-query.ts'
import { fullName } from '../../lib/format/format.ts'
import { pictureSources } from '../../lib/media/sources.ts'
import { isWide, pairUprights, ratioOf } from '../../lib/media/wall.ts'
import { PlainPicture } from '../../ui/media/plain-picture.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import type { UsedPicks } from './use-picks.ts'
import { rowsOf, shareOf } from './welcome-rules.ts'
import { texts } from './welcome-texts.ts'

/** Rows of a wide window are seldom higher. */
const HIGHEST = 190

/** The works on the first screenful of a phone. */
const FIRST = 2
const FEW = 3

const sizesOf = (work: WelcomeWork): string => {
  const onPhone = isWide(work) ? 'calc(100vw - 40px)' : 'calc(50vw - 26px)'
  return `(max-width: 720px) ${onPhone}, ${Math.round(ratioOf(work.picture) * HIGHEST)}px`
}

interface PickWallProps {
  works: readonly WelcomeWork[]
  picks: UsedPicks
  /** Others are loading. */
  isOld: boolean
}

/** Works to pick, in rows of equal width; on phones in two columns. */
export function PickWall({ works, picks, isOld }: PickWallProps) {
  // On phones the last work waits for a neighbour, unless there are hardly any.
  const isPaired = usePhone() && works.length > FEW
  const rows = rowsOf(pairUprights(works, isPaired))
  return (
    <ul className={clsx('pick-wall', isOld && 'wall-old')}>
      {rows.flatMap((row, at) =>
        row.map((work, place) => (
          <Pick
            key={work.id}
            work={work}
            isPicked={picks.isPicked(work.id)}
            isFirst={at === 0 && place < FIRST}
            style={{ '--share': shareOf(work, row), '--gaps': row.length - 1 } as CSSProperties}
            onPress={() => picks.toggle(work)}
          />
        )),
      )}
    </ul>
  )
}

interface PickProps {
  work: WelcomeWork
  isPicked: boolean
  isFirst: boolean
  style: CSSProperties
  onPress: () => void
}

function Pick({ work, isPicked, isFirst, style, onPress }: PickProps) {
  const { title, picture, creator } = work
  return (
    <li className="pick" data-wide={isWide(work) ? '' : undefined} style={style}>
      <div className="pick-picture">
        <PlainPicture
          picture={pictureSources(picture)}
          sizes={sizesOf(work)}
          alt=""
          priority={isFirst}
        />
      </div>
      <div className="pick-foot">
        {/* Covers the whole work. */}
        <button
          type="button"
          className="pick-button"
          aria-pressed={isPicked}
          aria-label={texts.works.name(title, fullName(creator))}
          onClick={onPress}
        >
          <Heart size={16} aria-hidden className="shrink-0" />
          <span className="truncate pr-0.5">{title}</span>
        </button>
      </div>
    </li>
  )
}

/** Ratios of works as they often are. */
const SHAPES = [0.75, 1.5, 0.8, 0.8, 1.5, 0.8, 0.8, 1.9, 0.8, 0.75, 1, 1, 1, 0.75, 1.5]

/** As high as the works that are loading. */
export const PickSkeleton = ({ count }: { count: number }) => (
  <div role="status" aria-label={texts.works.loading} className="pick-wall">
    {SHAPES.slice(0, count).map((ratio, at) => (
      <div
        key={at}
        className="pick"
        data-wide={ratio > 1.3 ? '' : undefined}
        style={{ '--share': ratio / 5.35, '--gaps': 4 } as CSSProperties}
      >
        <Skeleton className="w-full" style={{ aspectRatio: ratio }} />
        <div className="h-9.25" />
      </div>
    ))}
  </div>
)
