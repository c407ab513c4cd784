import { clsx } from 'clsx'
import { Slot } from 'radix-ui'
import { useLayoutEffect, useRef, type ComponentProps, type ReactNode } from 'react'

/** The tab's padding is 16 pixels, and its bar extends 6 pixels beyond the word. */
const OVERHANG = 10

/**
 * The line under the open tab, which slides to the next. It follows the child that is marked as open, so it works with
 * links, buttons and Radix triggers.
 */
export function TabBarLine() {
  const bar = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const line = bar.current
    const row = line?.parentElement
    if (!line || !row) return undefined
    const place = () => {
      const open = row.querySelector<HTMLElement>('[data-state=active],[aria-current=page]')
      line.hidden = open === null
      if (open === null) return
      line.style.transform = `translateX(${open.offsetLeft + OVERHANG}px)`
      line.style.width = `${open.offsetWidth - 2 * OVERHANG}px`
      // The first position is set without a transition.
      requestAnimationFrame(() => line.setAttribute('data-placed', ''))
    }
    place()
    const resized = new ResizeObserver(place)
    // Observes the tabs too, because their text grows when the font loads.
    for (const one of [row, ...row.children]) resized.observe(one)
    const marked = new MutationObserver(place)
    marked.observe(row, {
      subtree: true,
      childList: true,
      attributeFilter: ['data-state', 'aria-current'],
    })
    return () => {
      resized.disconnect()
      marked.disconnect()
    }
  }, [])
  return (
    <span
      ref={bar}
      aria-hidden
      hidden
      className="absolute bottom-0 left-0 h-[3px] rounded-badge bg-accent data-placed:transition-[transform,width] data-placed:duration-(--t-base) data-placed:ease-out"
    />
  )
}

export const tabRow = 'relative flex items-stretch'
export const ledgeTab =
  'relative inline-flex h-11 items-center gap-2 rounded-control px-4 text-16 font-semibold whitespace-nowrap text-ink-3 transition-colors duration-(--t-fast) hover:text-ink aria-[current=page]:text-ink data-[state=active]:text-ink'

/** A row of links to screens. Mark the open one with `aria-current="page"`. */
export function LedgeTabs({
  label,
  className,
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  return (
    <nav aria-label={label} className={clsx(tabRow, className)}>
      {children}
      <TabBarLine />
    </nav>
  )
}

/** One tab of `LedgeTabs`. Its only child is the link. */
export const LedgeTab = ({ className, ...rest }: ComponentProps<typeof Slot.Root>) => (
  <Slot.Root {...rest} className={clsx(ledgeTab, className)} />
)

/** A filter, highlighted instead of underlined. With `asChild` its only child is the link. */
export function FilterTab({
  active,
  asChild,
  className,
  ...rest
}: ComponentProps<'button'> & { active: boolean; asChild?: boolean }) {
  const classes = clsx(
    'inline-flex h-11 shrink-0 items-center rounded-control px-3.5 text-16 font-medium whitespace-nowrap transition-colors duration-(--t-fast)',
    active ? 'bg-accent-wash text-ink' : 'text-ink-3 hover:text-ink',
    className,
  )
  return asChild === true ? (
    <Slot.Root aria-current={active || undefined} {...rest} className={classes} />
  ) : (
    <button type="button" aria-pressed={active} {...rest} className={classes} />
  )
}
