import pg from 'pg'

/**
 * What lists and searches read. `without`: large tables that they read hardly anything of, such as figures of creators, who
 * has seen what, or who likes what. `withLongValues`: also what PostgreSQL keeps beside a table (TOAST), as the words of
 * works are, by which searches rank them.
 */
const READERS = {
  lists: { without: '_tallies$|_views|_docs$|^search_', withLongValues: false },
  searches: { without: '_tallies$|_views|_likes$|_saves$|^follows$', withLongValues: true },
}

/** What is left free of the database's buffers, for whatever else it reads. */
const FREE = 0.1

/**
 * Loads the tables and indexes that lists or searches read into the database's buffers, as they are where people are
 * about. A large world is on the disk when a run begins, and what is read first would wait for that. Says how much did
 * not fit.
 */
export async function loadIntoMemory(
  databaseUrl: string,
  readers: keyof typeof READERS,
  print: (text: string) => void,
): Promise<void> {
  const { without, withLongValues } = READERS[readers]
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('create extension if not exists pg_prewarm')
    const { rows } = await client.query<{ id: number; bytes: string; room: string }>(
      `select c.oid as id, pg_relation_size(c.oid) as bytes,
         pg_size_bytes(current_setting('shared_buffers')) as room
       from pg_class c
         left join pg_index i on i.indexrelid = c.oid
         left join pg_class o on o.reltoastrelid = coalesce(i.indrelid, c.oid)
         join pg_class t on t.oid = coalesce(o.oid, i.indrelid, c.oid)
       where c.relkind in ('r', 't', 'i') and t.relnamespace = 'public'::regnamespace
         and t.relname !~ $1 and (o.oid is null or $2) and pg_relation_size(c.oid) > 0
       order by 2`,
      [without, withLongValues],
    )
    let room = Number(rows[0]?.room ?? 0) * (1 - FREE)
    let left = 0
    for (const { id, bytes } of rows) {
      room -= Number(bytes)
      if (room < 0) left += Number(bytes)
      else await client.query(`select pg_prewarm($1::oid::regclass)`, [id])
    }
    if (left > 0) print(`${(left / 1024 ** 3).toFixed(1)} GB do not fit into the buffers.`)
  } finally {
    await client.end()
  }
}
