import { sql, type RawBuilder } from 'kysely'
import { createBatches } from './batches.ts'
import { statement, type Bound } from './statement.ts'
import type { Writes } from './writes.ts'

export interface ToggleTables {
  /** The table with one row for each (user_id, item) that is on. */
  rows: string
  /** Its column with the item's id. */
  itemColumn: string
  /** The table of the items and its column that counts the rows. */
  items: string
  counter: string
  /** Whether person `w.user_id` may see item `i`. */
  isVisible: RawBuilder<unknown>
  /** For each added or removed row, also write an outbox row of this kind, with the item's id in this column. */
  outbox?: { kind: 'like'; itemColumn: 'post_id' | 'item_id' }
  /** Called after the commit with the items whose counters have changed. */
  onMoved?: (itemIds: string[]) => void
}

export interface ToggleResult {
  isOn: boolean
  count: number
}

export interface ToggleBatch {
  /**
   * Turns an item on or off for a person, or switches it if `isWanted` is null. Resolves after the commit, with null if
   * the person sees no such item.
   */
  set: (userId: string, itemId: string, isWanted: boolean | null) => Promise<ToggleResult | null>
}

interface ToggleRequest {
  userId: string
  itemId: string
  isWanted: boolean | null
}

/** All requests of one person for one item, in order of arrival. */
interface Pair {
  userId: string
  itemId: string
  requests: ToggleRequest[]
}

interface PairRow {
  user_id: string
  item_id: string
  was_on: boolean
  has_moved: boolean
  count: number
}

/** The most requests in one statement. */
const MAX_REQUESTS = 1_000

/** Turns items on and off in batches: a thousand likes of one item cost one update of its counter. */
export function createToggleBatch(writes: Writes, tables: ToggleTables): ToggleBatch {
  const apply = toggleStatement(tables)
  const toggle = createBatches<ToggleRequest, ToggleResult | null>(
    async (requests) => {
      const pairs = pairsOf(requests)
      const rows = await writes.rows(apply([...pairs.values()]))
      const moved = rows.filter((row) => row.has_moved).map((row) => row.item_id)
      if (moved.length > 0) tables.onMoved?.([...new Set(moved)])
      const found = new Map(rows.map((row) => [`${row.user_id} ${row.item_id}`, row]))
      const results = new Map<ToggleRequest, ToggleResult>()
      for (const [key, pair] of pairs) answer(pair, found.get(key), results)
      return requests.map((request) => results.get(request) ?? null)
    },
    { atMost: MAX_REQUESTS },
  )
  return {
    // Lower case, as PostgreSQL writes ids, because the rows are looked up by it.
    set: (userId, id, isWanted) => toggle({ userId, itemId: id.toLowerCase(), isWanted }),
  }
}

function pairsOf(requests: readonly ToggleRequest[]): Map<string, Pair> {
  const pairs = new Map<string, Pair>()
  for (const request of requests) {
    const { userId, itemId } = request
    const key = `${userId} ${itemId}`
    const pair = pairs.get(key) ?? { userId, itemId, requests: [] }
    pair.requests.push(request)
    pairs.set(key, pair)
  }
  return pairs
}

/** Gives each request the state and the count right after it. */
function answer(
  pair: Pair,
  row: PairRow | undefined,
  results: Map<ToggleRequest, ToggleResult>,
): void {
  if (row === undefined) return
  const last = stateAfter(row.was_on, pair.requests)
  let isOn = row.was_on
  for (const request of pair.requests) {
    isOn = request.isWanted ?? !isOn
    results.set(request, { isOn, count: row.count + Number(isOn) - Number(last) })
  }
}

const stateAfter = (wasOn: boolean, requests: ToggleRequest[]): boolean =>
  requests.reduce((isOn, { isWanted }) => isWanted ?? !isOn, wasOn)

interface PairValues {
  userIds: string[]
  itemIds: string[]
  /** What each is turned to if it was on, and if it was off. */
  ifOn: boolean[]
  ifOff: boolean[]
}

/**
 * Applies all pairs in one statement, and changes each counter by the rows that were really added or removed. It locks
 * the items first and in order, so that it cannot deadlock with other processes or with somebody who deletes an item.
 */
function toggleStatement(tables: ToggleTables): (pairs: readonly Pair[]) => Bound<PairRow> {
  const { counter, isVisible } = tables
  const [rowTable, items, itemId, count] = [
    sql.table(tables.rows),
    sql.table(tables.items),
    sql.ref(tables.itemColumn),
    sql.ref(counter),
  ]
  const bind = statement<null, PairValues, PairRow>(
    (_, { userIds, itemIds, ifOn, ifOff }) => sql<PairRow>`
    with held as materialized (
      select id from ${items} where id = any (${itemIds}::uuid[])
      order by id for no key update),
    wanted as materialized (
      select w.user_id, w.item_id, o.was_on,
        case when o.was_on then w.if_on else w.if_off end as is_wanted
      from unnest(${userIds}::uuid[], ${itemIds}::uuid[], ${ifOn}::boolean[], ${ifOff}::boolean[])
        as w (user_id, item_id, if_on, if_off)
      join held on held.id = w.item_id
      join ${items} i on i.id = w.item_id and ${isVisible}
      cross join lateral (select exists (select 1 from ${rowTable} r
        where r.user_id = w.user_id and r.${itemId} = w.item_id) as was_on) o),
    added as (
      insert into ${rowTable} (user_id, ${itemId})
      select user_id, item_id from wanted where is_wanted and not was_on order by item_id, user_id
      on conflict do nothing returning user_id, ${itemId} as item_id),
    removed as (
      delete from ${rowTable} r using wanted w
      where w.was_on and not w.is_wanted and r.user_id = w.user_id and r.${itemId} = w.item_id
      returning w.user_id, w.item_id),
    ${outboxRowsOf(tables)}
    moved as (
      select item_id, sum(by)::int as by from (
        select item_id, 1 as by from added union all select item_id, -1 from removed) m
      group by item_id having sum(by) <> 0),
    counted as (
      update ${items} i set ${count} = i.${count} + moved.by from moved
      where i.id = moved.item_id returning i.id, i.${count} as count)
    select w.user_id, w.item_id, w.was_on, coalesce(c.count, i.${count}) as count,
      c.id is not null as has_moved
    from wanted w join ${items} i on i.id = w.item_id left join counted c on c.id = w.item_id`,
  )
  return (pairs) =>
    bind(null, {
      userIds: pairs.map((pair) => pair.userId),
      itemIds: pairs.map((pair) => pair.itemId),
      ifOn: pairs.map(({ requests }) => stateAfter(true, requests)),
      ifOff: pairs.map(({ requests }) => stateAfter(false, requests)),
    })
}

const outboxRowsOf = ({ outbox }: ToggleTables): RawBuilder<unknown> =>
  outbox === undefined
    ? sql``
    : sql`noticed as (
        insert into notices (kind, actor_id, ${sql.ref(outbox.itemColumn)}, is_undone)
        select ${sql.lit(outbox.kind)}, user_id, item_id, false from added
        union all select ${sql.lit(outbox.kind)}, user_id, item_id, true from removed),`
