import './home.css'
import './dashboard.css'
import { useQuery } from '@tanstack/react-query'
import type { Dashboard } from '@plinth/contract/people/home.ts'
import type { OwnUser } from '@plinth/contract/people/users.ts'
import { sentenceOf } from '../../../lib/api/api.ts'
import { ownZone } from '../../../lib/browser/zone.ts'
import { useNow } from '../../../lib/browser/use-now.ts'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { FirstSteps } from './first-steps.tsx'
import { dashboardQuery, useFreshHome } from './home-api.ts'
import { texts } from './home-texts.ts'
import { HomeSkeleton } from './member-home.tsx'
import { CreatorSlip } from './money-slips.tsx'
import { WaitingList } from './waiting-list.tsx'
import { WeekViews } from './week-views.tsx'
import { greeting, nowIn } from './zone-texts.ts'

/** A creator's dashboard: what waits today, money, this week's views and the first steps. */
export function CreatorDashboard({ viewer }: { viewer: OwnUser }) {
  useFreshHome()
  const zone = viewer.timeZone ?? ownZone()
  const query = useQuery(dashboardQuery(zone))
  const now = new Date(useNow())
  const waiting = query.data?.waiting.total
  return (
    <div className="page pt-9 max-tablet:pt-6">
      <h2 className="display home-greeting">{`${greeting(zone, now)}, ${viewer.firstName}`}</h2>
      <p className="mt-2 text-16 text-ink-3 tnum">
        {/* Without a chosen zone it is the browser's, which may be elsewhere. */}
        {`${nowIn(zone, now, viewer.timeZone === null ? null : viewer.location)}.`}
        {waiting === undefined ? null : (
          <span className="max-tablet:hidden">{` ${texts.waiting.count(waiting)}`}</span>
        )}
      </p>
      <QueryView
        query={query}
        skeleton={<HomeSkeleton />}
        failed={texts.failed}
        sentence={(error) => sentenceOf(error, texts.failedLine)}
      >
        {(dashboard) => <Loaded dashboard={dashboard} viewer={viewer} zone={zone} now={now} />}
      </QueryView>
    </div>
  )
}

interface LoadedProps {
  dashboard: Dashboard
  viewer: OwnUser
  zone: string
  now: Date
}

const Loaded = ({ dashboard, viewer, zone, now }: LoadedProps) => (
  <div className="home-top home-board">
    <div className="home-board-waiting">
      <WaitingList waiting={dashboard.waiting} zone={zone} now={now} />
    </div>
    <div className="home-board-money">
      <CreatorSlip money={dashboard.money} now={now} />
    </div>
    <div className="home-board-views">
      <WeekViews views={dashboard.views} />
    </div>
    {dashboard.steps === null ? null : (
      <div className="home-board-steps">
        <FirstSteps steps={dashboard.steps} viewer={viewer} />
      </div>
    )}
  </div>
)
