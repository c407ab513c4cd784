import type { Database } from '../../src/db/pool.ts'

/** As of a file that was made ready before figures were kept. */
export async function clearFigures(db: Database, mediaId: string): Promise<void> {
  await db.deleteFrom('media_renditions').where('media_id', '=', mediaId).execute()
}

/** Of something that is not there. */
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

/** The row says that there are tiles and captions. */
export async function tilesAndCaptions(db: Database, mediaId: string): Promise<void> {
  await db
    .updateTable('media')
    .set({ has_tiles: true, has_captions: true })
    .where('id', '=', mediaId)
    .execute()
}

export async function noteRemoval(db: Database, mediaId: string): Promise<void> {
  await db.insertInto('media_removals').values({ media_id: mediaId, extension: 'png' }).execute()
}
