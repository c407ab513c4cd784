import { useId, useState, type CSSProperties } from 'react'
import type { BoardItem } from '@plinth/contract/boards/boards.ts'
import { MAX_BRIEF_REFERENCES } from '@plinth/contract/limits.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { ratioOf } from '../../../lib/media/wall.ts'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import { Tick } from '../../../ui/form/tick.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import { shownOf, type ShownItem } from '../item-view.ts'
import { isThere } from './brief-fields.ts'
import { composeTexts as texts } from './brief-texts.ts'

/** So many are shown before somebody asks for all. */
const FIRST = 7

interface BriefReferencesProps {
  viewerId: string
  items: readonly BoardItem[]
  itemCount: number
  chosen: readonly string[]
  onChoose: (ids: string[]) => void
  sendsNotes: boolean
  onSendsNotes: (sendsNotes: boolean) => void
  error: string | undefined
}

/** Which things of the board a brief shows, and whether the notes go with them. */
export function BriefReferences(props: BriefReferencesProps) {
  const { viewerId, items, itemCount, chosen, onChoose, sendsNotes, onSendsNotes, error } = props
  const id = useId()
  const [isAll, setAll] = useState(false)
  const [isFull, setFull] = useState(false)
  // What was chosen at the beginning comes first. Nothing moves while somebody chooses.
  const [ordered] = useState(() => {
    const there = items.filter(isThere)
    return [
      ...there.filter((one) => chosen.includes(one.id)),
      ...there.filter((one) => !chosen.includes(one.id)),
    ].map(shownOf)
  })
  const shown = isAll ? ordered : ordered.slice(0, FIRST)
  const toggle = (itemId: string) => {
    const isChosen = chosen.includes(itemId)
    const isTooMany = !isChosen && chosen.length >= MAX_BRIEF_REFERENCES
    setFull(isTooMany)
    if (!isTooMany)
      onChoose(isChosen ? chosen.filter((one) => one !== itemId) : [...chosen, itemId])
  }
  const noted = items.filter(({ id: itemId, note }) => note !== '' && chosen.includes(itemId))
  // Their own name stands above the brief anyway.
  const others = noted.flatMap(({ notedBy }) => (notedBy?.id === viewerId ? [] : (notedBy ?? [])))
  const names = [...new Set(others.map(({ firstName }) => firstName))]
  return (
    <div
      role="group"
      className="brief-part"
      aria-labelledby={`${id}-title`}
      aria-describedby={error === undefined ? undefined : `${id}-wrong`}
    >
      <div className="brief-count">
        <h2 id={`${id}-title`} className="display text-24 text-ink">
          {texts.references}
        </h2>
        <p className="tnum">{texts.chosen(chosen.length, MAX_BRIEF_REFERENCES)}</p>
        {isAll || ordered.length <= FIRST ? null : (
          <button type="button" className="text-link hit min-h-11" onClick={() => setAll(true)}>
            {texts.showAll(ordered.length)}
          </button>
        )}
      </div>
      <div className="brief-things">
        {shown.map((one) => (
          <Thing
            key={one.id}
            one={one}
            isChosen={chosen.includes(one.id)}
            isWrong={error !== undefined}
            onToggle={() => toggle(one.id)}
          />
        ))}
      </div>
      {isAll && items.length < itemCount ? (
        <p className="mt-2 text-13 text-ink-3">{texts.onlyFront(items.length, itemCount)}</p>
      ) : null}
      <p role="status" className="text-14 text-warning">
        {isFull ? texts.tooMany : ''}
      </p>
      {error === undefined ? null : (
        <div id={`${id}-wrong`}>
          <ErrorText text={error} />
        </div>
      )}
      <div className="mt-3 flex min-h-11 flex-wrap items-center gap-x-3">
        <Switch id={`${id}-notes`} checked={sendsNotes} onCheckedChange={onSendsNotes} />
        <label htmlFor={`${id}-notes`} className="text-14 font-semibold text-ink">
          {texts.sendNotes}
        </label>
        <span className="text-13 text-ink-3">{texts.notes(noted.length, names)}</span>
      </div>
    </div>
  )
}

interface ThingProps {
  one: ShownItem
  isChosen: boolean
  isWrong: boolean
  onToggle: () => void
}

const Thing = ({ one, isChosen, isWrong, onToggle }: ThingProps) => (
  <label
    className="brief-thing"
    data-chosen={isChosen ? '' : undefined}
    style={{ '--ar': ratioOf(one.picture) } as CSSProperties}
  >
    <span className="brief-thing-picture">
      {one.image === null ? (
        <span className="brief-thing-words">{one.title}</span>
      ) : (
        <Picture picture={pictureSources(one.image)} sizes="160px" alt="" />
      )}
    </span>
    <span className="brief-thing-foot">
      <Tick
        type="checkbox"
        checked={isChosen}
        aria-invalid={isWrong || undefined}
        onChange={onToggle}
        aria-label={one.item.isAgainst ? `${one.title}, ${texts.against}` : one.title}
      />
      {one.item.isAgainst ? <span className="text-13 text-warning">{texts.against}</span> : null}
    </span>
  </label>
)
