import { clsx } from 'clsx'
import type { CSSProperties } from 'react'

/** The lit line that works stand on. `glow` is how far its light falls, in pixels. */
export function Ledge({
  glow = 56,
  draws = false,
  className,
}: {
  glow?: number
  /** Draws itself from the centre when it comes into the page. */
  draws?: boolean
  className?: string
}) {
  return (
    <div
      aria-hidden
      className={clsx('ledge', draws && 'animate-ledge-draw', className)}
      style={{ '--glow': `${glow}px` } as CSSProperties}
    />
  )
}
