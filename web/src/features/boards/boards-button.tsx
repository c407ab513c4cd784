import { LayoutGrid } from 'lucide-react'
import type { BoardsButtonProps } from '../../ui/actions/board-picker.tsx'
import { Tooltip } from '../../ui/overlay/tooltip.tsx'
import { pickerTexts as texts } from './picker-texts.ts'

/** Opens the boards that something saved can be put on. Beside a work's counts there is room for its icon only. */
export const BoardsButton = ({ thing, isOpen, onPress }: BoardsButtonProps) => (
  <Tooltip text={texts.title}>
    <button
      type="button"
      aria-label={texts.buttonFor(thing.title)}
      aria-expanded={isOpen}
      className="toggle hit rounded-badge text-14 text-ink-3 hover:text-ink"
      onClick={({ currentTarget }) => onPress(currentTarget)}
    >
      <LayoutGrid size={20} aria-hidden />
      {thing.of === 'post' ? texts.button : null}
    </button>
  </Tooltip>
)
