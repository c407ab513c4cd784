import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ANALYTICS_PERIOD, type AnalyticsPeriod } from '@plinth/contract/analytics/analytics.ts'
import { statisticsQuery, type Thing } from '../../features/analytics/analytics-api.ts'
import { AnalyticsSkeleton } from '../../features/analytics/analytics-skeleton.tsx'
import { texts } from '../../features/analytics/analytics-texts.ts'
import { StatisticsPage } from '../../features/analytics/statistics-page.tsx'
import { statisticsTexts } from '../../features/analytics/statistics-texts.ts'
import { MemberPage } from '../../features/navigation/member-page.tsx'
import { useViewer } from '../../features/session/use-viewer.ts'
import { isMissing } from '../../lib/api/errors.ts'
import { readAnalyticsSearch, type AnalyticsSearch } from '../../lib/routing/analytics-search.ts'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { CreatorsOnly } from './creators-only.tsx'
import { NotFoundScreen } from '../public/not-found.tsx'

const workRoute = getRouteApi('/portfolio/$id/$part')
const postRoute = getRouteApi('/post/$id/statistics')

/** What one of the viewer's works got. */
export function WorkStatisticsScreen() {
  const { id } = workRoute.useParams()
  const navigate = workRoute.useNavigate()
  return (
    <ForCreators
      thing={{ of: 'work', id }}
      search={workRoute.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  )
}

/** What one of the viewer's posts got. */
export function PostStatisticsScreen() {
  const { id } = postRoute.useParams()
  const navigate = postRoute.useNavigate()
  return (
    <ForCreators
      thing={{ of: 'post', id }}
      search={postRoute.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  )
}

interface StatisticsProps {
  thing: Thing
  search: object
  onSearch: (search: AnalyticsSearch) => void
}

function ForCreators(props: StatisticsProps) {
  const viewer = useViewer()
  if (viewer === null) return null
  return viewer.isCreator ? <Screen key={props.thing.id} {...props} /> : <CreatorsOnly />
}

function Screen({ thing, search, onSearch }: StatisticsProps) {
  const { period = ANALYTICS_PERIOD } = readAnalyticsSearch({ ...search })
  const query = useQuery(statisticsQuery(thing, period))
  const isGone = isMissing(query.error)
  useDocumentTitle(
    query.data === undefined || isGone
      ? statisticsTexts.tab
      : statisticsTexts.tabOf(query.data.title),
  )
  if (isGone) return <NotFoundScreen />
  const choose = (next: AnalyticsPeriod) =>
    onSearch(next === ANALYTICS_PERIOD ? {} : { period: next })
  return (
    <MemberPage isCreator>
      <div className="page analytics" aria-busy={query.isPlaceholderData || undefined}>
        {query.data === undefined ? <h1 className="sr-only">{statisticsTexts.tab}</h1> : null}
        <QueryView query={query} skeleton={<AnalyticsSkeleton />} failed={texts.failed}>
          {(data) => <StatisticsPage data={data} period={period} onPeriod={choose} />}
        </QueryView>
      </div>
    </MemberPage>
  )
}
