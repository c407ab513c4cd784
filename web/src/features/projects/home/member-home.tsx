import './home.css'
import { useQuery } from '@tanstack/react-query'
import type { Home } from '@plinth/contract/people/home.ts'
import type { OwnUser } from '@plinth/contract/people/users.ts'
import { sentenceOf } from '../../../lib/api/api.ts'
import { ownZone } from '../../../lib/browser/zone.ts'
import { useNow } from '../../../lib/browser/use-now.ts'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { homeQuery, useFreshHome } from './home-api.ts'
import { texts } from './home-texts.ts'
import { LatestSaves, NewWorks } from './home-works.tsx'
import { ClientSlip } from './money-slips.tsx'
import { UnderWay } from './under-way.tsx'

/** A member's home: projects under way, money, latest saves and new works. */
export function MemberHome({ viewer }: { viewer: OwnUser }) {
  useFreshHome()
  const zone = viewer.timeZone ?? ownZone()
  return (
    <div className="page">
      <QueryView
        query={useQuery(homeQuery(zone))}
        skeleton={<HomeSkeleton />}
        failed={texts.failed}
        sentence={(error) => sentenceOf(error, texts.failedLine)}
      >
        {(home) => <Loaded home={home} zone={zone} />}
      </QueryView>
    </div>
  )
}

function Loaded({ home, zone }: { home: Home; zone: string }) {
  const now = new Date(useNow())
  return (
    <>
      <div className="home-top">
        <UnderWay projects={home.projects} count={home.projectCount} zone={zone} now={now} />
        <ClientSlip money={home.money} />
      </div>
      <LatestSaves works={home.saved} />
      <NewWorks followed={home.followed} />
    </>
  )
}

/** Stands for rows on the left and a slip on the right. */
export const HomeSkeleton = () => (
  <div role="status" aria-label={texts.loading} className="home-top">
    <div>
      <Skeleton className="h-8 w-44" />
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="mt-6 h-28" />
      ))}
    </div>
    <Skeleton className="h-105" />
  </div>
)
