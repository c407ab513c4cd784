import { Switch as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'

/** A switch. Label it with `<label htmlFor>` or `aria-label`. */
export const Switch = (props: ComponentProps<typeof Radix.Root>) => (
  <Radix.Root
    {...props}
    className="hit inline-flex h-6.5 w-11 shrink-0 items-center rounded-round border border-line-strong bg-surface-1 px-1 transition-colors duration-(--t-fast) disabled:opacity-50 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
  >
    <Radix.Thumb className="block size-4.5 rounded-round bg-line-strong transition-transform duration-(--t-fast) data-[state=checked]:[translate:--spacing(4)] data-[state=checked]:bg-on-accent" />
  </Radix.Root>
)
