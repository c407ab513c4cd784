import { CreatorWorks } from '../../features/portfolios/wall/creator-works.tsx'
import { OwnProfileTab } from '../../features/profile/own-profile-tab.tsx'
import { texts } from '../../features/profile/profile-texts.ts'
import type { Viewer } from '../../features/session/session-api.ts'
import { NoWorks } from './no-works.tsx'

/** The viewer's profile in a tab and, for creators, their works. */
export const HomeProfile = ({ viewer }: { viewer: Viewer }) => (
  <>
    <OwnProfileTab viewer={viewer} />
    {viewer.isCreator ? (
      <section aria-labelledby="own-works" className="profile-panel max-tablet:mt-8">
        <div className="page">
          <h2 id="own-works" className="display mb-6 text-24 text-ink">
            {texts.portfolio.heading}
          </h2>
        </div>
        <CreatorWorks creatorId={viewer.id} isMember empty={<NoWorks id={viewer.id} isOwn />} />
      </section>
    ) : null}
  </>
)
