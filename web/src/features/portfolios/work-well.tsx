import { useQueryClient } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Maximize2 } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useState, type CSSProperties } from 'react'
import type { PortfolioItem, PortfolioView } from '@plinth/contract/portfolios.ts'
import { count, fullName } from '../../lib/format.ts'
import { pictureSources } from '../../lib/picture-sources.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Ledge } from '../../ui/ledge.tsx'
import { Picture } from '../../ui/picture.tsx'
import { workQuery } from './portfolio-api.ts'
import { texts } from './portfolio-texts.ts'
import { ratioOf } from '../../lib/wall-order.ts'
import { stepOf } from '../../lib/step-keys.ts'

const importViewer = () => import('./work-viewer.tsx')
const WorkViewer = lazy(async () => ({ default: (await importViewer()).WorkViewer }))

const SIZES = '(max-width: 720px) 100vw, 60vw'

/** What stands next to the open work is at hand before it is asked for. */
function usePreloaded(set: PortfolioView | undefined) {
  const client = useQueryClient()
  useEffect(() => {
    for (const neighbour of [set?.previous, set?.next]) {
      if (!neighbour) continue
      void client.prefetchQuery(workQuery(neighbour.id))
      const image = new Image()
      const { avif, src } = pictureSources(neighbour.picture)
      image.sizes = SIZES
      if (avif === '') image.src = src
      else image.srcset = avif
    }
  }, [client, set])
}

interface WorkWellProps {
  work: PortfolioItem
  /** Undefined until the neighbours are known. */
  set: PortfolioView | undefined
  onOpen: (id: string) => void
}

/** The dark well: the work on its ledge, and the way to the creator's other works. */
export function WorkWell({ work, set, onOpen }: WorkWellProps) {
  const [looking, setLooking] = useState(false)
  usePreloaded(set)
  const go = (direction: 'previous' | 'next') => {
    const neighbour = set?.[direction]
    if (neighbour) onOpen(neighbour.id)
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const direction = looking ? null : stepOf(event)
    if (direction === null) return
    go(direction)
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  const step = (direction: 'previous' | 'next') => {
    const neighbour = set?.[direction]
    const name = neighbour
      ? texts.work[direction](neighbour.title)
      : direction === 'previous'
        ? texts.work.noPrevious
        : texts.work.noNext
    return (
      // Stays focusable at the end of the set, or the focus would fall out of the dialog.
      <IconButton
        name={name}
        aria-disabled={neighbour ? undefined : true}
        className="aria-disabled:opacity-40"
        onClick={() => go(direction)}
      >
        {direction === 'previous' ? (
          <ChevronLeft size={20} aria-hidden />
        ) : (
          <ChevronRight size={20} aria-hidden />
        )}
      </IconButton>
    )
  }

  return (
    <section aria-label={work.title} className="work-well">
      <div className="spot" aria-hidden />
      <div className="work-stage">
        <button
          type="button"
          aria-label={texts.work.enlarge(work.title)}
          className="work-standing"
          style={
            {
              '--ar': ratioOf(work.picture),
              '--natural': `${work.picture.width}px`,
            } as CSSProperties
          }
          onPointerEnter={() => void importViewer()}
          onClick={() => setLooking(true)}
        >
          <Picture
            key={work.picture.id}
            picture={pictureSources(work.picture)}
            sizes={SIZES}
            priority
          />
        </button>
      </div>
      <Ledge glow={40} />
      <div className="work-steps">
        {step('previous')}
        <p role="status" className="tnum text-14 text-ink-2">
          {set
            ? texts.work.position(
                count(set.position),
                count(set.creatorWorkCount),
                fullName(set.creator),
              )
            : null}
          <span className="sr-only">: {work.title}</span>
        </p>
        {step('next')}
        <Button variant="quiet" className="work-closely" onClick={() => setLooking(true)}>
          <Maximize2 size={16} aria-hidden />
          {texts.work.lookClosely}
        </Button>
      </div>
      {looking ? (
        <Suspense fallback={null}>
          <WorkViewer work={work} onClose={() => setLooking(false)} />
        </Suspense>
      ) : null}
    </section>
  )
}
