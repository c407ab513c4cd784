import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { listUserPortfolios, type PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { answerOf } from '../../../lib/cache/answers.ts'
import { hasNoItems } from '../../../ui/feedback/endless.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { LedgeSkeleton } from '../../../ui/feedback/skeleton.tsx'
import { PROFILE_ROW } from './ledge-rules.ts'
import { creatorWorksQuery } from '../portfolio-api.ts'
import { texts } from '../portfolio-texts.ts'
import { WorkRows } from './wall.tsx'
import { WorkLedge } from './work-ledge.tsx'

const ON_THE_LEDGE = 3

/** One creator's most liked works. */
const likedMostQuery = (id: string) =>
  answerOf(listUserPortfolios, { params: { id }, query: { sort: 'popular', limit: ON_THE_LEDGE } })

interface CreatorWorksProps {
  creatorId: string
  isMember: boolean
  /** Shown when there are no works. */
  empty: ReactNode
}

/** One creator's works: the most liked three on a ledge, the others on the wall under it, newest first. */
export function CreatorWorks({ creatorId, isMember, empty }: CreatorWorksProps) {
  const newest = useInfiniteQuery(creatorWorksQuery(useQueryClient(), creatorId))
  const [first] = newest.data?.pages ?? []
  // With a single page the browser knows all works, and so the most liked ones.
  const isWhole = first !== undefined && first.next === null
  const liked = useQuery({
    ...likedMostQuery(creatorId),
    enabled: first !== undefined && !isWhole,
  })
  const onLedge = useStable(
    creatorId,
    isWhole ? mostLiked(first.items, ON_THE_LEDGE) : liked.data?.map(({ id }) => id),
  )
  const query = { ...newest, data: onLedge && newest.data, error: newest.error ?? liked.error }
  return (
    <QueryView
      query={query}
      skeleton={
        <div className="page">
          <LedgeSkeleton />
        </div>
      }
      failed={texts.discover.failed}
      isEmpty={hasNoItems}
      empty={empty}
    >
      {({ pages }) => {
        const works = pages.flatMap(({ items }) => items)
        const known = [...works, ...(liked.data ?? [])]
        const standing = (onLedge ?? []).flatMap((id) => known.find((work) => work.id === id) ?? [])
        const others = works.filter((work) => !standing.some(({ id }) => id === work.id))
        return (
          <>
            <div className="ledge-stage">
              <WorkLedge works={standing} size={PROFILE_ROW} isMember={isMember} />
            </div>
            {others.length > 0 ? (
              <div className="page mt-12 max-tablet:mt-8">
                <WorkRows works={others} query={newest} isMember={isMember} />
              </div>
            ) : null}
          </>
        )
      }}
    </QueryView>
  )
}

/** The ids of these works with the most likes; of equally many the newest. */
const mostLiked = (works: readonly PortfolioItem[], count: number): string[] =>
  works
    .toSorted((a, b) => b.likeCount - a.likeCount)
    .slice(0, count)
    .map(({ id }) => id)

/** The first value known for this key, so that a like does not move works while one looks. */
function useStable<T>(key: string, value: T | undefined): T | undefined {
  const [held, setHeld] = useState({ key, value })
  if (held.key !== key || (held.value === undefined && value !== undefined)) setHeld({ key, value })
  return held.key === key ? (held.value ?? value) : value
}
