import { clsx } from 'clsx'
import type { CSSProperties } from 'react'

/** The lit line below works. `glow` is how far its light reaches, in pixels. */
export function Ledge({
  glow = 56,
  draws = false,
  className,
}: {
  glow?: number
  /** Animates from the centre when it appears. */
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
