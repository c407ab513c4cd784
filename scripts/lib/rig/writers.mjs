// People who write comments and likes through the front, and remember what was acknowledged.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openSession, PAUSE_MS } from '../node-load.mjs'

const WRITERS = 4

/** Signs in so many demo people and gives each a post. */
export async function pickPeople({ url, directUrl, count }) {
  const { createDatabase, createPool } = await import('../../../server/src/db/pool.ts')
  const db = createDatabase(createPool({ url: directUrl, size: 1, namedStatements: false }))
  try {
    const people = await db.selectFrom('users').select('id').orderBy('id').limit(count).execute()
    const posts = await db
      .selectFrom('posts')
      .select('id')
      .where('is_visible', '=', true)
      .orderBy('id')
      .limit(count)
      .execute()
    return await Promise.all(
      people.map(async ({ id }, at) => ({
        userId: id,
        cookie: await openSession(db, id, url),
        postId: posts[at % posts.length].id,
      })),
    )
  } finally {
    await db.destroy()
  }
}

/** Starts them. `stop` returns what was written and what failed. */
export async function startWriters({ url, directUrl }) {
  const writers = await pickPeople({ url, directUrl, count: WRITERS })

  const ending = new AbortController()
  const comments = []
  /** The last acknowledged state for each person and post; nothing while a request about it is open or has failed. */
  const likes = new Map()
  const failures = []
  let answered = 0
  const send = async (writer, path, body) => {
    const began = performance.now()
    answered += 1
    try {
      const answer = await fetch(url + path, {
        method: 'POST',
        headers: { origin: url, cookie: writer.cookie, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 200)}`)
      for (const wish of wishes) wish(began)
      return JSON.parse(text)
    } catch (error) {
      failures.push(`POST ${path}: ${error.cause?.code ?? error.message}`)
      await sleep(PAUSE_MS)
      return null
    }
  }
  const wishes = new Set()
  const write = async (writer) => {
    for (let n = 0; !ending.signal.aborted; n += 1) {
      const comment = await send(writer, `/api/posts/${writer.postId}/comments`, {
        content: `Comment ${n} of the rig`,
      })
      if (comment !== null) comments.push(comment.id)
      const key = `${writer.userId} ${writer.postId}`
      likes.delete(key)
      const wanted = n % 2 === 0
      const like = await send(writer, `/api/posts/${writer.postId}/like`, { liked: wanted })
      if (like !== null) likes.set(key, wanted)
    }
  }
  const work = Promise.all(writers.map(write))
  return {
    /** Resolves when a write that began after this call is acknowledged. */
    nextAcknowledged: () => {
      const since = performance.now()
      return new Promise((resolve) => {
        const wish = (began) => {
          if (began < since) return
          wishes.delete(wish)
          resolve()
        }
        wishes.add(wish)
      })
    },
    stop: async () => {
      ending.abort()
      await work
      return { comments, likes, answered, failures }
    },
  }
}

/** How many acknowledged writes the primary does not have. */
export async function countLost(directUrl, { comments, likes }) {
  const { connectionTo } = await import('../../../server/src/db/address.ts')
  const client = new pg.Client(connectionTo(directUrl))
  await client.connect()
  try {
    const found = await client.query('select id from comments where id = any ($1::uuid[])', [
      comments,
    ])
    const ids = new Set(found.rows.map(({ id }) => id))
    let lost = comments.filter((id) => !ids.has(id)).length
    for (const [key, wanted] of likes) {
      const { rowCount } = await client.query(
        'select from post_likes where user_id = $1 and post_id = $2',
        key.split(' '),
      )
      if (rowCount > 0 !== wanted) lost += 1
    }
    return lost
  } finally {
    await client.end()
  }
}
