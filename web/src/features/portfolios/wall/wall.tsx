import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { isServer } from '../../../lib/browser/environment.ts'
import { JustifiedWall } from '../../../ui/wall/justified-wall.tsx'
import { hasNoItems } from '../../../ui/feedback/endless.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { WallSkeleton } from '../../../ui/feedback/skeleton.tsx'
import type { WorksSource } from '../portfolio-api.ts'
import { texts } from '../portfolio-texts.ts'
import { WorkCard } from './work-card.tsx'

/** Six, as the specification counts them. */
const SKELETONS = 6
/** Works that the server draws for a member: the first screenful. The browser has the data of all of them. */
const DRAWN = 4

interface WallProps {
  source: WorksSource
  isMember: boolean
  /** Shows at most this many and no button for the next page. */
  most?: number | undefined
  /** Works that the screen shows above the wall, which does not repeat them. */
  hidden?: readonly { id: string }[] | undefined
  /** Shown when there are no works. */
  empty: ReactNode
  /** Whether the wall begins on the first screenful. */
  isFirst?: boolean
}

/** The works of a list. */
export function Wall({ source, isMember, most, hidden, empty, isFirst = false }: WallProps) {
  const query = useInfiniteQuery(source)
  return (
    <QueryView
      query={query}
      skeleton={<WallSkeleton count={SKELETONS} />}
      failed={texts.discover.failed}
      isEmpty={hasNoItems}
      empty={empty}
    >
      {({ pages }) => (
        <WorkRows
          works={pages
            .flatMap(({ items }) => items)
            .filter((work) => !hidden?.some(({ id }) => id === work.id))
            .slice(0, isServer && isMember ? DRAWN : most)}
          query={most === undefined ? query : undefined}
          isMember={isMember}
          old={query.isPlaceholderData}
          isFirst={isFirst}
        />
      )}
    </QueryView>
  )
}

interface WorkRowsProps {
  works: readonly PortfolioItem[]
  /** The query that can load the next page. */
  query: UseInfiniteQueryResult | undefined
  isMember: boolean
  /** These works are from the previous filter, while the next ones are loading. */
  old?: boolean
  /** Whether the wall begins on the first screenful. */
  isFirst?: boolean
}

/** Works in justified rows, with a button for the next page. */
export const WorkRows = ({ works, query, isMember, old = false, isFirst }: WorkRowsProps) => (
  <JustifiedWall hung={works} query={query} old={old} isFirst={isFirst} texts={texts.discover}>
    {(work, image) => <WorkCard work={work} isMember={isMember} {...image} />}
  </JustifiedWall>
)
