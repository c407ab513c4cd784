import { sql, type RawBuilder } from 'kysely'

/** A time in whole microseconds since 1970, as a cursor carries it: a JavaScript date would lose some. */
export const microsOf = (time: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(extract(epoch from ${time}) * 1000000)::bigint`

/** That time again. */
export const timeOfMicros = (micros: number): RawBuilder<unknown> =>
  sql`(timestamptz 'epoch' + ${micros}::float8 * interval '1 microsecond')`
