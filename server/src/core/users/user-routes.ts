import type { QueryOf } from '@plinth/contract/http/endpoint.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import {
  followUser,
  getProfile,
  getUserStats,
  listFollowers,
  listFollowing,
  searchPeople,
} from '@plinth/contract/people/users.ts'
import type { Database } from '../../db/pool.ts'
import type { Context } from '../../deps.ts'
import { AppError, orNotFound } from '../../http/errors.ts'
import type { HotResult } from '../../http/mount.ts'
import { decodeTimeCursor } from '../../http/paging.ts'
import type { Who } from '../session/viewer-sql.ts'
import { registerBlocks } from './block-routes.ts'
import { createFollows, listPeople, type Side } from './follow-queries.ts'
import { registerHandles } from './handle-routes.ts'
import { findPeopleByName } from './people-search-queries.ts'
import { findProfile, findStats } from './profile-queries.ts'

export function registerUsers({ mount, deps }: Context): void {
  const { db } = deps
  const follow = createFollows(deps)

  registerBlocks({ mount, deps })
  registerHandles({ mount, deps })

  mount.hot(getProfile, ({ who, params }) => findProfile(deps.reads, who, params.id))
  mount.hot(getUserStats, ({ who, params }) => findStats(deps.reads, who, params.id))
  mount.hot(listFollowers, ({ who, params, query }) =>
    findPeople(db, who, { side: 'followers', userId: params.id }, query),
  )
  mount.hot(listFollowing, ({ who, params, query }) =>
    findPeople(db, who, { side: 'following', userId: params.id }, query),
  )

  mount(searchPeople, ({ query: { search, limit = 8 }, viewer }) =>
    findPeopleByName(db, { viewerId: viewer.id, search, limit }),
  )
  mount(followUser, async ({ params, body, viewer }) => {
    const followedId = params.id.toLowerCase()
    if (followedId === viewer.id) {
      throw new AppError('input.invalid', 'You can’t follow yourself.')
    }
    const result = orNotFound(
      await follow({
        followerId: viewer.id,
        followedId,
        wanted: body?.following ?? null,
      }),
    )
    const { hasMoved, ...answer } = result
    if (hasMoved) deps.live.followersMoved([followedId])
    return answer
  })
}

/** Who follows somebody, or whom they follow. A search without a letter or digit is ignored. */
function findPeople(
  db: Database,
  who: Who,
  { side, userId }: { side: Side; userId: string },
  { cursor, limit = PAGE_SIZE, search = '' }: QueryOf<typeof listFollowers>,
): Promise<HotResult> {
  return listPeople(db, who, {
    side,
    userId,
    limit,
    after: decodeTimeCursor(cursor, side),
    search: /[\p{L}\p{N}]/u.test(search) ? search : undefined,
  })
}
