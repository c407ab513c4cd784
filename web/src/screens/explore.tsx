import '../features/search/search.css'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { WorkRows } from '../features/portfolios/wall/wall.tsx'
import { WorkDialog } from '../features/portfolios/work/late-work-dialog.tsx'
import { CategoryTabs } from '../features/search/filters/category-tabs.tsx'
import { OriginFilter, PlaceFilter } from '../features/search/filters/choice-filters.tsx'
import { FilterSentence } from '../features/search/filters/filter-sentence.tsx'
import { FilterSheet } from '../features/search/filters/filter-sheet.tsx'
import { NothingFits } from '../features/search/filters/nothing-fits.tsx'
import { PlainFilters } from '../features/search/filters/plain-filters.tsx'
import { PlainPaging } from '../features/search/filters/plain-paging.tsx'
import { PriceFilter } from '../features/search/filters/price-filter.tsx'
import { SortPicker, SortTabs } from '../features/search/filters/sort-filter.tsx'
import { isFiltered, useFilters } from '../features/search/filters/use-filters.ts'
import { exploredQuery, facetsQuery } from '../features/search/search-api.ts'
import { texts } from '../features/search/search-texts.ts'
import { PageFrame } from '../features/navigation/page-frame.tsx'
import { useViewer } from '../features/session/use-viewer.ts'
import { useDocumentTitle } from '../lib/routing/use-document-title.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { hasNoItems } from '../ui/feedback/endless.tsx'
import { QueryView } from '../ui/feedback/query-view.tsx'
import { WallSkeleton } from '../ui/feedback/skeleton.tsx'
import { OnceOpened } from '../ui/overlay/once-opened.tsx'

const words = texts.explore

/** Everybody's works, by category, price, place and origin. */
export function ExploreScreen() {
  const viewer = useViewer()
  const { address } = useFilters()
  const facets = useQuery(facetsQuery(address)).data
  useDocumentTitle(address.work === undefined ? words.title : undefined)
  const filters = (
    <>
      {facets === undefined ? <div className="h-16" /> : <PriceFilter prices={facets.prices} />}
      <PlaceFilter places={facets?.places ?? []} />
      <OriginFilter />
    </>
  )
  return (
    <>
      <PageFrame className="search-screen page">
        <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <div>
            <h1 className="display text-44 text-ink max-tablet:text-32">{words.title}</h1>
            <p className="mt-2 text-16 text-ink-3 max-tablet:hidden">
              {words.line}{' '}
              <Link to="/explore/posts" className="text-link hit">
                {words.posts}
              </Link>
            </p>
          </div>
          <SortTabs />
        </header>
        <CategoryTabs facets={facets} />
        <div role="group" aria-label={texts.filters.label} className="explore-filters">
          {filters}
        </div>
        <div className="phone-filters">
          <FilterSheet workCount={facets?.workCount}>{filters}</FilterSheet>
          <SortPicker />
        </div>
        <PlainFilters action="/explore" places={facets?.places ?? []} />
        <FilterSentence facets={facets} />
        <h2 className="sr-only">{words.wall}</h2>
        <Explored isMember={viewer !== null} />
        <p className="mt-12 tablet:hidden">
          <Link to="/explore/posts" className="text-link hit text-14">
            {words.posts}
          </Link>
        </p>
      </PageFrame>
      <OnceOpened open={address.work !== undefined}>
        <WorkDialog id={address.work} viewerId={viewer?.id ?? null} />
      </OnceOpened>
    </>
  )
}

/** The wall. The works of the last filters stay until the next ones are there. */
function Explored({ isMember }: { isMember: boolean }) {
  const { address } = useFilters()
  const query = useInfiniteQuery(exploredQuery(useQueryClient(), address))
  const facets = useQuery(facetsQuery(address)).data
  return (
    <QueryView
      query={query}
      skeleton={<WallSkeleton />}
      failed={words.failed}
      isEmpty={hasNoItems}
      empty={
        isFiltered(address) ? (
          <NothingFits facets={facets} />
        ) : (
          <EmptyState title={words.empty} line={words.emptyLine} />
        )
      }
    >
      {({ pages }) => (
        <>
          <WorkRows
            works={pages.flatMap(({ items }) => items)}
            query={query}
            isMember={isMember}
            old={query.isPlaceholderData}
            isFirst
          />
          <PlainPaging next={pages.at(-1)?.next} />
        </>
      )}
    </QueryView>
  )
}
