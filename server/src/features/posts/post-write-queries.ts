import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'
import type { Reads } from '../../db/reads.ts'
import { statement } from '../../db/statement.ts'

/** A post this many seconds newer ranks like one with ten times the likes, saves and comments. */
export const HOT_SECONDS = 172_800

/**
 * Recomputes posts' hot scores: log10(1 + likes + 2·saves + 3·comments) plus the time of posting. Locks the posts in the
 * order of their ids and writes only scores that changed.
 */
export async function refreshHotScores(db: Database, ids: readonly string[]): Promise<void> {
  await sql`
    with heats as (
      select id, log(1 + like_count + 2 * save_count + 3 * comment_count)
        + extract(epoch from created_at)::float8 / ${sql.lit(HOT_SECONDS)} as hot
      from posts where id = any (${ids}::uuid[]) order by id for no key update)
    update posts p set hot = h.hot from heats h where p.id = h.id and p.hot <> h.hot`.execute(db)
}

const twin = statement<null, { creatorId: string; clientId: string }, { id: string }>(
  (_, { creatorId, clientId }) => sql<{ id: string }>`
    select id from posts where creator_id = ${creatorId}::uuid and client_id = ${clientId}::uuid`,
)

/** The post that this person's client already made with this id. */
export async function findByClientId(
  reads: Reads,
  creatorId: string,
  clientId: string,
): Promise<string | null> {
  const [row] = await reads.rows(twin(null, { creatorId, clientId }))
  return row?.id ?? null
}

interface Targets {
  creatorId: string
  categoryId: number | null
  portfolioId: string | null
}

interface TargetsRow {
  hasCategory: boolean
  hasWork: boolean
}

const targets = statement<null, Targets, TargetsRow>(
  (_, { creatorId, categoryId, portfolioId }) => sql<TargetsRow>`
    select exists (select 1 from categories where id = ${categoryId}::integer) as "hasCategory",
      exists (select 1 from portfolio_items where id = ${portfolioId}::uuid
        and creator_id = ${creatorId}::uuid and is_listed) as "hasWork"`,
)

/** Whether the category exists, and whether the work is the author's and listed. */
export const findTargets = (reads: Reads, given: Targets): Promise<TargetsRow> =>
  reads.one(targets(null, given))

const mediaKinds = statement<null, { mediaIds: string[] }, { kind: string }>(
  (_, { mediaIds }) => sql<{ kind: string }>`
    select kind from media where id = any (${mediaIds}::uuid[])`,
)

export async function findMediaKinds(reads: Reads, mediaIds: string[]): Promise<string[]> {
  const rows = await reads.rows(mediaKinds(null, { mediaIds }))
  return rows.map(({ kind }) => kind)
}

export interface HeldPost {
  creatorId: string
  title: string
  description: string
  /** False when the viewer sees the post but may not do this to it. */
  isAllowed: boolean
  isVisible: boolean
  mediaIds: string[]
}

/** Locks a post that this viewer can see until the transaction ends; undefined when there is none. */
export async function lockPost(
  db: Database,
  viewer: { id: string; isAdmin: boolean },
  id: string,
): Promise<HeldPost | undefined> {
  const isAuthor = sql`creator_id = ${viewer.id}::uuid`
  const isAdmin = sql`${viewer.isAdmin}::boolean`
  const { rows } = await sql<HeldPost>`
    select creator_id as "creatorId", title, description, is_visible as "isVisible",
      (${isAuthor} or ${isAdmin}) as "isAllowed",
      array(select distinct media_id::text from post_media where post_id = posts.id order by 1)
        as "mediaIds"
    from posts where id = ${id}::uuid and (is_visible or ${isAuthor} or ${isAdmin})
    for update`.execute(db)
  return rows[0]
}

/** Locks the posts that show this work and no other file, and returns their ids. */
export async function lockPostsOf(trx: Database, workId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from posts p join portfolio_items i on i.id = p.portfolio_id
    where p.portfolio_id = ${workId}::uuid and p.type = 'portfolio' and not exists (
      select 1 from post_media pm where pm.post_id = p.id and pm.media_id <> i.media_id
        -- Another cover than it has now, or a file of its case study.
        and not exists (select from case_study_media s where s.item_id = i.id and s.media_id = pm.media_id))
    order by p.id for update of p`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Fields that are left out stay as they are. */
export interface PostChanges {
  title?: string | undefined
  description?: string | undefined
  categoryId?: number | null | undefined
  tags?: string[] | undefined
  location?: string | null | undefined
  mood?: string | null | undefined
  isPublic?: boolean | undefined
  isSensitive?: boolean | undefined
}

export async function updatePost(db: Database, id: string, changes: PostChanges): Promise<void> {
  const { title, description, categoryId, tags, location, mood, isPublic, isSensitive } = changes
  await db
    .updateTable('posts')
    .set({
      updated_at: new Date(),
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      ...(categoryId === undefined ? {} : { category_id: categoryId }),
      ...(tags === undefined ? {} : { tags }),
      ...(location === undefined ? {} : { location }),
      ...(mood === undefined ? {} : { mood }),
      // Who says it themselves is not asked again when the work comes back.
      ...(isPublic === undefined ? {} : { is_public: isPublic, is_away_with_work: false }),
      ...(isSensitive === undefined ? {} : { sensitive_by_author: isSensitive }),
    })
    .where('id', '=', id)
    .execute()
}

/** Deletes a locked post. Locks its author before its files are touched, as everywhere posts are written. */
export async function deletePost(
  db: Database,
  { id, creatorId }: { id: string; creatorId: string },
): Promise<void> {
  await sql`select id from users where id = ${creatorId}::uuid for no key update`.execute(db)
  await db.deleteFrom('posts').where('id', '=', id).execute()
}

/** Marks posts as ready whose last unfinished file was this one; returns their ids. */
export async function markPostsReady(db: Database, mediaId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update posts p set is_ready = true
    where not p.is_ready
      and p.id in (select post_id from post_media where media_id = ${mediaId}::uuid)
      and (select bool_and(m.state in ('ready', 'failed')) and bool_or(m.state = 'ready')
        from post_media pm join media m on m.id = pm.media_id where pm.post_id = p.id)
    returning p.id`.execute(db)
  return rows.map(({ id }) => id)
}
