import '../../features/portfolios/wall/series.css'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { PageFrame } from '../../features/navigation/page-frame.tsx'
import { seriesQuery, seriesWorksQuery } from '../../features/portfolios/wall/wall-api.ts'
import { wallTexts as texts } from '../../features/portfolios/wall/wall-texts.ts'
import { WorkCard } from '../../features/portfolios/wall/work-card.tsx'
import { texts as workTexts } from '../../features/portfolios/portfolio-texts.ts'
import { WorkDialog } from '../../features/portfolios/work/late-work-dialog.tsx'
import { useViewer } from '../../features/session/use-viewer.ts'
import { isMissing } from '../../lib/api/errors.ts'
import { fromPrice, fullName } from '../../lib/format/format.ts'
import { readBoardSearch } from '../../lib/routing/boards-search.ts'
import { toPerson } from '../../lib/routing/paths.ts'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { Skeleton, WallSkeleton } from '../../ui/feedback/skeleton.tsx'
import { JustifiedWall } from '../../ui/wall/justified-wall.tsx'
import { OnceOpened } from '../../ui/overlay/once-opened.tsx'
import { NotFoundScreen } from '../public/not-found.tsx'

/** A series: some works of one creator, in their order. */
export function SeriesScreen() {
  const viewer = useViewer()
  const id = useParams({ strict: false, select: (params) => params.id }) ?? ''
  const { work } = readBoardSearch(useSearch({ strict: false }))
  const series = useQuery(seriesQuery(id))
  const works = useInfiniteQuery(seriesWorksQuery(useQueryClient(), id))
  const isGone = isMissing(series.error)
  useDocumentTitle(isGone || work !== undefined ? undefined : series.data?.title)
  if (isGone) return <NotFoundScreen />
  const isMember = viewer !== null
  return (
    <>
      <PageFrame className="series-screen page" join="secondary">
        <QueryView query={series} skeleton={<SeriesSkeleton />} failed={texts.failed}>
          {({ title, description, creator, workCount, fromPrice: from }) => (
            <>
              <h1 className="display text-32 text-ink wrap-anywhere">{title}</h1>
              <p className="mt-2 text-16 text-ink-2">
                {texts.by}
                <Link {...toPerson(creator)} className="text-link">
                  {fullName(creator)}
                </Link>
              </p>
              {description === '' ? null : (
                <p className="mt-4 max-w-160 text-18 whitespace-pre-line text-ink-2 wrap-anywhere">
                  {description}
                </p>
              )}
              <p className="tnum mt-3 text-14 text-ink-3">
                {[texts.works(workCount), ...(from === null ? [] : [fromPrice(from)])].join(', ')}
              </p>
            </>
          )}
        </QueryView>
        <div className="mt-10">
          <h2 className="sr-only">{texts.inIt}</h2>
          <QueryView
            query={works}
            skeleton={<WallSkeleton count={6} />}
            failed={workTexts.discover.failed}
          >
            {({ pages }) => (
              <JustifiedWall
                hung={pages.flatMap(({ items }) => items)}
                query={works}
                isFirst
                inOrder
                texts={workTexts.discover}
              >
                {(one, image) => <WorkCard work={one} isMember={isMember} {...image} />}
              </JustifiedWall>
            )}
          </QueryView>
        </div>
      </PageFrame>
      <OnceOpened open={work !== undefined}>
        <WorkDialog id={work} viewerId={viewer?.id ?? null} />
      </OnceOpened>
    </>
  )
}

const SeriesSkeleton = () => (
  <div role="status" aria-label={texts.loading}>
    <Skeleton className="h-11 w-2/5" />
    <Skeleton className="mt-4 h-6 w-1/5" />
  </div>
)
