import type { AdminAppeal, Appeal } from '@plinth/contract/moderation/appeals.ts'
import { sql, type RawBuilder } from 'kysely'
import { personOrNull } from '../../core/users/person-sql.ts'
import { findShown, type Shown } from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import type { Page } from '../../http/mount.ts'
import { titleOfSubject } from './subject-sql.ts'
import { readTimeList, timeListStatement, type TimeListInput } from './time-list-queries.ts'

export type AppealStatus = 'open' | 'decided'
/** The list that cursors belong to. */
export const OWN_APPEALS = 'own-appeals'

/** Each has an index that gives its rows in order. Counter-notices are decided with their notices. */
const LISTS: Record<AppealStatus, { at: RawBuilder<unknown>; is: RawBuilder<unknown> }> = {
  open: { at: sql`p.created_at`, is: sql`p.state = 'open'` },
  decided: { at: sql`p.decided_at`, is: sql`p.state <> 'open'` },
}

/** The thing that an appeal is about: of a counter-notice what the notice took down. */
const title = titleOfSubject(
  sql`coalesce(t.kind, p.kind)`,
  sql`coalesce(t.subject_id, p.subject_id)`,
)
const joinNotice = sql`
  left join takedown_notices t on p.kind = 'copyright' and t.id = p.subject_id`

const ownAppeal: Shown = {
  table: 'appeals',
  columns: sql`
    p.id, p.kind, p.subject_id as "subjectId", ${title} as title, p.reason, p.text, p.state, p.note,
    p.created_at as "createdAt", p.decided_at as "decidedAt"`,
  joins: joinNotice,
}

const adminAppeal: Shown = {
  table: 'appeals',
  columns: sql`
    ${ownAppeal.columns}, ${personOrNull('u')} as author, p.against_at as "againstAt",
    ${personOrNull('d')} as "decidedBy"`,
  joins: sql`${joinNotice} join users u on u.id = p.user_id left join users d on d.id = p.decided_by`,
}

export const listOwn = (db: Database, input: TimeListInput): Promise<Page<Appeal>> => {
  const mine = [sql`p.user_id = ${input.viewerId}::uuid`]
  const list = { at: sql`p.created_at`, conditions: mine, shown: ownAppeal }
  return readTimeList(db, OWN_APPEALS, timeListStatement(list, input))
}

export const listForAdmin = (
  db: Database,
  status: AppealStatus,
  input: TimeListInput,
): Promise<Page<AdminAppeal>> => {
  const { at, is } = LISTS[status]
  const conditions = [is, sql`p.kind <> 'copyright'`]
  const list = { at, conditions, shown: adminAppeal }
  return readTimeList(db, status, timeListStatement(list, input))
}

export const findOwnAppeal = (db: Database, id: string): Promise<Appeal> =>
  findWritten<Appeal>(db, id, ownAppeal)
export const findAdminAppeal = (db: Database, id: string): Promise<AdminAppeal> =>
  findWritten<AdminAppeal>(db, id, adminAppeal)

async function findWritten<T>(db: Database, id: string, shown: Shown): Promise<T> {
  const appeal = await findShown<T>(db, id, shown)
  if (appeal === null) throw new Error('an appeal that is not there')
  return appeal
}
