import { sql } from 'kysely'
import type { Database } from '../../src/db/pool.ts'

export interface DemoPost {
  id: string
  creatorId: string
  type: 'image' | 'video'
  title: string
  description: string
  tags: string[]
  mood: string
  location: string
  category: string
  mediaIds: string[]
  portfolioId: string | null
  featured: boolean
  createdAt: Date
}

export interface DemoComment {
  id: string
  postId: string
  authorId: string
  parentId: string | null
  content: string
  createdAt: Date
}

export async function findPostIds(db: Database, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('posts').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map((row) => row.id))
}

/** Inserts a post with its date. Its files must be ready. */
export async function insertDemoPost(db: Database, post: DemoPost): Promise<void> {
  await sql`
    with post as (
      insert into posts (id, creator_id, category_id, type, title, description, tags, location, mood,
        portfolio_id, is_ready, featured_at, hot, created_at, updated_at)
      select ${post.id}::uuid, ${post.creatorId}::uuid, c.id, ${post.type}::text, ${post.title}::text,
        ${post.description}::text, ${post.tags}::text[], ${post.location}::text, ${post.mood}::text,
        (select id from portfolio_items where id = ${post.portfolioId}::uuid), true,
        case when ${post.featured}::boolean then ${post.createdAt}::timestamptz end,
        extract(epoch from ${post.createdAt}::timestamptz) / 172800, ${post.createdAt}::timestamptz,
        ${post.createdAt}::timestamptz
      from categories c where c.slug = ${post.category}
      on conflict (id) do nothing returning id)
    insert into post_media (post_id, position, media_id)
    select post.id, m.position - 1, m.id
    from post, unnest(${post.mediaIds}::uuid[]) with ordinality as m (id, position)`.execute(db)
}

export async function insertComments(
  db: Database,
  comments: readonly DemoComment[],
): Promise<void> {
  await sql`
    insert into comments (id, post_id, author_id, parent_id, content, created_at)
    select * from unnest(${comments.map((one) => one.id)}::uuid[],
      ${comments.map((one) => one.postId)}::uuid[], ${comments.map((one) => one.authorId)}::uuid[],
      ${comments.map((one) => one.parentId)}::uuid[], ${comments.map((one) => one.content)}::text[],
      ${comments.map((one) => one.createdAt.toISOString())}::timestamptz[])
    on conflict (id) do nothing`.execute(db)
}

/** Recounts the counters of these posts and of their comments. */
export async function recountPosts(db: Database, postIds: readonly string[]): Promise<void> {
  await sql`
    update comments c set reply_count = (select count(*) from comments r where r.parent_id = c.id)
    where c.post_id = any(${postIds}::uuid[]) and c.parent_id is null`.execute(db)
  await sql`
    update posts p set
      like_count = n.likes, save_count = n.saves, view_count = n.views, comment_count = n.comments,
      hot = log(1 + n.likes + 2 * n.saves + 3 * n.comments) + extract(epoch from p.created_at) / 172800
    from (
      select o.id,
        (select count(*) from post_likes where post_id = o.id) as likes,
        (select count(*) from post_saves where post_id = o.id) as saves,
        (select count(*) from post_views where post_id = o.id) as views,
        (select count(*) from comments where post_id = o.id) as comments
      from posts o where o.id = any(${postIds}::uuid[])) n
    where p.id = n.id`.execute(db)
}

/**
 * Inserts outbox rows for what these people did since then, as the actions themselves would have done. The
 * notifications are created from them.
 */
export async function insertOutboxRows(
  db: Database,
  { since, personIds }: { since: Date; personIds: readonly string[] },
): Promise<void> {
  await sql`
    insert into notices (kind, actor_id, post_id, item_id, comment_id, followed_id, created_at)
    select * from (
      select 'like', user_id, post_id, null::uuid, null::uuid, null::uuid, created_at from post_likes
      union all
      select 'like', user_id, null, item_id, null, null, created_at from portfolio_likes
      union all
      select 'comment', author_id, post_id, null, id, null, created_at from comments
      union all
      select 'follow', follower_id, null, null, null, followed_id, created_at from follows
    ) as action (kind, actor_id, post_id, item_id, comment_id, followed_id, created_at)
    where created_at > ${since.toISOString()}::timestamptz and actor_id = any(${personIds}::uuid[])
    order by created_at`.execute(db)
}

/** Marks notifications from before then as read, and all of them as already emailed. */
export async function readNotifications(db: Database, { before }: { before: Date }): Promise<void> {
  await sql`
    update notifications set is_read = updated_at < ${before.toISOString()}::timestamptz, mailed_at = now()`.execute(
    db,
  )
}
