import { sql, type RawBuilder } from 'kysely'
import { dollarsOf } from '../../core/money/money-sql.ts'
import type { Database } from '../../db/pool.ts'

/** How many lines are in memory at once. */
const LINES = 1_000

const second = (at: RawBuilder<unknown>) =>
  sql<string>`coalesce(to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '')`

export interface UserLine {
  id: string
  handle: string
  name: string
  email: string
  joined: string
  isCreator: string
  role: string
  subscription: string
  suspended: string
  works: string
  posts: string
}

/** Accounts in the order of their ids, which is nearly that of joining; the primary key has them in order. */
export const userLinesStatement = (after: string | null): RawBuilder<UserLine> => sql<UserLine>`
  select id, coalesce(handle, '') as handle, btrim(first_name || ' ' || last_name) as name,
    coalesce(email, '') as email, ${second(sql`created_at`)} as joined,
    case when is_creator then 'yes' else 'no' end as "isCreator", coalesce(staff_role, '') as role,
    coalesce(subscription_status, '') as subscription, ${second(sql`suspended_at`)} as suspended,
    work_count::text as works, post_count::text as posts
  from users where deleted_at is null and (${after}::uuid is null or id > ${after}::uuid)
  order by id limit ${sql.lit(LINES)}`

export interface MoneyLine {
  id: string
  position: number
  at: string
  kind: string
  account: string
  owner: string
  dollars: string
  project: string
  payment: string
  cause: string
}
type Place = Pick<MoneyLine, 'id' | 'position'>

/** Entries of the books in the order of the primary key. */
export const moneyLinesStatement = (after: Place | null): RawBuilder<MoneyLine> => sql<MoneyLine>`
  select e.transaction_id as id, e.position, ${second(sql`e.created_at`)} as at, t.kind, e.account,
    coalesce(e.owner_id::text, '') as owner, ${dollarsOf(sql`e.amount_cents`)}::text as dollars,
    coalesce(t.project_id::text, '') as project, coalesce(t.payment_id::text, '') as payment,
    t.cause_id as cause
  from ledger_entries e
  -- One lookup for each entry: the offset keeps the planner from reading all transactions.
  cross join lateral (
    select kind, project_id, payment_id, cause_id from ledger_transactions
    where id = e.transaction_id offset 0) t
  where ${after === null ? sql`true` : sql`(e.transaction_id, e.position) > (${after.id}::uuid, ${after.position}::smallint)`}
  order by e.transaction_id, e.position limit ${sql.lit(LINES)}`

/** Reads part after part until one is not full. */
async function* partsOf<Line>(
  db: Database,
  statement: (last: Line | null) => RawBuilder<Line>,
): AsyncGenerator<Line> {
  let last: Line | null = null
  for (;;) {
    const { rows }: { rows: Line[] } = await statement(last).execute(db)
    yield* rows
    last = rows.at(-1) ?? null
    if (rows.length < LINES) return
  }
}

export const readUserLines = (db: Database): AsyncGenerator<UserLine> =>
  partsOf<UserLine>(db, (last) => userLinesStatement(last?.id ?? null))

export const readMoneyLines = (db: Database): AsyncGenerator<MoneyLine> =>
  partsOf<MoneyLine>(db, moneyLinesStatement)
