import { lazy, Suspense } from 'react'
import { CreatorWorks } from '../../features/portfolios/wall/creator-works.tsx'
import { OwnProfileTab } from '../../features/profile/own-profile-tab.tsx'
import { texts } from '../../features/profile/profile-texts.ts'
import type { Viewer } from '../../features/session/session-api.ts'
import { NoWorks } from './no-works.tsx'

const CreatorDashboard = lazy(async () => ({
  default: (await import('../../features/projects/home/creator-dashboard.tsx')).CreatorDashboard,
}))
const MemberHome = lazy(async () => ({
  default: (await import('../../features/projects/home/member-home.tsx')).MemberHome,
}))

/** The viewer's own tab: a member's home, or a creator's dashboard and their works. */
export const HomeProfile = ({ viewer }: { viewer: Viewer }) => (
  <>
    <OwnProfileTab viewer={viewer} />
    {viewer.isCreator ? (
      <>
        <Suspense fallback={<div className="min-h-dvh" />}>
          <CreatorDashboard viewer={viewer} />
        </Suspense>
        <section aria-labelledby="own-works" className="profile-panel home-section">
          <div className="page">
            <h2 id="own-works" className="display mb-6 text-24 text-ink">
              {texts.portfolio.heading}
            </h2>
          </div>
          <CreatorWorks creatorId={viewer.id} isMember empty={<NoWorks id={viewer.id} isOwn />} />
        </section>
      </>
    ) : (
      <Suspense fallback={<div className="min-h-dvh" />}>
        <MemberHome viewer={viewer} />
      </Suspense>
    )}
  </>
)
