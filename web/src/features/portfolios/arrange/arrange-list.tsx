import { ArrowDown, ArrowUp, Pin } from 'lucide-react'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { behindAt } from '../../../lib/arrange/arrange-rules.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { Endless } from '../../../ui/feedback/endless.tsx'
import { Tick } from '../../../ui/form/tick.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import { arrangeTexts as texts, entryTexts } from './arrange-texts.ts'
import { ChooseBar } from './arranged-wall.tsx'
import type { PartProps } from './acts.ts'
import { EntryMenu } from './entry-menu.tsx'
import type { ShownEntry } from './entry-view.ts'

interface ArrangeListProps extends PartProps {
  pins: readonly ShownEntry[]
  rest: readonly ShownEntry[]
  query: UseInfiniteQueryResult
  onNew: (ids: readonly string[] | null) => void
  onMake: () => void
}

/** The wall as a list, for phones. */
export function ArrangeList({ pins, rest, query, onNew, onMake, ...shared }: ArrangeListProps) {
  return (
    <>
      <h2 id="pins" className="text-14 font-semibold text-ink">
        {texts.pins} <span className="tnum ml-2 text-ink-3">{texts.pinsCount(pins.length)}</span>
      </h2>
      {pins.length === 0 ? (
        <p className="mt-2 text-14 text-ink-3">{texts.noPins}</p>
      ) : (
        <ol aria-labelledby="pins" className="arrange-list">
          {pins.map((one) => (
            <Row key={one.id} {...shared} one={one} all={pins} />
          ))}
        </ol>
      )}
      <div className="arrange-bar mt-8">
        <h2 id="then" className="text-14 font-semibold text-ink">
          {texts.rest}
        </h2>
        <ChooseBar chosen={shared.chosen} onNew={onNew} onMake={onMake} />
      </div>
      <ol aria-labelledby="then" className="arrange-list">
        {rest.map((one) => (
          <Row key={one.id} {...shared} one={one} all={rest} />
        ))}
      </ol>
      <Endless query={query} loading={texts.loadingMore} failed={texts.moreFailed} />
    </>
  )
}

interface RowProps extends PartProps {
  one: ShownEntry
  /** Everything in its part of the list. */
  all: readonly ShownEntry[]
}

function Row({ one, all, acts, chosen, onChoose }: RowProps) {
  const { id, works, series, pin, title } = one
  const place = all.findIndex((other) => other.id === id)
  const [work] = works
  const step = (by: number) =>
    pin === null ? acts.move(id, behindAt(all, id, place + by)) : acts.movePin(one, place + by)
  return (
    <li data-item={id}>
      <div className="arrange-thumb">
        {work === undefined ? null : (
          <Picture picture={pictureSources(work.picture)} alt="" sizes="56px" fit="cover" />
        )}
      </div>
      <div className="min-w-0 flex-1">
        <h3 className="work-title text-16 text-ink wrap-anywhere">{title}</h3>
        <p className="tnum text-14 text-ink-2">{one.line}</p>
      </div>
      {chosen === null ? (
        <div className="flex">
          <IconButton name={entryTexts.up(title)} disabled={place === 0} onClick={() => step(-1)}>
            <ArrowUp size={20} aria-hidden />
          </IconButton>
          <IconButton
            name={entryTexts.down(title)}
            disabled={place === all.length - 1}
            onClick={() => step(1)}
          >
            <ArrowDown size={20} aria-hidden />
          </IconButton>
          {series === null ? (
            <IconButton
              name={pin === null ? entryTexts.pinOne(title) : entryTexts.unpinOne(title)}
              data-handle=""
              onClick={() => acts.togglePin(one)}
            >
              <Pin
                size={20}
                className={pin === null ? '' : 'arrange-pin fill-current'}
                aria-hidden
              />
            </IconButton>
          ) : null}
          <EntryMenu one={one} shown={all} acts={acts} />
        </div>
      ) : series === null ? (
        <Tick
          type="checkbox"
          aria-label={entryTexts.choose(title)}
          checked={chosen.includes(id)}
          onChange={() => onChoose(id)}
        />
      ) : null}
    </li>
  )
}
