import { sql, type RawBuilder } from 'kysely'
import type { Database } from './pool.ts'

export interface ToggleTables {
  /** The table with one row for each (user_id, item) that is on. */
  rows: string
  /** Its column with the item's id. */
  itemColumn: string
  /** The table of the items and its column that counts the rows. */
  items: string
  counter: string
  /** Whether person `w.user_id` may touch item `i`. */
  isVisible: RawBuilder<unknown>
  /** Each row that comes or goes is also noted for the notifications: its kind, and its column with the item's id. */
  notice?: { kind: 'like'; itemColumn: 'post_id' | 'item_id' }
  /** Told, once it is committed, which items' counters have moved. */
  onMoved?: (itemIds: string[]) => void
}

export interface ToggleResult {
  isOn: boolean
  count: number
}

export interface ToggleBatch {
  /**
   * Turns something on or off for a person; a wish of null turns it over. Answers once that is committed,
   * null when there is no such item for them.
   */
  set: (userId: string, itemId: string, wish: boolean | null) => Promise<ToggleResult | null>
}

interface Member {
  wish: boolean | null
  resolve: (result: ToggleResult | null) => void
  reject: (error: unknown) => void
}

/** All that one person wants of one item, in order of arrival. */
interface Pair {
  userId: string
  itemId: string
  members: Member[]
}

interface PairRow {
  user_id: string
  item_id: string
  was_on: boolean
  has_moved: boolean
  count: number
}

/** Pairs in one statement; more wait for the next. */
const MAX_PAIRS = 1_000

/**
 * Gathers whatever arrives while the last batch is committing into one statement: a thousand likes of one
 * item cost one update of its counter. There is no timer: an idle batch starts at once.
 */
export function createToggleBatch(db: Database, tables: ToggleTables): ToggleBatch {
  let waiting = new Map<string, Pair>()
  let isRunning = false

  const run = async () => {
    isRunning = true
    while (waiting.size > 0) {
      const pairs = [...waiting.values()].slice(0, MAX_PAIRS)
      waiting = new Map([...waiting].slice(MAX_PAIRS))
      await settle(db, tables, pairs)
    }
    isRunning = false
  }

  return {
    set: (userId, id, wish) =>
      new Promise((resolve, reject) => {
        // As PostgreSQL writes it, since its rows are looked up by it.
        const itemId = id.toLowerCase()
        const key = `${userId} ${itemId}`
        const pair = waiting.get(key) ?? { userId, itemId, members: [] }
        pair.members.push({ wish, resolve, reject })
        waiting.set(key, pair)
        if (!isRunning) void run()
      }),
  }
}

/** Answers every member; never throws. */
async function settle(db: Database, tables: ToggleTables, pairs: Pair[]): Promise<void> {
  try {
    const rows = await apply(db, tables, pairs)
    const found = new Map(rows.map((row) => [`${row.user_id} ${row.item_id}`, row]))
    for (const pair of pairs) answer(pair, found.get(`${pair.userId} ${pair.itemId}`))
    const moved = rows.filter((row) => row.has_moved).map((row) => row.item_id)
    if (moved.length > 0) tables.onMoved?.([...new Set(moved)])
  } catch (error) {
    if (pairs.length > 1 && isAboutOneMember(error)) {
      for (const pair of pairs) await settle(db, tables, [pair])
    } else {
      for (const pair of pairs) for (const member of pair.members) member.reject(error)
    }
  }
}

/** Data, constraints and deadlocks; where the database itself is in trouble, trying each alone makes it worse. */
const isAboutOneMember = (error: unknown): boolean =>
  /^(22|23|40)/.test((error as { code?: string }).code ?? '')

/** Each member's state at its turn, and the count as it was right then. */
function answer(pair: Pair, row: PairRow | undefined): void {
  if (row === undefined) {
    for (const member of pair.members) member.resolve(null)
    return
  }
  const last = stateAfter(row.was_on, pair.members)
  let isOn = row.was_on
  for (const member of pair.members) {
    isOn = member.wish ?? !isOn
    member.resolve({ isOn, count: row.count + Number(isOn) - Number(last) })
  }
}

const stateAfter = (wasOn: boolean, members: Member[]): boolean =>
  members.reduce((isOn, { wish }) => wish ?? !isOn, wasOn)

/**
 * One statement for all pairs: rows come and go, and each counter moves by what really came and went. The items are
 * held first, in one order: neither batches of several processes nor somebody who deletes an item, and with it its
 * rows, wait for each other in a circle.
 */
async function apply(db: Database, tables: ToggleTables, pairs: Pair[]): Promise<PairRow[]> {
  const { counter, isVisible } = tables
  const [rowTable, items, itemId, count] = [
    sql.table(tables.rows),
    sql.table(tables.items),
    sql.ref(tables.itemColumn),
    sql.ref(counter),
  ]
  const { rows } = await sql<PairRow>`
    with held as materialized (
      select id from ${items} where id = any (${pairs.map((pair) => pair.itemId)}::uuid[])
      order by id for no key update),
    wishes as materialized (
      select w.user_id, w.item_id, o.was_on,
        case when o.was_on then w.if_on else w.if_off end as is_wanted
      from unnest(${pairs.map((pair) => pair.userId)}::uuid[], ${pairs.map((pair) => pair.itemId)}::uuid[],
        ${pairs.map((pair) => stateAfter(true, pair.members))}::boolean[],
        ${pairs.map((pair) => stateAfter(false, pair.members))}::boolean[])
        as w (user_id, item_id, if_on, if_off)
      join held on held.id = w.item_id
      join ${items} i on i.id = w.item_id and ${isVisible}
      cross join lateral (select exists (select 1 from ${rowTable} r
        where r.user_id = w.user_id and r.${itemId} = w.item_id) as was_on) o),
    added as (
      insert into ${rowTable} (user_id, ${itemId})
      select user_id, item_id from wishes where is_wanted and not was_on order by item_id, user_id
      on conflict do nothing returning user_id, ${itemId} as item_id),
    removed as (
      delete from ${rowTable} r using wishes w
      where w.was_on and not w.is_wanted and r.user_id = w.user_id and r.${itemId} = w.item_id
      returning w.user_id, w.item_id),
    ${noticeOf(tables)}
    moved as (
      select item_id, sum(by)::int as by from (
        select item_id, 1 as by from added union all select item_id, -1 from removed) m
      group by item_id having sum(by) <> 0),
    counted as (
      update ${items} i set ${count} = i.${count} + moved.by from moved
      where i.id = moved.item_id returning i.id, i.${count} as count)
    select w.user_id, w.item_id, w.was_on, coalesce(c.count, i.${count}) as count,
      c.id is not null as has_moved
    from wishes w join ${items} i on i.id = w.item_id left join counted c on c.id = w.item_id`.execute(
    db,
  )
  return rows
}

const noticeOf = ({ notice }: ToggleTables): RawBuilder<unknown> =>
  notice === undefined
    ? sql``
    : sql`noticed as (
        insert into notices (kind, actor_id, ${sql.ref(notice.itemColumn)}, is_undone)
        select ${sql.lit(notice.kind)}, user_id, item_id, false from added
        union all select ${sql.lit(notice.kind)}, user_id, item_id, true from removed),`
