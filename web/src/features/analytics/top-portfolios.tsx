import { Link } from '@tanstack/react-router'
import { ChartNoAxesColumn, Eye, Heart } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TopPortfolio } from '@plinth/contract/analytics/analytics.ts'
import { pictureSources } from '../../lib/media/sources.ts'
import { many, whole } from '../../lib/format/figures.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Picture } from '../../ui/media/picture.tsx'
import { texts } from './analytics-texts.ts'

const RANKS = ['text-gold', 'text-silver']
const OTHERS = 'text-bronze'

/** The best works of the period, each on a small ledge. */
export const TopPortfolios = ({ works }: { works: readonly TopPortfolio[] }) =>
  works.length === 0 ? (
    <EmptyState title={texts.noWorks} line={texts.noWorksLine} />
  ) : (
    <ol className="analytics-top tnum mt-3">
      {works.map((work, at) => (
        <li key={work.id}>
          <span className={`analytics-rank ${RANKS[at] ?? OTHERS}`}>{`#${at + 1}`}</span>
          <span className="analytics-thumb">
            <Picture picture={pictureSources(work.picture)} sizes="72px" alt="" />
          </span>
          <span className="min-w-0 flex-1 pl-4">
            <Link
              to="/portfolio/$id"
              params={{ id: work.id }}
              className="hit work-title block truncate text-16 text-ink hover:underline"
            >
              {work.title}
            </Link>
            <span className="mt-1.5 flex gap-3.5 text-13 text-ink-3">
              <Count icon={<Eye size={16} aria-hidden />} value={work.views} one="view" />
              <Count icon={<Heart size={16} aria-hidden />} value={work.likes} one="like" />
            </span>
          </span>
          <Link
            to="/portfolio/$id/$part"
            params={{ id: work.id, part: 'statistics' }}
            aria-label={texts.statistics(work.title)}
            className="flex size-11 flex-none items-center justify-center text-ink-3 hover:text-ink"
          >
            <ChartNoAxesColumn size={20} aria-hidden />
          </Link>
        </li>
      ))}
    </ol>
  )

const Count = ({ icon, value, one }: { icon: ReactNode; value: number; one: string }) => (
  <span className="flex items-center gap-1.5">
    {icon}
    <span aria-hidden>{whole(value)}</span>
    <span className="sr-only">{many(value, one)}</span>
  </span>
)
