import '../ledge.css'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState, type CSSProperties, type RefObject } from 'react'
import { ledgeSizes } from '@plinth/contract/media/sizes.ts'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { Ledge } from '../../../ui/wall/ledge.tsx'
import { LEDGE_WIDTH, arrangeOnLedge, tallestOf, type RowSize } from './ledge-rules.ts'
import { texts } from '../portfolio-texts.ts'
import { ratioOf } from '../../../lib/media/wall.ts'
import { WorkCard } from './work-card.tsx'

/** Whether the row can scroll back or on, for its two buttons. */
function useSideScroll(row: RefObject<HTMLElement | null>) {
  const [canScroll, setCanScroll] = useState({ back: false, on: false })
  useEffect(() => {
    const element = row.current
    if (!element) return
    const measure = () => {
      const left = element.scrollLeft
      setCanScroll({ back: left > 8, on: left + element.clientWidth < element.scrollWidth - 8 })
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
  return { ...canScroll, push }
}

interface WorkLedgeProps {
  works: readonly PortfolioItem[]
  size: RowSize
  isMember: boolean
}

/** Works in a row on one lit ledge; the row scrolls sideways if they do not fit. */
export function WorkLedge({ works, size, isMember }: WorkLedgeProps) {
  const row = useRef<HTMLUListElement>(null)
  const { back, on, push } = useSideScroll(row)
  const arranged = arrangeOnLedge(works, size)
  const tallest = tallestOf(arranged)
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
        style={{ '--ledge-gap': `${size.gap}px` } as CSSProperties}
      >
        {arranged.map(({ work, height }, index) => (
          <li
            key={work.id}
            data-tallest={work === tallest ? '' : undefined}
            style={
              { '--stand': height / LEDGE_WIDTH, '--ar': ratioOf(work.picture) } as CSSProperties
            }
          >
            <WorkCard
              work={work}
              isMember={isMember}
              priority={index === 0 || work === tallest}
              sizes={ledgeSizes(work.picture, size)}
            />
          </li>
        ))}
      </ul>
      <Ledge draws className="ledge-line" />
    </>
  )
}
