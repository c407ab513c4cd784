import type pg from 'pg'

/** How long requests may keep the database busy, in milliseconds. Background work sets longer limits for itself. */
const TIME_LIMITS = {
  statement_timeout: 10_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
} as const

const limits = Object.entries(TIME_LIMITS)

/** Settings of a session without limits. Only for direct connections: poolers refuse them. */
export const UNLIMITED = {
  options: limits.map(([name]) => `-c ${name}=0`).join(' '),
}

/**
 * The beginning of a statement by which a transaction of background work allows itself more time. It is written in full
 * where it is used.
 */
const OWN_LIMIT = 'set local statement_timeout'

/** Whether this statement sets the limit of its transaction. */
export const hasOwnLimit = (text: string): boolean => text.startsWith(OWN_LIMIT)

/** SQL that sets the limits for all later sessions of the current role in a database. */
export const timeLimitsOf = (database: string): string =>
  limits
    .map(
      ([name, ms]) =>
        `alter role current_user in database "${database.replaceAll('"', '""')}" set ${name} = ${ms}`,
    )
    .join(';\n')

/**
 * Sets the limits for the role of this connection, in its database. They belong to the role and not to the connections
 * of the server, because a pooler refuses settings when a connection begins and mixes up those made later.
 */
export async function setTimeLimits(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ database: string; known: string[] | null }>(
    `select current_database() as database, (
      select setconfig from pg_db_role_setting where setrole = current_user::regrole
        and setdatabase = (select oid from pg_database where datname = current_database())) as known`,
  )
  const [{ database, known } = { database: '', known: null }] = rows
  const isSet = limits.every(([name, ms]) => known?.includes(`${name}=${ms}`))
  if (!isSet) await client.query(timeLimitsOf(database))
}

/** The limits that sessions do not have; with a pooler until its older connections are renewed. */
export async function findMissingLimits(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; ms: number }>(
    'select name, setting::int as ms from pg_settings where name = any ($1)',
    [limits.map(([name]) => name)],
  )
  return limits
    .filter(([name, ms]) => !rows.some((row) => row.name === name && row.ms === ms))
    .map(([name]) => name)
}
