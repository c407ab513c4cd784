import { Link } from '@tanstack/react-router'
import { Layers } from 'lucide-react'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import type { WallState } from '@plinth/contract/portfolios/walls.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { isWide, ratioOf } from '../../../lib/media/wall.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import { JustifiedWall } from '../../../ui/wall/justified-wall.tsx'
import { SeriesStack } from '../wall/series-stack.tsx'
import { arrangeTexts as texts, seriesTexts } from './arrange-texts.ts'
import type { PartProps, WallArranging } from './acts.ts'
import { EntryCaption } from './entry-caption.tsx'
import type { ShownEntry } from './entry-view.ts'

interface ArrangedWallProps extends PartProps {
  state: WallState
  wall: WallArranging
  query: UseInfiniteQueryResult
  onNew: (ids: readonly string[] | null) => void
  onMake: () => void
}

/** The wall behind the pins, in its order. */
export function ArrangedWall(props: ArrangedWallProps) {
  const { state, wall, query, onNew, onMake, ...shared } = props
  return (
    <section aria-labelledby="then" className="mt-8" data-zone="wall">
      <div className="arrange-bar">
        <h2 id="then" className="text-14 font-semibold text-ink">
          {texts.rest}{' '}
          <span className="tnum ml-2 text-ink-3">
            {texts.figures(state.workCount, state.seriesCount)}
          </span>
        </h2>
        <ChooseBar chosen={shared.chosen} onNew={onNew} onMake={onMake} />
      </div>
      <div className="arrange-wall">
        <JustifiedWall hung={wall.shown} inOrder query={query} texts={texts}>
          {(one, image) => <Item key={one.id} {...shared} one={one} wall={wall} image={image} />}
        </JustifiedWall>
      </div>
      <ul aria-label={texts.keys} className="arrange-keys">
        {texts.keyWords.map(([keys, words]) => (
          <li key={words}>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
            {words}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ChooseBarProps {
  chosen: readonly string[] | null
  onNew: (ids: readonly string[] | null) => void
  onMake: () => void
}

/** Begins a series, and makes it once two works are chosen. */
export function ChooseBar({ chosen, onNew, onMake }: ChooseBarProps) {
  if (chosen === null) {
    return (
      <Button onClick={() => onNew([])}>
        <Layers size={18} aria-hidden />
        {seriesTexts.new}
      </Button>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p role="status" className="tnum text-14 text-ink-2">
        {chosen.length < 2 ? seriesTexts.choose : seriesTexts.chosen(chosen.length)}
      </p>
      <Button variant="quiet" onClick={() => onNew(null)}>
        {seriesTexts.cancel}
      </Button>
      <Button disabled={chosen.length < 2} onClick={onMake}>
        <Layers size={18} aria-hidden />
        {seriesTexts.make}
      </Button>
    </div>
  )
}

interface ItemProps extends PartProps {
  one: ShownEntry
  wall: WallArranging
  image: { sizes: string; priority: boolean }
}

function Item({ one, wall, image, ...shared }: ItemProps) {
  const { works, series, picture } = one
  const [work] = works
  return (
    <article
      className="arrange-item"
      data-item={one.id}
      data-wide={isWide(one) ? '' : undefined}
      style={{ '--ar': Math.max(ratioOf(picture), 0.85) } as CSSProperties}
      {...wall.itemProps(one)}
    >
      <div className="arrange-picture" {...wall.dragProps(one)}>
        {series !== null ? (
          <SeriesStack works={works} {...image} />
        ) : work === undefined ? null : (
          <Picture
            picture={pictureSources(work.picture)}
            {...image}
            className="pointer-events-none select-none"
          />
        )}
      </div>
      <EntryCaption
        {...shared}
        one={one}
        arranging={wall}
        wall={wall}
        isMoving={wall.drag?.one.id === one.id}
      />
    </article>
  )
}

/** The wall before anything was published. */
export const EmptyWall = () => (
  <div role="status" className="max-w-160">
    <EmptyState
      title={texts.empty}
      line={texts.emptyLine}
      action={
        <Button asChild>
          <Link to="/" search={{ dialog: 'upload' }}>
            {texts.upload}
          </Link>
        </Button>
      }
    />
  </div>
)
