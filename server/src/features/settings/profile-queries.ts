import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'
import type { CleanChanges } from './profile-rules.ts'

/** Changes somebody's own profile. Fields that are left out stay as they are. */
export async function changeProfile(
  db: Database,
  userId: string,
  changes: CleanChanges & { portrait?: string | null },
): Promise<void> {
  const {
    firstName,
    lastName,
    bio,
    location,
    website,
    profileColors,
    socialLinks,
    timeZone,
    portrait,
  } = changes
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
      ...(timeZone === undefined ? {} : { time_zone: timeZone }),
      ...(portrait === undefined ? {} : { profile_image_url: portrait }),
    })
    .where('id', '=', userId)
    .execute()
}

/** Returns somebody's portrait and locks their account until the transaction ends. */
export async function lockPortrait(trx: Database, userId: string): Promise<string | null> {
  const row = await trx
    .selectFrom('users')
    .select('profile_image_url as url')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.url ?? null
}

/** What became of a choice: there is no such own work, it cannot be shown to everybody, or it is the banner. */
export type ChosenBanner = 'gone' | 'unlisted' | 'sensitive' | 'chosen'

/** Makes an own work somebody's banner, unless visitors could not see it there. */
export async function chooseBanner(
  db: Database,
  userId: string,
  workId: string,
): Promise<ChosenBanner> {
  const { rows } = await sql<{ is: ChosenBanner }>`
    with wanted as (
      select p.id, case when not p.is_listed then 'unlisted' when p.is_sensitive then 'sensitive'
        else 'chosen' end as "is"
      from portfolio_items p
      where p.id = ${workId}::uuid and p.creator_id = ${userId}::uuid and p.state <> 'binned'
      for key share),
    chosen as (
      insert into profile_banners (user_id, item_id)
      select ${userId}::uuid, id from wanted where "is" = 'chosen'
      on conflict (user_id) do update set item_id = excluded.item_id, chosen_at = now()
        where profile_banners.item_id <> excluded.item_id)
    select "is" from wanted`.execute(db)
  return rows[0]?.is ?? 'gone'
}

export async function removeBanner(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('profile_banners').where('user_id', '=', userId).execute()
}

export interface PortraitFile {
  extension: string
  width: number
  height: number
  renditions: number[]
  state: string
  /** Of a picture that looks like one that was taken down. */
  review: string | null
}

export async function findPortraitFile(
  db: Database,
  mediaId: string,
): Promise<PortraitFile | undefined> {
  return db
    .selectFrom('media')
    .leftJoin('media_reviews as review', 'review.id', 'media.id')
    .select(['extension', 'width', 'height', 'rendition_widths as renditions', 'media.state'])
    .select('review.state as review')
    .where('media.id', '=', mediaId)
    .executeTakeFirst()
}

/** Sets anew who may see these files. A portrait is public, wherever else its file is used; a former one may not be. */
export async function refreshPrivacy(db: Database, mediaIds: readonly string[]): Promise<void> {
  await sql`select refresh_media_privacy(${mediaIds}::uuid[])`.execute(db)
}

/** The person whose portrait this file is while it is still shown in its original size. */
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

/** Returns false when another portrait has been chosen since. */
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
