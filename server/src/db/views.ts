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

/** Columns of what is to be written. */
interface Looks {
  itemIds: string[]
  viewerIds: string[]
  sources: string[]
}
const none = (): Looks => ({ itemIds: [], viewerIds: [], sources: [] })

export interface ViewBuffer {
  add: (itemId: string, viewerId: string, source: string) => void
  /** Writes what is left and stops. */
  close: () => Promise<void>
}

/** Between two statements; also what is lost when the process dies. */
const FLUSH_MS = 1_000
/** Looks kept while the database is slow; beyond that they are dropped and not the server. */
const MAX_LOOKS = 100_000

/**
 * Looks at things are gathered in memory and written once a second. A look is a signed-in person's, told by the screen
 * that showed them the thing: visitors, and machines that read pages, are not counted. Of a person's looks at a thing
 * on a day of UTC the first one counts, with the source it came by; looks at one's own do not.
 */
export function createViewBuffer(
  db: Database,
  tables: ViewTables,
  onError: (error: unknown) => void,
): ViewBuffer {
  let looks: Looks = none()
  let running: Promise<void> | null = null

  const write = async () => {
    const written = looks
    looks = none()
    try {
      const moved = await addViews(db, tables, written)
      if (moved.length > 0) tables.onMoved?.(moved)
    } catch (error) {
      onError(error)
      // A thing may just have been taken down under it: next time it is left out.
      looks = {
        itemIds: [...written.itemIds, ...looks.itemIds].slice(0, MAX_LOOKS),
        viewerIds: [...written.viewerIds, ...looks.viewerIds].slice(0, MAX_LOOKS),
        sources: [...written.sources, ...looks.sources].slice(0, MAX_LOOKS),
      }
    }
  }
  const flush = async () => {
    if (looks.itemIds.length === 0) return
    running ??= write().finally(() => (running = null))
    await running
  }
  const timer = setInterval(() => void flush(), FLUSH_MS)
  timer.unref()

  return {
    add: (itemId, viewerId, source) => {
      if (looks.itemIds.length >= MAX_LOOKS) return
      looks.itemIds.push(itemId)
      looks.viewerIds.push(viewerId)
      looks.sources.push(source)
    },
    close: async () => {
      clearInterval(timer)
      await running
      await flush()
    },
  }
}

/** Keeps each person's first look at a thing today. Answers what has moved. */
async function addViews(db: Database, tables: ViewTables, looks: Looks): Promise<string[]> {
  const [rowTable, items, itemId] = [
    sql.table(tables.rows),
    sql.table(tables.items),
    sql.ref(tables.itemColumn),
  ]
  const { rows } = await sql<{ id: string }>`
    with added as (
      insert into ${rowTable} (${itemId}, day, viewer_id, source)
      select distinct on (1, 3) i.id, (now() at time zone 'utc')::date, u.id, look.source
      from unnest(${looks.itemIds}::uuid[], ${looks.viewerIds}::uuid[], ${looks.sources}::view_source[])
        with ordinality as look (item_id, viewer_id, source, place)
      join ${items} i on i.id = look.item_id and ${tables.isVisible} and i.creator_id <> look.viewer_id
      join users u on u.id = look.viewer_id
      order by 1, 3, look.place
      on conflict do nothing returning ${itemId} as item_id),
    moved as (select item_id, count(*)::int as by from added group by item_id),
    locked as (
      select id from ${items} where id in (select item_id from moved) order by id for no key update)
    update ${items} i set view_count = i.view_count + moved.by from moved, locked
    where i.id = moved.item_id and i.id = locked.id returning i.id`.execute(db)
  return rows.map(({ id }) => id)
}
