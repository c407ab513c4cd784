import type { Deps } from '../../deps.ts'
import {
  analyzeWhole,
  dropPartition,
  isEmpty,
  listEarlier,
  listPartitioned,
  makePartitions,
} from '../../db/partitions.ts'

const VIEWS = ['post_views', 'portfolio_views']
const OUTBOX = 'notices'

type Kept = Pick<Deps, 'db'> & { viewsKeptMonths: number }

/** Keeps tables divided by months, each day before anybody is up in Europe. */
export function registerPartitionJobs({ db, env, jobs }: Pick<Deps, 'db' | 'env' | 'jobs'>): void {
  jobs.work('partitions.keep', () => keepPartitions({ db, viewsKeptMonths: env.viewsKeptMonths }), {
    schedule: '11 3 * * *',
    expireIn: 3_600,
  })
}

/**
 * Makes the partitions of the next months, moving into them what the default partitions took. Drops months of views that
 * are older than views are kept, and past months of the outbox that are empty. No other table loses anything.
 */
export async function keepPartitions({ db, viewsKeptMonths }: Kept): Promise<void> {
  for (const { name } of await listPartitioned(db)) {
    const made = await db.transaction().execute((trx) => makePartitions(trx, name))
    // Once a month: a new partition changes what is known of the whole.
    if (made > 0) await db.transaction().execute((trx) => analyzeWhole(trx, name))
  }
  for (const parent of viewsKeptMonths === 0 ? [] : VIEWS)
    for (const part of await listEarlier(db, parent, viewsKeptMonths))
      await db
        .transaction()
        .execute((trx) => dropPartition(trx, { parent, part, onlyEmpty: false }))
  for (const part of await listEarlier(db, OUTBOX, 0))
    if (await isEmpty(db, part))
      await db
        .transaction()
        .execute((trx) => dropPartition(trx, { parent: OUTBOX, part, onlyEmpty: true }))
}
