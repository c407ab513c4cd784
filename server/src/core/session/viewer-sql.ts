import { sql, type RawBuilder } from 'kysely'
import { hasRight } from '../../db/staff-sql.ts'
import type { Who } from '../../http/viewer.ts'

export type { Who } from '../../http/viewer.ts'

/** Whether the viewer in `me` is staff who may see what is hidden from others. */
export const viewerSeesHidden = sql<boolean>`coalesce((select me.sees_hidden from me), false)`

const seesHidden = hasRight(sql.ref('u.staff_role'), 'content.read')

/** How a statement finds its viewer, which changes its text. */
export type WhoKind = 'session' | 'person' | 'visitor'

export const kindOf = (who: Who): WhoKind =>
  'tokenHash' in who
    ? who.tokenHash === null
      ? 'visitor'
      : 'session'
    : who.viewerId === null
      ? 'visitor'
      : 'person'

/** What a statement finds its viewer by: the hash of a session or the id of a person. */
export const keyOf = (who: Who): Buffer | string | null =>
  'tokenHash' in who ? who.tokenHash : who.viewerId

/**
 * The table `me`: one row with the viewer's `user_id`, whether they are staff who see what is hidden, how many people they follow, and when
 * their session was last noted as used; or none for visitors.
 */
export const meTable = (who: Who): RawBuilder<unknown> => meOf(kindOf(who), sql`${keyOf(who)}`)

/** The same for a statement that is built once, with the slot that takes the viewer's key. */
export function meOf(kind: WhoKind, key: RawBuilder<unknown>): RawBuilder<unknown> {
  switch (kind) {
    case 'session':
      return sql`me as materialized (
        select s.user_id, ${seesHidden} as sees_hidden, u.following_count, s.last_seen_at
        from sessions s join users u on u.id = s.user_id
        where s.token_hash = ${key}::bytea and s.expires_at > now()
          and s.absolute_expires_at > now() and not u.is_gone)`
    case 'person':
      return sql`me as materialized (
        select u.id as user_id, ${seesHidden} as sees_hidden, u.following_count, null::timestamptz as last_seen_at
        from users u where u.id = ${key}::uuid)`
    case 'visitor':
      return sql`me as materialized (
        select null::uuid as user_id, false as sees_hidden, 0 as following_count, null::timestamptz as last_seen_at
        where false)`
  }
}
