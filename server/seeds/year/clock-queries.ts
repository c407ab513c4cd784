import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from '../../src/db/pool.ts'

/** How far the sessions of the cluster are ahead of the machine, unless they say otherwise. */
const AHEAD = 'clock.ahead'

const interval = (ms: number) => `${ms} milliseconds`

/**
 * Gives this database a clock that can be moved: a `now()` of its own, which names find before PostgreSQL's. What was
 * bound to PostgreSQL's when it was made, defaults and functions with a parsed body, is made again. Only for a database
 * that is thrown away.
 */
export async function installClock(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await install(client)
  } finally {
    await client.end()
  }
}

async function install(client: pg.Client): Promise<void> {
  await moveDatabase(client, 0)
  await client.query('select pg_sleep(0.2)')
  const { rows } = await client.query<{ made: string }>(
    `select format('alter table %s alter column %I set default %s', d.adrelid::regclass, a.attname,
       pg_get_expr(d.adbin, d.adrelid)) as made
     from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
     join pg_class c on c.oid = d.adrelid
     where c.relnamespace = 'public'::regnamespace and a.attgenerated = ''
       and pg_get_expr(d.adbin, d.adrelid) ~ '\\m(now|clock_timestamp)\\(\\)'
     union all
     select pg_get_functiondef(p.oid) from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prosqlbody is not null
       and pg_get_functiondef(p.oid) ~ '\\m(now|clock_timestamp)\\(\\)'`,
  )
  await client.query(`
    create schema clock;
    create function clock.now() returns timestamptz language sql stable parallel safe
      return pg_catalog.now() + current_setting('${AHEAD}')::interval;
    create function clock.clock_timestamp() returns timestamptz language sql volatile parallel safe
      return pg_catalog.clock_timestamp() + current_setting('${AHEAD}')::interval;
    do $$ begin
      execute format('alter database %I set search_path = clock, pg_catalog, public', current_database());
    end $$;
    set search_path = clock, pg_catalog, public`)
  for (const { made } of rows) await client.query(made)
  // A copied database has lost its statistics.
  await client.query('vacuum analyze')
}

/** Moves one session. */
export async function moveSession(client: pg.ClientBase, ms: number): Promise<void> {
  await client.query('select set_config($1, $2, false)', [AHEAD, interval(ms)])
}

/** Moves every session that was not moved by itself. */
export async function moveDatabase(db: pg.ClientBase | pg.Pool, ms: number): Promise<void> {
  await db.query(`alter system set ${AHEAD} = '${interval(ms)}'`)
  await db.query('select pg_reload_conf()')
}

/** What is changed from then on is logged with its whole page first. */
export async function checkpoint(db: Database): Promise<void> {
  await sql`checkpoint`.execute(db)
}
