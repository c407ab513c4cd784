import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { texts } from './settings-texts.ts'

export type SectionId = keyof typeof texts.sections
export const SECTION_IDS = Object.keys(texts.sections) as SectionId[]

/** A part of the long form, with a line above it. The first has no line, and its heading is for screen readers only. */
export function Section({
  id,
  line,
  first = false,
  children,
}: {
  id: SectionId
  line?: string
  first?: boolean
  children: ReactNode
}) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="settings-section">
      <h2
        id={`${id}-title`}
        tabIndex={-1}
        className={first ? 'sr-only' : 'display text-24 text-ink outline-none'}
      >
        {texts.sections[id]}
      </h2>
      {line === undefined ? null : <p className="mt-2 text-14 text-ink-3">{line}</p>}
      {children}
    </section>
  )
}

/** A row of a list in a section: title, details and actions. */
export const Row = ({
  icon,
  title,
  line,
  children,
}: {
  icon?: ReactNode
  title: ReactNode
  line?: ReactNode
  children?: ReactNode
}) => (
  <div className="settings-row flex flex-wrap items-center gap-y-2 gap-x-4 min-h-18 py-4 px-0 border-t border-line">
    {icon}
    <div className="settings-row-words">
      <p className="flex flex-wrap items-center gap-2 font-semibold text-ink">{title}</p>
      {line === undefined ? null : <p className="mt-0.5 text-14 text-ink-3">{line}</p>}
    </div>
    {children}
  </div>
)

/** The outline of a list while it loads. */
export const SectionSkeleton = ({ label }: { label: string }) => (
  <div role="status" aria-label={label}>
    {[0, 1].map((row) => (
      <div key={row} className="flex h-18 items-center justify-between border-t border-line">
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="h-8 w-16" />
      </div>
    ))}
  </div>
)
