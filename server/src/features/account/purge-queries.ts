import { sql } from 'kysely'
import { removedRooms } from '../../core/proofing/removed-rooms-sql.ts'
import type { Database } from '../../db/pool.ts'

/** Accounts that can no longer be restored, the oldest deletion first. */
export async function findToPurge(db: Database, deletedBefore: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('deleted_at', '<=', deletedBefore)
    .where('purged_at', 'is', null)
    .orderBy('deleted_at')
    .limit(100)
    .execute()
  return rows.map(({ id }) => id)
}

/** Locks the account until the transaction ends; false when it was restored, or purged by another process. */
export async function lockToPurge(
  trx: Database,
  userId: string,
  deletedBefore: Date,
): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', '<=', deletedBefore)
    .where('purged_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Deletes what somebody made and did. None of it has been counted since they deleted their account, so no counter
 * changes. Comments that others replied to stay as empty placeholders.
 */
export async function deleteActivity(trx: Database, userId: string): Promise<void> {
  const id = sql`${userId}::uuid`
  const statements = [
    sql`delete from notices where actor_id = ${id} or followed_id = ${id} or billed_id = ${id}`,
    sql`delete from notifications where user_id = ${id}`,
    sql`delete from posts where creator_id = ${id}`,
    sql`delete from walls where creator_id = ${id}`,
    sql`delete from portfolio_items where creator_id = ${id}`,
    // Replies first: a placeholder that has no other replies goes with them.
    sql`with gone as (
        delete from comments where author_id = ${id} and parent_id is not null returning id, parent_id)
      delete from comments c using gone where c.id = gone.parent_id and c.is_removed
        and not exists (select 1 from comments r where r.parent_id = c.id
          and r.id not in (select id from gone))`,
    sql`delete from comments c where author_id = ${id} and parent_id is null
      and not exists (select 1 from comments r where r.parent_id = c.id)`,
    sql`update comments set content = '', mentions = '[]', is_removed = true, client_id = null
      where author_id = ${id}`,
    sql`delete from comment_likes where user_id = ${id}`,
    sql`delete from post_likes where user_id = ${id}`,
    sql`delete from post_saves where user_id = ${id}`,
    sql`delete from post_shares where user_id = ${id}`,
    sql`delete from post_views where viewer_id = ${id}`,
    sql`delete from post_hides where user_id = ${id}`,
    sql`delete from creator_dampings where user_id = ${id} or creator_id = ${id}`,
    sql`delete from portfolio_likes where user_id = ${id}`,
    sql`delete from portfolio_saves where user_id = ${id}`,
    sql`delete from portfolio_views where viewer_id = ${id}`,
    sql`delete from credits where person_id = ${id}`,
    sql`delete from briefs where sender_id = ${id}`,
    sql`delete from brief_drafts where user_id = ${id}`,
    sql`delete from boards where owner_id = ${id}`,
    sql`delete from board_makers where maker_id = ${id}`,
    // The places of their pictures stay on boards and briefs of others.
    sql`update board_items i set media_id = null from media m where m.id = i.media_id and m.owner_id = ${id}`,
    sql`update brief_references r set media_id = null from media m
      where m.id = r.media_id and m.owner_id = ${id}`,
    sql`delete from removed_board_pictures r using media m
      where m.id = r.media_id and m.owner_id = ${id}`,
    sql`with gone as (delete from board_people where user_id = ${id} returning board_id)
      update boards b set people_count = people_count - 1 from gone where b.id = gone.board_id`,
    sql`with gone as (
        update board_items set note = '', noted_by = null, noted_at = null
        where noted_by = ${id} and note <> '' returning board_id),
      counts as (select board_id, count(*)::int as notes from gone group by board_id)
      update boards b set note_count = note_count - c.notes from counts c where b.id = c.board_id`,
    sql`update board_items set noted_by = null, noted_at = null where noted_by = ${id}`,
    sql`update board_items set added_by = null where added_by = ${id}`,
    sql`delete from tastes where user_id = ${id}`,
    sql`delete from follows where follower_id = ${id} or followed_id = ${id}`,
    sql`delete from blocks where blocker_id = ${id} or blocked_id = ${id}`,
    sql`delete from for_you_lists where user_id = ${id}`,
    // Whom they were for is deleted with the names of their guests, some time later.
    sql`update proof_links set ended_at = coalesce(ended_at, now()) where made_by = ${id}`,
    removedRooms(sql<boolean>`r.owner_id = ${id}`),
    sql`delete from idempotency_keys where user_id = ${id}`,
    sql`delete from appeals where user_id = ${id}`,
    sql`delete from creator_removals where user_id = ${id}`,
    sql`delete from user_notes where user_id = ${id}`,
    sql`update user_notes set author_id = null where author_id = ${id}`,
    sql`delete from user_assignments where user_id = ${id} or assignee_id = ${id}`,
    sql`update canned_answers set made_by = null where made_by = ${id}`,
    sql`update announcements set sent_by = null where sent_by = ${id}`,
    sql`delete from held_texts where author_id = ${id} or receiver_id = ${id}`,
    sql`delete from text_prints where author_id = ${id}`,
    sql`delete from daily_counts where user_id = ${id}`,
    sql`delete from person_limits where user_id = ${id}`,
    sql`delete from strikes where user_id = ${id}`,
    sql`update takedown_notices set author_id = null where author_id = ${id}`,
    // Booked advertising is a business record.
    sql`delete from advertisement_inquiries where user_id = ${id} and state <> 'booked'`,
    sql`update advertisement_inquiries set user_id = null where user_id = ${id}`,
    sql`delete from creator_tallies where creator_id = ${id}`,
    sql`delete from work_tallies where creator_id = ${id}`,
    sql`delete from source_tallies where creator_id = ${id}`,
    sql`update reports set reporter_id = null where reporter_id = ${id}`,
    // What they proved in a case stays with it. What they did as staff keeps no name.
    sql`update cases set assignee_id = null where assignee_id = ${id}`,
    sql`update case_notes set author_id = null where author_id = ${id}`,
    sql`delete from message_media using messages m
      where m.id = message_media.message_id and m.sender_id = ${id}`,
    sql`delete from project_media using projects p
      where p.id = project_media.project_id and p.client_id = ${id}`,
  ]
  for (const statement of statements) await statement.execute(trx)
}

/** Deletes identities, sessions, account activity and the profile. The row of the account stays, because other records refer to it. */
export async function deleteProfile(trx: Database, userId: string, now: Date): Promise<void> {
  await trx.deleteFrom('identities').where('user_id', '=', userId).execute()
  await trx.deleteFrom('sessions').where('user_id', '=', userId).execute()
  await trx.deleteFrom('known_devices').where('user_id', '=', userId).execute()
  await trx.deleteFrom('account_events').where('user_id', '=', userId).execute()
  await sql`
    update users set purged_at = ${now}, kept_profile = null, email = null, email_verified = false,
      creator_granted = false, notification_settings = '{}', notifications_mailed_at = null,
      mail_key = gen_random_uuid(), suspended_reason = null, time_zone = null, work_count = 0, post_count = 0,
      follower_count = 0, following_count = 0, updated_at = now()
    where id = ${userId}::uuid`.execute(trx)
}

/** All files that somebody has uploaded. */
export async function findMediaOf(trx: Database, userId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('media')
    .select('id')
    .where('owner_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
