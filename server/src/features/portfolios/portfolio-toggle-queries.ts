import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'
import { createToggleBatch, type ToggleBatch } from '../../db/toggle-batch.ts'

export interface Toggles {
  likes: ToggleBatch
  saves: ToggleBatch
}

export function createToggles(db: Database): Toggles {
  const shared = {
    itemColumn: 'item_id',
    items: 'portfolio_items',
    isVisible: sql`(i.is_listed or i.creator_id = w.user_id)`,
  }
  return {
    likes: createToggleBatch(db, { ...shared, rows: 'portfolio_likes', counter: 'like_count' }),
    saves: createToggleBatch(db, { ...shared, rows: 'portfolio_saves', counter: 'save_count' }),
  }
}

/** Keeps each person's first look at a work today; looks at one's own work do not count. */
export async function addViews(
  db: Database,
  looks: { itemIds: string[]; viewerIds: string[] },
): Promise<void> {
  await sql`
    with added as (
      insert into portfolio_views (item_id, day, viewer_id)
      select distinct p.id, (now() at time zone 'utc')::date, u.id
      from unnest(${looks.itemIds}::uuid[], ${looks.viewerIds}::uuid[]) as look (item_id, viewer_id)
      join portfolio_items p on p.id = look.item_id and p.is_listed and p.creator_id <> look.viewer_id
      join users u on u.id = look.viewer_id
      order by 1, 3
      on conflict do nothing returning item_id),
    moved as (select item_id, count(*)::int as by from added group by item_id),
    locked as (
      select id from portfolio_items where id in (select item_id from moved)
      order by id for no key update)
    update portfolio_items p set view_count = p.view_count + moved.by from moved, locked
    where p.id = moved.item_id and p.id = locked.id`.execute(db)
}
