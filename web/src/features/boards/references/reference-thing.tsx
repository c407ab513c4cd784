import './references.css'
import type { CSSProperties } from 'react'
import { pictureSources } from '../../../lib/media/sources.ts'
import { ratioOf } from '../../../lib/media/wall.ts'
import { Tick } from '../../../ui/form/tick.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import type { ShownItem } from '../item-view.ts'
import { referenceTexts as texts } from './reference-texts.ts'

interface ReferenceThingProps {
  one: ShownItem
  isChosen: boolean
  isWrong?: boolean
  onToggle: () => void
}

/** Something on a board that can be chosen to be shown. */
export const ReferenceThing = ({
  one,
  isChosen,
  isWrong = false,
  onToggle,
}: ReferenceThingProps) => (
  <label
    className="reference-thing"
    data-chosen={isChosen ? '' : undefined}
    style={{ '--ar': ratioOf(one.picture) } as CSSProperties}
  >
    <span className="reference-thing-picture">
      {one.image === null ? (
        <span className="reference-thing-words">{one.title}</span>
      ) : (
        <Picture picture={pictureSources(one.image)} sizes="160px" alt="" />
      )}
    </span>
    <span className="reference-thing-foot">
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
