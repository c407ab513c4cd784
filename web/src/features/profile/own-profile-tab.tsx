import './profile.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { OwnUser } from '@plinth/contract/people/users.ts'
import { fullName } from '../../lib/format/format.ts'
import { toPerson } from '../../lib/routing/paths.ts'
import { Button } from '../../ui/actions/button.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Avatar, faceOf } from '../../ui/layout/avatar.tsx'
import { Badge } from '../../ui/layout/badge.tsx'
import { LedgeTab, LedgeTabs } from '../../ui/layout/tabs.tsx'
import { profileQuery } from './profile-api.ts'
import { Figure } from './profile-head.tsx'
import { texts } from './profile-texts.ts'

const SIZE = 72

/** The head of the viewer's own tab: who they are, their counts, and ways to their pages. */
export function OwnProfileTab({ viewer }: { viewer: OwnUser }) {
  const { handle, location, email, isCreator, isAdmin } = viewer
  const town = location?.split(',')[0]?.trim() ?? ''
  return (
    <section aria-labelledby="own-name" className="page own-profile">
      <div className="own-head">
        <Avatar {...faceOf(viewer)} silent size={SIZE} />
        <div className="min-w-0">
          <h1 id="own-name" className="display own-name">
            {fullName(viewer)}
          </h1>
          <p className="text-16 break-words text-ink-3">
            {[handle === null ? '' : `@${handle}`, town].filter(Boolean).join(', ')}
          </p>
          {email === null ? null : <p className="text-14 break-words text-ink-3">{email}</p>}
          {isCreator || isAdmin ? (
            <p className="mt-2 flex flex-wrap gap-2">
              {isCreator ? <Badge kind="creator" /> : null}
              {isAdmin ? <Badge kind="admin" /> : null}
            </p>
          ) : null}
        </div>
        <div className="own-buttons">
          <Button asChild>
            <Link {...toPerson(viewer)}>{texts.own.profile}</Link>
          </Button>
          <Button asChild>
            <Link to="/settings">{texts.own.edit}</Link>
          </Button>
        </div>
        {isCreator ? <OwnCounts id={viewer.id} /> : null}
      </div>
      <LedgeTabs label={texts.own.pages} className="own-tabs no-scrollbar">
        <LedgeTab>
          <Link to="/" search={{ view: 'profile' }} aria-current="page">
            {texts.own.home}
          </Link>
        </LedgeTab>
        <LedgeTab>
          <Link to="/projects">{texts.own.projects}</Link>
        </LedgeTab>
        <LedgeTab>
          <Link to="/saved-posts">{texts.own.saved}</Link>
        </LedgeTab>
        <LedgeTab>
          <Link to="/liked-posts">{texts.own.liked}</Link>
        </LedgeTab>
        <LedgeTab>
          <Link {...toPerson(viewer)} search={{ tab: 'posts' }}>
            {texts.own.posts}
          </Link>
        </LedgeTab>
      </LedgeTabs>
    </section>
  )
}

/** The viewer's counts of posts, followers and likes. */
const OwnCounts = ({ id }: { id: string }) => (
  <div className="own-counts">
    <QueryView
      query={useQuery(profileQuery(id))}
      skeleton={
        <div role="status" aria-label={texts.loading}>
          <Skeleton className="h-13 w-60" />
        </div>
      }
      failed={texts.failed}
    >
      {({ postCount, followers, likesReceived }) => (
        <ul aria-label={texts.counts.label} className="flex flex-wrap gap-x-12 gap-y-4">
          <li>
            <Figure value={postCount} word={texts.counts.posts(postCount)} />
          </li>
          <li>
            <Figure value={followers} word={texts.counts.followers(followers)} />
          </li>
          {likesReceived === null ? null : (
            <li>
              <Figure value={likesReceived} word={texts.counts.likes(likesReceived)} />
            </li>
          )}
        </ul>
      )}
    </QueryView>
  </div>
)
