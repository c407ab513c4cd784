// Whether people see what they have just done, at every server, while the replica lags.
import pg from 'pg'
import { call } from './events.mjs'
import { pickPeople } from './writers.mjs'

const PEOPLE = 16
/** How much later the replica shows everything. */
const LAG = '2s'

/**
 * Writes, and reads each write at another server at once. `stale` names those that were not seen. Of the comments,
 * `late` were not at the replica yet after they had been read.
 */
export async function readOwnWrites(rig, times) {
  const people = await pickPeople({ ...rig, count: PEOPLE })
  const { others } = await rig.select({
    others: 'select id as value from users order by id desc limit 100',
  })
  const replica = new pg.Pool({ connectionString: rig.cluster.replicaUrl, max: 4 })
  const isLate = async (id) =>
    (await replica.query('select from comments where id = $1', [id])).rowCount === 0
  await rig.cluster.delayReplica(LAG)
  /** @type {string[]} */
  const stale = []
  const result = { reads: 0, stale, comments: 0, late: 0 }
  try {
    let left = times
    const writeAndRead = async (person, at) => {
      for (let n = 0; left > 0; n += 1) {
        left -= 1
        const kind = KINDS[n % KINDS.length]
        const [writer, reader] = [n, n + 1].map((one) => rig.servers[one % rig.servers.length])
        const other = others[(at * 7 + n) % others.length]
        const { isSeen, commentId } = await kind({ rig, person, writer, reader, other, n })
        result.reads += 1
        if (!isSeen) stale.push(kind.name)
        if (commentId === undefined) continue
        result.comments += 1
        if (await isLate(commentId)) result.late += 1
      }
    }
    await Promise.all(people.map(writeAndRead))
  } finally {
    await rig.cluster.delayReplica('0')
    await replica.end()
  }
  return result
}

const KINDS = [like, comment, save, follow]

async function like({ rig, person, writer, reader, n }) {
  const path = `/api/posts/${person.postId}`
  const liked = n % 8 === 0
  await call(rig, person, writer, 'POST', `${path}/like`, { liked })
  const post = await call(rig, person, reader, 'GET', path)
  return { isSeen: post.isLiked === liked }
}

async function save({ rig, person, writer, reader, n }) {
  const path = `/api/posts/${person.postId}`
  const saved = n % 8 === 2
  await call(rig, person, writer, 'POST', `${path}/save`, { saved })
  const posts = await call(rig, person, reader, 'GET', '/api/posts/saved')
  return { isSeen: posts.some(({ id }) => id === person.postId) === saved }
}

async function comment({ rig, person, writer, reader, n }) {
  const path = `/api/posts/${person.postId}/comments`
  const { id } = await call(rig, person, writer, 'POST', path, { content: `Comment ${n}` })
  const comments = await call(rig, person, reader, 'GET', `${path}?sort=newest`)
  return { isSeen: comments.some((one) => one.id === id), commentId: id }
}

async function follow({ rig, person, writer, reader, other, n }) {
  if (other === person.userId) return { isSeen: true }
  const following = n % 8 === 3
  await call(rig, person, writer, 'POST', `/api/users/${other}/follow`, { following })
  const profile = await call(rig, person, reader, 'GET', `/api/users/profile/${other}`)
  return { isSeen: profile.isFollowing === following }
}
