import { useQuery } from '@tanstack/react-query'
import { Clock, EyeOff, GripVertical, Pencil } from 'lucide-react'
import type { UnshownWork } from '@plinth/contract/portfolios/states.ts'
import type { WallState } from '@plinth/contract/portfolios/walls.ts'
import { dateAndTime, fromPrice } from '../../../lib/format/format.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import { unshownQuery } from './arrange-api.ts'
import { arrangeTexts, sideTexts as texts } from './arrange-texts.ts'
import type { WallArranging } from './acts.ts'
import { ofWork } from './entry-view.ts'
import type { WallChanges } from './use-wall-changes.ts'

const PARTS = ['draft', 'scheduled', 'hidden'] as const
type Part = (typeof PARTS)[number]

interface NotOnWallProps {
  state: WallState
  changes: WallChanges
  /** Null where nothing is dragged. */
  wall: WallArranging | null
  isPhone: boolean
}

/** Works that only their creator sees, and the button that shows the wall. */
export function NotOnWall({ state, changes, wall, isPhone }: NotOnWallProps) {
  const { moves, isShown, draftCount, scheduledCount, hiddenCount } = state
  const counts = { draft: draftCount, scheduled: scheduledCount, hidden: hiddenCount }
  const words =
    moves > 0
      ? isShown
        ? arrangeTexts.moves(moves)
        : arrangeTexts.firstMoves(moves)
      : isShown
        ? arrangeTexts.noMoves
        : arrangeTexts.noMovesYet
  return (
    <aside aria-labelledby="beside" className="arrange-side">
      <h2 id="beside" className="display text-20 text-ink">
        {texts.title}
      </h2>
      <p className="mt-1 text-14 text-ink-3">{isPhone ? texts.linePhone : texts.line}</p>
      {PARTS.map((part) => (
        <Beside key={part} part={part} count={counts[part]} changes={changes} wall={wall} />
      ))}
      {draftCount + scheduledCount + hiddenCount === 0 ? null : (
        <a href="/drafts" className="text-link hit mt-6 self-start text-14">
          {texts.all}
        </a>
      )}
      <div className="arrange-show">
        <Button
          variant="primary"
          size={52}
          className="w-full"
          disabled={moves === 0}
          busy={changes.isShowing && arrangeTexts.showing}
          onClick={changes.show}
        >
          {arrangeTexts.show}
        </Button>
        <p role="status" className="tnum mt-3 text-center text-14 text-ink-3">
          {words}
        </p>
      </div>
    </aside>
  )
}

interface BesideProps {
  part: Part
  count: number
  changes: WallChanges
  wall: WallArranging | null
}

function Beside({ part, count, changes, wall }: BesideProps) {
  const query = useQuery({ ...unshownQuery(part), enabled: count > 0 })
  return (
    <section aria-labelledby={`beside-${part}`} className="mt-7">
      <h3 id={`beside-${part}`} className="tnum text-14 font-semibold text-ink">
        {texts.parts[part]} {count}
      </h3>
      {count === 0 ? (
        <p className="mt-2 text-14 text-ink-3">{texts.none[part]}</p>
      ) : (
        <QueryView
          query={query}
          skeleton={
            <div role="status" aria-label={texts.loading}>
              <Skeleton className="mt-3 h-14 w-full" />
            </div>
          }
          failed={texts.failed}
        >
          {(works) => (
            <ul>
              {works.map((one) => (
                <BesideRow key={one.work.id} part={part} one={one} changes={changes} wall={wall} />
              ))}
            </ul>
          )}
        </QueryView>
      )}
    </section>
  )
}

interface BesideRowProps extends Omit<BesideProps, 'count'> {
  one: UnshownWork
}

function BesideRow({ part, one: { work, publishAt }, changes, wall }: BesideRowProps) {
  const entry = ofWork(work)
  const title = work.title === '' ? texts.untitled : work.title
  const line =
    part === 'scheduled' && publishAt !== null
      ? texts.goesPublic(dateAndTime(publishAt))
      : part === 'hidden'
        ? texts.keepsLikes(work.likeCount)
        : work.startingPrice === null
          ? texts.noPrice
          : fromPrice(work.startingPrice)
  const Icon = { draft: Pencil, scheduled: Clock, hidden: EyeOff }[part]
  const isHidden = part === 'hidden'
  return (
    <li className="arrange-beside" {...wall?.dragProps(entry)}>
      {wall === null ? null : (
        <GripVertical size={18} className="shrink-0 text-ink-3" aria-hidden />
      )}
      <div className="arrange-thumb">
        <Picture
          picture={pictureSources(work.picture)}
          alt=""
          sizes="72px"
          fit="cover"
          className="pointer-events-none select-none"
        />
      </div>
      <div className="min-w-0 flex-1">
        <p className="work-title truncate text-16 text-ink">{title}</p>
        <p className="tnum flex items-center gap-1.5 text-13 text-ink-3">
          <Icon size={14} className="shrink-0" aria-hidden />
          {line}
        </p>
      </div>
      <Button
        aria-label={isHidden ? texts.showOne(title) : texts.publishOne(title)}
        onClick={() => changes.publish(entry, null)}
      >
        {isHidden ? texts.show : texts.publish}
      </Button>
    </li>
  )
}
