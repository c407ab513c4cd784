import type { QueryOf } from '@plinth/contract/http/endpoint.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import type { listExplorePosts, listUserPosts } from '@plinth/contract/posts/posts.ts'
import type { Who } from '../../core/session/viewer-sql.ts'
import type { Database } from '../../db/pool.ts'
import { createSharedPages, type SharedPages } from '../../http/shared-pages.ts'
import type { FoundPage } from '../../http/paging.ts'
import { decodePostPosition } from './post-cursor.ts'
import {
  findPostFlags,
  listExplore,
  listMarked,
  listPostsOf,
  listTagged,
} from './post-list-queries.ts'

type ExploreQuery = QueryOf<typeof listExplorePosts>
type PagingQuery = QueryOf<typeof listUserPosts>

function findExplore(db: Database, who: Who, query: ExploreQuery): Promise<FoundPage> {
  const { categoryId, sort: order = 'popular', limit = PAGE_SIZE, cursor } = query
  const after = decodePostPosition(cursor, order)
  return listExplore(db, who, { order, categoryId, limit, after })
}

/** Explore is the same for everybody but for the viewer's own flags. */
export const createExplorePages = (db: Database): SharedPages<ExploreQuery> =>
  createSharedPages({
    load: (query: ExploreQuery) => findExplore(db, { viewerId: null }, query),
    findFlags: (tokenHash, ids) => findPostFlags(db, { tokenHash }, ids),
  })

export const findPostsOf = (
  db: Database,
  who: Who,
  userId: string,
  { cursor, limit = PAGE_SIZE }: PagingQuery,
): Promise<FoundPage> =>
  listPostsOf(db, who, userId, { limit, after: decodePostPosition(cursor, 'newest') })

export const findMarked = (
  db: Database,
  viewerId: string,
  order: 'liked' | 'saved',
  { cursor, limit = PAGE_SIZE }: PagingQuery,
): Promise<FoundPage> =>
  listMarked(db, { viewerId }, order, { limit, after: decodePostPosition(cursor, order) })

export const findTagged = (
  db: Database,
  who: Who,
  tag: string,
  { cursor, limit = PAGE_SIZE }: PagingQuery,
): Promise<FoundPage> =>
  listTagged(db, who, tag, { limit, after: decodePostPosition(cursor, 'newest') })
