import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Person } from '@plinth/contract/people/users.ts'
import { fullName } from '../../lib/format/format.ts'
import { toPerson } from '../../lib/routing/paths.ts'
import type { PeopleKind } from '../../lib/routing/profile-search.ts'
import { Avatar, faceOf } from '../../ui/layout/avatar.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PagesView } from '../../ui/feedback/endless.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { FollowButton } from './follow-button.tsx'
import { peopleQuery } from './profile-api.ts'
import { texts } from './profile-texts.ts'

const SKELETONS = 6

interface PeopleListProps {
  kind: PeopleKind
  /** The person whose followers or follows are listed. */
  id: string
  words: string
  viewerId: string | null
}

/** An endless list of people, the newest follow first. */
export function PeopleList({ kind, id, words, viewerId }: PeopleListProps) {
  const query = useInfiniteQuery(peopleQuery(kind, id, words))
  const none = kind === 'followers' ? texts.people.noFollowers : texts.people.noFollowing
  return (
    <PagesView
      query={query}
      skeleton={<PeopleSkeleton />}
      failed={texts.people.failed}
      loadingMore={texts.people.loadingMore}
      moreFailed={texts.people.moreFailed}
      empty={
        <div role="status">
          <EmptyState title={words === '' ? none : texts.people.noneFound(words)} />
        </div>
      }
    >
      {(items) => (
        <ul>
          {items.map((person) => (
            <PersonRow key={person.id} person={person} viewerId={viewerId} />
          ))}
        </ul>
      )}
    </PagesView>
  )
}

function PersonRow({ person, viewerId }: { person: Person; viewerId: string | null }) {
  const role = person.craft ?? (person.isCreator ? texts.people.creator : texts.people.follower)
  return (
    <li className="person">
      <Link {...toPerson(person)} className="group flex min-w-0 flex-1 items-center gap-4">
        <Avatar {...faceOf(person)} size={48} />
        <span className="min-w-0">
          <span className="block truncate text-16 font-semibold text-ink group-hover:underline">
            {fullName(person)}
          </span>
          {person.handle === null ? null : (
            <span className="block truncate text-14 text-ink-2">@{person.handle}</span>
          )}
          <span className="line-clamp-2 text-14 text-ink-3">
            {person.location === null ? role : `${role}, ${person.location}`}
          </span>
        </span>
      </Link>
      {person.id === viewerId ? (
        <span className="text-14 text-ink-3">{texts.follow.you}</span>
      ) : (
        <FollowButton person={person} viewerId={viewerId} className="min-w-32" />
      )}
    </li>
  )
}

const PeopleSkeleton = () => (
  <div role="status" aria-label={texts.people.loading}>
    {Array.from({ length: SKELETONS }, (_, index) => (
      <div key={index} className="person">
        <Skeleton className="size-12" />
        <div className="flex-1">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="mt-2 h-3 w-3/5" />
        </div>
      </div>
    ))}
  </div>
)
