import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { newId } from '../../../src/db/id.ts'
import type { Database } from '../../../src/db/pool.ts'
import { cookieNames, hashToken } from '../../../src/http/viewer.ts'

/** Longer than the play takes. */
const SESSION = sql`interval '1 hour'`

/** Opens a session as signing in does, and returns its cookie for a Plinth at this URL. */
export async function openDemoSession(
  db: Database,
  userId: string,
  publicUrl: string,
  signedInAt: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      id: newId(),
      user_id: userId,
      expires_at: sql<Date>`now() + ${SESSION}`,
      absolute_expires_at: sql<Date>`now() + ${SESSION}`,
      id_token: '',
      signed_in_at: signedInAt,
    })
    .execute()
  return `${cookieNames(publicUrl).session}=${token}`
}

/** Removes the sessions of the play, and the minutes in the past in which its server says that it was up. */
export async function clearPlayedServer(db: Database): Promise<void> {
  await sql`delete from sessions`.execute(db)
  await sql`delete from uptime_days`.execute(db)
}

export async function readDatabaseClock(db: Database): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  return rows[0]?.at ?? new Date()
}

/** Part of the play: what was written from `began` on happened `at`. */
export interface Scene {
  began: Date
  at: Date
}

/**
 * Gives everything that the database itself dated during the play the time at which it happened there. Times that the
 * product gave are left alone: they lie before the play or after it.
 */
export async function redate(
  db: Database,
  { scenes, ended }: { scenes: readonly Scene[]; ended: Date },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`
      create temporary table demo_scenes on commit drop as
      select began, at, coalesce(lead(began) over (order by began), ${ended}::timestamptz) as ended
      from unnest(${scenes.map(({ began }) => began.toISOString())}::timestamptz[],
        ${scenes.map(({ at }) => at.toISOString())}::timestamptz[]) as s (began, at)`.execute(trx)
    await sql`
      do $$
      declare
        one record;
      begin
        for one in
          select c.table_name, array_agg(c.column_name::text) as columns
          from information_schema.columns c
          join information_schema.tables t using (table_schema, table_name)
          join pg_class r on r.oid = format('%I.%I', table_schema, table_name)::regclass
          where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and not r.relispartition
            and c.data_type = 'timestamp with time zone' and c.is_generated = 'NEVER'
            and c.table_name not in ('migrations', 'sessions', 'audit_log', 'tallies_due')
          group by 1
        loop
          execute format('alter table %I disable trigger user', one.table_name);
          for n in 1 .. cardinality(one.columns) loop
            execute format(
              'update %1$I t set %2$I = s.at + (t.%2$I - s.began) from demo_scenes s
                where t.%2$I >= s.began and t.%2$I < s.ended',
              one.table_name, one.columns[n]);
          end loop;
          execute format('alter table %I enable trigger user', one.table_name);
        end loop;
      end $$`.execute(trx)
    await redateAudit(trx)
  })
}

/** The same for the audit log, whose entries are chained by hashes that include their times. */
async function redateAudit(trx: Database): Promise<void> {
  for (const name of ['audit_log_kept', 'audit_log_unchanged'])
    await sql`alter table audit_log disable trigger ${sql.ref(name)}`.execute(trx)
  await sql`
    do $$
    declare
      entry audit_log;
      last_hash bytea;
    begin
      update audit_log a set created_at = s.at + (a.created_at - s.began) from demo_scenes s
        where a.created_at >= s.began and a.created_at < s.ended;
      for entry in select * from audit_log order by place loop
        last_hash := audit_hash(entry, last_hash);
        update audit_log set hash = last_hash where id = entry.id;
      end loop;
    end $$`.execute(trx)
  for (const name of ['audit_log_kept', 'audit_log_unchanged'])
    await sql`alter table audit_log enable always trigger ${sql.ref(name)}`.execute(trx)
}

