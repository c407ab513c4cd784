import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { SearchTab } from '@plinth/contract/search/addresses.ts'
import type { SearchResults } from '@plinth/contract/search/search.ts'
import { isFiltered, useFilters } from '../../features/search/filters/use-filters.ts'
import { FoundPeople } from '../../features/search/results/found-people.tsx'
import { FoundPosts } from '../../features/search/results/found-posts.tsx'
import { FoundTags } from '../../features/search/results/found-tags.tsx'
import { foundCount, foundNothing } from '../../features/search/results/result-rules.ts'
import { foundWorksQuery } from '../../features/search/search-api.ts'
import { texts } from '../../features/search/search-texts.ts'
import { changeSearch, NO_FILTERS } from '../../lib/routing/works-search.ts'
import { Button } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FollowFound } from './follow-found.tsx'
import { FoundWorks } from './found-works.tsx'

const words = texts.search
/** Sums of ratios that fill a row at the height of the pictures in the design. */
const ROW_OF_THREE = 3.3
const ROW_OF_FIVE = 6.4
/** So many of each part are shown before their own tab. */
const FIRST = 3

interface SearchAllProps {
  results: SearchResults
  /** They are for other words or filters, while the next ones load. */
  old: boolean
  isMember: boolean
}

/** The first three of each part, then tags, and works close to them. An empty part is left out. */
export function SearchAll({ results, old, isMember }: SearchAllProps) {
  const { people, posts, tags, close, taken } = results
  const isEmpty = foundNothing(results)
  return (
    <div className={clsx('search-all', old && 'wall-old')}>
      {isEmpty ? <Nothing taken={taken} /> : null}
      <BestWorks results={results} isMember={isMember} />
      <div className="found-pair">
        {people.length === 0 && tags.length === 0 ? null : (
          <div>
            {people.length === 0 ? null : (
              <Part tab="people" count={results.personCount}>
                <FoundPeople
                  people={people}
                  words={taken}
                  renderFollow={(person) => <FollowFound person={person} />}
                />
              </Part>
            )}
            <FoundTags tags={tags} />
          </div>
        )}
        {posts.length === 0 ? null : (
          <Part tab="posts" count={results.postCount}>
            <FoundPosts posts={posts} />
          </Part>
        )}
      </div>
      {close.length === 0 ? null : (
        <section aria-labelledby="found-close">
          <h2 id="found-close" className="display text-24 text-ink">
            {isEmpty ? words.popular : words.close(taken)}
          </h2>
          {isEmpty ? null : <p className="mt-1 text-14 text-ink-3">{words.closeLine}</p>}
          <div className="mt-6">
            <FoundWorks works={close} isMember={isMember} fill={ROW_OF_FIVE} />
          </div>
        </section>
      )}
    </div>
  )
}

/** The first works. In another order than by match they come from the list that their own tab shows. */
function BestWorks({ results, isMember }: Omit<SearchAllProps, 'old'>) {
  const { address } = useFilters()
  const sorted = useInfiniteQuery({
    ...foundWorksQuery(useQueryClient(), address),
    enabled: address.sort !== undefined && results.workCount > 0,
  }).data?.pages[0]?.items
  if (results.works.length === 0) return null
  const works = address.sort === undefined ? results.works : (sorted ?? results.works)
  return (
    <Part tab="works" count={results.workCount}>
      <FoundWorks works={works.slice(0, FIRST)} isMember={isMember} fill={ROW_OF_THREE} isFirst />
    </Part>
  )
}

interface PartProps {
  tab: SearchTab
  count: number
  children: ReactNode
}

const Part = ({ tab, count, children }: PartProps) => (
  <section aria-labelledby={`found-${tab}`}>
    <h2 id={`found-${tab}`} className="display mb-6 text-24 text-ink">
      {words[tab]} <span className="tnum font-normal text-ink-3">{foundCount(count)}</span>
    </h2>
    {children}
    {count > FIRST ? (
      <Button asChild className="mt-6">
        <Link {...changeSearch({ tab })} resetScroll>
          {words.showAll(foundCount(count))}
        </Link>
      </Button>
    ) : null}
  </section>
)

/** Says that nothing was found. Filters may be the reason, so they can be taken off. */
function Nothing({ taken }: { taken: string }) {
  const { address } = useFilters()
  return (
    <div role="status" className="max-w-160">
      <EmptyState
        title={words.nothing(taken)}
        line={words.nothingLine}
        action={
          isFiltered(address) ? (
            <Button asChild>
              <Link {...changeSearch(NO_FILTERS)} replace>
                {texts.filters.clear}
              </Link>
            </Button>
          ) : undefined
        }
      />
    </div>
  )
}
