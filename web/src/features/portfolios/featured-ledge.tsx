import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState, type CSSProperties, type RefObject } from 'react'
import type { PortfolioItem } from '@plinth/contract/portfolios.ts'
import { sentenceOf } from '../../lib/api.ts'
import { useMediaQuery } from '../../lib/media-query.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Ledge } from '../../ui/ledge.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { LedgeSkeleton } from '../../ui/skeleton.tsx'
import { HIGHEST, LEDGE_WIDTH, standOnLedge, tallestFirst } from './ledge-row.ts'
import { featuredQuery } from './portfolio-api.ts'
import { texts } from './portfolio-texts.ts'
import { ratioOf } from './wall-order.ts'
import { WorkCard } from './work-card.tsx'

/** How far a row can still be pushed, for the two buttons beside its title. */
function usePush(row: RefObject<HTMLElement | null>) {
  const [room, setRoom] = useState({ back: false, on: false })
  useEffect(() => {
    const element = row.current
    if (!element) return
    const measure = () => {
      const left = element.scrollLeft
      setRoom({ back: left > 8, on: left + element.clientWidth < element.scrollWidth - 8 })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [row])
  const push = (direction: 1 | -1) => {
    const element = row.current
    element?.scrollBy({ left: direction * element.clientWidth * 0.7, behavior: 'smooth' })
  }
  return { ...room, push }
}

function LedgeRow({ works, isMember }: { works: readonly PortfolioItem[]; isMember: boolean }) {
  const row = useRef<HTMLUListElement>(null)
  const { back, on, push } = usePush(row)
  const pushed = useMediaQuery('(max-width: 1100px)')
  const standing = standOnLedge(works)
  return (
    <>
      {back || on ? (
        <div className="ledge-push">
          <IconButton name={texts.featured.back} disabled={!back} onClick={() => push(-1)}>
            <ChevronLeft size={20} aria-hidden />
          </IconButton>
          <IconButton name={texts.featured.on} disabled={!on} onClick={() => push(1)}>
            <ChevronRight size={20} aria-hidden />
          </IconButton>
        </div>
      ) : null}
      <ul ref={row} className="ledge-row no-scrollbar">
        {(pushed ? tallestFirst(standing) : standing).map(({ work, height }, index) => (
          <li
            key={work.id}
            style={
              { '--stand': height / LEDGE_WIDTH, '--ar': ratioOf(work.picture) } as CSSProperties
            }
          >
            <WorkCard
              work={work}
              isMember={isMember}
              priority={index === 0}
              withoutDescription
              sizes={`${Math.round(HIGHEST * ratioOf(work.picture))}px`}
            />
          </li>
        ))}
      </ul>
      <Ledge draws className="ledge-line" />
    </>
  )
}

/** Works of different heights on one lit line across the window. */
export function FeaturedLedge({ isMember }: { isMember: boolean }) {
  const query = useQuery(featuredQuery)
  if (query.data?.length === 0) return null
  return (
    <section aria-labelledby="featured" className="featured">
      <div className="spot" aria-hidden />
      <div className="page featured-head">
        <h2 id="featured" className="display text-32 text-ink">
          {texts.featured.title}
        </h2>
        <p className="text-14 text-ink-3 max-tablet:hidden">{texts.featured.note}</p>
      </div>
      <div className={clsx('featured-stage', !query.data && 'page featured-wait')}>
        <QueryView
          query={query}
          skeleton={<LedgeSkeleton />}
          failed={texts.discover.failed}
          sentence={(error) => sentenceOf(error, '')}
        >
          {(works) => <LedgeRow works={works} isMember={isMember} />}
        </QueryView>
      </div>
    </section>
  )
}
