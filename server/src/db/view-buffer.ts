import { sql, type RawBuilder } from 'kysely'
import type { Database } from './pool.ts'

export interface ViewTables {
  /** The table with one row for each (item, day, viewer_id). */
  rows: string
  /** Its column with the item's id. */
  itemColumn: string
  /** The table of the items, which have a `view_count` and a `creator_id`. */
  items: string
  /** Whether looks at item `i` count. */
  isVisible: RawBuilder<unknown>
  /** Told, once it is written, which items' counters have moved. */
  onMoved?: (itemIds: string[]) => void
}

export interface ViewBuffer {
  add: (itemId: string, viewerId: string) => void
  /** Writes what is left and stops. */
  close: () => Promise<void>
}

/** Between two statements; also what is lost when the process dies. */
const FLUSH_MS = 1_000
/** Looks kept while the database is slow; beyond that they are dropped and not the server. */
const MAX_LOOKS = 100_000

/** Looks at things are gathered in memory and written once a second. */
export function createViewBuffer(
  db: Database,
  tables: ViewTables,
  onError: (error: unknown) => void,
): ViewBuffer {
  let itemIds: string[] = []
  let viewerIds: string[] = []
  let running: Promise<void> | null = null

  const write = async () => {
    const looks = { itemIds, viewerIds }
    itemIds = []
    viewerIds = []
    try {
      const moved = await addViews(db, tables, looks)
      if (moved.length > 0) tables.onMoved?.(moved)
    } catch (error) {
      onError(error)
      // A thing may just have been taken down under it: next time it is left out.
      itemIds = [...looks.itemIds, ...itemIds].slice(0, MAX_LOOKS)
      viewerIds = [...looks.viewerIds, ...viewerIds].slice(0, MAX_LOOKS)
    }
  }
  const flush = async () => {
    if (itemIds.length === 0) return
    running ??= write().finally(() => (running = null))
    await running
  }
  const timer = setInterval(() => void flush(), FLUSH_MS)
  timer.unref()

  return {
    add: (itemId, viewerId) => {
      if (itemIds.length >= MAX_LOOKS) return
      itemIds.push(itemId)
      viewerIds.push(viewerId)
    },
    close: async () => {
      clearInterval(timer)
      await running
      await flush()
    },
  }
}

/** Keeps each person's first look at a thing today; looks at one's own do not count. Answers what has moved. */
async function addViews(
  db: Database,
  tables: ViewTables,
  looks: { itemIds: string[]; viewerIds: string[] },
): Promise<string[]> {
  const [rowTable, items, itemId] = [
    sql.table(tables.rows),
    sql.table(tables.items),
    sql.ref(tables.itemColumn),
  ]
  const { rows } = await sql<{ id: string }>`
    with added as (
      insert into ${rowTable} (${itemId}, day, viewer_id)
      select distinct i.id, (now() at time zone 'utc')::date, u.id
      from unnest(${looks.itemIds}::uuid[], ${looks.viewerIds}::uuid[]) as look (item_id, viewer_id)
      join ${items} i on i.id = look.item_id and ${tables.isVisible} and i.creator_id <> look.viewer_id
      join users u on u.id = look.viewer_id
      order by 1, 3
      on conflict do nothing returning ${itemId} as item_id),
    moved as (select item_id, count(*)::int as by from added group by item_id),
    locked as (
      select id from ${items} where id in (select item_id from moved) order by id for no key update)
    update ${items} i set view_count = i.view_count + moved.by from moved, locked
    where i.id = moved.item_id and i.id = locked.id returning i.id`.execute(db)
  return rows.map(({ id }) => id)
}
