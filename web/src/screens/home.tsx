import '../styles/home.css'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { CATEGORIES, PORTFOLIO_SORTS } from '@plinth/contract/choices.ts'
import { TabBar } from '../features/navigation/tab-bar.tsx'
import { TopBar } from '../features/navigation/top-bar.tsx'
import { CategoryFilter } from '../features/portfolios/category-filter.tsx'
import { CreatorPromo } from '../features/portfolios/creator-promo.tsx'
import { FeaturedLedge } from '../features/portfolios/featured-ledge.tsx'
import { NothingFound } from '../features/portfolios/nothing-found.tsx'
import { wallQuery } from '../features/portfolios/portfolio-api.ts'
import { texts } from '../features/portfolios/portfolio-texts.ts'
import { SearchBox } from '../features/portfolios/search-box.tsx'
import { Wall } from '../features/portfolios/wall.tsx'
import { useViewer } from '../features/session/use-viewer.ts'
import { useDocumentTitle } from '../lib/document-title.ts'
import { without } from '../lib/home-search.ts'
import { useOnceOpened } from '../lib/use-once-opened.ts'
import { Select } from '../ui/select.tsx'

const WorkDialog = lazy(async () => ({
  default: (await import('../features/portfolios/work-dialog.tsx')).WorkDialog,
}))
const UploadDialog = lazy(async () => ({
  default: (await import('../features/portfolios/upload-dialog.tsx')).UploadDialog,
}))

const route = getRouteApi('/')

export function HomeScreen() {
  const viewer = useViewer()
  const search = route.useSearch()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { category: slug, q = '', sort = 'newest', work, dialog } = search
  useDocumentTitle(work === undefined ? texts.tabTitle : undefined)
  const isMember = viewer !== null
  const isCreator = viewer?.isCreator === true
  const uploading = isCreator && dialog === 'upload'
  const category = CATEGORIES.find((one) => one.slug === slug)
  const filtered = q !== '' || category !== undefined
  const workOpened = useOnceOpened(work !== undefined)
  const uploadOpened = useOnceOpened(uploading)

  return (
    <>
      <TopBar isCreator={isCreator} />
      <main id="main" tabIndex={-1} className="home">
        <h1 className="sr-only">{texts.screen}</h1>
        <div className="page home-filter">
          <SearchBox
            q={q}
            onSearch={(words) =>
              void navigate({
                to: '/',
                search: (previous) =>
                  words === '' ? without(previous, 'q') : { ...previous, q: words },
                replace: true,
                resetScroll: false,
              })
            }
          />
          <CategoryFilter active={slug} />
        </div>
        {filtered ? null : (
          <>
            <FeaturedLedge isMember={isMember} />
            {isCreator ? null : (
              <div className="page home-promo">
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
              look="quiet"
              aria-label={texts.sort.label}
              options={PORTFOLIO_SORTS}
              value={sort}
              onValueChange={(next) =>
                void navigate({
                  to: '/',
                  search: (previous) =>
                    next === 'newest' ? without(previous, 'sort') : { ...previous, sort: next },
                  replace: true,
                  resetScroll: false,
                })
              }
            />
          </div>
          <Wall
            source={wallQuery(client, { categoryId: category?.id, search: q, sort })}
            isMember={isMember}
            empty={<NothingFound q={q} category={category?.name} />}
          />
        </section>
      </main>
      <TabBar isCreator={isCreator} />
      <Suspense fallback={null}>
        {workOpened ? <WorkDialog id={work} viewerId={viewer?.id ?? null} /> : null}
        {uploadOpened && viewer !== null ? (
          <UploadDialog open={uploading} viewerId={viewer.id} />
        ) : null}
      </Suspense>
    </>
  )
}
