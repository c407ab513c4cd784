import { sql, type RawBuilder } from 'kysely'

/**
 * A time for JSON that the database writes, in the one form of the contract's `Time`, as JavaScript writes it too.
 * Without this, row_to_json() and json_build_object() write microseconds and `+00:00`.
 */
export const isoTime = (time: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
