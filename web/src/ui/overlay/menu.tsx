import { lazy, type ComponentProps } from 'react'
import { LateMenu, type LateList } from './late-menu.tsx'
import type { MenuItem as MenuItemType } from './menu-list.tsx'

// A menu is opened long after its page has come: its code follows the page.
const MenuList = lazy(async () => ({ default: (await import('./menu-list.tsx')).MenuList }))
const LazyItem = lazy(async () => ({ default: (await import('./menu-list.tsx')).MenuItem }))
const LazyLine = lazy(async () => ({ default: (await import('./menu-list.tsx')).MenuLine }))

/** A list of actions that opens from its trigger. */
export const Menu = (props: Omit<LateList, 'early'>) => <LateMenu {...props} list={MenuList} />

/** With `asChild` its only child is the item: a link. */
export const MenuItem = (props: ComponentProps<typeof MenuItemType>) => <LazyItem {...props} />
export const MenuLine = () => <LazyLine />
