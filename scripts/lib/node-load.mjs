// The load while servers restart: reading, liking, and uploading files in chunks.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** Otherwise the failures of an outage would say how fast it can be asked about. */
export const PAUSE_MS = 100
const PIECE_BYTES = 256 * 1024
const PIECES = 8

/** Inserts a session for a demo person, as sign-in does. Returns its cookie. */
export async function openSession(db, id, url) {
  const { cookieNames, hashToken } = await import('../../server/src/http/viewer.ts')
  const { newId } = await import('../../server/src/db/id.ts')
  const token = randomBytes(32).toString('base64url')
  const inAWeek = new Date(Date.now() + 7 * 86_400_000)
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      id: newId(),
      user_id: id,
      expires_at: inAWeek,
      absolute_expires_at: inAWeek,
      id_token: '',
      signed_in_at: new Date(),
    })
    .execute()
  return `${cookieNames(url).session}=${token}`
}

/**
 * Simulates visitors that each make one request after the other. `stop` returns the number of requests and the failures.
 */
export async function startLoad({ url, databaseUrl, visitors }) {
  const { createDatabase, createPool } = await import('../../server/src/db/pool.ts')
  const db = createDatabase(createPool({ url: databaseUrl, size: 1, namedStatements: false }))
  const { id: userId } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const work = await db
    .selectFrom('portfolio_items')
    .select('id')
    .where('is_listed', '=', true)
    .executeTakeFirstOrThrow()
  const cookie = await openSession(db, userId, url)
  await db.destroy()

  const ending = new AbortController()
  let answered = 0
  let slowest = 0
  const failures = []
  const ask = async (method, path, { headers = {}, body } = {}) => {
    const began = performance.now()
    try {
      const init = { method, headers: { origin: url, cookie, ...headers }, body }
      const answer = await fetch(url + path, init)
      const text = await answer.text()
      if (!answer.ok) failures.push(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`)
      return answer
    } catch (error) {
      failures.push(`${method} ${path}: ${error.cause?.code ?? error.message}`)
      return null
    } finally {
      answered += 1
      slowest = Math.max(slowest, performance.now() - began)
    }
  }
  const actions = [
    () => ask('GET', '/'),
    () => ask('GET', '/api/portfolios?limit=24'),
    () => ask('GET', '/api/auth/user'),
    () => like(ask, work.id, answered % 2 === 0),
    () => send(ask),
  ]
  const visit = async (n) => {
    while (!ending.signal.aborted) {
      const failed = failures.length
      await actions[n % actions.length]()
      if (failures.length > failed) await sleep(PAUSE_MS)
    }
  }
  const visits = Array.from({ length: visitors }, (_, n) => visit(n))
  return {
    stop: async () => {
      ending.abort()
      await Promise.all(visits)
      return { answered, slowest, failures }
    },
  }
}

const like = (ask, id, liked) =>
  ask('POST', `/api/portfolios/${id}/like`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ liked }),
  })

/** Uploads a file in chunks as the browser does. Each chunk may reach a different server. */
async function send(ask) {
  const tus = { 'tus-resumable': '1.0.0' }
  const begun = await ask('POST', '/api/uploads', {
    headers: {
      ...tus,
      'upload-length': String(PIECE_BYTES * PIECES),
      'upload-metadata': `filename ${Buffer.from('a.jpg').toString('base64')}`,
    },
  })
  const path = begun?.headers.get('location')
  if (!path) return
  const piece = randomBytes(PIECE_BYTES)
  for (let offset = 0; offset < PIECE_BYTES * PIECES; offset += PIECE_BYTES) {
    const headers = {
      ...tus,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
    }
    await ask('PATCH', path, { headers, body: piece })
  }
  await ask('DELETE', path, { headers: tus })
}
