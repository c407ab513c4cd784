import '../../styles/slip.css'
import { clsx } from 'clsx'
import type { CSSProperties } from 'react'

export interface SplitPart {
  /** Relative width, such as cents. A part of 0 is left out. */
  share: number
  state: 'paid' | 'due'
}

/** A sum as a bar of its parts. Decorative: the figures are written beside it. */
export const SplitBar = ({
  parts,
  className,
}: {
  parts: readonly SplitPart[]
  className?: string
}) => (
  <div aria-hidden className={clsx('split-bar', className)}>
    {parts.map(({ share, state }, position) =>
      share > 0 ? (
        <span
          // oxlint-disable-next-line react/no-array-index-key -- parts have no other name
          key={position}
          data-state={state}
          style={{ '--share': share } as CSSProperties}
        />
      ) : null,
    )}
  </div>
)
