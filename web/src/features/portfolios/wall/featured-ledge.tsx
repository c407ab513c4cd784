import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { LedgeSkeleton } from '../../../ui/feedback/skeleton.tsx'
import { FEATURED_ROW } from './ledge-rules.ts'
import { featuredQuery } from '../portfolio-api.ts'
import { texts } from '../portfolio-texts.ts'
import { WorkLedge } from './work-ledge.tsx'

/** Featured works of different heights on one lit ledge across the window. */
export function FeaturedLedge({ isMember }: { isMember: boolean }) {
  const query = useQuery(featuredQuery)
  if (query.data?.length === 0) return null
  return (
    <section aria-labelledby="featured" className="featured">
      <div className="spot" aria-hidden />
      <div className="page featured-head relative flex items-center justify-between gap-6">
        <h2 id="featured" className="display text-32 text-ink">
          {texts.featured.title}
        </h2>
        <p className="text-14 text-ink-3 max-tablet:hidden">{texts.featured.note}</p>
      </div>
      <div className={clsx('ledge-stage', !query.data && 'page ledge-wait')}>
        <QueryView query={query} skeleton={<LedgeSkeleton />} failed={texts.discover.failed}>
          {(works) => <WorkLedge works={works} size={FEATURED_ROW} isMember={isMember} />}
        </QueryView>
      </div>
    </section>
  )
}
