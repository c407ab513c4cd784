import '../features/posts/posts-screens.css'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useSearch } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { CATEGORIES } from '@plinth/contract/choices.ts'
import { PageFrame } from '../features/navigation/page-frame.tsx'
import { CategoryFilter } from '../features/portfolios/wall/category-filter.tsx'
import { exploreQuery, followedQuery } from '../features/posts/post-api.ts'
import { PostWall } from '../features/posts/card/post-wall.tsx'
import { texts } from '../features/posts/posts-texts.ts'
import { useViewer } from '../features/session/use-viewer.ts'
import { useDocumentTitle } from '../lib/routing/use-document-title.ts'
import { EXPLORE_ORDERS, readExploreSearch } from '../lib/routing/explore-search.ts'
import { Button } from '../ui/actions/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Select } from '../ui/form/select.tsx'

const route = getRouteApi('/explore/posts')

const PUBLIC_ORDERS = EXPLORE_ORDERS.filter(({ value }) => value !== 'following')

/** Everybody's posts. */
export function ExplorePostsScreen() {
  const viewer = useViewer()
  const client = useQueryClient()
  const { category: slug, order = 'popular' } = readExploreSearch(useSearch({ strict: false }))
  const navigate = route.useNavigate()
  const isFollowing = viewer !== null && order === 'following'
  const category = isFollowing ? undefined : CATEGORIES.find((one) => one.slug === slug)
  useDocumentTitle(texts.explore.title)
  return (
    <PageFrame className="posts-screen page">
      <Link
        to="/explore"
        className="-ml-1 inline-flex min-h-11 items-center gap-1 text-14 font-semibold text-ink-3 hover:text-ink"
      >
        <ChevronLeft size={18} aria-hidden />
        {texts.explore.works}
      </Link>
      <div className="flex items-center justify-between flex-wrap gap-y-1 gap-x-4 min-h-13">
        <h1 className="display text-44 text-ink max-tablet:text-32">{texts.explore.title}</h1>
        <Select
          variant="quiet"
          aria-label={texts.explore.sort}
          options={viewer === null ? PUBLIC_ORDERS : EXPLORE_ORDERS}
          value={order}
          onValueChange={(next) =>
            void navigate({
              search: ({ order: _order, ...rest }) =>
                next === 'popular' ? rest : { ...rest, order: next },
              replace: true,
              resetScroll: false,
            })
          }
        />
      </div>
      {isFollowing ? null : (
        <div className="explore-filter mt-3 mb-6">
          <CategoryFilter active={slug} />
        </div>
      )}
      <h2 className="sr-only">{texts.posts}</h2>
      <PostWall
        isFirst
        source={
          isFollowing
            ? followedQuery(client)
            : exploreQuery(client, {
                categoryId: category?.id,
                sort: order === 'following' ? 'popular' : order,
              })
        }
        empty={
          <div role="status" className="max-w-160">
            <EmptyState
              title={texts.empty}
              line={
                isFollowing
                  ? texts.explore.followingLine
                  : category
                    ? texts.explore.emptyIn(category.name)
                    : texts.explore.emptyLine
              }
              action={
                category || isFollowing ? (
                  <Button asChild>
                    <Link to="/explore/posts">{texts.explore.wayOut}</Link>
                  </Button>
                ) : undefined
              }
            />
          </div>
        }
      />
    </PageFrame>
  )
}
