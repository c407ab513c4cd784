import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { PortfolioItem } from '@plinth/contract/portfolios.ts'
import { sentenceOf } from '../../lib/api.ts'
import { Endless } from '../../ui/endless.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { WallSkeleton } from '../../ui/skeleton.tsx'
import type { WorksSource } from './portfolio-api.ts'
import { texts } from './portfolio-texts.ts'
import { isWide, pairUprights, ratioOf } from './wall-order.ts'
import { WorkCard } from './work-card.tsx'

/** Six, as the specification counts them. */
const SKELETONS = 6

/** A justified row is about as high as the hang, so a work is about its ratio times as wide. */
const sizesOf = (ratio: number, wide: boolean) =>
  `(max-width: 720px) ${wide ? '100vw' : '50vw'}, ${Math.round(Math.min(ratio * 360, 1_344))}px`

interface WallProps {
  source: WorksSource
  isMember: boolean
  /** What stands there when nothing hangs. */
  empty: ReactNode
}

/** The works of a list, as many as are wanted. */
export function Wall({ source, isMember, empty }: WallProps) {
  const query = useInfiniteQuery(source)
  return (
    <QueryView
      query={query}
      skeleton={<WallSkeleton count={SKELETONS} />}
      failed={texts.discover.failed}
      sentence={(error) => sentenceOf(error, '')}
      isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
      empty={empty}
    >
      {({ pages }) => (
        <HungWorks
          works={pages.flatMap(({ items }) => items)}
          query={query}
          isMember={isMember}
          old={query.isPlaceholderData}
        />
      )}
    </QueryView>
  )
}

interface HungWorksProps {
  works: readonly PortfolioItem[]
  query: UseInfiniteQueryResult
  isMember: boolean
  /** These are of the last filter, while the next one's are on their way. */
  old?: boolean
}

/** Works in justified rows, and the way to the list's next page. */
export const HungWorks = ({ works, query, isMember, old = false }: HungWorksProps) => (
  <>
    <div className={clsx('wall', old && 'wall-old')}>
      {pairUprights(works, query.hasNextPage).map((work) => {
        const ratio = ratioOf(work.picture)
        return (
          <WorkCard
            key={work.id}
            work={work}
            isMember={isMember}
            sizes={sizesOf(ratio, isWide(work))}
          />
        )
      })}
    </div>
    <Endless
      query={query}
      more={texts.discover.more}
      loading={texts.discover.loadingMore}
      failed={texts.discover.moreFailed}
      again={texts.tryAgain}
    />
  </>
)
