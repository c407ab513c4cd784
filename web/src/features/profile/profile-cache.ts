import type { QueryClient } from '@tanstack/react-query'
import {
  getProfile,
  getUserStats,
  listFollowers,
  listFollowing,
  type Person,
  type Profile,
} from '@plinth/contract/people/users.ts'
import { getPortfolio } from '@plinth/contract/portfolios/portfolios.ts'
import { markOld, type Where } from '../../lib/cache/writes.ts'
import { makeEntityCache } from '../../lib/cache/entity-cache.ts'

/** Who followed or unfollowed whom. */
export interface FollowChange {
  followerId: string
  followedId: string
}

const profiles = makeEntityCache<Profile>({ heldBy: [getProfile] })
const people = makeEntityCache<Person>({ heldBy: [listFollowers, listFollowing] })

/**
 * What a follow makes stale, as nothing refetches by itself. Both profiles and every row that shows the person are
 * patched instead; lists gain or lose a row, which only the server knows.
 */
export const madeOldBy = ({ followerId, followedId }: FollowChange): Where[] => [
  { endpoint: listFollowers, params: { id: followedId } },
  { endpoint: listFollowing, params: { id: followerId } },
  { endpoint: getUserStats, params: { id: followedId } },
  { endpoint: getUserStats, params: { id: followerId } },
  getPortfolio,
]

/** Marks lists as stale until they are next opened, so that a row does not vanish while somebody unfollows in it. */
export const refreshAfter = (client: QueryClient, change: FollowChange): Promise<void> =>
  markOld(client, madeOldBy(change))

/** Whether the cache shows the person as followed; undefined when nothing shows that person. */
export const shownFollow = (client: QueryClient, followedId: string): boolean | undefined =>
  (profiles.find(client, followedId) ?? people.find(client, followedId))?.isFollowing

/** Shows a follow everywhere. `followers` is the server's count, once it has answered. */
export function patchFollow(
  client: QueryClient,
  { followerId, followedId }: FollowChange,
  isFollowing: boolean,
  followers?: number,
): void {
  const by = Number(isFollowing) - Number(shownFollow(client, followedId) ?? isFollowing)
  patchFollowed(client, followedId, isFollowing, followers)
  profiles.patch(client, followerId, ({ following }) => ({
    following: Math.max(0, following + by),
  }))
}

/** Shows a follow on the profile and in the rows of the one who is followed. */
export function patchFollowed(
  client: QueryClient,
  followedId: string,
  isFollowing: boolean,
  followers?: number,
): void {
  profiles.patch(client, followedId, (profile) => {
    const by = Number(isFollowing) - Number(profile.isFollowing)
    return { isFollowing, followers: followers ?? Math.max(0, profile.followers + by) }
  })
  people.patchWhere(
    client,
    (person) => person.id === followedId && person.isFollowing !== isFollowing,
    () => ({ isFollowing }),
  )
}

/** Shows the server's count of somebody's followers. */
export const patchFollowers = (client: QueryClient, id: string, followers: number): void =>
  profiles.patch(client, id, () => ({ followers }))
