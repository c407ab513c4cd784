import {
  ArrowLeft,
  ArrowLeftToLine,
  ArrowRight,
  Ellipsis,
  EyeOff,
  Layers,
  Pin,
  PinOff,
} from 'lucide-react'
import { behindAt } from '../../../lib/arrange/arrange-rules.ts'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { Menu, MenuItem, MenuLine } from '../../../ui/overlay/menu.tsx'
import type { EntryActs } from './acts.ts'
import { entryTexts as texts } from './arrange-texts.ts'
import type { ShownEntry } from './entry-view.ts'

interface EntryMenuProps {
  one: ShownEntry
  /** Everything on its part of the wall, in its order. */
  shown: readonly ShownEntry[]
  acts: EntryActs
}

/** Everything that can be done to something on the wall, without dragging and without keys. */
export function EntryMenu({ one, shown, acts }: EntryMenuProps) {
  const { id, series, pin } = one
  const place = shown.findIndex((other) => other.id === id)
  const move = (to: number) => acts.move(id, behindAt(shown, id, to))
  const isWork = series === null
  return (
    <Menu
      trigger={
        <IconButton name={texts.options(one.title)}>
          <Ellipsis size={20} aria-hidden />
        </IconButton>
      }
    >
      {isWork ? (
        <MenuItem onSelect={() => acts.togglePin(one)}>
          {pin === null ? <Pin size={18} aria-hidden /> : <PinOff size={18} aria-hidden />}
          {pin === null ? texts.pin : texts.unpin}
        </MenuItem>
      ) : (
        <MenuItem onSelect={() => acts.openSeries(one)}>
          <Layers size={18} aria-hidden />
          {texts.openSeries}
        </MenuItem>
      )}
      {pin === null && place > 0 ? (
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
      {pin === null && place < shown.length - 1 ? (
        <MenuItem onSelect={() => move(place + 1)}>
          <ArrowRight size={18} aria-hidden />
          {texts.later}
        </MenuItem>
      ) : null}
      {isWork ? (
        <>
          <MenuItem onSelect={() => acts.intoSeries(one)}>
            <Layers size={18} aria-hidden />
            {texts.intoSeries}
          </MenuItem>
          <MenuLine />
          <MenuItem onSelect={() => acts.hide(one)}>
            <EyeOff size={18} aria-hidden />
            {texts.hide}
          </MenuItem>
        </>
      ) : null}
    </Menu>
  )
}
