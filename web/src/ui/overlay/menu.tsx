import { lazy, type ComponentProps } from 'react'
import { LateMenu, type LateList } from './late-menu.tsx'
import type { MenuItem as MenuItemType } from './menu-list.tsx'

// Menus open long after their page has loaded, so their code loads after the page.
const MenuList = lazy(async () => ({ default: (await import('./menu-list.tsx')).MenuList }))
const LazyItem = lazy(async () => ({ default: (await import('./menu-list.tsx')).MenuItem }))
const LazyLine = lazy(async () => ({ default: (await import('./menu-list.tsx')).MenuLine }))

/** A list of actions that opens from its trigger. */
export const Menu = (props: Omit<LateList, 'early'>) => <LateMenu {...props} list={MenuList} />

/** With `asChild` its only child is the item: a link. */
export const MenuItem = (props: ComponentProps<typeof MenuItemType>) => <LazyItem {...props} />
export const MenuLine = () => <LazyLine />
