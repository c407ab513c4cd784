import { createPost, deletePost, updatePost } from '@plinth/contract/posts/posts.ts'
import { insertAudit } from '../../core/audit/audit-queries.ts'
import { countAddedLinks } from '../../core/limits/daily-queries.ts'
import { removeMediaIfUnused } from '../../core/media/objects.ts'
import { lockNotificationsOf } from '../../core/notifications/notification-queries.ts'
import { cleanTags } from '../../core/tags/tag-rules.ts'
import type { Reads } from '../../db/reads.ts'
import type { Context } from '../../deps.ts'
import { AppError, notFound, orNotFound, invalidField } from '../../http/errors.ts'
import { BuiltJson } from '../../http/mount.ts'
import type { Viewer } from '../../http/viewer.ts'
import { whileAwaited } from '../../http/waiting.ts'
import { createPosts } from './post-create-queries.ts'
import { createFromForm, createFromJson } from './post-create-steps.ts'
import { findPost } from './post-item-queries.ts'
import { registerPostModeration } from './post-admin-routes.ts'
import { filledOrNull } from './post-rules.ts'
import * as queries from './post-write-queries.ts'

/** `onChange` is called after lists of posts may have changed. */
export function registerPostWrites({ mount, deps }: Context, onChange: () => void): void {
  const { db, env, reads, live } = deps
  const writePost = createPosts(deps)

  mount(createPost, async ({ body, form, viewer, reply }) => {
    const creating = { ...deps, writePost, signal: whileAwaited(reply) }
    const json =
      form === null
        ? await createFromJson(creating, viewer, required(body))
        : await createFromForm(creating, viewer, form)
    onChange()
    return new BuiltJson(json)
  })

  mount(updatePost, async ({ params, body, viewer, request }) => {
    const { title, description, categoryId = null, tags, location, mood } = body
    if (categoryId !== null) {
      const given = { creatorId: viewer.id, categoryId, portfolioId: null }
      const { hasCategory } = await queries.findTargets(reads, given)
      if (!hasCategory)
        throw invalidField('categoryId', 'Choose another category. This one doesn’t exist.')
    }
    const wasVisible = await db.transaction().execute(async (trx) => {
      const held = await queries.lockPost(trx, viewer, params.id)
      const { isVisible, creatorId, title: before, description: text } = allowed(held)
      await queries.updatePost(trx, params.id, {
        ...body,
        title: title?.trim(),
        description: description?.trim(),
        tags: tags === undefined ? undefined : cleanTags(tags),
        location: location === undefined ? undefined : filledOrNull(location),
        mood: mood === undefined ? undefined : filledOrNull(mood),
      })
      if (creatorId === viewer.id)
        await countAddedLinks(trx, env, {
          userId: viewer.id,
          before: `${before}\n${text}`,
          after: `${title ?? ''}\n${description ?? ''}`,
        })
      else
        await insertAudit(trx, {
          act: { adminId: viewer.id, requestId: request.id },
          action: 'post.moderate',
          subjectKind: 'post',
          subjectId: params.id,
          before: { title: before },
          after: { ...body },
        })
      return isVisible
    })
    onChange()
    if (wasVisible && body.isPublic === false) live.postGone(params.id.toLowerCase())
    return readPost(reads, viewer.id, params.id)
  })

  const remove = async (viewer: Viewer, id: string, requestId: string) => {
    await db.transaction().execute(async (trx) => {
      const held = await queries.lockPost(trx, viewer, id)
      const { creatorId, title, mediaIds } = allowed(held)
      await lockNotificationsOf(trx, 'post_id', id)
      await queries.deletePost(trx, { id, creatorId })
      for (const mediaId of mediaIds) await removeMediaIfUnused(deps, trx, mediaId)
      if (creatorId === viewer.id) return
      await insertAudit(trx, {
        act: { adminId: viewer.id, requestId },
        action: 'post.delete',
        subjectKind: 'post',
        subjectId: id,
        before: { title, creatorId },
      })
    })
    onChange()
    live.postGone(id.toLowerCase())
    return null
  }
  mount(deletePost, ({ params, viewer, request }) => remove(viewer, params.id, request.id))

  registerPostModeration(
    { mount, deps },
    { remove, read: (viewerId, id) => readPost(reads, viewerId, id), onChange },
  )
}

function required<T>(body: T | null): T {
  if (body === null) throw new AppError('input.invalid', 'Send at least one change.')
  return body
}

const readPost = async (reads: Reads, viewerId: string, id: string): Promise<BuiltJson> =>
  new BuiltJson(orNotFound(await findPost(reads, { viewerId }, id)))

function allowed(post: queries.HeldPost | undefined): queries.HeldPost {
  if (post === undefined) throw notFound()
  if (!post.isAllowed) throw new AppError('auth.forbidden', 'This isn’t your post.')
  return post
}
