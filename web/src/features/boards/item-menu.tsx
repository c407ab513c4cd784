import {
  ArrowLeft,
  ArrowLeftToLine,
  ArrowRight,
  Ban,
  Ellipsis,
  NotebookPen,
  Trash2,
  Undo2,
} from 'lucide-react'
import { IconButton } from '../../ui/actions/icon-button.tsx'
import { Menu, MenuItem, MenuLine } from '../../ui/overlay/menu.tsx'
import { behindAt } from '../../lib/arrange/arrange-rules.ts'
import { itemTexts as texts } from './board-texts.ts'
import type { ShownItem } from './item-view.ts'
import type { ItemChanges } from './use-item-changes.ts'

interface ItemMenuProps {
  one: ShownItem
  /** Everything on screen, in its order. */
  shown: readonly ShownItem[]
  /** Whether that is everything on the board, so that it can be moved. */
  canMove: boolean
  changes: ItemChanges
  viewerId: string
  onNote: (one: ShownItem) => void
}

/** What editors do to something on a board. */
export function ItemMenu({ one, shown, canMove, changes, viewerId, onNote }: ItemMenuProps) {
  const { item, id } = one
  const place = shown.findIndex((other) => other.id === id)
  const move = (to: number) => changes.move(id, behindAt(shown, id, to))
  return (
    <div className="board-menu">
      <Menu
        trigger={
          <IconButton name={texts.menu(one.title)}>
            <Ellipsis size={20} aria-hidden />
          </IconButton>
        }
      >
        {one.maker === null ? null : (
          <>
            <MenuItem onSelect={() => onNote(one)}>
              <NotebookPen size={18} aria-hidden />
              {item.picture?.by.id === viewerId
                ? texts.describe
                : item.note === ''
                  ? texts.writeNote
                  : texts.editNote}
            </MenuItem>
            <MenuItem onSelect={() => changes.setAgainst(id, !item.isAgainst)}>
              {item.isAgainst ? <Undo2 size={18} aria-hidden /> : <Ban size={18} aria-hidden />}
              {item.isAgainst ? texts.takeBack : texts.markAgainst}
            </MenuItem>
          </>
        )}
        {canMove && place > 0 ? (
          <>
            <MenuItem onSelect={() => move(0)}>
              <ArrowLeftToLine size={18} aria-hidden />
              {texts.toFront}
            </MenuItem>
            <MenuItem onSelect={() => move(place - 1)}>
              <ArrowLeft size={18} aria-hidden />
              {texts.earlier}
            </MenuItem>
          </>
        ) : null}
        {canMove && place < shown.length - 1 ? (
          <MenuItem onSelect={() => move(place + 1)}>
            <ArrowRight size={18} aria-hidden />
            {texts.later}
          </MenuItem>
        ) : null}
        <MenuLine />
        <MenuItem
          tone="danger"
          onSelect={() =>
            changes.remove({ item, after: canMove ? behindAt(shown, id, place) : null })
          }
        >
          <Trash2 size={18} aria-hidden />
          {texts.remove}
        </MenuItem>
      </Menu>
    </div>
  )
}
