import {
  createComment,
  deleteComment,
  likeComment,
  listComments,
  listReplies,
  updateComment,
} from '@plinth/contract/posts/comments.ts'
import { COMMENT_EDIT_MINUTES, PAGE_SIZE } from '@plinth/contract/limits.ts'
import type { FastifyRequest } from 'fastify'
import { holdIfForMany, type Deliver } from '../../../core/held/holding.ts'
import { countAddedLinks } from '../../../core/limits/daily-queries.ts'
import type { TakeDown } from '../../../core/audit/takedowns.ts'
import type { Database } from '../../../db/pool.ts'
import type { Context } from '../../../deps.ts'
import { AppError, notFound, orNotFound, invalidField } from '../../../http/errors.ts'
import { decodeTimeCursor } from '../../../http/paging.ts'
import type { Who } from '../../../http/viewer.ts'
import { insertAudit, type AdminAct } from '../../../core/audit/audit-queries.ts'
import { hotScoreQueue } from '../post-jobs.ts'
import { findComment, findComments, type CommentList } from './comment-list-queries.ts'
import { findMentions } from './comment-mention-queries.ts'
import {
  createCommentLikes,
  createComments,
  changeComment,
  findRights,
  removeComment,
  type NewComment,
} from './comment-write-queries.ts'

/** Comments that one person can write in a minute, and edits that they can make, across all their sessions. */
const COMMENTS_PER_MINUTE = 20
const writeLimit = {
  max: COMMENTS_PER_MINUTE,
  timeWindow: 60_000,
  keyGenerator: (request: FastifyRequest) => request.viewer?.id ?? request.ip,
}

/** Returns how an admin takes a comment down, and how one that was held is delivered. */
export function registerComments(context: Context): { takeDown: TakeDown; deliver: Deliver } {
  const { mount, deps } = context
  const { db, env, reads, writes, live } = deps
  const likes = createCommentLikes(writes)
  const write = createComments(deps)
  const hotScores = hotScoreQueue(context)
  const publishCounts = (postId: string) => {
    live.commentsMoved(postId)
    live.postsMoved([postId])
    hotScores.touch([postId])
  }
  const publishRemoval = ({ postId, notifiedIds }: RemovedComment) => {
    publishCounts(postId)
    if (notifiedIds.length > 0) live.notificationsMoved(notifiedIds)
  }

  mount.hot(listComments, ({ who, params, query }) => {
    const { sort = 'oldest', cursor, limit = PAGE_SIZE } = query
    return findPage(db, who, { list: sort, ofId: params.id, cursor, limit })
  })
  mount.hot(listReplies, ({ who, params, query: { cursor, limit = PAGE_SIZE } }) =>
    findPage(db, who, { list: 'replies', ofId: params.id, cursor, limit }),
  )

  mount(
    createComment,
    async ({ params, body, viewer }) => {
      const content = body.content.trim()
      const comment = { postId: params.id.toLowerCase(), parentId: body.parentId ?? null, content }
      const held = await holdIfForMany(deps, {
        kind: 'comment',
        authorId: viewer.id,
        targetId: comment.postId,
        content,
        payload: comment,
        mediaIds: [],
        clientId: body.clientId ?? null,
      })
      if (held !== null) return held
      const written = await write({
        ...comment,
        authorId: viewer.id,
        mentions: await findMentions(db, { content, postId: params.id, writerId: viewer.id }),
        clientId: body.clientId ?? null,
      })
      if (written === 'missing') throw notFound()
      if (written === 'taken') {
        throw invalidField('clientId', 'You already sent a different comment with this id.')
      }
      if (written.isNew) publishCounts(params.id)
      return written.comment
    },
    { config: { rateLimit: writeLimit } },
  )

  mount(
    updateComment,
    async ({ params, body, viewer }) => {
      const {
        postId,
        isOwn,
        isEditable,
        content: before,
      } = orNotFound(await findRights(db, viewer.id, params.id))
      if (!isOwn) throw new AppError('auth.forbidden', 'This isn’t your comment.')
      if (!isEditable) {
        throw new AppError(
          'conflict',
          `You can edit a comment for ${COMMENT_EDIT_MINUTES} minutes. You can still delete it.`,
        )
      }
      const content = body.content.trim()
      const mentions = await findMentions(db, { content, postId, writerId: viewer.id })
      const change = { id: params.id, authorId: viewer.id, content, mentions }
      await db.transaction().execute(async (trx) => {
        if (!(await changeComment(trx, change))) throw notFound()
        await countAddedLinks(trx, env, { userId: viewer.id, before, after: content })
      })
      live.commentsMoved(postId)
      return orNotFound(await findComment(reads, viewer.id, params.id))
    },
    // An edit can mention people, who are notified as well.
    { config: { rateLimit: writeLimit } },
  )

  mount(deleteComment, async ({ params, viewer, request }) => {
    const act = { adminId: viewer.id, requestId: request.id }
    const removed = orNotFound(
      await db.transaction().execute((trx) => removeAs(trx, act, params.id)),
    )
    publishRemoval(removed)
    return null
  })

  mount(likeComment, async ({ params, body, viewer }) => {
    const result = orNotFound(await likes.set(viewer.id, params.id, body?.liked ?? null))
    return { liked: result.isOn, likeCount: result.count }
  })

  const takeDown: TakeDown = async (trx, act, { id }) => {
    const removed = await removeAs(trx, act, id)
    return removed && (() => publishRemoval(removed))
  }
  // The limits of the day it was held are past, and staff want it sent.
  const writeHeld = createComments({ ...deps, env: { ...env, dailyLimits: false } })
  const deliver: Deliver = async (payload, { id, authorId }) => {
    const comment = payload as Pick<NewComment, 'postId' | 'parentId' | 'content'>
    const { content, postId } = comment
    const mentions = await findMentions(db, { content, postId, writerId: authorId })
    const written = await writeHeld({ ...comment, authorId, mentions, clientId: id })
    if (written === 'missing' || written === 'taken') throw notFound()
    if (written.isNew) publishCounts(postId)
  }
  return { takeDown, deliver }
}

const findPage = (
  db: Database,
  who: Who,
  {
    cursor,
    ...page
  }: { list: CommentList; ofId: string; limit: number; cursor: string | undefined },
) => findComments(db, who, { ...page, after: decodeTimeCursor(cursor, page.list) })

interface RemovedComment {
  postId: string
  /** People whose notifications about the comment were deleted. */
  notifiedIds: string[]
}

/**
 * Removes a comment as this person, and writes the audit log if only being an admin allows it. Null when they can see
 * no such comment.
 */
async function removeAs(trx: Database, act: AdminAct, id: string): Promise<RemovedComment | null> {
  const rights = await findRights(trx, act.adminId, id)
  if (rights === undefined) return null
  const { postId, mayRemove, isForeign, content } = rights
  if (!mayRemove) throw new AppError('auth.forbidden', 'You can’t remove this comment.')
  const notifiedIds = await removeComment(trx, { postId, id })
  if (notifiedIds === null) return null
  if (isForeign) {
    await insertAudit(trx, {
      act,
      action: 'comment.delete',
      subjectKind: 'comment',
      subjectId: id,
      before: { postId, content },
    })
  }
  return { postId, notifiedIds }
}