/** Counts all figures for creators anew, since what is due was noted at the time of the play. */
export async function recountTallies(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const table of ['tallies_due', 'creator_tallies', 'work_tallies', 'source_tallies'])
      await sql`delete from ${sql.table(table)}`.execute(trx)
    for (const statement of ALL_THAT_HAPPENED) await statement.execute(trx)
    await sql`select fold_tallies(2147483647)`.execute(trx)
  })
}

const noon = sql`slot_of((v.day + time '12:00') at time zone 'utc')`
const ALL_THAT_HAPPENED = [
  sql`insert into tallies_due (creator_id, item_id, source, slot, views)
    select i.creator_id, i.id, v.source, ${noon}, count(*)
    from portfolio_views v join portfolio_items i on i.id = v.item_id and i.creator_id <> v.viewer_id
    group by 1, 2, 3, 4`,
  sql`insert into tallies_due (creator_id, source, slot, views)
    select p.creator_id, v.source, ${noon}, count(*)
    from post_views v join posts p on p.id = v.post_id and p.creator_id <> v.viewer_id
    group by 1, 2, 3`,
  sql`insert into tallies_due (creator_id, item_id, slot, likes, saves)
    select i.creator_id, i.id, slot_of(r.created_at), sum(r.likes), sum(r.saves)
    from (select item_id, user_id, created_at, 1 as likes, 0 as saves from portfolio_likes
      union all select item_id, user_id, created_at, 0, 1 from portfolio_saves) r
    join portfolio_items i on i.id = r.item_id and i.creator_id <> r.user_id
    group by 1, 2, 3`,
  sql`insert into tallies_due (creator_id, slot, likes, saves)
    select p.creator_id, slot_of(r.created_at), sum(r.likes), sum(r.saves)
    from (select post_id, user_id, created_at, 1 as likes, 0 as saves from post_likes
      union all select post_id, user_id, created_at, 0, 1 from post_saves) r
    join posts p on p.id = r.post_id and p.creator_id <> r.user_id
    group by 1, 2`,
  sql`select tally_inquiry(m) from messages m where m.message_type = 'business_inquiry'`,
  sql`select tally_project(p, false, false) from projects p where p.deposit_paid_at is not null`,
  sql`select tally_earning(e) from ledger_entries e where e.account = 'payable'`,
]

/** The account of each of these people at the card provider. */
export async function findAccountIds(db: Database): Promise<Map<string, string>> {
  const rows = await db.selectFrom('payout_accounts').select(['user_id', 'account_id']).execute()
  return new Map(rows.map((row) => [row.user_id, row.account_id]))
}

/** Tables that nothing is ever removed from otherwise. */
const KEPT = ['ledger_transactions', 'ledger_entries', 'proof_approvals']

/** Removes what an interrupted play left behind, before anybody has signed in. */
export async function clearPlay(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const table of [...KEPT, 'audit_log'])
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx)
    const parts = await listParts(trx, 'audit_log')
    // Each partition has one of its own.
    for (const part of parts)
      await sql`alter table ${sql.table(part)} disable trigger audit_log_kept`.execute(trx)
    await sql`truncate projects, payments, ledger_transactions, ledger_entries, payout_accounts, reports,
      appeals, takedown_notices, advertisement_inquiries, promotions, audit_log, notices, notifications,
      provider_events, provider_customers, reviews, conversations, comments, follows, sessions cascade`.execute(
      trx,
    )
    for (const table of KEPT)
      await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx)
    for (const name of ['audit_log_kept', 'audit_log_unchanged'])
      await sql`alter table audit_log enable always trigger ${sql.ref(name)}`.execute(trx)
    for (const part of parts)
      await sql`alter table ${sql.table(part)} enable always trigger audit_log_kept`.execute(trx)
    for (const name of ['audit_log_named', 'audit_log_chained'])
      await sql`alter table audit_log enable trigger ${sql.ref(name)}`.execute(trx)
  })
}

async function listParts(db: Database, parent: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits
    where inhparent = ${parent}::regclass order by 1`.execute(db)
  return rows.map(({ name }) => name)
}
