import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PagesSource } from '../../../lib/cache/pages.ts'
import { QueueHint } from '../../../ui/layout/queue-desk.tsx'
import { queueTexts as texts } from './queue-texts.ts'

/** The open one of a list that says all there is to say of it. */
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

/** What stands beside the list while nothing is open; nothing where nothing could be. */
export function QueueIdle<T>({ source, hint }: { source: PagesSource<T>; hint: string }) {
  const { data } = useInfiniteQuery(source)
  const isEmpty = data?.pages.every(({ items }) => items.length === 0) ?? true
  return isEmpty ? null : <QueueHint>{hint}</QueueHint>
}
