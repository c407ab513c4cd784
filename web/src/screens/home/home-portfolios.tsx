import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazyRouteComponent, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { CATEGORIES, PORTFOLIO_SORTS } from '@plinth/contract/choices.ts'
import { CategoryFilter } from '../../features/portfolios/wall/category-filter.tsx'
import { CreatorPromo } from '../../features/portfolios/wall/creator-promo.tsx'
import { FeaturedLedge } from '../../features/portfolios/wall/featured-ledge.tsx'
import { Wall } from '../../features/portfolios/wall/wall.tsx'
import { featuredQuery, wallQuery } from '../../features/portfolios/portfolio-api.ts'
import { texts } from '../../features/portfolios/portfolio-texts.ts'
import { SearchBox } from '../../features/portfolios/wall/search-box.tsx'
import { without, type HomeSearch } from '../../lib/routing/home-search.ts'
import { Select } from '../../ui/form/select.tsx'

const SearchCorrection = lazyRouteComponent(
  () => import('../../features/portfolios/wall/search-correction.tsx'),
  'SearchCorrection',
)
const EmptyWall = lazyRouteComponent(
  () => import('../../features/portfolios/wall/empty-wall.tsx'),
  'EmptyWall',
)

/** Featured works on their ledge, and the wall of all others with search and filters. */
export function HomePortfolios({ search, isCreator }: { search: HomeSearch; isCreator: boolean }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { category: slug, q = '', sort = 'newest' } = search
  const category = CATEGORIES.find((one) => one.slug === slug)
  const source = wallQuery(client, { categoryId: category?.id, search: q, sort })
  const filtered = q !== '' || category !== undefined
  const featured = useQuery(featuredQuery).data
  const change = (next: (previous: HomeSearch) => HomeSearch) =>
    void navigate({ to: '/', search: next, replace: true, resetScroll: false })

  return (
    <>
      <h1 className="sr-only">{texts.screen}</h1>
      <div className="page home-filter">
        <SearchBox
          q={q}
          onSearch={(words) =>
            change((previous) =>
              words === '' ? without(previous, 'q') : { ...previous, q: words },
            )
          }
        />
        <CategoryFilter active={slug} />
      </div>
      {filtered ? null : (
        <>
          <FeaturedLedge isMember />
          {isCreator ? null : (
            <div className="page">
              <CreatorPromo />
            </div>
          )}
        </>
      )}
      <section aria-labelledby="discover" className="page home-discover">
        <div className="mb-6 flex items-center justify-between gap-4">
          <h2 id="discover" className="display min-w-0 text-32 text-ink">
            {q === '' ? texts.discover.title : texts.discover.results(q)}
          </h2>
          <Select
            variant="quiet"
            aria-label={texts.sort.label}
            options={PORTFOLIO_SORTS}
            value={sort}
            onValueChange={(next) =>
              change((previous) =>
                next === 'newest' ? without(previous, 'sort') : { ...previous, sort: next },
              )
            }
          />
        </div>
        <div role="status">
          <Suspense>{q === '' ? null : <SearchCorrection source={source} />}</Suspense>
        </div>
        <Wall
          source={source}
          isMember
          hidden={filtered ? undefined : featured}
          empty={
            <Suspense>
              <EmptyWall q={q} category={category?.name} />
            </Suspense>
          }
        />
      </section>
    </>
  )
}
