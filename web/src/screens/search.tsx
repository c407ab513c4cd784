import '../features/search/search.css'
import '../features/search/results/results.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  CategoryChoice,
  OriginFilter,
  PlaceFilter,
  PriceChoice,
} from '../features/search/filters/choice-filters.tsx'
import { FilterSheet } from '../features/search/filters/filter-sheet.tsx'
import { PlainFilters } from '../features/search/filters/plain-filters.tsx'
import { SortPicker, SortSelect } from '../features/search/filters/sort-filter.tsx'
import { useFilters } from '../features/search/filters/use-filters.ts'
import { rememberSearch } from '../features/search/recents.ts'
import { SearchField } from '../features/search/results/search-field.tsx'
import { SearchHeading } from '../features/search/results/search-heading.tsx'
import { SearchTabs } from '../features/search/results/search-tabs.tsx'
import { everythingQuery, foundFacetsQuery } from '../features/search/search-api.ts'
import { texts } from '../features/search/search-texts.ts'
import { PageFrame } from '../features/navigation/page-frame.tsx'
import { useViewer } from '../features/session/use-viewer.ts'
import { useDocumentTitle } from '../lib/routing/use-document-title.ts'
import { QueryView } from '../ui/feedback/query-view.tsx'
import { WallSkeleton } from '../ui/feedback/skeleton.tsx'
import { OnceOpened } from '../ui/overlay/once-opened.tsx'
import { SearchAll } from './search/search-all.tsx'
import { SearchList } from './search/search-lists.tsx'
import { WorkDialog } from '../features/portfolios/work/late-work-dialog.tsx'

const words = texts.search

/** Works, people and posts for some words. */
export function SearchScreen() {
  const viewer = useViewer()
  const { address } = useFilters()
  const { q = '', work } = address
  useDocumentTitle(work === undefined ? (q === '' ? words.title : words.tabTitle(q)) : undefined)
  useEffect(() => rememberSearch(q), [q])
  return (
    <>
      <PageFrame className="search-screen search-page page">
        <SearchField q={q} />
        {q === '' ? <NoWords /> : <Results q={q} isMember={viewer !== null} />}
      </PageFrame>
      <OnceOpened open={work !== undefined}>
        <WorkDialog id={work} viewerId={viewer?.id ?? null} />
      </OnceOpened>
    </>
  )
}

const NoWords = () => (
  <>
    <SearchHeading typed="" results={undefined} />
    <p className="mt-2 text-16 text-ink-3">{words.noWords}</p>
  </>
)

function Results({ q, isMember }: { q: string; isMember: boolean }) {
  const { address } = useFilters()
  const query = useQuery(everythingQuery(address))
  const facets = useQuery(foundFacetsQuery(address)).data
  const { data, isPlaceholderData: isOld } = query
  const results = isOld ? undefined : data
  const places = facets?.places ?? []
  const { tab } = address
  return (
    <>
      <SearchHeading typed={q} results={results} />
      <div className="search-head">
        <SearchTabs results={data} />
        <div role="group" aria-label={texts.filters.label} className="search-filters">
          <CategoryChoice bare />
          <PriceChoice bare />
          <PlaceFilter bare places={places} />
          <OriginFilter bare />
          <SortSelect />
        </div>
      </div>
      <div className="phone-filters">
        <FilterSheet workCount={facets?.workCount}>
          <CategoryChoice />
          <PriceChoice />
          <PlaceFilter places={places} />
          <OriginFilter />
        </FilterSheet>
        <SortPicker search />
      </div>
      <PlainFilters action="/search" places={places} />
      <QueryView
        query={query}
        skeleton={<WallSkeleton label={words.loading} />}
        failed={words.failed}
      >
        {(found) =>
          tab === undefined ? (
            <SearchAll results={found} old={isOld} isMember={isMember} />
          ) : (
            <SearchList tab={tab} taken={found.taken} isMember={isMember} />
          )
        }
      </QueryView>
    </>
  )
}
