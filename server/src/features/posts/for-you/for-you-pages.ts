import { queryKey } from '@plinth/contract/http/query-key.ts'
import { listComments } from '@plinth/contract/posts/comments.ts'
import { listForYou, type ForYouPost } from '@plinth/contract/posts/posts.ts'
import type { Who } from '../../../core/session/viewer-sql.ts'
import type { Database } from '../../../db/pool.ts'
import type { Deps } from '../../../deps.ts'
import { readJson } from '../../../http/json.ts'
import type { PageData } from '../../../http/shell/page.ts'
import { findComments } from '../comments/comment-list-queries.ts'
import { postReads } from '../post-card-queries.ts'
import { findForYou } from './for-you-list-queries.ts'

/** The comment below a post in For You. */
const LATEST = { sort: 'newest', limit: 1 } as const

/** The first page of the viewer's For You, in the form in which the screen caches it, and what its first post shows. */
export async function forYouBoot(deps: Deps, who: Who): Promise<PageData['boot']> {
  const { db } = deps
  const { json, nextCursor = null } = await findForYou({ db, ...postReads(deps) }, who, {})
  const items = json === null ? [] : readJson<ForYouPost[]>(json)
  return [
    [queryKey(listForYou, {}, 'first'), { items, next: nextCursor }],
    ...(await latestCommentBoot(db, who, items[0])),
  ]
}

async function latestCommentBoot(
  db: Database,
  who: Who,
  post: ForYouPost | undefined,
): Promise<PageData['boot']> {
  if (post === undefined || post.commentCount === 0) return []
  const input = { list: LATEST.sort, ofId: post.id, limit: LATEST.limit, after: null }
  const { json } = await findComments(db, who, input)
  if (json === null) return []
  const key = queryKey(listComments, { params: { id: post.id }, query: LATEST })
  return [[key, readJson(json)]]
}
