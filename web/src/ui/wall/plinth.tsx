import { clsx } from 'clsx'
import type { CSSProperties, ReactNode } from 'react'

/** A block under one work, with a lit top edge and text on its front. */
export function Plinth({
  children,
  className,
  style,
}: {
  children?: ReactNode
  className?: string
  style?: CSSProperties
}) {
  return (
    <div style={style} className={clsx('plinth border-t-2 border-lamp', className)}>
      {children}
    </div>
  )
}
