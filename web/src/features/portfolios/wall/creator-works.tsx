import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { listUserPortfolios, type PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import type { WallEntry } from '@plinth/contract/portfolios/walls.ts'
import { answerOf } from '../../../lib/cache/answers.ts'
import { hasNoItems } from '../../../ui/feedback/endless.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { LedgeSkeleton } from '../../../ui/feedback/skeleton.tsx'
import { JustifiedWall } from '../../../ui/wall/justified-wall.tsx'
import { PROFILE_ROW } from './ledge-rules.ts'
import { texts } from '../portfolio-texts.ts'
import { frameOf, SeriesCard } from './series-card.tsx'
import { wallOfQuery } from './wall-api.ts'
import { WorkCard } from './work-card.tsx'
import { WorkLedge } from './work-ledge.tsx'

const ON_THE_LEDGE = 3
const NOTHING: string[] = []

/** One creator's most liked works. */
const likedMostQuery = (id: string) =>
  answerOf(listUserPortfolios, { params: { id }, query: { sort: 'popular', limit: ON_THE_LEDGE } })

interface CreatorWorksProps {
  creatorId: string
  isMember: boolean
  /** Shown when there are no works. */
  empty: ReactNode
}

/** One creator's wall: as they arranged it, or the most liked three on a ledge and the others under it, newest first. */
export function CreatorWorks({ creatorId, isMember, empty }: CreatorWorksProps) {
  const wall = useInfiniteQuery(wallOfQuery(useQueryClient(), creatorId))
  const [first] = wall.data?.pages ?? []
  const isArranged = first?.items[0]?.isArranged === true
  // With a single page the browser knows all works, and so the most liked ones.
  const isWhole = first !== undefined && first.next === null
  const liked = useQuery({
    ...likedMostQuery(creatorId),
    enabled: first !== undefined && !isWhole && !isArranged,
  })
  const onLedge = useStable(
    creatorId,
    isArranged
      ? NOTHING
      : isWhole
        ? mostLiked(
            first.items.flatMap(({ works }) => works),
            ON_THE_LEDGE,
          )
        : liked.data?.map(({ id }) => id),
  )
  const query = { ...wall, data: onLedge && wall.data, error: wall.error ?? liked.error }
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
        // A work that was deleted on this screen leaves its place empty.
        const entries = pages.flatMap(({ items }) => items).filter(({ works }) => works.length > 0)
        const known = [...entries.flatMap(({ works }) => works), ...(liked.data ?? [])]
        const standing = isArranged
          ? entries.filter(({ pin }) => pin !== null).flatMap(({ works }) => works)
          : (onLedge ?? []).flatMap((id) => known.find((work) => work.id === id) ?? [])
        const others = entries.filter((entry) => !standing.some(({ id }) => id === entry.id))
        return (
          <>
            {standing.length > 0 ? (
              <div className="ledge-stage">
                <WorkLedge works={standing} size={PROFILE_ROW} isMember={isMember} />
              </div>
            ) : null}
            {others.length > 0 ? (
              <div className={standing.length > 0 ? 'page mt-12 max-tablet:mt-8' : 'page'}>
                <JustifiedWall
                  hung={others.map((entry) => ({
                    id: entry.id,
                    entry,
                    picture: frameOf(entry.works, entry.series !== null),
                  }))}
                  inOrder={isArranged}
                  query={wall}
                  texts={texts.discover}
                >
                  {({ entry }, image) => (
                    <EntryCard entry={entry} isMember={isMember} image={image} />
                  )}
                </JustifiedWall>
              </div>
            ) : null}
          </>
        )
      }}
    </QueryView>
  )
}

interface EntryCardProps {
  entry: WallEntry
  isMember: boolean
  image: { sizes: string; priority: boolean }
}

function EntryCard({ entry, isMember, image }: EntryCardProps) {
  const { series, works } = entry
  const [work] = works
  if (series !== null) return <SeriesCard entry={entry} series={series} {...image} />
  return work === undefined ? null : <WorkCard work={work} isMember={isMember} {...image} />
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
