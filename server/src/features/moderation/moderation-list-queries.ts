import { sql, type RawBuilder } from 'kysely'
import { meTable } from '../../core/session/viewer-sql.ts'
import {
  byTime,
  onlyRow,
  pageStatement,
  pastTime,
  type Shown,
  type ViewerPageRow,
} from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import { Page } from '../../http/mount.ts'
import { cursorAfter, type TimePosition } from '../../http/paging.ts'

type Sql = RawBuilder<unknown>

export interface TimeListInput {
  viewerId: string
  limit: number
  after: TimePosition | null
}

/** A page of rows `p` sorted by a time. `at` needs an index that returns them in order. */
export const timeListStatement = (
  { at, conditions, shown }: { at: Sql; conditions: Sql[]; shown: Shown },
  { viewerId, limit, after }: TimeListInput,
): RawBuilder<ViewerPageRow> =>
  pageStatement({
    me: meTable({ viewerId }),
    sort: byTime(at),
    from: sql`${sql.table(shown.table)} p`,
    conditions,
    limit,
    after: pastTime(after),
    shown,
  })

/** Reads a page. `name` is the name of the list in its cursors. */
export async function readTimeList<T>(
  db: Database,
  name: string,
  statement: RawBuilder<ViewerPageRow>,
): Promise<Page<T>> {
  const { json, last } = await onlyRow(db, statement)
  return new Page(JSON.parse(json) as T[], cursorAfter(name, last))
}

/** The title of a post, work or board; empty when it was deleted or is of another kind. */
export const titleOfSubject = (
  kind: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
) => sql<string>`coalesce(
  (select s.title from posts s where ${kind} = 'post' and s.id = ${id}),
  (select s.title from portfolio_items s where ${kind} = 'portfolio' and s.id = ${id}),
  (select s.title from boards s where ${kind} = 'board' and s.id = ${id}), '')`
