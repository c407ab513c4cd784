import pg from 'pg'

/** What is left to the servers, the load and the database's own buffers. */
const OTHERS_BYTES = 4 * 1024 ** 3

/** Half of a large world, and only read by figures of a creator. */
const FIGURES = ['creator_tallies', 'work_tallies', 'source_tallies']

/**
 * Reads the tables and indexes of a world into memory, as they are where people are about. A copy of a large world is on
 * the disk when a run begins, and then its first lists wait for that. Says how much did not fit.
 */
export async function loadIntoMemory(
  databaseUrl: string,
  print: (text: string) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('create extension if not exists pg_prewarm')
    const { rows } = await client.query<{ id: number; bytes: string }>(
      `select c.oid as id, pg_relation_size(c.oid) as bytes
       from pg_class c
         left join pg_index i on i.indexrelid = c.oid
         join pg_class t on t.oid = coalesce(i.indrelid, c.oid)
       where c.relkind in ('r', 'i') and c.relnamespace = 'public'::regnamespace
         and t.relname <> all ($1) and pg_relation_size(c.oid) > 0
       order by 2`,
      [FIGURES],
    )
    let room = process.availableMemory() - OTHERS_BYTES
    let left = 0
    for (const { id, bytes } of rows) {
      room -= Number(bytes)
      if (room < 0) left += Number(bytes)
      else await client.query(`select pg_prewarm($1::oid::regclass, 'read')`, [id])
    }
    if (left > 0) print(`${(left / 1024 ** 3).toFixed(1)} GB do not fit into memory.`)
  } finally {
    await client.end()
  }
}
