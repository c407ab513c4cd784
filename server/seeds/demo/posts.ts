import type { CategorySlug } from '@plinth/contract/choices.ts'
import type { Kysely } from 'kysely'
import { forEachConcurrently } from '../../src/core/media/processing/concurrency.ts'
import type { DB } from '../../src/db/schema.ts'
import type { Calendar } from './calendar.ts'
import { findPostIds, insertDemoPost, type DemoComment } from './post-queries.ts'
import { AT_ONCE, type Pictures } from './pictures.ts'
import { createRandom } from '../random.ts'
import type { WorldPost } from '../world-more.ts'
import { fixedId, type World } from '../world.ts'
import type { DatedPost } from '../world-more.ts'

export interface PublishedPost {
  id: string
  worldId: string
  ownerId: string
  category: CategorySlug
  createdAt: Date
  isFeatured: boolean
}

/** The featured posts. */
const FEATURED = new Set(['p3', 'p17', 'p29', 'p32'])

/** Publishes the posts that do not exist yet. Returns all of them. */
export async function publishPosts(
  db: Kysely<DB>,
  pictures: Pictures,
  { world, calendar }: { world: World; calendar: Calendar },
): Promise<PublishedPost[]> {
  const posts = world.posts.map((post) => ({
    id: fixedId('post', post.id),
    worldId: post.id,
    ownerId: fixedId('person', post.creator),
    category: post.category,
    createdAt: postedAt(world, calendar, post),
    isFeatured: FEATURED.has(post.id),
  }))
  const known = await findPostIds(
    db,
    posts.map((post) => post.id),
  )
  const byFile = new Map(world.works.map((work) => [work.file, work]))
  const missing = world.posts.filter((post) => !known.has(fixedId('post', post.id)))
  await forEachConcurrently(missing, AT_ONCE, async (post) => {
    const ownerId = fixedId('person', post.creator)
    const mediaIds: string[] = []
    for (const [index, file] of post.media.entries()) {
      const alt = post.alts?.[index] ?? byFile.get(file)?.alt ?? `Film: ${post.title}`
      mediaIds.push(await pictures.ingestFile({ ownerId, file, alt }))
    }
    await insertDemoPost(db, {
      ...post,
      id: fixedId('post', post.id),
      creatorId: ownerId,
      mediaIds,
      portfolioId: workShown(world, post),
      featured: FEATURED.has(post.id),
      createdAt: postedAt(world, calendar, post),
    })
  })
  return posts
}

function postedAt({ more }: World, calendar: Calendar, post: WorldPost | DatedPost): Date {
  const at = 'at' in post ? post.at : more.postDays[post.id]
  if (at === undefined) throw new Error(`Nothing says when ${post.id} was posted.`)
  return calendar.at(at)
}

/** The work that a post links to, if its author made it. */
function workShown({ works }: World, post: WorldPost): string | null {
  const shown = works.find((work) => work.id === post.works[0])
  return shown?.creator === post.creator ? fixedId('work', shown.id) : null
}

/** Dates the comments, each after the one before. A post's author replies to the last comment. */
export function makeComments(
  { comments, posts: worldPosts }: World,
  posts: readonly PublishedPost[],
  now: Date,
): DemoComment[] {
  const random = createRandom('comments')
  const byId = new Map(posts.map((post) => [post.worldId, post]))
  const last = new Map<string, { id: string; isReply: boolean; at: number }>()
  return comments.flatMap(({ author, content, post: postId, work }, index) => {
    const shows = worldPosts.find((one) =>
      postId === undefined ? work !== undefined && one.works.includes(work) : one.id === postId,
    )
    const post = shows && byId.get(shows.id)
    if (!post) return []
    const before = last.get(post.id)
    const start = before?.at ?? post.createdAt.getTime()
    const at = start + (now.getTime() - start) * (0.02 + 0.3 * random.next())
    const authorId = fixedId('person', author)
    const isReply = before !== undefined && !before.isReply && authorId === post.ownerId
    const id = fixedId('comment', String(index))
    last.set(post.id, { id, isReply, at })
    return [
      {
        id,
        postId: post.id,
        authorId,
        parentId: isReply ? before.id : null,
        content,
        createdAt: new Date(at),
      },
    ]
  })
}

/** The comments whose times are given. */
export function datedComments({ more }: World, calendar: Calendar): DemoComment[] {
  const idOf = (key: string) => fixedId('comment', key)
  return more.comments.map(({ key, post, author, content, replyTo, at }) => ({
    id: idOf(key),
    postId: fixedId('post', post),
    authorId: fixedId('person', author),
    parentId: replyTo === null ? null : idOf(replyTo),
    content,
    createdAt: calendar.at(at),
  }))
}
