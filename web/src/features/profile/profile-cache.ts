import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import {
  getProfile,
  getUserStats,
  listFollowers,
  listFollowing,
  type Person,
  type Profile,
} from '@plinth/contract/people/users.ts'
import type { Page } from '../../lib/api/api.ts'

/** Somebody began or ceased to follow somebody. */
export interface FollowChange {
  followerId: string
  followedId: string
}

const pathOf = (key: QueryKey) => (typeof key[0] === 'string' ? (key[0].split('?')[0] ?? '') : '')
const PEOPLE = /^\/api\/users\/[^/]+\/(followers|following)$/
const isPeople = (key: QueryKey) => PEOPLE.test(pathOf(key))
const profileKey = (id: string) => [endpointUrl(getProfile, { params: { id } })]

/**
 * Nothing refetches by itself: this says what a follow makes old. Both profiles and every row that
 * shows the person are patched at once and stay; lists gain or lose a row, which only a new answer knows.
 */
export function isMadeOld(key: QueryKey, { followerId, followedId }: FollowChange): boolean {
  const path = pathOf(key)
  return [
    endpointUrl(listFollowers, { params: { id: followedId } }),
    endpointUrl(listFollowing, { params: { id: followerId } }),
    endpointUrl(getUserStats, { params: { id: followedId } }),
    endpointUrl(getUserStats, { params: { id: followerId } }),
  ].includes(path)
}

/** Asked for again when next opened: a row must not vanish from under the hand that unfollowed it. */
export const refreshAfter = (client: QueryClient, change: FollowChange): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey }) => isMadeOld(queryKey, change),
    refetchType: 'none',
  })

interface People {
  pages: Page<Person>[]
}

/** Whether the follow stands, as the cache shows it; undefined where nothing shows that person. */
export function shownFollow(client: QueryClient, followedId: string): boolean | undefined {
  const profile = client.getQueryData<Profile>(profileKey(followedId))
  if (profile) return profile.isFollowing
  const lists = client.getQueriesData<People>({ predicate: ({ queryKey }) => isPeople(queryKey) })
  for (const [, people] of lists) {
    for (const page of people?.pages ?? []) {
      const person = page.items.find(({ id }) => id === followedId)
      if (person) return person.isFollowing
    }
  }
  return undefined
}

/** Shows a follow everywhere. `followers` is the server's count, where it has spoken. */
export function patchFollow(
  client: QueryClient,
  { followerId, followedId }: FollowChange,
  isFollowing: boolean,
  followers?: number,
): void {
  const before = shownFollow(client, followedId)
  const by = before === undefined || before === isFollowing ? 0 : isFollowing ? 1 : -1
  client.setQueryData<Profile>(profileKey(followedId), (profile) =>
    profile === undefined
      ? undefined
      : {
          ...profile,
          isFollowing,
          followers: followers ?? Math.max(0, profile.followers + by),
        },
  )
  client.setQueryData<Profile>(profileKey(followerId), (profile) =>
    profile === undefined
      ? undefined
      : { ...profile, following: Math.max(0, profile.following + by) },
  )
  client.setQueriesData<People>({ predicate: ({ queryKey }) => isPeople(queryKey) }, (people) =>
    people === undefined ? undefined : patchPeople(people, followedId, isFollowing),
  )
}

/** Keeps the identity of every page and person that it does not change. */
export function patchPeople<P extends People>(people: P, id: string, isFollowing: boolean): P {
  const changes = (person: Person) => person.id === id && person.isFollowing !== isFollowing
  if (!people.pages.some((page) => page.items.some(changes))) return people
  return {
    ...people,
    pages: people.pages.map((page) =>
      page.items.some(changes)
        ? {
            ...page,
            items: page.items.map((person) =>
              changes(person) ? { ...person, isFollowing } : person,
            ),
          }
        : page,
    ),
  }
}
