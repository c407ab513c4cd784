import { sql, type RawBuilder } from 'kysely'
import type { Who } from '../../http/viewer.ts'

export type { Who } from '../../http/viewer.ts'

/** Whether the viewer in `me` is an admin. */
export const viewerIsAdmin = sql<boolean>`coalesce(
  (select a.is_admin from users a where a.id = (select user_id from me)), false)`

/** The table `me`: one row with the viewer's `user_id`, or none for visitors. */
export const meTable = (who: Who): RawBuilder<unknown> =>
  'tokenHash' in who
    ? sql`me as materialized (
        select s.user_id from sessions s join users u on u.id = s.user_id
        where s.token_hash = ${who.tokenHash}::bytea and s.expires_at > now()
          and s.absolute_expires_at > now() and not u.is_gone)`
    : sql`me as materialized (
        select v.user_id from (select ${who.viewerId}::uuid as user_id) v where v.user_id is not null)`
