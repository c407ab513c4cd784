import './series.css'
import type { CSSProperties } from 'react'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { Picture } from '../../../ui/media/picture.tsx'
import { Ledge } from '../../../ui/wall/ledge.tsx'
import { stackOf } from './stack-rules.ts'

interface SeriesStackProps {
  works: readonly PortfolioItem[]
  sizes: string
  priority?: boolean
  className?: string
}

/** The first works of a series side by side on a ledge of their own. */
export function SeriesStack({ works, sizes, priority = false, className }: SeriesStackProps) {
  const { ratio, stacked } = stackOf(works)
  return (
    <div className={className}>
      <div className="series-stack" style={{ '--ratio': ratio } as CSSProperties}>
        {stacked.map(({ work, width }) => (
          <div key={work.id} style={{ width: `${width * 100}%` }}>
            <Picture
              picture={pictureSources(work.picture)}
              sizes={sizes}
              priority={priority}
              className="pointer-events-none"
            />
          </div>
        ))}
        {works.length === 0 ? <div className="series-none" /> : null}
      </div>
      <Ledge glow={26} />
    </div>
  )
}
