import type { QueryOf } from '@plinth/contract/http/endpoint.ts'
import {
  hidePost,
  listFollowedPosts,
  listForYou,
  showLessOf,
} from '@plinth/contract/posts/posts.ts'
import type { Context } from '../../../deps.ts'
import { AppError, notFound } from '../../../http/errors.ts'
import { createSharedAnswers } from '../../../http/shared-pages.ts'
import { isVisitor } from '../../../http/viewer.ts'
import { postReads } from '../post-card-queries.ts'
import { findFeed } from './feed-queries.ts'
import { setDamped, setHidden } from './for-you-hide-queries.ts'
import { findForVisitors, findForYou } from './for-you-list-queries.ts'

export function registerForYou({ mount, deps }: Context): void {
  const { db } = deps
  const posts = postReads(deps)
  const forVisitors = createSharedAnswers((query: QueryOf<typeof listForYou>) =>
    deps.replicas.read((at) => findForVisitors(at, query)),
  )

  mount.hot(listForYou, ({ who, query }) =>
    isVisitor(who) ? forVisitors(query) : findForYou({ db, ...posts }, who, query),
  )
  mount.hot(listFollowedPosts, ({ who, query }) => findFeed(posts, who, query))

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
