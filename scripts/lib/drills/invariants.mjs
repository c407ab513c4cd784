// What must hold whatever happened. Each check returns sentences about what does not.
import pg from 'pg'
import { checkBooks } from '../operations/compare.mjs'

/** Counters and the rows that they count. */
const COUNTERS = [
  ['posts', 'like_count', 'post_likes', 'post_id'],
  ['posts', 'save_count', 'post_saves', 'post_id'],
  ['posts', 'share_count', 'post_shares', 'post_id'],
  ['posts', 'comment_count', 'comments where not is_removed', 'post_id'],
  ['comments', 'like_count', 'comment_likes', 'comment_id'],
  ['comments', 'reply_count', 'comments where not is_removed', 'parent_id'],
  ['portfolio_items', 'like_count', 'portfolio_likes', 'item_id'],
  ['portfolio_items', 'save_count', 'portfolio_saves', 'item_id'],
  ['users', 'post_count', 'posts where is_visible', 'creator_id'],
  ['users', 'follower_count', 'follows', 'followed_id'],
  ['users', 'following_count', 'follows', 'follower_id'],
]

/** Looks at everything. `storage` are the settings of a server, which say where objects are. */
export async function findBroken({ databaseUrl, storage }) {
  return [
    ...(await brokenBooks(databaseUrl)),
    ...(await brokenCounters(databaseUrl)),
    ...(await brokenLog(databaseUrl)),
    ...(storage === undefined ? [] : await brokenMedia(databaseUrl, storage)),
  ]
}

async function brokenBooks(databaseUrl) {
  try {
    await checkBooks(databaseUrl)
    return []
  } catch (error) {
    return [error.message]
  }
}

async function brokenCounters(databaseUrl) {
  return withClient(databaseUrl, async (client) => {
    const broken = []
    for (const [table, counter, rows, key] of COUNTERS) {
      const { rowCount } = await client.query(
        `select from ${table} t left join (select ${key} as id, count(*)::int as n from ${rows} group by 1) r
           on r.id = t.id where t.${counter} <> coalesce(r.n, 0)`,
      )
      if (rowCount > 0) broken.push(`${counter} is wrong in ${rowCount} rows of ${table}.`)
    }
    return broken
  })
}

async function brokenLog(databaseUrl) {
  const { createDatabase, createPool } = await import('../../../server/src/db/pool.ts')
  const { checkAudit } = await import('../../../server/src/core/audit/audit-check-queries.ts')
  const db = createDatabase(createPool({ url: databaseUrl, size: 1, namedStatements: false }))
  try {
    const { broken } = await checkAudit(db, null)
    return broken.map(({ place, id }) => `The audit log is broken at No. ${place ?? '?'}, ${id}.`)
  } finally {
    await db.destroy()
  }
}

/** Unfinished uploads and temporary files may be there: whoever sends a file may still go on with it. */
const MAY_REMAIN = new Set(['uploads', 'temporary'])

async function brokenMedia(databaseUrl, settings) {
  const { createDatabase, createPool } = await import('../../../server/src/db/pool.ts')
  const { readStorageEnv } = await import('../../../server/src/env.ts')
  const { createStorage } = await import('../../../server/src/gateways/storage/create.ts')
  const { checkMedia, PROBLEMS } = await import('../../../server/src/core/media/check/check.ts')
  const env = readStorageEnv(settings)
  const db = createDatabase(createPool({ url: databaseUrl, size: 2, namedStatements: false }))
  try {
    const storage = await createStorage(env)
    const { problems } = await checkMedia({ env, db, storage }, { repair: false })
    return Object.entries(problems)
      .filter(([name, { count }]) => count > 0 && !MAY_REMAIN.has(name))
      .map(([name, { count, first }]) => `${PROBLEMS[name].title}: ${count}, such as ${first[0]}.`)
  } finally {
    await db.destroy()
  }
}

/** Runs some work with a connection of its own. */
export async function withClient(databaseUrl, work) {
  const client = new pg.Client({ connectionString: databaseUrl })
  // The database may be killed under it.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
