import { sql } from 'kysely'
import { isBlockBetween } from '../../core/users/block-sql.ts'
import { createToggleBatch, type ToggleBatch } from '../../db/toggles.ts'
import type { ViewTables } from '../../db/views.ts'
import type { Writes } from '../../db/writes.ts'

export interface Toggles {
  likes: ToggleBatch
  saves: ToggleBatch
}

export function createToggles(writes: Writes): Toggles {
  const shared = {
    itemColumn: 'item_id',
    items: 'portfolio_items',
    isVisible: sql`(i.is_listed or i.creator_id = w.user_id)
      and not ${isBlockBetween(sql`i.creator_id`, sql`w.user_id`)}`,
  }
  return {
    likes: createToggleBatch(writes, {
      ...shared,
      rows: 'portfolio_likes',
      counter: 'like_count',
      outbox: { kind: 'like', itemColumn: 'item_id' },
    }),
    saves: createToggleBatch(writes, { ...shared, rows: 'portfolio_saves', counter: 'save_count' }),
  }
}

export const workViews: ViewTables = {
  rows: 'portfolio_views',
  itemColumn: 'item_id',
  items: 'portfolio_items',
  isVisible: sql`i.is_listed`,
}
