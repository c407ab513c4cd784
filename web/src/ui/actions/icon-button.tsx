import { Slot } from 'radix-ui'
import type { ComponentProps } from 'react'
import { clsx } from 'clsx'
import { Tooltip } from '../overlay/tooltip.tsx'

export interface IconButtonProps extends ComponentProps<'button'> {
  /** The accessible name, also shown as a tooltip. */
  name: string
  tone?: 'bare' | 'filled'
  asChild?: boolean
}

/** A 44 by 44 pixel button with one icon. */
export function IconButton({ name, tone = 'bare', asChild, className, ...rest }: IconButtonProps) {
  const classes = clsx(
    'relative inline-grid size-11 shrink-0 place-items-center rounded-control transition-colors duration-(--t-fast) disabled:opacity-40',
    tone === 'filled'
      ? 'bg-surface-2 text-ink hover:bg-surface-3'
      : 'text-ink-2 hover:bg-surface-2 hover:text-ink in-[[role$=dialog]]:hover:bg-surface-3',
    className,
  )
  return (
    <Tooltip text={name}>
      {asChild === true ? (
        <Slot.Root aria-label={name} className={classes} {...rest} />
      ) : (
        <button type="button" aria-label={name} {...rest} className={classes} />
      )}
    </Tooltip>
  )
}
