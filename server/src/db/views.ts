import { sql, type RawBuilder } from 'kysely'
import type { Database } from './pool.ts'

export interface ViewTables {
  /** The table with one row for each (item, day, viewer_id). */
  rows: string
  /** Its column with the item's id. */
  itemColumn: string
  /** The table of the items, which have a `view_count` and a `creator_id`. */
  items: string
  /** Whether views of item `i` count. */
  isVisible: RawBuilder<unknown>
  /** Called after a write with the items whose counters have changed. */
  onMoved?: (itemIds: string[]) => void
}

/** The views to write, column by column. */
interface Views {
  itemIds: string[]
  viewerIds: string[]
  sources: string[]
}
const none = (): Views => ({ itemIds: [], viewerIds: [], sources: [] })

export interface ViewBuffer {
  add: (itemId: string, viewerId: string, source: string) => void
  /** Writes the remaining views and stops. */
  close: () => Promise<void>
}

/** Time between two writes. If the process dies, at most this much is lost. */
const FLUSH_MS = 1_000
/** Views to hold while the database is slow. Further ones are dropped, so that memory does not run out. */
const MAX_VIEWS = 100_000

/**
 * Collects views in memory and writes them once a second. Only views that a screen reports for a signed-in person count,
 * which leaves out visitors and crawlers. Each person counts once per item and UTC day, with the source of their first
 * view. Views of one's own items do not count.
 */
export function createViewBuffer(
  db: Database,
  tables: ViewTables,
  onError: (error: unknown) => void,
): ViewBuffer {
  let views: Views = none()
  let running: Promise<void> | null = null

  const write = async () => {
    const written = views
    views = none()
    try {
      const moved = await addViews(db, tables, written)
      if (moved.length > 0) tables.onMoved?.(moved)
    } catch (error) {
      onError(error)
      // An item may have been deleted meanwhile. The next write leaves it out.
      views = {
        itemIds: [...written.itemIds, ...views.itemIds].slice(0, MAX_VIEWS),
        viewerIds: [...written.viewerIds, ...views.viewerIds].slice(0, MAX_VIEWS),
        sources: [...written.sources, ...views.sources].slice(0, MAX_VIEWS),
      }
    }
  }
  const flush = async () => {
    if (views.itemIds.length === 0) return
    running ??= write().finally(() => (running = null))
    await running
  }
  const timer = setInterval(() => void flush(), FLUSH_MS)
  timer.unref()

  return {
    add: (itemId, viewerId, source) => {
      if (views.itemIds.length >= MAX_VIEWS) return
      views.itemIds.push(itemId)
      views.viewerIds.push(viewerId)
      views.sources.push(source)
    },
    close: async () => {
      clearInterval(timer)
      await running
      await flush()
    },
  }
}

/** Stores each person's first view of an item today. Returns the items whose counters have changed. */
async function addViews(db: Database, tables: ViewTables, views: Views): Promise<string[]> {
  const [rowTable, items, itemId] = [
    sql.table(tables.rows),
    sql.table(tables.items),
    sql.ref(tables.itemColumn),
  ]
  const { rows } = await sql<{ id: string }>`
    with added as (
      insert into ${rowTable} (${itemId}, day, viewer_id, source)
      select distinct on (1, 3) i.id, (now() at time zone 'utc')::date, u.id, v.source
      from unnest(${views.itemIds}::uuid[], ${views.viewerIds}::uuid[], ${views.sources}::view_source[])
        with ordinality as v (item_id, viewer_id, source, place)
      join ${items} i on i.id = v.item_id and ${tables.isVisible} and i.creator_id <> v.viewer_id
      join users u on u.id = v.viewer_id
      order by 1, 3, v.place
      on conflict do nothing returning ${itemId} as item_id),
    moved as (select item_id, count(*)::int as by from added group by item_id),
    locked as (
      select id from ${items} where id in (select item_id from moved) order by id for no key update)
    update ${items} i set view_count = i.view_count + moved.by from moved, locked
    where i.id = moved.item_id and i.id = locked.id returning i.id`.execute(db)
  return rows.map(({ id }) => id)
}
