import type { Chosen } from '../../lib/browser/use-chosen.ts'
import { Tick } from './tick.tsx'

/** The checkbox of an entry in a list. Shift chooses everything since the last one. */
export const ChoiceBox = ({ id, name, chosen }: { id: string; name: string; chosen: Chosen }) => (
  <label
    htmlFor={`choice-${id}`}
    className="grid size-11 flex-none cursor-pointer place-items-center"
  >
    <Tick
      id={`choice-${id}`}
      type="checkbox"
      data-choice={id}
      aria-label={`Choose ${name}`}
      checked={chosen.has(id)}
      onChange={({ nativeEvent }) =>
        chosen.toggle(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  </label>
)
