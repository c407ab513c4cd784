import { GripVertical, Pin } from 'lucide-react'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { Tick } from '../../../ui/form/tick.tsx'
import type { PartProps, WallArranging } from './acts.ts'
import { EntryMenu } from './entry-menu.tsx'
import { entryTexts as texts } from './arrange-texts.ts'
import type { ShownEntry } from './entry-view.ts'

interface EntryCaptionProps extends PartProps {
  one: ShownEntry
  /** Moves it by keyboard. */
  arranging: WallArranging
  /** Drags it, also from the line of pins to the wall. */
  wall: WallArranging
  isMoving: boolean
}

/** What is below something on the wall: the handle, or a box to choose it; its title; and what can be done to it. */
export function EntryCaption(props: EntryCaptionProps) {
  const { one, arranging, wall, acts, chosen, onChoose, onKey, isMoving } = props
  const { onKeyDown, ...handle } = arranging.handleProps(one)
  const canChoose = chosen !== null && one.series === null
  return (
    <div className="arrange-caption">
      {canChoose ? (
        <Tick
          type="checkbox"
          className="mt-1"
          aria-label={texts.choose(one.title)}
          checked={chosen.includes(one.id)}
          onChange={() => onChoose(one.id)}
        />
      ) : (
        <button
          type="button"
          className="arrange-handle"
          data-handle=""
          {...handle}
          {...wall.dragProps(one)}
          onKeyDown={(event) => {
            onKeyDown(event)
            onKey(one, event)
          }}
        >
          <GripVertical size={18} aria-hidden />
        </button>
      )}
      <div className="min-w-0 flex-1">
        <h3 className="work-title truncate text-16 text-ink">
          {isMoving ? <span className="arrange-moving">{texts.moving}</span> : null}
          {one.title}
        </h3>
        <p className="tnum truncate text-14 text-ink-2">{one.line}</p>
        <Standing one={one} />
      </div>
      {chosen !== null ? null : one.pin === null ? (
        <EntryMenu one={one} shown={arranging.shown} acts={acts} />
      ) : (
        <>
          <IconButton name={texts.unpinOne(one.title)} onClick={() => acts.togglePin(one)}>
            <Pin size={18} className="arrange-pin fill-current" aria-hidden />
          </IconButton>
          <EntryMenu one={one} shown={arranging.shown} acts={acts} />
        </>
      )}
    </div>
  )
}

/** Why visitors do not see a work although it is on the wall. */
function Standing({ one: { series, works } }: { one: ShownEntry }) {
  const [work] = works
  if (series !== null || work === undefined || work.isListed) return null
  return (
    <p className="text-13 text-warning">{work.isTakenDown ? texts.takenDown : texts.processing}</p>
  )
}
