import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { hasNoItems } from '../../../ui/feedback/endless.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { LedgeSkeleton } from '../../../ui/feedback/skeleton.tsx'
import { PROFILE_ROW } from './ledge-rules.ts'
import { creatorWorksQuery } from '../portfolio-api.ts'
import { texts } from '../portfolio-texts.ts'
import { WorkRows } from './wall.tsx'
import { WorkLedge } from './work-ledge.tsx'

const ON_THE_LEDGE = 3

interface CreatorWorksProps {
  creatorId: string
  isMember: boolean
  /** Shown when there are no works. */
  empty: ReactNode
}

/** One creator's works: the newest three on a ledge, the others on the wall under it. */
export function CreatorWorks({ creatorId, isMember, empty }: CreatorWorksProps) {
  const query = useInfiniteQuery(creatorWorksQuery(useQueryClient(), creatorId))
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
        return (
          <>
            <div className="ledge-stage">
              <WorkLedge
                works={works.slice(0, ON_THE_LEDGE)}
                size={PROFILE_ROW}
                isMember={isMember}
              />
            </div>
            {works.length > ON_THE_LEDGE ? (
              <div className="page mt-12 max-tablet:mt-8">
                <WorkRows works={works.slice(ON_THE_LEDGE)} query={query} isMember={isMember} />
              </div>
            ) : null}
          </>
        )
      }}
    </QueryView>
  )
}
