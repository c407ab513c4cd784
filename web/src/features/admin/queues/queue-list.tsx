import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PagesSource } from '../../../lib/cache/pages.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { PagesView } from '../../../ui/feedback/endless.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { queueTexts as texts } from './queue-texts.ts'
import { QueueHint } from '../../../ui/layout/queue-layout.tsx'

interface QueueListProps<T> {
  source: PagesSource<T>
  label: string
  empty: { title: string; line: string }
  /** Draws a row; null leaves it out. */
  children: (item: T, position: number, all: readonly T[]) => ReactNode
}

/** The list of one queue, page by page. */
export function QueueList<T>({ source, label, empty, children }: QueueListProps<T>) {
  const query = useInfiniteQuery(source)
  return (
    <PagesView
      query={query}
      skeleton={<QueueSkeleton />}
      failed={texts.failed}
      moreFailed={texts.moreFailed}
      empty={<EmptyState {...empty} />}
    >
      {(items) => (
        <ul aria-label={label} aria-busy={query.isPlaceholderData || undefined}>
          {items.map(children)}
        </ul>
      )}
    </PagesView>
  )
}

export const QueueSkeleton = () => (
  <div role="status" aria-label={texts.loading} className="grid gap-3">
    {Array.from({ length: 4 }, (_, row) => (
      <Skeleton key={row} className="h-20" />
    ))}
  </div>
)

/** The open item, taken from the list, which already holds all its data. */
export function QueuePicked<T extends { id: string }>({
  source,
  item,
  hint,
  children,
}: {
  source: PagesSource<T>
  item: string | undefined
  hint: string
  children: (one: T) => ReactNode
}) {
  const { data } = useInfiniteQuery(source)
  if (item === undefined) return <QueueIdle source={source} hint={hint} />
  const found = data?.pages.flatMap(({ items }) => items).find(({ id }) => id === item)
  if (found !== undefined) return children(found)
  return data === undefined ? null : <QueueHint>{texts.gone}</QueueHint>
}

/** The hint beside the list while no item is open. Nothing for an empty list. */
export function QueueIdle<T>({ source, hint }: { source: PagesSource<T>; hint: string }) {
  const { data } = useInfiniteQuery(source)
  const isEmpty = data?.pages.every(({ items }) => items.length === 0) ?? true
  return isEmpty ? null : <QueueHint>{hint}</QueueHint>
}
