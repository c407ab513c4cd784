import { sql } from 'kysely'
import { viewerReads } from '../../../core/session/viewer-page-sql.ts'
import type { Who } from '../../../core/session/viewer-sql.ts'
import type { Reads } from '../../../db/reads.ts'
import type { HotResult, HotRow } from '../../../http/mount.ts'
import { isVisible } from '../portfolio-sql.ts'
import { studyJson } from './study-sql.ts'

/** What stands below a work, for whoever sees the work. */
const study = viewerReads<object, { id: string }, HotRow>(
  (_, { id }, me) => sql<HotRow>`
    with ${me}
    select (select user_id from me) as "viewerId", (
      select ${studyJson}::text from portfolio_items p join case_studies s on s.item_id = p.id
      where p.id = ${id}::uuid and p.has_case_study and ${isVisible}) as json`,
)
export const studyStatement = (who: Who, id: string) => study(who, {}, { id })

/** Null JSON when there is none that this viewer may see. */
export const findStudy = (reads: Reads, who: Who, id: string): Promise<HotResult> =>
  reads.one(studyStatement(who, id))
