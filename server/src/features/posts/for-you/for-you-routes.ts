import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import {
  hidePost,
  listFollowedPosts,
  listForYou,
  showLessOf,
  type Post,
} from '@plinth/contract/posts/posts.ts'
import type { Context } from '../../../deps.ts'
import { AppError, notFound } from '../../../http/errors.ts'
import { Page } from '../../../http/mount.ts'
import { cursorAfter, decodeTimeCursor } from '../../../http/paging.ts'
import { isVisitor } from '../../../http/viewer.ts'
import { findFeed } from './feed-queries.ts'
import { setDamped, setHidden } from './for-you-hide-queries.ts'
import { findForVisitors, findForYou } from './for-you-list-queries.ts'

/** Name of the feed's order in its cursor. */
const FEED = 'feed'

export function registerForYou({ mount, deps: { db } }: Context): void {
  mount.hot(listForYou, ({ who, query }) =>
    isVisitor(who) ? findForVisitors(db, query) : findForYou(db, who, query),
  )

  mount(listFollowedPosts, async ({ query: { limit = PAGE_SIZE, cursor }, viewer }) => {
    const { json, last } = await findFeed(db, viewer.id, {
      limit,
      after: decodeTimeCursor(cursor, FEED),
    })
    return new Page(JSON.parse(json) as Post[], cursorAfter(FEED, last))
  })

  mount(hidePost, async ({ params, body: { hidden }, viewer }) => {
    const isThere = await setHidden(db, { viewerId: viewer.id, postId: params.id, hidden })
    if (!isThere) throw notFound()
    return { hidden }
  })

  mount(showLessOf, async ({ params, body: { less }, viewer }) => {
    if (params.id.toLowerCase() === viewer.id) {
      throw new AppError('input.invalid', 'Your own posts are never in your For You.')
    }
    const isThere = await setDamped(db, { viewerId: viewer.id, creatorId: params.id, less })
    if (!isThere) throw notFound()
    return { less }
  })
}
