import {
  createPost,
  deletePost,
  moderatePost,
  updatePost,
  type Post,
} from '@plinth/contract/posts.ts'
import { removeMediaIfUnused } from '../../core/media/media-objects.ts'
import { holdNotificationsOf } from '../../core/notifications/notification-queries.ts'
import { cleanTags } from '../../core/tags/clean-tags.ts'
import type { Database } from '../../db/pool.ts'
import type { Context } from '../../deps.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { createFromForm, createFromJson } from './post-create.ts'
import { findPost } from './post-item-queries.ts'
import { explainPost, filledOrNull, wrong } from './post-rules.ts'
import * as queries from './post-write-queries.ts'

/** `onChange` is called after lists of posts may have changed. */
export function registerPostWrites({ mount, deps }: Context, onChange: () => void): void {
  const { db, live } = deps

  mount(
    createPost,
    async ({ body, form, viewer }) => {
      const id =
        form === null
          ? await createFromJson(deps, viewer, required(body))
          : await createFromForm(deps, viewer, form)
      onChange()
      return readPost(db, viewer.id, id)
    },
    { schemaErrorFormatter: explainPost },
  )

  mount(updatePost, async ({ params, body, viewer }) => {
    const { title, description, categoryId = null, tags, location, mood } = body
    if (categoryId !== null) {
      const given = { creatorId: viewer.id, categoryId, portfolioId: null }
      const { hasCategory } = await queries.findTargets(db, given)
      if (!hasCategory) throw wrong('categoryId', 'There is no such category.')
    }
    const wasVisible = await db.transaction().execute(async (trx) => {
      // Admins moderate; they do not write in somebody's name.
      const { isVisible } = allowed(await queries.holdPost(trx, viewer, params.id, 'author'))
      await queries.updatePost(trx, params.id, {
        ...body,
        title: title?.trim(),
        description: description?.trim(),
        tags: tags === undefined ? undefined : cleanTags(tags),
        location: location === undefined ? undefined : filledOrNull(location),
        mood: mood === undefined ? undefined : filledOrNull(mood),
      })
      return isVisible
    })
    onChange()
    if (wasVisible && body.isPublic === false) live.postGone(params.id.toLowerCase())
    return readPost(db, viewer.id, params.id)
  })

  mount(deletePost, async ({ params, viewer }) => {
    await db.transaction().execute(async (trx) => {
      const held = await queries.holdPost(trx, viewer, params.id, 'author or admin')
      const { creatorId, mediaIds } = allowed(held)
      await holdNotificationsOf(trx, 'post_id', params.id)
      await queries.deletePost(trx, { id: params.id, creatorId })
      for (const mediaId of mediaIds) await removeMediaIfUnused(deps, trx, mediaId)
    })
    onChange()
    live.postGone(params.id.toLowerCase())
    return null
  })

  mount(moderatePost, async ({ params, body, viewer }) => {
    const moderated = await queries.moderatePost(db, viewer.id, params.id, {
      ...body,
      title: body.title?.trim(),
      description: body.description?.trim(),
    })
    if (moderated === null) throw notFound()
    onChange()
    if (moderated.wasVisible && !moderated.isVisible) live.postGone(params.id.toLowerCase())
    return readPost(db, viewer.id, params.id)
  })
}

function required<T>(body: T | null): T {
  if (body === null) throw new AppError('input.invalid', 'The body is empty.')
  return body
}

async function readPost(db: Database, viewerId: string, id: string): Promise<Post> {
  const json = await findPost(db, { viewerId }, id)
  if (json === null) throw notFound()
  return JSON.parse(json) as Post
}

function allowed(post: queries.HeldPost | undefined): queries.HeldPost {
  if (post === undefined) throw notFound()
  if (!post.isAllowed) throw new AppError('auth.forbidden', 'This post is not yours.')
  return post
}
