import { MAX_SERIES } from '@plinth/contract/limits.ts'
import { sql } from 'kysely'
import { newId } from '../../../db/id.ts'
import type { Database } from '../../../db/pool.ts'
import { forgetBefore, type HeldWall } from './wall-write-queries.ts'

interface NewSeries {
  title: string
  description: string
  workIds: readonly string[]
}

/**
 * Makes a series of published works of a locked wall, where the first of them on it stands, as one move. `gone` if one
 * of the works is not there, `full` if there are too many series.
 */
export async function insertSeries(
  trx: Database,
  { creatorId }: HeldWall,
  { title, description, workIds }: NewSeries,
): Promise<{ id: string } | 'gone' | 'full'> {
  const creator = sql`${creatorId}::uuid`
  const { rows: works } = await sql<{ id: string }>`
    select w.id from wall_places w join portfolio_items p on p.id = w.item_id
    where w.creator_id = ${creator} and w.id = any (${workIds}::uuid[]) and p.state = 'published'`.execute(
    trx,
  )
  if (works.length !== workIds.length) return 'gone'
  const id = newId()
  const { rows: made } = await sql`
    insert into series (id, creator_id, title, description)
    select ${id}::uuid, ${creator}, ${title}, ${description}
    where (select count(*) from series where creator_id = ${creator}) < ${MAX_SERIES}::int
    returning id`.execute(trx)
  if (made.length === 0) return 'full'
  await sql`
    with wall as (
      update walls set moves = moves + 1 where creator_id = ${creator} returning moves),
    -- The series itself has no place from before.
    move as (
      insert into wall_moves (creator_id, number, before)
      select ${creator}, wall.moves, jsonb_build_array(jsonb_build_object('id', ${id}::uuid)) || (
        select jsonb_agg(jsonb_build_object('id', w.id, 'place', w.draft_place, 'pin', w.draft_pin,
          'inside', w.draft_inside))
        from wall_places w where w.id = any (${workIds}::uuid[]))
      from wall)
    insert into wall_places (id, creator_id, series_id, draft_place)
    select ${id}::uuid, ${creator}, ${id}::uuid, coalesce(
      (select min(w.draft_place) from wall_places w
        where w.id = any (${workIds}::uuid[]) and w.draft_inside is null),
      (select min(w.draft_place) - 1 from wall_places w
        where w.creator_id = ${creator} and w.draft_inside is null), 0)`.execute(trx)
  await sql`
    update wall_places w set draft_inside = ${id}::uuid, draft_pin = null, draft_place = n.place
    from unnest(${workIds}::uuid[]) with ordinality as n (id, place) where w.id = n.id`.execute(trx)
  return { id }
}

interface SeriesChange {
  title?: string | undefined
  description?: string | undefined
  /** Null for the first work of it. */
  coverId?: string | null | undefined
}

/** Changes an own series. Returns whether there is one, with such a work in it. */
export async function updateSeries(
  db: Database,
  { id, creatorId }: { id: string; creatorId: string },
  { title, description, coverId }: SeriesChange,
): Promise<boolean> {
  const { rows } = await sql`
    update series s set title = coalesce(${title ?? null}, s.title),
      description = coalesce(${description ?? null}, s.description),
      cover_id = case when ${coverId === undefined}::boolean then s.cover_id else ${coverId ?? null}::uuid end,
      updated_at = now()
    where s.id = ${id}::uuid and s.creator_id = ${creatorId}::uuid
      and (${coverId ?? null}::uuid is null or exists (
        select 1 from wall_places i
        where i.id = ${coverId ?? null}::uuid and (i.draft_inside = s.id or i.inside = s.id)))
    returning s.id`.execute(db)
  return rows.length > 0
}

/** Deletes a series of a locked wall, at once. Its works stand in its place. Returns whether there was one. */
export async function deleteSeries(trx: Database, wall: HeldWall, id: string): Promise<boolean> {
  const creator = sql`${wall.creatorId}::uuid`
  const { rows } = await sql`
    select id from series where id = ${id}::uuid and creator_id = ${creator}`.execute(trx)
  if (rows.length === 0) return false
  for (const side of ['', 'draft_'] as const) {
    const column = (name: string, table = 'w') => sql.ref(`${table}.${side}${name}`)
    const target = (name: string) => sql.ref(`${side}${name}`)
    await sql`
      with stood as (select ${column('place')} as low from wall_places w where w.id = ${id}::uuid),
      edge as (
        select low, coalesce((
          select min(${column('place')}) from wall_places w
          where w.creator_id = ${creator} and ${column('inside')} is null and ${column('place')} > low),
          low + 1) as high
        from stood),
      works as (
        select w.id, row_number() over (order by ${column('place')}, w.id) as n, count(*) over () as works
        from wall_places w where ${column('inside')} = ${id}::uuid)
      update wall_places o set ${target('inside')} = null,
        ${target('place')} = edge.low + (edge.high - edge.low) * works.n / (works.works + 1)
      from works, edge where o.id = works.id`.execute(trx)
  }
  await sql`delete from series where id = ${id}::uuid`.execute(trx)
  await forgetBefore(trx, wall)
  return true
}
