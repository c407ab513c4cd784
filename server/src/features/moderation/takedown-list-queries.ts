import type { AdminTakedown } from '@plinth/contract/moderation/takedowns.ts'
import { sql } from 'kysely'
import { personOrNull } from '../../core/users/person-sql.ts'
import { findShown, type Shown } from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import type { Page } from '../../http/mount.ts'
import { titleOfSubject } from './subject-sql.ts'
import { readTimeList, timeListStatement, type TimeListInput } from './time-list-queries.ts'

export type NoticeStatus = 'open' | 'all'

const shownNotice: Shown = {
  table: 'takedown_notices',
  columns: sql`
    p.id, p.number::int as number, p.state, p.work, p.url, p.kind, p.subject_id as "subjectId",
    ${titleOfSubject(sql`p.kind`, sql`p.subject_id`)} as title, ${personOrNull('u')} as author,
    (select count(*)::int from takedown_notices o
      where o.author_id = p.author_id and o.id <> p.id and o.removed_at is not null and o.state <> 'restored')
      as "removedOfAuthor",
    p.name, p.organisation, p.email, p.address, p.signature,
    p.removal_note as "removalNote", p.note,
    (select a.text from appeals a where a.kind = 'copyright' and a.subject_id = p.id
      order by a.created_at desc limit 1) as counter,
    p.removed_at as "removedAt", p.restore_at as "restoreAt", ${personOrNull('d')} as "decidedBy",
    p.created_at as "createdAt"`,
  joins: sql`left join users u on u.id = p.author_id left join users d on d.id = p.decided_by`,
}

export const listNotices = (
  db: Database,
  status: NoticeStatus,
  input: TimeListInput,
): Promise<Page<AdminTakedown>> => {
  const conditions = status === 'open' ? [sql`p.state in ('received', 'removed', 'counter')`] : []
  const list = { at: sql`p.created_at`, conditions, shown: shownNotice }
  return readTimeList(db, status, timeListStatement(list, input))
}

export const findNotice = (db: Database, id: string): Promise<AdminTakedown | null> =>
  findShown(db, id, shownNotice)
