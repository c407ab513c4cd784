// The demo people who write in a drill, each signed in, with somebody to write to and something to write about. Creators
// also have a work of their own, whose page they write.
import { openSession } from '../../node-load.mjs'
import { withClient } from '../invariants.mjs'

/**
 * Signs in so many members, and finds posts and works of others for them. Each turn gets the next ones: nobody may hire
 * for ever, or write to somebody who never answers.
 */
export async function pickPeople({ databaseUrl, url }, count, turn = 0) {
  const { posts, works, members, own } = await withClient(databaseUrl, async (client) => {
    const rowsOf = async (sql, values) => (await client.query(sql, values)).rows
    return {
      members: await rowsOf(
        // Creators and others in turn, while there are creators.
        `select id from (
           select id, is_creator, row_number() over (partition by is_creator order by id) as nth
           from users where not is_gone and suspended_at is null and staff_role is null) u
         order by nth, is_creator desc`,
      ),
      posts: await rowsOf(
        'select id, creator_id as "creatorId" from posts where is_visible order by id',
      ),
      works: await rowsOf(
        `select i.id, i.creator_id as "creatorId", (i.starting_price_cents / 100.0)::float8 as price
         from portfolio_items i join users u on u.id = i.creator_id
         where i.is_listed and u.is_creator and i.starting_price_cents >= 10000 order by i.id`,
      ),
      own: await rowsOf(
        `select distinct on (creator_id) creator_id as "creatorId", id from portfolio_items
         where is_listed order by creator_id, id`,
      ),
    }
  })
  const users = Array.from(
    { length: count },
    (_, at) => members[(turn * count + at) % members.length],
  )
  const sessions = await openSessions(
    databaseUrl,
    url,
    users.map(({ id }) => id),
  )
  return users.map(({ id }, at) => {
    const others = ({ creatorId }) => creatorId !== id
    const [post, work] = [posts.filter(others), works.filter(others)].map(
      (list) => list[at % list.length],
    )
    const ownWorkId = own.find(({ creatorId }) => creatorId === id)?.id ?? null
    const friendId = users.at(at - 1).id
    return { id, cookie: sessions[at], postId: post.id, work, ownWorkId, friendId }
  })
}

/** Opens a session for each of these people. Returns their cookies. */
export async function openSessions(databaseUrl, url, ids) {
  const { createDatabase, createPool } = await import('../../../../server/src/db/pool.ts')
  const db = createDatabase(createPool({ url: databaseUrl, size: 4, namedStatements: false }))
  try {
    return await Promise.all(ids.map((id) => openSession(db, id, url)))
  } finally {
    await db.destroy()
  }
}
