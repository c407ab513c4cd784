import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../../db/pool.ts'

/** A wall that is locked. */
export interface HeldWall {
  creatorId: string
}

/** Moves that can be taken back. */
const UNDOABLE = 50

async function lockWall(trx: Database, creatorId: string): Promise<boolean> {
  const { rows } = await sql`
    select creator_id from walls where creator_id = ${creatorId}::uuid for no key update`.execute(
    trx,
  )
  return rows.length > 0
}

/**
 * Locks somebody's wall. The first time it gives each of their works a place, newest first. Works first and then the
 * person, in the order in which publishing locks them: so no work is published in between without a place.
 */
export async function holdWall(trx: Database, creatorId: string): Promise<HeldWall> {
  const creator = sql`${creatorId}::uuid`
  if (await lockWall(trx, creatorId)) return { creatorId }
  await sql`select id from portfolio_items where creator_id = ${creator} order by id for key share`.execute(
    trx,
  )
  await sql`select id from users where id = ${creator} for no key update`.execute(trx)
  await sql`insert into walls (creator_id) values (${creator}) on conflict do nothing`.execute(trx)
  await sql`
    insert into wall_places (id, creator_id, item_id, place, draft_place)
    select n.id, ${creator}, n.id, n.place, n.place from (
      select p.id, row_number() over (order by p.created_at desc, p.id desc) as place
      from portfolio_items p
      where p.creator_id = ${creator}
        and (p.state in ('published', 'hidden') or p.binned_from in ('published', 'hidden'))) n
    on conflict (id) do nothing`.execute(trx)
  await lockWall(trx, creatorId)
  return { creatorId }
}

/** Something on a locked wall, as it is arranged. */
export interface Entry {
  id: string
  isSeries: boolean
  pin: number | null
  /** The series it is in. */
  inside: string | null
}

/** A work that is published, or a series, of a locked wall. */
export async function findEntry(
  trx: Database,
  { creatorId }: HeldWall,
  id: string,
): Promise<Entry | undefined> {
  const { rows } = await sql<Entry>`
    select w.id, w.series_id is not null as "isSeries", w.draft_pin as pin, w.draft_inside as inside
    from wall_places w left join portfolio_items p on p.id = w.item_id
    where w.id = ${id}::uuid and w.creator_id = ${creatorId}::uuid
      and (w.series_id is not null or p.state = 'published')`.execute(trx)
  return rows[0]
}

/** Notes that these places are about to change, as one move that can be taken back. */
async function noteMove(
  trx: Database,
  { creatorId }: HeldWall,
  ids: readonly string[],
): Promise<void> {
  await sql`
    with wall as (
      update walls set moves = moves + 1 where creator_id = ${creatorId}::uuid returning creator_id, moves),
    old as (
      delete from wall_moves m using wall
      where m.creator_id = wall.creator_id and m.number <= wall.moves - ${sql.lit(UNDOABLE)})
    insert into wall_moves (creator_id, number, before)
    select wall.creator_id, wall.moves, (
      select jsonb_agg(jsonb_build_object('id', w.id, 'place', w.draft_place, 'pin', w.draft_pin,
        'inside', w.draft_inside))
      from wall_places w where w.creator_id = wall.creator_id and w.id = any (${ids}::uuid[]))
    from wall`.execute(trx)
}

/** Forgets how places were before the last moves, where that has no meaning any more. */
export async function forgetBefore(trx: Database, { creatorId }: HeldWall): Promise<void> {
  await sql`
    update wall_moves set before = null where creator_id = ${creatorId}::uuid and before is not null`.execute(
    trx,
  )
}

/** Neighbours that were halved so often that no number is left between them. */
const NARROW = 1e-9

/** Things among which something is moved: on the wall (null), or in a series. */
const among = ({ creatorId }: HeldWall, inside: string | null): RawBuilder<unknown> => sql`
  w.creator_id = ${creatorId}::uuid and w.draft_inside is not distinct from ${inside}::uuid`

interface Move {
  id: string
  /** Null for the front. */
  after: string | null
  inside: string | null
}

/** The number between those of `after` and of what follows it; undefined if `after` is not there. */
async function placeBehind(
  trx: Database,
  wall: HeldWall,
  { id, after, inside }: Move,
): Promise<{ place: number; gap: number } | undefined> {
  const { rows } = await sql<{ low: number; high: number }>`
    with others as materialized (
      select w.id, w.draft_place as place, w.draft_pin as pin from wall_places w
      where ${among(wall, inside)} and w.id <> ${id}::uuid),
    edge as (
      select case when ${after}::uuid is null then coalesce((select min(place) from others) - 2, 0)
        else (select place from others where id = ${after}::uuid and pin is null) end as low)
    select low, coalesce((select min(place) from others where place > low), floor(low) + 2) as high
    from edge where low is not null`.execute(trx)
  const [found] = rows
  return found && { place: (found.low + found.high) / 2, gap: found.high - found.low }
}

/**
 * Moves something on a locked wall behind another thing of it, or to the front, and writes one row. Returns whether both
 * are there.
 */
