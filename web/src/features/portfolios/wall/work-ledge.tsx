import '../ledge.css'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState, type CSSProperties, type RefObject } from 'react'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { Ledge } from '../../../ui/wall/ledge.tsx'
import { LEDGE_WIDTH, standOnLedge, tallestFirst, type Stand } from './ledge-row.ts'
import { texts } from '../portfolio-texts.ts'
import { ratioOf } from '../../../lib/media/wall-order.ts'
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

interface WorkLedgeProps {
  works: readonly PortfolioItem[]
  stand: Stand
  isMember: boolean
}

/** Works with their feet on one lit line; what does not fit is pushed into sight. */
export function WorkLedge({ works, stand, isMember }: WorkLedgeProps) {
  const row = useRef<HTMLUListElement>(null)
  const { back, on, push } = usePush(row)
  const pushed = useMediaQuery('(max-width: 68.75rem)')
  const standing = standOnLedge(works, stand)
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
      <ul
        ref={row}
        className="ledge-row no-scrollbar"
        style={{ '--ledge-gap': `${stand.gap}px` } as CSSProperties}
      >
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
              sizes={`${Math.round(stand.highest * ratioOf(work.picture))}px`}
            />
          </li>
        ))}
      </ul>
      <Ledge draws className="ledge-line" />
    </>
  )
}
