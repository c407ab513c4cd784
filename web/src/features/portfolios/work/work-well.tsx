import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, Maximize2 } from 'lucide-react'
import {
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type CSSProperties,
} from 'react'
import { workSizes } from '@plinth/contract/media/sizes.ts'
import type { PortfolioItem, PortfolioView } from '@plinth/contract/portfolios/portfolios.ts'
import { count, fullName } from '../../../lib/format/format.ts'
import { ratioOf } from '../../../lib/media/wall.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { AltBadge } from '../../../ui/media/alt-badge.tsx'
import { Ledge } from '../../../ui/wall/ledge.tsx'
import { useVeiled } from '../../../ui/media/revealed.ts'
import { useMotionButton } from '../../../ui/media/use-motion-button.tsx'
import { workQuery } from '../portfolio-api.ts'
import { texts } from './work-texts.ts'
import { stepOf } from '../../../lib/browser/keys.ts'
import { canEnlarge, WorkMedia } from './work-media.tsx'

const importViewer = () => import('../../../ui/viewer/picture-viewer.tsx')
const PictureViewer = lazy(async () => ({ default: (await importViewer()).PictureViewer }))

/** Preloads the works before and after the open one. */
function usePreloaded(set: PortfolioView | undefined) {
  const client = useQueryClient()
  useEffect(() => {
    for (const neighbour of [set?.previous, set?.next]) {
      if (!neighbour) continue
      void client.prefetchQuery(workQuery(neighbour.id))
      if (neighbour.picture.isSensitive === true) continue
      const image = new Image()
      const { avif, src } = pictureSources(neighbour.picture)
      image.sizes = workSizes(neighbour.picture)
      if (avif === '') image.src = src
      else image.srcset = avif
    }
  }, [client, set])
}

/** The shape of the work. A picture is not enlarged beyond its own width; a player of sound fills the well. */
const shapeOf = ({ picture, audio }: PortfolioItem) =>
  ({
    '--ar': ratioOf(picture),
    ...(audio?.url ? {} : { '--natural': `${picture.width}px` }),
  }) as CSSProperties

type Direction = 'previous' | 'next'

interface WorkWellProps {
  work: PortfolioItem
  /** Undefined until the neighbours are known. */
  set: PortfolioView | undefined
  /** The buttons to the neighbours are links, which also work before any script has loaded. */
  linked?: boolean
  onOpen: (id: string) => void
}

/** The dark well with the work on its ledge and the buttons to the creator's other works. */
export function WorkWell({ work, set, linked = false, onOpen }: WorkWellProps) {
  const [looking, setLooking] = useState(false)
  const [altShown, setAltShown] = useState(false)
  const altId = useId()
  const { moves, button } = useMotionButton(work.picture.isAnimated)
  const veiled = useVeiled(pictureSources(work.picture))
  const looks = canEnlarge(work) && !veiled
  const { alt } = work.picture
  usePreloaded(set)
  // A step that was asked for before the neighbours are known is taken once they are.
  const asked = useRef<{ from: string; direction: Direction } | null>(null)
  const go = (direction: Direction) => {
    asked.current = set === undefined ? { from: work.id, direction } : null
    const neighbour = set?.[direction]
    if (neighbour) onOpen(neighbour.id)
  }
  const catchUp = useEffectEvent((known: PortfolioView) => {
    if (asked.current?.from !== work.id) return
    const neighbour = known[asked.current.direction]
    asked.current = null
    if (neighbour) onOpen(neighbour.id)
  })
  useEffect(() => {
    if (set !== undefined) catchUp(set)
  }, [set])
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const direction = looking ? null : stepOf(event)
    if (direction === null) return
    go(direction)
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  const step = (direction: Direction) => {
    const neighbour = set?.[direction]
    const name = neighbour
      ? texts.work[direction](neighbour.title)
      : texts.work[set === undefined ? 'unknown' : 'none'][direction]
    const Icon = direction === 'previous' ? ChevronLeft : ChevronRight
    if (linked && neighbour) {
      return (
        <IconButton name={name} asChild>
          <Link to="/portfolio/$id" params={{ id: neighbour.id }}>
            <Icon size={20} aria-hidden />
          </Link>
        </IconButton>
      )
    }
    return (
      // Stays focusable at the end, or the focus would leave the dialog.
      <IconButton
        name={name}
        aria-disabled={set === undefined || neighbour ? undefined : true}
        className="aria-disabled:opacity-40"
        onClick={() => go(direction)}
      >
        <Icon size={20} aria-hidden />
      </IconButton>
    )
  }

  return (
    <section aria-label={work.title} className="work-well" style={shapeOf(work)}>
      <div className="spot" aria-hidden />
      <div className="work-stage">
        <WorkMedia
          key={work.picture.id}
          work={work}
          moves={moves}
          onNear={() => void importViewer()}
          onLook={() => setLooking(true)}
        />
      </div>
      <Ledge glow={40} />
      <div className="work-steps">
        <span className="flex text-ink-3">
          {alt === '' ? null : (
            <AltBadge
              open={altShown}
              onToggle={() => setAltShown(!altShown)}
              controls={altId}
              className="alt-badge-quiet"
            />
          )}
          {button}
        </span>
        <div className="flex items-center gap-4 max-tablet:gap-1">
          {step('previous')}
          <p role="status" className="tnum text-14 text-ink-2">
            {set ? (
              <>
                {texts.work.position(count(set.position), count(set.creatorWorkCount))}
                <span className="work-spare">{texts.work.by(fullName(set.creator))}</span>
              </>
            ) : null}
            <span className="sr-only">
              {set ? ', ' : ''}
              {work.title}
            </span>
          </p>
          {step('next')}
        </div>
        <span className="flex text-ink-3 justify-self-end">
          {looks ? (
            <Button variant="quiet" onClick={() => setLooking(true)}>
              <Maximize2 size={16} aria-hidden />
              <span>
                <span className="work-spare">{texts.work.lookClosely[0]}</span>
                {texts.work.lookClosely[1]}
              </span>
            </Button>
          ) : null}
        </span>
      </div>
      {altShown && alt !== '' ? (
        <p
          id={altId}
          className="max-h-[30%] overflow-y-auto pt-1 pb-5 px-6 text-center text-balance text-ink-2 relative"
        >
          {alt}
        </p>
      ) : null}
      {looking && looks ? (
        <Suspense fallback={null}>
          <PictureViewer
            title={work.title}
            maker={{
              name: fullName(work.creator),
              src: work.creator.profileImageUrl,
              creator: work.creator.isCreator,
            }}
            picture={work.picture}
            onClose={() => setLooking(false)}
          />
        </Suspense>
      ) : null}
    </section>
  )
}
