import './profile.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bookmark, ChevronRight, Handshake, Heart, UserRound, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OwnUser } from '@plinth/contract/people/users.ts'
import { fullName } from '../../lib/format/format.ts'
import { toPerson } from '../../lib/routing/paths.ts'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { profileQuery } from './profile-api.ts'
import { Figure, HandleLine, Portrait } from './profile-head.tsx'
import { texts } from './profile-texts.ts'

/** The viewer's own tab on the home screen: their name, counts, and links to their pages. */
export function OwnProfileTab({ viewer }: { viewer: OwnUser }) {
  const name = fullName(viewer)
  return (
    <section aria-labelledby="own-name" className="page own-profile">
      <Portrait person={viewer} />
      <div className="min-w-0">
        <h1 id="own-name" className="display profile-heading">
          {name}
        </h1>
        <HandleLine person={viewer} />
        {viewer.email === null ? null : (
          <p className="mt-3 text-16 break-words text-ink-2">{viewer.email}</p>
        )}
        {viewer.isCreator ? <OwnCounts id={viewer.id} /> : null}
      </div>
      <ul className="own-ways">
        <Way icon={UserRound}>
          <Link {...toPerson(viewer)}>{texts.own.profile}</Link>
        </Way>
        <Way icon={Handshake}>
          <Link to="/projects">{texts.own.projects}</Link>
        </Way>
        <Way icon={Heart}>
          <Link to="/liked-posts">{texts.own.liked}</Link>
        </Way>
        <Way icon={Heart}>
          <Link to="/liked-posts" search={{ show: 'works' }}>
            {texts.own.likedWorks}
          </Link>
        </Way>
        <Way icon={Bookmark}>
          <Link to="/saved-posts">{texts.own.saved}</Link>
        </Way>
        <Way icon={Bookmark}>
          <Link to="/saved-posts" search={{ show: 'works' }}>
            {texts.own.savedWorks}
          </Link>
        </Way>
      </ul>
    </section>
  )
}

/** The viewer's counts of posts, followers and likes. */
function OwnCounts({ id }: { id: string }) {
  return (
    <div className="mt-5">
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
}

/** A row that is a link as a whole. */
const Way = ({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) => (
  <li className="own-way relative flex items-center gap-4 min-h-14 border-b border-line text-ink-2 font-semibold hover:text-ink">
    <Icon size={20} strokeWidth={1.6} aria-hidden />
    {children}
    <ChevronRight size={18} className="ml-auto text-ink-3" aria-hidden />
  </li>
)
