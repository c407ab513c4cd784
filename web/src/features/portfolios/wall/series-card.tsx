import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import type { WallEntry } from '@plinth/contract/portfolios/walls.ts'
import { isWide } from '../../../lib/media/wall.ts'
import { SeriesStack } from './series-stack.tsx'
import { stackOf } from './stack-rules.ts'
import { wallTexts as texts } from './wall-texts.ts'

/** The size of what stands at a place of a wall, for its rows. */
export function frameOf(works: readonly PortfolioItem[], isSeries: boolean) {
  const [first] = works
  if (!isSeries && first !== undefined) return first.picture
  const { ratio } = stackOf(works)
  return { width: Math.round(ratio * 1_000), height: 1_000 }
}

interface SeriesCardProps {
  entry: WallEntry
  series: NonNullable<WallEntry['series']>
  sizes: string
  priority?: boolean
}

/** A series on a wall, in place of its works. The whole card opens it. */
export function SeriesCard({ entry, series, sizes, priority = false }: SeriesCardProps) {
  const { id, works } = entry
  const { title, workCount, fromPrice } = series
  const frame = frameOf(works, true)
  return (
    <article
      className="work"
      data-wide={isWide({ picture: frame }) ? '' : undefined}
      style={{ '--ar': frame.width / frame.height } as CSSProperties}
    >
      <SeriesStack works={works} sizes={sizes} priority={priority} className="work-picture" />
      <div className="placard">
        <h3 className="work-title truncate text-16 text-ink">
          <Link
            to="/series/$id"
            params={{ id }}
            className="work-link"
            aria-label={texts.seriesName(title, workCount, fromPrice)}
          >
            {title}
          </Link>
        </h3>
        <p className="tnum text-14 text-ink-2">{texts.figures(workCount, fromPrice)}</p>
      </div>
    </article>
  )
}
