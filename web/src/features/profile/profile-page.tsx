import './profile.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode } from 'react'
import type { Profile } from '@plinth/contract/people/users.ts'
import { isMissing } from '../../lib/api/errors.ts'
import { isLight, profileTokens } from '../../lib/colours/profile.ts'
import { fullName } from '../../lib/format/format.ts'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'
import type { ProfileSearch } from '../../lib/routing/profile-search.ts'
import { Button } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { LedgeSkeleton, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { OnceOpened } from '../../ui/overlay/once-opened.tsx'
import { profileQuery } from './profile-api.ts'
import { JoinPanel } from './join-panel.tsx'
import { PinnedHire, ProfileBanner, ProfileHead } from './profile-head.tsx'
import { ProfileTabs } from './profile-tabs.tsx'
import { texts } from './profile-texts.ts'

const PeopleDialog = lazy(async () => ({
  default: (await import('./people-dialog.tsx')).PeopleDialog,
}))

interface ProfilePageProps {
  id: string
  /** Null for a visitor. */
  viewerId: string | null
  search: ProfileSearch
  /** The contents of the tabs; `saved` is rendered on the viewer's own profile only. */
  posts: ReactNode
  portfolio: ReactNode
  boards: ReactNode
  reviews: ReactNode
  saved: ReactNode
}

/** Somebody's page, in their own colours from edge to edge. */
export function ProfilePage({ id, viewerId, search, ...panels }: ProfilePageProps) {
  const query = useQuery(profileQuery(id))
  const person = query.data
  const missing = isMissing(query.error)
  // A dialog over the profile sets the title itself.
  useDocumentTitle(
    search.work === undefined
      ? missing
        ? texts.missing.title
        : person && fullName(person)
      : undefined,
  )
  if (missing) return <MissingProfile />
  return (
    <main
      id="main"
      tabIndex={-1}
      className={viewerId === null ? 'profile without-tabs' : 'profile'}
      data-light={person && isLight(person.profileColors.background) ? '' : undefined}
      style={person && profileTokens(person.profileColors)}
    >
      {person ? null : <h1 className="sr-only">{texts.screen}</h1>}
      <QueryView query={query} skeleton={<ProfileSkeleton />} failed={texts.failed}>
        {(shown) => (
          <>
            {shown.banner === null ? null : <ProfileBanner banner={shown.banner} />}
            <ProfileHead person={shown} viewerId={viewerId} />
            <ProfileTabs
              open={search.tab}
              isOwn={shown.id === viewerId}
              person={shown}
              {...panels}
            />
            {viewerId === null && shown.isCreator ? <JoinPanel person={shown} /> : null}
            <PinnedHire person={shown} viewerId={viewerId} />
            <People person={shown} viewerId={viewerId} open={search.people} />
          </>
        )}
      </QueryView>
    </main>
  )
}

function People({
  person,
  viewerId,
  open,
}: {
  person: Profile
  viewerId: string | null
  open: ProfileSearch['people']
}) {
  return (
    <OnceOpened open={open !== undefined && viewerId !== null}>
      <PeopleDialog person={person} viewerId={viewerId ?? ''} open={open} />
    </OnceOpened>
  )
}

/** What is shown where nobody is. */
export const MissingProfile = () => (
  <main id="main" tabIndex={-1} className="profile">
    <div className="page pt-24 [&>*]:max-w-160">
      <h1 className="sr-only">{texts.missing.title}</h1>
      <EmptyState
        title={texts.missing.title}
        line={texts.missing.line}
        action={
          <Button asChild>
            <Link to="/">{texts.missing.out}</Link>
          </Button>
        }
      />
    </div>
  </main>
)

/** The outline of a profile while it loads. */
const ProfileSkeleton = () => (
  <div role="status" aria-label={texts.loading}>
    <div className="page profile-head">
      <Skeleton className="profile-portrait aspect-square w-42 max-tablet:w-22" />
      <div className="profile-name">
        <Skeleton className="h-16 w-4/5 max-tablet:h-8" />
      </div>
      <div className="profile-said">
        <Skeleton className="h-5 w-full max-w-140" />
        <Skeleton className="mt-3 h-5 w-3/5 max-w-100" />
      </div>
      <div className="profile-side">
        <Skeleton className="h-13 w-full" />
        <Skeleton className="mt-5 h-11 w-full" />
      </div>
    </div>
    <div className="page mt-24">
      <LedgeSkeleton />
    </div>
  </div>
)
