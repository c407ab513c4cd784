import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'

/** A table, and which of its rows are kept. */
export interface Table {
  /** As in `public.users`. */
  name: string
  /** What is written; the database computes the others anew. */
  columns: readonly string[]
}

export interface Digest {
  rows: number
  /** Of all rows in any order. */
  digest: string
}

type Trx = Transaction<DB>

/** Work that was not done yet goes along; what is done is history of the queue alone. */
const JOBS = 'pgboss.job'
/** In an order in which they can be filled. */
const QUEUE_TABLES = ['pgboss.queue', JOBS]

const table = (name: string): RawBuilder<unknown> => sql.table(name)
const kept = (name: string): RawBuilder<unknown> =>
  name === JOBS ? sql`where state in ('created', 'retry', 'active')` : sql``

/** Everything of ours but the list of migrations, which says what the rest is. */
export async function listTables(trx: Trx): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select n.nspname || '.' || c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition
      and (n.nspname = 'public' and c.relname <> 'migrations'
        or n.nspname || '.' || c.relname = any(${QUEUE_TABLES}))
    order by n.nspname desc, array_position(${QUEUE_TABLES}, n.nspname || '.' || c.relname), c.relname`.execute(
    trx,
  )
  return rows
}

/** One state of everything, read in the same words whatever this database's settings are. */
export async function beginReading(trx: Trx): Promise<void> {
  await sql`set local timezone = 'UTC'`.execute(trx)
  await sql`set local bytea_output = 'hex'`.execute(trx)
  await sql`set local intervalstyle = 'iso_8601'`.execute(trx)
  await sql`set local lock_timeout = 0`.execute(trx)
  await sql`set local statement_timeout = 0`.execute(trx)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
}

export async function listMigrations(trx: Trx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(
    trx,
  )
  return rows.map(({ name }) => name)
}

export async function digestOf(trx: Trx, name: string): Promise<Digest> {
  const { rows } = await sql<Digest>`
    select count(*)::int as rows,
      coalesce(sum(hashtextextended(to_jsonb(t)::text, 0)::numeric), 0)::text as digest
    from ${table(name)} t ${kept(name)}`.execute(trx)
  return rows[0] ?? { rows: 0, digest: '0' }
}

/** The rows of a table as lines of JSON, so many at a time. */
export async function* readRows(trx: Trx, name: string, count: number): AsyncIterable<string[]> {
  await sql`declare backup no scroll cursor for
    select to_jsonb(t)::text as line from ${table(name)} t ${kept(name)}`.execute(trx)
  for (;;) {
    const { rows } = await sql<{
      line: string
    }>`fetch forward ${sql.lit(count)} from backup`.execute(trx)
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
  }
  await sql`close backup`.execute(trx)
}

/** Of each account of the books, its sum in cents. */
export async function listAccountSums(trx: Trx): Promise<Record<string, string>> {
  const { rows } = await sql<{ account: string; cents: string }>`
    select account, sum(amount_cents)::text as cents from ledger_entries
    group by account order by account`.execute(trx)
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
}

/** Whether anybody or anything is in there already. */
export async function isInhabited(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from users) or exists (select 1 from media)
      or exists (select 1 from ledger_transactions) as found`.execute(trx)
  return rows[0]?.found ?? true
}

interface ForeignKey {
  on: string
  name: string
  definition: string
}

/**
 * Lets rows come in any order and without what usually follows from them, fills the tables, and holds all of it
 * against the foreign keys again. It needs to own the tables and no more.
 */
export async function refill(
  trx: Trx,
  tables: readonly Table[],
  fill: (one: Table) => Promise<void>,
): Promise<void> {
  const ours = tables.filter(({ name }) => name.startsWith('public.'))
  const { rows: keys } = await sql<ForeignKey>`
    select conrelid::regclass::text as on, quote_ident(conname) as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`.execute(trx)
  for (const { on, name } of keys)
    await sql`alter table ${sql.raw(on)} drop constraint ${sql.raw(name)}`.execute(trx)
  for (const { name } of ours)
    await sql`alter table ${table(name)} disable trigger user`.execute(trx)
  // What migrations put there comes from the backup like all else.
  for (const { name } of tables.toReversed()) await sql`delete from ${table(name)}`.execute(trx)
  for (const one of tables) await fill(one)
  for (const one of tables) await continueNumbers(trx, one)
  for (const { name } of ours)
    await sql`alter table ${table(name)} enable trigger user`.execute(trx)
  for (const { on, name, definition } of keys)
    await sql`alter table ${sql.raw(on)} add constraint ${sql.raw(name)} ${sql.raw(definition)}`.execute(
      trx,
    )
}

export async function insertRows(
  trx: Trx,
  { name, columns }: Table,
  lines: readonly string[],
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  await sql`insert into ${table(name)} (${names}) overriding system value
    select ${names} from jsonb_populate_recordset(null::${table(name)}, ${`[${lines.join(',')}]`}::jsonb)`.execute(
    trx,
  )
}

/** Numbers that the database gives go on after the greatest that came. */
async function continueNumbers(trx: Trx, { name, columns }: Table): Promise<void> {
  for (const column of columns) {
    const { rows } = await sql<{ sequence: string | null }>`
      select pg_get_serial_sequence(${name}, ${column}) as sequence`.execute(trx)
    const sequence = rows[0]?.sequence
    if (sequence === null || sequence === undefined) continue
    await sql`select setval(${sequence}, max(${sql.ref(column)})) from ${table(name)}
      having max(${sql.ref(column)}) is not null`.execute(trx)
  }
}
