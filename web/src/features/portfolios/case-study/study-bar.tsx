import './study-bar.css'
import { useEffect, useState, type RefObject } from 'react'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { fullName, price } from '../../../lib/format/format.ts'
import { isHirable } from '../../../lib/format/hirable.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { Picture } from '../../../ui/media/picture.tsx'
import { HireButton, InquireButton } from '../work/ask-buttons.tsx'
import { texts as all } from '../work/work-texts.ts'
import { texts } from './study-texts.ts'

/** Whether an element has left the window at its upper edge. */
function useIsPast(element: RefObject<HTMLElement | null>): boolean {
  const [isPast, setPast] = useState(false)
  useEffect(() => {
    if (element.current === null) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => setPast(entry?.isIntersecting === false),
      // What is below the window counts as seen, so that a jump over the element is noticed, too.
      { rootMargin: '0px 0px 1000000px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isPast
}

interface StudyBarProps {
  work: PortfolioItem
  isMember: boolean
  /** The price beside the page's beginning. */
  aside: RefObject<HTMLElement | null>
}

/** What the work costs and how to ask, at the lower edge while the aside is out of the window. */
export function StudyBar({ work, isMember, aside }: StudyBarProps) {
  const isShown = useIsPast(aside)
  const hirable = isHirable(work.startingPrice)
  return (
    <section
      aria-label={texts.hire}
      className="study-bar"
      data-shown={isShown ? '' : undefined}
      inert={!isShown}
    >
      <div className="page study-bar-row">
        <div className="study-bar-picture">
          <Picture picture={pictureSources(work.picture)} alt="" sizes="96px" fit="cover" />
        </div>
        <p className="min-w-0 flex-1 text-14">
          <span className="work-title block truncate text-16 text-ink">{work.title}</span>
          <span className="block truncate text-ink-3">{fullName(work.creator)}</span>
        </p>
        <p className="text-right text-13 text-ink-3">
          <strong className="display block text-20 tnum text-ink">
            {hirable ? price(work.startingPrice ?? 0) : all.work.onInquiry}
          </strong>
          {hirable ? all.work.depositNote : null}
        </p>
        <InquireButton work={work} isMember={isMember} primary={!hirable} />
        {hirable ? <HireButton work={work} isMember={isMember} /> : null}
      </div>
    </section>
  )
}
