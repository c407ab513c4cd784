import type { CSSProperties } from 'react'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { WorkRows } from '../../features/portfolios/wall/wall.tsx'
import { ratioOf } from '../../lib/media/wall.ts'

interface FoundWorksProps {
  works: readonly PortfolioItem[]
  isMember: boolean
  /** The sum of the works' ratios that fills the row at its usual height. With far less, its end stays empty. */
  fill: number
  /** Whether they stand on the first screenful. */
  isFirst?: boolean
}

/** From here on the works are made a little higher instead. */
const ALMOST = 0.8

/** A few works in one row from margin to margin. */
export const FoundWorks = ({ works, isMember, fill, isFirst = false }: FoundWorksProps) => {
  const taken = works.reduce((sum, { picture }) => sum + ratioOf(picture), 0)
  const rest = taken > fill * ALMOST ? 0 : fill - taken
  return (
    <div className="found-works" style={{ '--rest': rest } as CSSProperties}>
      <WorkRows works={works} query={undefined} isMember={isMember} isFirst={isFirst} />
    </div>
  )
}
