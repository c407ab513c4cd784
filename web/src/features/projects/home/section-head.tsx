import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** The head of a section: its title, a quiet note, and what leads on. */
export const SectionHead = ({
  id,
  title,
  count,
  note,
  children,
  className,
}: {
  id: string
  title: string
  count?: number
  note?: string
  children?: ReactNode
  className?: string
}) => (
  <div className={clsx('flex items-baseline gap-x-5 mb-6', className)}>
    <h2 id={id} className="display min-w-0 flex-1 text-24 text-ink max-tablet:text-20">
      {title}
      {count === undefined ? null : (
        <span className="tablet:hidden font-normal text-ink-3 tnum">{` ${count}`}</span>
      )}
    </h2>
    {note === undefined ? null : <p className="text-14 text-ink-3 max-tablet:hidden">{note}</p>}
    <div className="shrink-0 text-14">{children}</div>
  </div>
)
