import { getRouteApi } from '@tanstack/react-router'
import { ANALYTICS_PERIOD } from '@plinth/contract/analytics/analytics.ts'
import { AnalyticsPage } from '../../features/analytics/analytics-page.tsx'
import { texts } from '../../features/analytics/analytics-texts.ts'
import { useViewer } from '../../features/session/use-viewer.ts'
import { MemberPage } from '../../features/navigation/member-page.tsx'
import { readAnalyticsSearch } from '../../lib/routing/analytics-search.ts'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'
import { CreatorsOnly } from './creators-only.tsx'

const route = getRouteApi('/analytics')

/** A creator's analytics. Other members see how to become a creator, and no data is requested. */
export function AnalyticsScreen() {
  const viewer = useViewer()
  const { period = ANALYTICS_PERIOD } = readAnalyticsSearch({ ...route.useSearch() })
  const navigate = route.useNavigate()
  useDocumentTitle(texts.title)
  if (viewer === null) return null
  if (!viewer.isCreator) return <CreatorsOnly />
  return (
    <MemberPage isCreator>
      <AnalyticsPage
        period={period}
        onPeriod={(next) =>
          void navigate({
            search: next === ANALYTICS_PERIOD ? {} : { period: next },
            replace: true,
            resetScroll: false,
          })
        }
      />
    </MemberPage>
  )
}
