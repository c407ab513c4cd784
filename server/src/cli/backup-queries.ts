import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'

/** A table and its columns. */
export interface Table {
  /** With its schema, as in `public.users`. */
  name: string
  /** The columns to save; the database computes the generated ones. */
  columns: readonly string[]
}

export interface Digest {
  rows: number
  /** A hash of all rows that does not depend on their order. */
  digest: string
}

type Trx = Transaction<DB>

/** Only unfinished jobs are saved; finished ones are only history. */
const JOBS = 'pgboss.job'
/** Not saved, because the objects of unfinished uploads are not. */
const UPLOAD_PIECES = 'public.upload_pieces'
/** In the order in which they can be filled. */
const QUEUE_TABLES = ['pgboss.queue', JOBS]

const table = (name: string): RawBuilder<unknown> => sql.table(name)
function savedRows(name: string): RawBuilder<unknown> {
  if (name === JOBS) return sql`where state in ('created', 'retry', 'active')`
  return name === UPLOAD_PIECES ? sql`where false` : sql``
}

/** All tables of ours except the list of migrations, which describes the others, and what a crash may lose anyway. */
export async function listTables(trx: Trx): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select n.nspname || '.' || c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
      and (n.nspname = 'public' and c.relname <> 'migrations'
        or n.nspname || '.' || c.relname = any(${QUEUE_TABLES}))
    order by n.nspname desc, array_position(${QUEUE_TABLES}, n.nspname || '.' || c.relname), c.relname`.execute(
    trx,
  )
  return rows
}

/** Makes values read as text independent of the settings of this database, and turns time limits off. */
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
    from ${table(name)} t ${savedRows(name)}`.execute(trx)
  return rows[0] ?? { rows: 0, digest: '0' }
}

/** Reads the rows of a table as lines of JSON, `count` at a time. */
export async function* readRows(trx: Trx, name: string, count: number): AsyncIterable<string[]> {
  await sql`declare backup no scroll cursor for
    select to_jsonb(t)::text as line from ${table(name)} t ${savedRows(name)}`.execute(trx)
  for (;;) {
    const { rows } = await sql<{
      line: string
    }>`fetch forward ${sql.lit(count)} from backup`.execute(trx)
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
  }
  await sql`close backup`.execute(trx)
}

/** The sum of each account of the books, in cents. */
export async function listAccountSums(trx: Trx): Promise<Record<string, string>> {
  const { rows } = await sql<{ account: string; cents: string }>`
    select account, sum(amount_cents)::text as cents from ledger_entries
    group by account order by account`.execute(trx)
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
}

/** Whether the database already holds people, media or money. */
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

/** A trigger that also fires for a session that has triggers switched off. */
interface AlwaysTrigger {
  on: string
  name: string
}

/**
 * Empties and fills tables while foreign keys and triggers are off, so that rows can come in any order, then adds the
 * foreign keys again, which checks all rows. It needs no rights but to own the tables.
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
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
      -- A partition's keys follow those of its table.
      and conparentid = 0`.execute(trx)
  for (const { on, name } of keys)
    await sql`alter table ${sql.raw(on)} drop constraint ${sql.raw(name)}`.execute(trx)
  const { rows: always } = await sql<AlwaysTrigger>`
    select tgrelid::regclass::text as on, quote_ident(tgname) as name
    from pg_trigger join pg_class c on c.oid = tgrelid
    where relnamespace = 'public'::regnamespace and tgenabled = 'A' and tgparentid = 0`.execute(trx)
  for (const { name } of ours)
    await sql`alter table ${table(name)} disable trigger user`.execute(trx)
  // Rows that migrations inserted come from the backup, too.
  for (const { name } of tables.toReversed()) await sql`delete from ${table(name)}`.execute(trx)
  for (const one of tables) await fill(one)
  for (const one of tables) await continueNumbers(trx, one)
  for (const { name } of ours)
    await sql`alter table ${table(name)} enable trigger user`.execute(trx)
  for (const { on, name } of always)
    await sql`alter table ${sql.raw(on)} enable always trigger ${sql.raw(name)}`.execute(trx)
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

/** Sets sequences to continue after the greatest restored number. */
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
