import { sql, type RawBuilder } from 'kysely'
import { referencesJson, type Seen } from '../../../core/references/reference-sql.ts'
import { isOwnerThere, isPictureSeen, roleOf } from '../board-sql.ts'

export const me = sql`(select user_id from me)`

/** Whether the viewer in `me` may send briefs from `boards bd`. */
export const maySend = sql<boolean>`(${roleOf(me)} in ('owner', 'edit') and ${isOwnerThere(me)})`

/** What the brief with this id shows, as far as the viewer in `me` may see it. */
export const briefReferencesJson = (
  briefId: RawBuilder<unknown>,
  seen: Seen,
): RawBuilder<unknown> =>
  referencesJson(
    { table: 'brief_references', column: 'brief_id', id: briefId },
    { ...seen, pictures: { isSeen: isPictureSeen } },
  )
