import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, useState } from 'react'
import { POST_FILTERS, WORK_FILTERS } from '@plinth/contract/moderation/admin.ts'
import type { AdminSearch } from '../../../lib/routing/admin-search.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { CountDot } from '../../../ui/layout/badge.tsx'
import { FilterTab } from '../../../ui/layout/tabs.tsx'
import { OnceOpened } from '../../../ui/overlay/once-opened.tsx'
import { postsQuery, statsQuery, worksQuery } from '../admin-api.ts'
import { texts as all } from '../admin-texts.ts'
import { itemOfPost, itemOfWork } from './content-rules.ts'
import { ContentQueue } from './content-queue.tsx'
import { contentTexts as texts } from './content-texts.ts'
import { SearchField } from '../search-field.tsx'

const CreatePostDialog = lazy(async () => ({
  default: (await import('./create-post-dialog.tsx')).CreatePostDialog,
}))

export interface ContentPanelProps {
  viewerId: string
  search: AdminSearch
  onSearch: (search: AdminSearch, how?: { replace: boolean }) => void
}

/** Everybody's posts and works, pending ones first, with a review of the selected one beside the list. */
export function ContentPanel({ viewerId, search, onSearch }: ContentPanelProps) {
  const [creating, setCreating] = useState(false)
  const isWorks = search.kind === 'works'
  return (
    <section aria-label={all.tabs.content}>
      <div className="admin-tools flex flex-wrap items-center gap-y-3 gap-x-4 mt-5">
        <KindTabs isWorks={isWorks} onSearch={onSearch} />
        <SearchField
          q={search.q ?? ''}
          label={texts.searchLabel}
          placeholder={texts.search}
          onSearch={(q) => onSearch(listOf(search, { q }), { replace: true })}
        />
        {isWorks ? null : (
          <Button onClick={() => setCreating(true)}>
            <Plus size={18} aria-hidden />
            {texts.create}
          </Button>
        )}
      </div>
      {isWorks ? (
        <Works viewerId={viewerId} search={search} onSearch={onSearch} />
      ) : (
        <Posts viewerId={viewerId} search={search} onSearch={onSearch} />
      )}
      <OnceOpened open={creating}>
        <CreatePostDialog viewerId={viewerId} open={creating} onClose={() => setCreating(false)} />
      </OnceOpened>
    </section>
  )
}

/** The address of a list, without the item that is open beside it. */
function listOf(search: AdminSearch, wish: Pick<AdminSearch, 'list' | 'q'>): AdminSearch {
  const { list = '', q = '' } = { ...search, ...wish }
  return {
    tab: 'content',
    ...(search.kind === undefined ? {} : { kind: search.kind }),
    ...(list === '' || list === 'all' ? {} : { list }),
    ...(q === '' ? {} : { q }),
  }
}

const KindTabs = ({
  isWorks,
  onSearch,
}: {
  isWorks: boolean
  onSearch: ContentPanelProps['onSearch']
}) => (
  <div role="group" aria-label={texts.kinds} className="flex gap-1">
    <FilterTab active={!isWorks} onClick={() => onSearch({ tab: 'content' })}>
      {texts.posts}
    </FilterTab>
    <FilterTab active={isWorks} onClick={() => onSearch({ tab: 'content', kind: 'works' })}>
      {texts.works}
    </FilterTab>
  </div>
)

function Posts({ viewerId, search, onSearch }: ContentPanelProps) {
  const filter = POST_FILTERS.find(({ value }) => value === search.list)?.value ?? 'all'
  const { data: stats } = useQuery(statsQuery)
  const query = useInfiniteQuery(postsQuery(useQueryClient(), { filter, q: search.q ?? '' }))
  const pending = stats?.pendingPosts ?? 0
  return (
    <ContentQueue
      viewerId={viewerId}
      query={query}
      kind="posts"
      items={(query.data?.pages ?? []).flatMap(({ items }) => items.map(itemOfPost))}
      search={search}
      onSearch={onSearch}
      onClear={() => onSearch({ tab: 'content' })}
    >
      {POST_FILTERS.map(({ value, label }) => (
        <FilterTab
          key={value}
          active={value === filter}
          onClick={() => onSearch(listOf(search, { list: value }))}
        >
          {label}
          {value === 'pending' ? (
            <CountDot className="ml-2" value={pending} label={all.tabs.waiting(pending)} />
          ) : null}
        </FilterTab>
      ))}
    </ContentQueue>
  )
}

function Works({ viewerId, search, onSearch }: ContentPanelProps) {
  const filter = WORK_FILTERS.find(({ value }) => value === search.list)?.value ?? 'all'
  const query = useInfiniteQuery(worksQuery(useQueryClient(), { filter, q: search.q ?? '' }))
  return (
    <ContentQueue
      viewerId={viewerId}
      query={query}
      kind="works"
      items={(query.data?.pages ?? []).flatMap(({ items }) => items.map(itemOfWork))}
      search={search}
      onSearch={onSearch}
      onClear={() => onSearch({ tab: 'content', kind: 'works' })}
    >
      {WORK_FILTERS.map(({ value, label }) => (
        <FilterTab
          key={value}
          active={value === filter}
          onClick={() => onSearch(listOf(search, { list: value }))}
        >
          {label}
        </FilterTab>
      ))}
    </ContentQueue>
  )
}
