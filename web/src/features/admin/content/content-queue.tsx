import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { lazy, useState, type ReactNode } from 'react'
import type { AdminSearch } from '../../../lib/routing/admin-search.ts'
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts'
import { useNow } from '../../../lib/browser/use-now.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Dialog, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { OnceOpened } from '../../../ui/overlay/once-opened.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Endless } from '../../../ui/feedback/endless.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { ChoiceBox } from '../../../ui/form/choice-box.tsx'
import { ContentBulk } from '../bulk/content-bulk.tsx'
import { useChosen } from '../../../lib/browser/use-chosen.ts'
import { useMay } from '../../session/use-may.ts'
import type { ContentItem, ContentKind } from './content-rules.ts'
import { ContentReview } from './content-review.tsx'
import { ContentRow } from './content-row.tsx'
import { contentTexts as texts } from './content-texts.ts'
import { RemoveDialog } from './remove-dialog.tsx'

const TakeDownDialog = lazy(async () => ({
  default: (await import('./take-down-dialog.tsx')).TakeDownDialog,
}))

interface ContentQueueProps {
  viewerId: string
  query: Pick<
    UseInfiniteQueryResult,
    | 'data'
    | 'error'
    | 'isPending'
    | 'isFetching'
    | 'refetch'
    | 'isPlaceholderData'
    | 'hasNextPage'
    | 'isFetchingNextPage'
    | 'isFetchNextPageError'
    | 'fetchNextPage'
  >
  kind: ContentKind
  items: ContentItem[]
  search: AdminSearch
  onSearch: (search: AdminSearch, how?: { replace: boolean }) => void
  onClear: () => void
  /** The filters over the list. */
  children: ReactNode
}

/** The list on the left and the review on the right. On narrow windows the review opens over the list. */
export function ContentQueue({
  viewerId,
  query,
  kind,
  items,
  search,
  onSearch,
  onClear,
  children,
}: ContentQueueProps) {
  const isWide = useMediaQuery('(min-width: 68.8125rem)')
  const now = useNow()
  const [removing, setRemoving] = useState<ContentItem | null>(null)
  const [taking, setTaking] = useState<ContentItem | null>(null)
  const mayChoose = useMay()('content.moderate')
  const chosen = useChosen(
    JSON.stringify([kind, search.list, search.q]),
    items.map(({ id }) => id),
  )
  const picked = items.find(({ id }) => id === search.item)
  const open = picked ?? (isWide ? items[0] : undefined)
  const show = (id: string | undefined) => {
    const { item: _item, ...list } = search
    onSearch(id === undefined ? list : { ...list, item: id }, { replace: true })
  }
  const done = (item: ContentItem) => {
    const at = items.findIndex(({ id }) => id === item.id)
    show(isWide ? (items[at + 1] ?? items[at - 1])?.id : undefined)
  }
  const review =
    open === undefined ? null : (
      <ContentReview
        key={open.id}
        item={open}
        onRemove={() => setRemoving(open)}
        onTakeDown={() => setTaking(open)}
        onDone={(how) => {
          if (how === 'approved') done(open)
        }}
      />
    )
  return (
    <div className="admin-content">
      <div className="min-w-0">
        <div
          role="group"
          aria-label={texts.filters}
          className="flex gap-1 overflow-x-auto mb-2 no-scrollbar"
        >
          {children}
        </div>
        <QueryView
          query={query}
          skeleton={<QueueSkeleton />}
          failed={texts.failed[kind]}
          isEmpty={() => items.length === 0}
          empty={
            <EmptyState
              title={search.list === 'pending' ? texts.emptyPending : texts.empty}
              line={search.q === undefined ? undefined : texts.emptyFound}
              action={<Button onClick={onClear}>{texts.clear}</Button>}
            />
          }
        >
          {() => (
            <>
              {mayChoose ? (
                <ContentBulk kind={kind} items={items} chosen={chosen} viewerId={viewerId} />
              ) : null}
              <ul aria-label={texts.list[kind]} aria-busy={query.isPlaceholderData || undefined}>
                {items.map((item) => (
                  <ContentRow
                    key={item.id}
                    choice={
                      mayChoose ? (
                        <ChoiceBox id={item.id} name={item.title} chosen={chosen} />
                      ) : null
                    }
                    item={item}
                    isOpen={item.id === open?.id}
                    now={now}
                    onOpen={() => show(item.id)}
                    onRemove={() => setRemoving(item)}
                  />
                ))}
              </ul>
              <Endless query={query} failed={texts.moreFailed} />
            </>
          )}
        </QueryView>
      </div>
      {isWide ? (
        <div className="admin-review">{review}</div>
      ) : (
        <Dialog
          open={open !== undefined}
          onOpenChange={whenClosed(() => show(undefined))}
          title={texts.review}
          width="narrow"
        >
          {review}
        </Dialog>
      )}
      <OnceOpened open={taking !== null}>
        <TakeDownDialog item={taking} onClose={() => setTaking(null)} />
      </OnceOpened>
      <RemoveDialog
        item={removing}
        onClose={() => setRemoving(null)}
        onGone={(item) => {
          if (item.id === open?.id) done(item)
        }}
      />
    </div>
  )
}

const QueueSkeleton = () => (
  <div role="status" aria-label={texts.loading} className="grid gap-3">
    {Array.from({ length: 6 }, (_, row) => (
      <Skeleton key={row} className="h-20" />
    ))}
  </div>
)