export async function moveEntry(trx: Database, wall: HeldWall, move: Move): Promise<boolean> {
  const { id, inside } = move
  if (move.after === id) return true
  const found = await placeBehind(trx, wall, move)
  if (found === undefined) return false
  await noteMove(trx, wall, [id])
  await sql`
    update wall_places set draft_place = ${found.place}::float8, draft_pin = null, draft_inside = ${inside}::uuid
    where id = ${id}::uuid`.execute(trx)
  if (found.gap < NARROW) await spread(trx, wall, inside)
  return true
}

/** Gives all of these whole steps again, from the least on: what is published meanwhile comes before that. */
async function spread(trx: Database, wall: HeldWall, inside: string | null): Promise<void> {
  await sql`
    update wall_places o set draft_place = n.place from (
      select w.id, floor(min(w.draft_place) over ()) + row_number() over (order by w.draft_place, w.id) - 1 as place
      from wall_places w where ${among(wall, inside)}) n
    where o.id = n.id`.execute(trx)
  await forgetBefore(trx, wall)
}

/**
 * Pins a work, or unpins it with null. A pinned work moves, and those in between make room. Any other work replaces the
 * one that is pinned there, which returns to the wall where it was before.
 */
export async function pinEntry(
  trx: Database,
  wall: HeldWall,
  { id, pin: from }: Entry,
  pin: number | null,
): Promise<void> {
  const { rows } = await sql<{ id: string; to: number | null }>`
    with pinned as (
      select id, draft_pin as at from wall_places
      where creator_id = ${wall.creatorId}::uuid and draft_pin is not null),
    next as (
      select p.id, case
        when p.id = ${id}::uuid then ${pin}::int
        when ${from}::int is null then nullif(p.at, ${pin}::int)
        when p.at > ${from}::int and p.at <= coalesce(${pin}::int, p.at) then p.at - 1
        when p.at < ${from}::int and p.at >= ${pin}::int then p.at + 1
        else p.at end as "to", p.at
      from (select id, at from pinned union all
        select ${id}::uuid, null where not exists (select 1 from pinned where id = ${id}::uuid)) p)
    select id, "to" from next where "to" is distinct from at`.execute(trx)
  if (rows.length === 0) return
  await noteMove(
    trx,
    wall,
    rows.map((row) => row.id),
  )
  await sql`
    update wall_places w set draft_pin = n."to"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id uuid, "to" smallint)
    where w.id = n.id`.execute(trx)
}

/** Puts a work at the end of a series of a locked wall. Returns whether there is one. */
export async function putInside(
  trx: Database,
  wall: HeldWall,
  id: string,
  seriesId: string,
): Promise<boolean> {
  if ((await findEntry(trx, wall, seriesId))?.isSeries !== true) return false
  await noteMove(trx, wall, [id])
  await sql`
    update wall_places set draft_inside = ${seriesId}::uuid, draft_pin = null, draft_place = coalesce(
      (select floor(max(i.draft_place)) + 1 from wall_places i where i.draft_inside = ${seriesId}::uuid), 0)
    where id = ${id}::uuid`.execute(trx)
  return true
}

/** Takes back the last move of a locked wall. Returns whether there was one that can be taken back. */
export async function undoMove(trx: Database, { creatorId }: HeldWall): Promise<boolean> {
  const creator = sql`${creatorId}::uuid`
  const { rows } = await sql<{ lost: boolean }>`
    with last as (
      delete from wall_moves m using walls w
      where w.creator_id = ${creator} and m.creator_id = w.creator_id and m.number = w.moves
        and m.before is not null
      returning m.before),
    counted as (
      update walls set moves = moves - 1 from last where creator_id = ${creator}),
    was as (
      select one.*, exists (
        select 1 from portfolio_items p where p.id = one.id and p.state = 'published') as is_shown
      from last cross join lateral jsonb_to_recordset(last.before)
        as one (id uuid, place float8, pin smallint, inside uuid)),
    -- A series that was made by the move has no place from before.
    made as (
      delete from series s using was
      where s.id = was.id and was.place is null and s.creator_id = ${creator}),
    moved as (
      update wall_places w set draft_place = was.place, draft_inside = was.inside,
        -- What was hidden since is not pinned again.
        draft_pin = case when was.is_shown then was.pin end
      from was where w.id = was.id and w.creator_id = ${creator} and was.place is not null)
    select exists (select 1 from was where pin is not null and not is_shown) as lost from last`.execute(
    trx,
  )
  if (rows[0]?.lost === true) await closePins(trx, creatorId)
  return rows.length > 0
}

/** Gives the pins of a locked wall's draft the first places, in their order. */
async function closePins(trx: Database, creatorId: string): Promise<void> {
  await sql`
    update wall_places w set draft_pin = n.at from (
      select id, row_number() over (order by draft_pin) as at from wall_places
      where creator_id = ${creatorId}::uuid and draft_pin is not null) n
    where w.id = n.id and w.draft_pin <> n.at`.execute(trx)
}

/** Shows a locked wall as it is arranged. */
export async function showArranged(trx: Database, { creatorId }: HeldWall): Promise<void> {
  const creator = sql`${creatorId}::uuid`
  await sql`
    with shown as (
      update wall_places set place = draft_place, pin = draft_pin, inside = draft_inside
      where creator_id = ${creator}
        and (place, pin, inside) is distinct from (draft_place, draft_pin, draft_inside)),
    moves as (delete from wall_moves where creator_id = ${creator})
    update walls set moves = 0, shown_at = now() where creator_id = ${creator}`.execute(trx)
}
