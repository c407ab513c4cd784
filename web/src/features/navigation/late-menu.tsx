import { Slot } from 'radix-ui'
import { Suspense, useState, type ComponentType, type ReactElement } from 'react'
import { pressOf, type EarlyPress } from '../../ui/early-press.ts'

export interface MenuProps {
  trigger: ReactElement
  pressedEarly: EarlyPress
}

/** A trigger that is there at once, and its list, which follows the page. */
export function LateMenu({
  trigger,
  list: List,
}: {
  trigger: ReactElement
  list: ComponentType<MenuProps>
}) {
  const [pressedEarly, setPressedEarly] = useState<EarlyPress>(null)
  return (
    <Suspense
      fallback={
        <Slot.Root aria-haspopup="menu" onClick={(event) => setPressedEarly(pressOf(event))}>
          {trigger}
        </Slot.Root>
      }
    >
      <List trigger={trigger} pressedEarly={pressedEarly} />
    </Suspense>
  )
}
