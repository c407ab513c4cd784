import { sql } from 'kysely'
import type { Database } from '../../src/db/pool.ts'

export interface SeedWall {
  creatorId: string
  /** Works, the first pin first. */
  pins: string[]
  series: { id: string; title: string; description: string; workIds: string[]; at: Date }[]
}

/** Inserts arranged walls that visitors see: the newest works first, but for pins and series. */
export async function insertWalls(trx: Database, walls: readonly SeedWall[]): Promise<void> {
  for (const { creatorId, pins, series } of walls) {
    const creator = sql`${creatorId}::uuid`
    const latest = new Date(Math.max(...series.map(({ at }) => at.getTime())))
    await sql`
      insert into walls (creator_id, shown_at, created_at) values (${creator}, ${latest}, ${latest})
      on conflict do nothing`.execute(trx)
    await sql`
      insert into wall_places (id, creator_id, item_id, place, draft_place, pin, draft_pin)
      select p.id, p.creator_id, p.id, n.place, n.place, n.pin, n.pin
      from portfolio_items p cross join lateral (
        select array_position(${pins}::uuid[], p.id)::smallint as pin,
          (select count(*) from portfolio_items o
            where o.creator_id = p.creator_id and (o.created_at, o.id) >= (p.created_at, p.id)) as place) n
      where p.creator_id = ${creator}
      on conflict (id) do nothing`.execute(trx)
    for (const { id, title, description, workIds, at } of series) {
      await sql`
        insert into series (id, creator_id, title, description, created_at, updated_at)
        values (${id}::uuid, ${creator}, ${title}, ${description}, ${at}, ${at})
        on conflict do nothing`.execute(trx)
      await sql`
        insert into wall_places (id, creator_id, series_id, place, draft_place)
        select ${id}::uuid, ${creator}, ${id}::uuid, min(place), min(place)
        from wall_places where id = any (${workIds}::uuid[])
        on conflict (id) do nothing`.execute(trx)
      await sql`
        update wall_places set inside = ${id}::uuid, draft_inside = ${id}::uuid,
          place = array_position(${workIds}::uuid[], id), draft_place = array_position(${workIds}::uuid[], id)
        where id = any (${workIds}::uuid[]) and creator_id = ${creator}`.execute(trx)
    }
  }
}
