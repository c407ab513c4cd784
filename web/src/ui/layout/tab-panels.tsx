import { clsx } from 'clsx'
import { Tabs as Radix } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { ledgeTab, TabBarLine, tabRow } from './tabs.tsx'

/** Tabs with panels on the same screen. */
export const Tabs = Radix.Root
export const TabPanel = Radix.Content
export function TabList({
  label,
  className,
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  return (
    <Radix.List aria-label={label} className={clsx(tabRow, className)}>
      {children}
      <TabBarLine />
    </Radix.List>
  )
}
export const Tab = ({ className, ...rest }: ComponentProps<typeof Radix.Trigger>) => (
  <Radix.Trigger {...rest} className={clsx(ledgeTab, className)} />
)
