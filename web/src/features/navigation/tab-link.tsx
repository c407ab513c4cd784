import { Link, type LinkComponentProps } from '@tanstack/react-router'
import { useCurrentTab, type MainTab } from './current-tab.ts'

/** To one of the four main tabs; each is a view of home. */
export function TabLink({
  tab,
  ...rest
}: { tab: MainTab } & Pick<LinkComponentProps, 'className' | 'children'>) {
  const current = useCurrentTab() === tab
  return (
    <Link
      {...rest}
      to="/"
      search={tab === 'portfolios' ? {} : { view: tab }}
      // What is in the address beside the view does not leave the tab.
      activeOptions={{ exact: true }}
      {...(current ? { 'aria-current': 'page' as const } : {})}
    />
  )
}
