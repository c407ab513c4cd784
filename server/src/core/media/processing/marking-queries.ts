import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../../db/pool.ts'
import type { Rights } from '../../../gateways/image/imaging.ts'

/** A file whose renditions may not say what they should about rights. */
export interface Unmarked {
  id: string
  rights: Rights | null
  /** What they should say. */
  isReserved: boolean
  /** Changes when something new is made of the file. */
  made: string
}

const MAX_FAILURES = 3

/** What has been made of a file, in one value. */
const made = sql<string>`concat_ws(' ', m.rendition_widths, m.has_tiles, m.thumbhash is null)`

/** The next files to bring up to date: those that were switched, then the newest old ones. */
export const unmarkedStatement = (limit: number): RawBuilder<Unmarked> =>
  sql<Unmarked>`
    select m.id, m.rights, m.is_reserved as "isReserved", ${made} as made
    from media m
    where m.state = 'ready' and m.carries_reservation is distinct from m.is_reserved
      and m.marking_failures < ${sql.lit(MAX_FAILURES)}
    order by (m.carries_reservation is null), m.id desc limit ${limit}::int`

export async function findUnmarked(db: Database): Promise<Unmarked | undefined> {
  const { rows } = await unmarkedStatement(1).execute(db)
  return rows[0]
}

/**
 * Records what all renditions of a file say now, unless that is wanted otherwise again or another one was made meanwhile.
 * Returns whether there still is such a file.
 */
export async function saveMarked(
  db: Database,
  { id, isReserved, made: known }: Unmarked,
  files: { name: string; bytes: number }[],
): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    with marked as (
      update media m set carries_reservation = m.is_reserved
      where m.id = ${id}::uuid and m.is_reserved = ${isReserved}::boolean and ${made} = ${known}::text),
    sized as (
      update media_renditions r set bytes = f.bytes
      from unnest(${files.map((file) => file.name)}::text[], ${files.map((file) => file.bytes)}::bigint[])
        as f (name, bytes)
      where r.media_id = ${id}::uuid and r.name = f.name)
    select exists (select 1 from media where id = ${id}::uuid) as exists`.execute(db)
  return rows[0]?.exists === true
}

/** Counts a failed attempt. After three the file is left as it is, until it is wanted otherwise. */
export async function countMarkingFailure(db: Database, id: string): Promise<void> {
  await sql`
    update media set marking_failures = marking_failures + 1 where id = ${id}::uuid`.execute(db)
}
