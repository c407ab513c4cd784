import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../db/pool.ts'
import { microsOf, timeOfMicros } from '../../db/page-sql.ts'

/** The most addresses that one part may have by the protocol. */
export const PART_SIZE = 50_000

/** What is listed in order of time, oldest first, so that a part stays as it is. */
export const TIMED = ['works', 'people', 'posts', 'series', 'boards'] as const
export type Timed = (typeof TIMED)[number]

/** Where something is in such a list: microseconds since 1970, and its id. */
export interface Place {
  micros: number
  id: string
}

interface List {
  table: string
  isListed: RawBuilder<unknown>
  /** When it changed last, if not in `updated_at`. */
  changedAt?: RawBuilder<unknown>
}

const LISTS: Record<Timed, List> = {
  works: { table: 'portfolio_items', isListed: sql`p.is_listed` },
  people: { table: 'users', isListed: sql`p.is_creator and not p.is_gone` },
  posts: { table: 'posts', isListed: sql`p.is_visible` },
  series: {
    table: 'series',
    isListed: sql`exists (
      select 1 from wall_places s join portfolio_items i on i.id = s.item_id
      where s.inside = p.id and i.is_listed)`,
  },
  boards: {
    table: 'boards',
    isListed: sql`p.visibility = 'public' and p.taken_down_at is null and p.item_count > 0
      and not (select o.is_gone from users o where o.id = p.owner_id)`,
    changedAt: sql`p.changed_at`,
  },
}

/** The first row of every part. Reads an index of time from end to end and no row. */
export function partsStatement(list: Timed, size = PART_SIZE): RawBuilder<Place> {
  const { table, isListed } = LISTS[list]
  return sql<Place>`
    select ${microsOf(sql`created_at`)}::float8 as micros, id from (
      select p.created_at, p.id, row_number() over (order by p.created_at, p.id) as n
      from ${sql.table(table)} p where ${isListed}) t
    where (n - 1) % ${size}::bigint = 0 order by created_at, id`
}

/** An address of a sitemap, as its table has it. */
export interface SitemapRow {
  id: string
  micros: number
  /** A handle for people; the id otherwise. */
  name: string
  changedAt: Date
  /** The file of a work that everybody sees at once, and the widths of its pictures. */
  mediaId: string | null
  widths: number[] | null
}

/** The next rows from this place on; without the one at the place if `isAfter`. */
export function batchStatement(
  list: Timed,
  { from, isAfter, limit }: { from: Place; isAfter: boolean; limit: number },
): RawBuilder<SitemapRow> {
  const { table, isListed, changedAt = sql`p.updated_at` } = LISTS[list]
  const compare = isAfter ? sql`>` : sql`>=`
  const isWork = list === 'works'
  const name = list === 'people' ? sql`p.handle` : sql`p.id::text`
  return sql<SitemapRow>`
    select p.id, ${microsOf(sql`p.created_at`)}::float8 as micros, ${name} as name,
      ${changedAt} as "changedAt",
      ${isWork ? sql`m.id` : sql`null::uuid`} as "mediaId",
      ${isWork ? sql`m.rendition_widths` : sql`null::int[]`} as widths
    from ${sql.table(table)} p
    ${isWork ? sql`left join media m on m.id = p.media_id and not p.is_sensitive` : sql``}
    where ${isListed} and (p.created_at, p.id) ${compare} (${timeOfMicros(from.micros)}, ${from.id}::uuid)
    order by p.created_at, p.id limit ${limit}::int`
}

export async function findParts(db: Database, list: Timed, size: number): Promise<Place[]> {
  const { rows } = await partsStatement(list, size).execute(db)
  return rows
}

export async function findBatch(
  db: Database,
  list: Timed,
  input: { from: Place; isAfter: boolean; limit: number },
): Promise<SitemapRow[]> {
  const { rows } = await batchStatement(list, input).execute(db)
  return rows
}

/** Each tag of a listed work once, in order, by hopping through the index from tag to tag. */
const tagsFrom = (from: string): RawBuilder<unknown> => sql`
  with recursive t as (
    (select tag from portfolio_tags where tag >= ${from}::text order by tag limit 1)
    union all
    select (select n.tag from portfolio_tags n where n.tag > t.tag order by n.tag limit 1)
    from t where t.tag is not null)
  select tag from t where tag is not null`

/** The first tag of every part. */
export const tagPartsStatement = (size = PART_SIZE): RawBuilder<{ tag: string }> =>
  sql<{ tag: string }>`
    select tag from (select tag, row_number() over () as n from (${tagsFrom('')}) every) t
    where (n - 1) % ${size}::bigint = 0 order by tag`

/** The tags of one part, from this one on. */
export const tagsStatement = (from: string, limit: number): RawBuilder<{ tag: string }> =>
  sql<{ tag: string }>`${tagsFrom(from)} limit ${limit}::int`

export async function findTagParts(db: Database, size: number): Promise<string[]> {
  const { rows } = await tagPartsStatement(size).execute(db)
  return rows.map(({ tag }) => tag)
}

export async function findTags(db: Database, from: string, limit: number): Promise<string[]> {
  const { rows } = await tagsStatement(from, limit).execute(db)
  return rows.map(({ tag }) => tag)
}
