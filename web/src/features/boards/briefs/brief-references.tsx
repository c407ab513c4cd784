import { useId, useState } from 'react'
import type { BoardItem } from '@plinth/contract/boards/boards.ts'
import { MAX_BRIEF_REFERENCES } from '@plinth/contract/limits.ts'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { shownOf } from '../item-view.ts'
import { ReferenceThing } from '../references/reference-thing.tsx'
import { referenceTexts } from '../references/reference-texts.ts'
import { SendNotes } from '../references/send-notes.tsx'
import { isThere } from '../references/reference-rules.ts'
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
        <p className="tnum">{referenceTexts.chosen(chosen.length)}</p>
        {isAll || ordered.length <= FIRST ? null : (
          <button type="button" className="text-link hit min-h-11" onClick={() => setAll(true)}>
            {texts.showAll(ordered.length)}
          </button>
        )}
      </div>
      <div className="reference-things">
        {shown.map((one) => (
          <ReferenceThing
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
        {isFull ? referenceTexts.tooMany : ''}
      </p>
      {error === undefined ? null : (
        <div id={`${id}-wrong`}>
          <ErrorText text={error} />
        </div>
      )}
      <SendNotes
        viewerId={viewerId}
        items={items.filter((item) => chosen.includes(item.id))}
        sendsNotes={sendsNotes}
        onSendsNotes={onSendsNotes}
      />
    </div>
  )
}
