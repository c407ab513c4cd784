import { sql } from 'kysely'
import { signatureOf } from '../../src/core/media/media-sql.ts'
import { newId } from '../../src/db/id.ts'
import type { Database } from '../../src/db/pool.ts'

export async function countMedia(db: Database): Promise<{ rows: number; removals: number }> {
  const { rows } = await sql<{ rows: number; removals: number }>`
    select (select count(*)::int from media) as rows,
      (select count(*)::int from media_removals) as removals`.execute(db)
  return rows[0] ?? { rows: 0, removals: 0 }
}

/** Adds a listed work with this picture, without using the portfolio feature. */
export async function addListedWork(
  db: Database,
  { creatorId, mediaId }: { creatorId: string; mediaId: string },
): Promise<void> {
  await sql`
    insert into portfolio_items (id, creator_id, category_id, title, media_id, is_listed, doc)
    select ${newId()}::uuid, ${creatorId}::uuid, min(id), 'Work', ${mediaId}::uuid, true, ''
    from categories`.execute(db)
}

/** Makes these look as if they had been uploaded two days ago. */
export async function ageMedia(db: Database, ids: string[]): Promise<void> {
  await db
    .updateTable('media')
    .set({ created_at: new Date(Date.now() - 2 * 86_400_000) })
    .where('id', 'in', ids)
    .execute()
}

/** Makes a file look as if nothing had been made of it yet. */
export async function restartMedia(db: Database, id: string): Promise<void> {
  await db
    .updateTable('media')
    .set({ state: 'processing', rendition_widths: [], attempts: 0 })
    .where('id', '=', id)
    .execute()
}

export async function countAttempts(db: Database, id: string): Promise<number> {
  const row = await db
    .selectFrom('media')
    .select('attempts')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.attempts
}

/** The files whose jobs of this queue wait, in the order in which they start. */
export async function queuedFor(db: Database, queue: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select data ->> 'mediaId' as id from pgboss.job where name = ${queue} and state = 'created'
    order by priority desc, created_on`.execute(db)
  return rows.map((row) => row.id)
}

/** How often work on this file has been put off. */
export async function countDelays(db: Database, mediaId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(max((data ->> 'delays')::int), 0) as count from pgboss.job
    where data ->> 'mediaId' = ${mediaId}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Counts the jobs that tell portfolios that this file is settled. */
export async function countSettled(db: Database, mediaId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job
    where name = 'portfolios.media-settled' and data ->> 'mediaId' = ${mediaId}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Adds an upload to a post. */
export async function putInPost(
  db: Database,
  postId: string,
  mediaId: string,
  position = 1,
): Promise<void> {
  await db
    .insertInto('post_media')
    .values({ post_id: postId, position, media_id: mediaId })
    .execute()
}

export async function setPublic(db: Database, postId: string, isPublic: boolean): Promise<void> {
  await db.updateTable('posts').set({ is_public: isPublic }).where('id', '=', postId).execute()
}

/** Returns the query of a signed link to a private file that expires then. */
export async function linkUntil(db: Database, mediaId: string, expires: number): Promise<string> {
  const { rows } = await sql<{ signature: string }>`
    select ${signatureOf(sql`secret::text`, sql`${String(expires)}::text`)} as signature
    from media where id = ${mediaId}::uuid`.execute(db)
  return `?expires=${expires}&signature=${rows[0]?.signature}`
}

/** The address with a link that opens the file for its owner, unless it has one. */
export async function openedBy(db: Database, url: string): Promise<string> {
  const [path = '', query] = url.split('?')
  if (query !== undefined) return url
  const [, , mediaId = ''] = path.split('/')
  return path + (await linkUntil(db, mediaId, Math.floor(Date.now() / 1_000) + 600))
}

/** Adds unused uploads without files. */
export async function addUploads(db: Database, ownerId: string, count: number): Promise<void> {
  await sql`
    insert into media (id, owner_id, state, file_name, content_type, extension, received_bytes, bytes,
      width, height, alt)
    select gen_random_uuid(), ${ownerId}::uuid, 'ready', 'a', 'image/png', 'png', 1, 1, 1, 1, ''
    from generate_series(1, ${count}::int)`.execute(db)
}

/** Lists the names of files that are still being processed. */
export async function namesAtWork(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('media')
    .select('file_name')
    .where('state', 'in', ['uploaded', 'processing'])
    .orderBy('created_at')
    .execute()
  return rows.map((row) => row.file_name)
}

/** Makes a file look as if it had been processed before figures were stored. */
export async function clearFigures(db: Database, mediaId: string): Promise<void> {
  await db.deleteFrom('media_renditions').where('media_id', '=', mediaId).execute()
}

/** Adds a figure of a rendition that does not exist. */
export async function addFigure(db: Database, mediaId: string, name: string): Promise<void> {
  await db.insertInto('media_renditions').values({ media_id: mediaId, name, bytes: 1n }).execute()
}

export const figuresOf = (db: Database, mediaId: string) =>
  db
    .selectFrom('media_renditions')
    .select(['name', 'width', 'height', 'bytes'])
    .where('media_id', '=', mediaId)
    .orderBy('name')
    .execute()

/** Makes the row claim that there are tiles and captions. */
export async function setTilesAndCaptions(db: Database, mediaId: string): Promise<void> {
  await db
    .updateTable('media')
    .set({ has_tiles: true, has_captions: true })
    .where('id', '=', mediaId)
    .execute()
}

export async function addRemoval(db: Database, mediaId: string): Promise<void> {
  await db.insertInto('media_removals').values({ media_id: mediaId, extension: 'png' }).execute()
}
