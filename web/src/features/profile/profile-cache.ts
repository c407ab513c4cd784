import type { QueryClient } from '@tanstack/react-query'
import {
  getProfile,
  getUserStats,
  listFollowers,
  listFollowing,
  type Person,
  type Profile,
} from '@plinth/contract/people/users.ts'
import { markOld, type Where } from '../../lib/cache/writes.ts'
import { makeEntityCache } from '../../lib/cache/entity-cache.ts'

/** Somebody began or ceased to follow somebody. */
export interface FollowChange {
  followerId: string
  followedId: string
}

const profiles = makeEntityCache<Profile>({ heldBy: [getProfile] })
const people = makeEntityCache<Person>({ heldBy: [listFollowers, listFollowing] })

/**
 * Nothing refetches by itself: this says what a follow makes old. Both profiles and every row that
 * shows the person are patched at once and stay; lists gain or lose a row, which only a new answer knows.
 */
export const madeOldBy = ({ followerId, followedId }: FollowChange): Where[] => [
  { endpoint: listFollowers, params: { id: followedId } },
  { endpoint: listFollowing, params: { id: followerId } },
  { endpoint: getUserStats, params: { id: followedId } },
  { endpoint: getUserStats, params: { id: followerId } },
]

/** Asked for again when next opened: a row must not vanish from under the hand that unfollowed it. */
export const refreshAfter = (client: QueryClient, change: FollowChange): Promise<void> =>
  markOld(client, madeOldBy(change))

/** Whether the follow stands, as the cache shows it; undefined where nothing shows that person. */
export const shownFollow = (client: QueryClient, followedId: string): boolean | undefined =>
  (profiles.find(client, followedId) ?? people.find(client, followedId))?.isFollowing

/** Shows a follow everywhere. `followers` is the server's count, where it has spoken. */
export function patchFollow(
  client: QueryClient,
  { followerId, followedId }: FollowChange,
  isFollowing: boolean,
  followers?: number,
): void {
  const before = shownFollow(client, followedId)
  const by = before === undefined || before === isFollowing ? 0 : isFollowing ? 1 : -1
  profiles.patch(client, followedId, (profile) => ({
    isFollowing,
    followers: followers ?? Math.max(0, profile.followers + by),
  }))
  profiles.patch(client, followerId, ({ following }) => ({
    following: Math.max(0, following + by),
  }))
  people.patchWhere(
    client,
    (person) => person.id === followedId && person.isFollowing !== isFollowing,
    () => ({ isFollowing }),
  )
}

/** Shows how many follow somebody, as the server counts them. */
export const patchFollowers = (client: QueryClient, id: string, followers: number): void =>
  profiles.patch(client, id, () => ({ followers }))
