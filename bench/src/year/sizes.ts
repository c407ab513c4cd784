import { withClient } from '../client.ts'

/** Tables that are shown by themselves, in this order; all others together. */
export const SHOWN = [
  'post_views',
  'portfolio_views',
  'creator_tallies',
  'work_tallies',
  'source_tallies',
  'tallies_due',
  'post_likes',
  'portfolio_likes',
  'comments',
  'follows',
  'notices',
  'notifications',
  'notification_actors',
  'messages',
  'posts',
  'portfolio_items',
  'media',
  'users',
  'sessions',
  'for_you_lists',
  'search_terms',
] as const

export interface Size {
  table: string
  rows: number
  /** Bytes of the table with what is stored out of line. */
  bytes: number
  indexBytes: number
  dead: number
  /** Per cent of the leaf pages of its B-trees that hold something; freshly built they hold 90. */
  density: number | null
}

/** Every table, or each of its partitions. */
const LEAVES = `
  select root.relname::text as table, coalesce(leaf.relid, root.oid) as relid
  from pg_class root left join lateral pg_partition_tree(root.oid) leaf on leaf.isleaf
  where root.relnamespace = 'public'::regnamespace and root.relkind in ('r', 'p')
    and not root.relispartition and (leaf.relid is not null or root.relkind = 'r')`

/** Sizes of every table, those of its partitions added up. Only B-trees of at least this many bytes have a density. */
export async function readSizes(databaseUrl: string): Promise<Size[]> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<Omit<Size, 'rows'> & { rows: string; reltuples: number }>(
      `with leaves as (${LEAVES}),
       trees as materialized (
         select l.table, i.indexrelid as id
         from leaves l join pg_index i on i.indrelid = l.relid join pg_class c on c.oid = i.indexrelid
         join pg_am am on am.oid = c.relam
         where am.amname = 'btree' and pg_relation_size(i.indexrelid) >= ${LEAST_INDEX})
       select l.table, sum(s.n_live_tup)::float8 as rows, sum(s.n_dead_tup)::float8 as dead,
         sum(pg_table_size(l.relid))::float8 as bytes, sum(pg_indexes_size(l.relid))::float8 as "indexBytes",
         (select sum(s.leaf_pages * s.avg_leaf_density) / nullif(sum(s.leaf_pages), 0)
           from trees t cross join lateral pgstatindex(t.id::regclass) s
           where t.table = l.table and s.leaf_pages > 0) as density
       from leaves l join pg_stat_all_tables s on s.relid = l.relid
       group by 1 order by 4 desc`,
    )
    return rows.map((row) => ({ ...row, rows: Number(row.rows) }))
  })
}

/** Smaller indexes are mostly rounding. */
const LEAST_INDEX = 256 * 1_024

/** Per cent of these tables' own pages that are free for new rows. */
export async function readFree(
  databaseUrl: string,
  tables: readonly string[],
): Promise<Map<string, number>> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ table: string; free: number }>(
      `select root.table,
         sum(a.table_len * a.approx_free_percent) / nullif(sum(a.table_len), 0) as free
       from (${LEAVES}) root cross join lateral pgstattuple_approx(root.relid::regclass) a
       where root.table = any ($1) and pg_relation_size(root.relid) > 0
       group by 1`,
      [tables],
    )
    return new Map(rows.map(({ table, free }) => [table, free]))
  })
}

/** Makes the functions that look into tables, indexes and the log. */
export async function installTools(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query('create extension if not exists pgstattuple with schema public')
    await client.query('create extension if not exists pg_walinspect with schema public')
  })
}

export const readLsn = (databaseUrl: string): Promise<string> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')
    return rows[0]?.lsn ?? ''
  })

export interface Logged {
  /** Bytes of log in all. */
  bytes: number
  /** Bytes of whole pages among them, logged when a page is changed first after a checkpoint. */
  pages: number
}

/** What was logged between two places. The log must not have been recycled yet. */
export const readLog = (databaseUrl: string, from: string, to: string): Promise<Logged> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<Logged>(
      `select pg_wal_lsn_diff($2, $1)::float8 as bytes,
         (select coalesce(sum(fpi_size), 0)::float8 from pg_get_wal_stats($1, $2)) as pages`,
      [from, to],
    )
    return rows[0] ?? { bytes: 0, pages: 0 }
  })

const SETTLE_MS = 120_000
const QUIET_CHECKS = 4

/** Waits until autovacuum, which looks around every second here, has found nothing to do for some seconds. */
export const letVacuum = (databaseUrl: string): Promise<void> =>
  withClient(databaseUrl, async (client) => {
    const end = performance.now() + SETTLE_MS
    for (let quiet = 0; quiet < QUIET_CHECKS && performance.now() < end;) {
      await client.query('select pg_sleep(1)')
      const { rows } = await client.query<{ busy: boolean }>(
        `select exists (select from pg_stat_activity where backend_type = 'autovacuum worker'
           and query like 'autovacuum:%') as busy`,
      )
      quiet = rows[0]?.busy === true ? 0 : quiet + 1
    }
  })
