import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SearchTab } from '@plinth/contract/search/addresses.ts'
import { WorkRows } from '../../features/portfolios/wall/wall.tsx'
import { NothingFits } from '../../features/search/filters/nothing-fits.tsx'
import { PlainPaging } from '../../features/search/filters/plain-paging.tsx'
import { isFiltered, useFilters } from '../../features/search/filters/use-filters.ts'
import { FoundPeople } from '../../features/search/results/found-people.tsx'
import { FoundPosts } from '../../features/search/results/found-posts.tsx'
import {
  foundFacetsQuery,
  foundPeopleQuery,
  foundPostsQuery,
  foundWorksQuery,
} from '../../features/search/search-api.ts'
import { texts } from '../../features/search/search-texts.ts'
import { changeSearch } from '../../lib/routing/works-search.ts'
import { Button } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { hasNoItems, PagesView } from '../../ui/feedback/endless.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { Skeleton, WallSkeleton } from '../../ui/feedback/skeleton.tsx'
import { FollowFound } from './follow-found.tsx'

const words = texts.search

interface ListProps {
  /** The words that were searched for, with corrections. */
  taken: string
  isMember: boolean
}

/** All works of a search. */
function WorksList({ taken, isMember }: ListProps) {
  const { address } = useFilters()
  const query = useInfiniteQuery(foundWorksQuery(useQueryClient(), address))
  const facets = useQuery(foundFacetsQuery(address)).data
  return (
    <QueryView
      query={query}
      skeleton={<WallSkeleton />}
      failed={texts.explore.failed}
      isEmpty={hasNoItems}
      empty={
        isFiltered(address) ? (
          <NothingFits facets={facets} />
        ) : (
          <Nothing title={words.noWorks(taken)} />
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

/** All people of a search, the best match first. */
function PeopleList({ taken }: ListProps) {
  const { address } = useFilters()
  const query = useInfiniteQuery(foundPeopleQuery(useQueryClient(), address))
  return (
    <PagesView
      query={query}
      skeleton={<RowsSkeleton />}
      failed={words.failed}
      moreFailed={words.morePeopleFailed}
      empty={<Nothing title={words.noPeople(taken)} />}
    >
      {(people) => (
        <div className="max-w-200">
          <FoundPeople
            people={people}
            words={taken}
            renderFollow={(person) => <FollowFound person={person} />}
          />
          <PlainPaging next={query.data?.pages.at(-1)?.next} />
        </div>
      )}
    </PagesView>
  )
}

/** All posts of a search, the best match first. */
function PostsList({ taken }: ListProps) {
  const { address } = useFilters()
  const query = useInfiniteQuery(foundPostsQuery(useQueryClient(), address))
  return (
    <PagesView
      query={query}
      skeleton={<RowsSkeleton />}
      failed={words.failed}
      moreFailed={words.morePostsFailed}
      empty={<Nothing title={words.noPosts(taken)} />}
    >
      {(posts) => (
        <div className="max-w-200">
          <FoundPosts posts={posts} />
          <PlainPaging next={query.data?.pages.at(-1)?.next} />
        </div>
      )}
    </PagesView>
  )
}

const LISTS = { works: WorksList, people: PeopleList, posts: PostsList }

/** One part of a search alone, with all its pages. */
export function SearchList({ tab, ...props }: ListProps & { tab: SearchTab }) {
  const List = LISTS[tab]
  return (
    <>
      <h2 className="sr-only">{words[tab]}</h2>
      <List {...props} />
    </>
  )
}

/** Says that this part found nothing, and leads to the others. */
const Nothing = ({ title }: { title: string }) => (
  <div role="status" className="max-w-160">
    <EmptyState
      title={title}
      line={words.nothingLine}
      action={
        <Button asChild>
          <Link {...changeSearch({ tab: undefined })}>{words.allResults}</Link>
        </Button>
      }
    />
  </div>
)

const ROWS = 6

const RowsSkeleton = () => (
  <div role="status" aria-label={words.loading} className="max-w-200">
    {Array.from({ length: ROWS }, (_, index) => (
      <div key={index} className="found-row items-center">
        <Skeleton className="size-12" />
        <div className="flex-1">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="mt-2 h-3 w-3/5" />
        </div>
      </div>
    ))}
  </div>
)
