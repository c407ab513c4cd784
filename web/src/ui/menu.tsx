import { Slot } from 'radix-ui'
import { lazy, Suspense, useState, type ComponentProps } from 'react'
import { pressOf, type EarlyPress } from './early-press.ts'
import type { MenuItem as MenuItemType, MenuList as MenuListType } from './menu-list.tsx'

// A menu is opened long after its page has come: its code follows the page.
const MenuList = lazy(async () => ({ default: (await import('./menu-list.tsx')).MenuList }))
const LazyItem = lazy(async () => ({ default: (await import('./menu-list.tsx')).MenuItem }))
const LazyLine = lazy(async () => ({ default: (await import('./menu-list.tsx')).MenuLine }))

/** A list of actions that opens from its trigger. */
export function Menu(props: Omit<ComponentProps<typeof MenuListType>, 'pressedEarly'>) {
  const [pressedEarly, setPressedEarly] = useState<EarlyPress>(null)
  return (
    <Suspense
      fallback={
        <Slot.Root aria-haspopup="menu" onClick={(event) => setPressedEarly(pressOf(event))}>
          {props.trigger}
        </Slot.Root>
      }
    >
      <MenuList {...props} pressedEarly={pressedEarly} />
    </Suspense>
  )
}

/** With `asChild` its only child is the item: a link. */
export const MenuItem = (props: ComponentProps<typeof MenuItemType>) => <LazyItem {...props} />
export const MenuLine = () => <LazyLine />
