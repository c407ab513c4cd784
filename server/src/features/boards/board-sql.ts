import type { BoardView } from '@plinth/contract/boards/boards.ts'
import { sql, type RawBuilder } from 'kysely'
import { pictureJson } from '../../core/media/media-sql.ts'
import { isBlockBetween, isNotBlocked } from '../../core/users/block-sql.ts'
import { personJson } from '../../core/users/person-sql.ts'
import type { Shown } from '../../db/page-sql.ts'
import { isoTime } from '../../db/time-sql.ts'

/** How boards show works or posts, which other features keep. */
export interface Showable {
  shown: Shown
  /** Whether the viewer in `me` may see the row `p`. */
  isSeen: RawBuilder<unknown>
}
export interface Showables {
  works: Showable
  posts: Showable
}

/** What person `userId` may do with `boards bd`: everything, or what its owner has allowed; null without being asked. */
export const roleOf = (userId: RawBuilder<unknown>) => sql<BoardView['role']>`(
  case when bd.owner_id = ${userId} then 'owner' else (
    select role from board_people bp where bp.board_id = bd.id and bp.user_id = ${userId}) end)`

/** Whether the owner of `boards bd` is there for this person: not gone, and neither blocks the other. */
export const isOwnerThere = (userId: RawBuilder<unknown>) => sql<boolean>`(
  bd.owner_id = ${userId} or (
    not (select o.is_gone from users o where o.id = bd.owner_id)
    and not coalesce(${isBlockBetween(sql`bd.owner_id`, userId)}, false)))`

/** Whether this person, or a visitor (null), may look at `boards bd`. */
export const mayLook = (userId: RawBuilder<unknown>) => sql<boolean>`(
  ${isOwnerThere(userId)} and (
    (bd.visibility in ('link', 'public') and bd.taken_down_at is null) or ${roleOf(userId)} is not null))`

const me = sql`(select user_id from me)`

/**
 * Whether the viewer in `me` may see the picture `media m` that `users u` uploaded to a board that they may look at: their
 * own in any state; of others what is ready, while they are there and neither blocks the other.
 */
export const isPictureSeen = sql<boolean>`(
  m.owner_id = ${me} or (m.state = 'ready' and not u.is_gone and ${isNotBlocked(sql`m.owner_id`)}))`

/** The contract's BoardPicture of the file with this id; null if the viewer in `me` may not see it. */
export const boardPictureJson = (mediaId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select json_build_object('picture', ${pictureJson()}, 'by', ${personJson('u')})
  from media m join users u on u.id = m.owner_id
  where m.id = ${mediaId} and ${isPictureSeen})`

/** What is said of `boards bd` of `users o`, and of the viewer in `me`. */
export const boardColumns = sql`
  bd.id, bd.title, bd.description, bd.visibility, ${personJson('o')} as owner,
  bd.taken_down_at is not null and ${roleOf(me)} is not null as "isTakenDown",
  ${roleOf(me)} as role,
  bd.item_count as "itemCount", bd.note_count as "noteCount", bd.against_count as "againstCount",
  bd.people_count as "peopleCount", ${isoTime(sql`bd.created_at`)} as "createdAt",
  ${isoTime(sql`bd.changed_at`)} as "changedAt"`
