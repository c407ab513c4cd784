import type { CSSProperties } from 'react'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { WorkRows } from '../../features/portfolios/wall/wall.tsx'
import { ratioOf } from '../../lib/media/wall.ts'

interface FoundWorksProps {
  works: readonly PortfolioItem[]
  isMember: boolean
  /** The sum of the works' ratios that fills the row. With less, its end stays empty. */
  fill: number
}

/** A few works in one row from margin to margin. */
export const FoundWorks = ({ works, isMember, fill }: FoundWorksProps) => {
  const taken = works.reduce((sum, { picture }) => sum + ratioOf(picture), 0)
  return (
    <div className="found-works" style={{ '--rest': Math.max(0, fill - taken) } as CSSProperties}>
      <WorkRows works={works} query={undefined} isMember={isMember} />
    </div>
  )
}
