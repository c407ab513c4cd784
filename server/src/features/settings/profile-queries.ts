import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'
import type { CleanChanges } from './profile-rules.ts'

/** Changes somebody's own profile. `portrait` left out stays as it is. */
export async function changeProfile(
  db: Database,
  userId: string,
  changes: CleanChanges & { portrait?: string | null },
): Promise<void> {
  const { firstName, lastName, bio, location, website, profileColors, socialLinks, portrait } =
    changes
  await db
    .updateTable('users')
    .set({
      updated_at: sql<Date>`now()`,
      ...(firstName === undefined ? {} : { first_name: firstName }),
      ...(lastName === undefined ? {} : { last_name: lastName }),
      ...(bio === undefined ? {} : { bio }),
      ...(location === undefined ? {} : { location }),
      ...(website === undefined ? {} : { website }),
      ...(profileColors === undefined ? {} : { profile_colors: JSON.stringify(profileColors) }),
      ...(socialLinks === undefined ? {} : { social_links: JSON.stringify(socialLinks) }),
      ...(portrait === undefined ? {} : { profile_image_url: portrait }),
    })
    .where('id', '=', userId)
    .execute()
}

/** The portrait that somebody has; in a transaction, held until its end. */
export async function holdPortrait(trx: Database, userId: string): Promise<string | null> {
  const row = await trx
    .selectFrom('users')
    .select('profile_image_url as url')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.url ?? null
}

export interface PortraitFile {
  extension: string
  width: number
  height: number
  renditions: number[]
  state: string
}

export async function findPortraitFile(
  db: Database,
  mediaId: string,
): Promise<PortraitFile | undefined> {
  return db
    .selectFrom('media')
    .select(['extension', 'width', 'height', 'rendition_widths as renditions', 'state'])
    .where('id', '=', mediaId)
    .executeTakeFirst()
}

/** A portrait is everybody's to see, wherever else its file stands; one that is taken down may not be. */
export async function refreshPrivacy(db: Database, mediaIds: readonly string[]): Promise<void> {
  await sql`select refresh_media_privacy(${mediaIds}::uuid[])`.execute(db)
}

/** Whose portrait this file is, while it still stands there as it came in. */
export async function findUnrendered(db: Database, mediaId: string): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .innerJoin('media', 'media.owner_id', 'users.id')
    .select('users.id')
    .where('media.id', '=', mediaId)
    .where('users.profile_image_url', 'like', sql<string>`'/media/' || media.id || '/original.%'`)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Answers false when another portrait has been chosen since. */
export async function replacePortrait(
  db: Database,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ profile_image_url: to })
    .where('id', '=', userId)
    .where('profile_image_url', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
