import type { ReactNode } from 'react'
import { Ledge } from '../wall/ledge.tsx'

/** An empty ledge with an outlined work, a title, a line of text and one action. */
export function EmptyState({
  title,
  line,
  action,
}: {
  title: string
  line?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="px-6 pt-9 pb-8">
      <div
        className="mx-auto w-11.5 border border-b-0 border-dashed border-line-strong pt-14"
        aria-hidden
      />
      <Ledge glow={26} />
      <p className="display mt-6.5 text-20 text-ink">{title}</p>
      {line !== undefined && <p className="mt-1.5 text-14 text-ink-2">{line}</p>}
      {action !== undefined && <div className="mt-5">{action}</div>}
    </div>
  )
}
