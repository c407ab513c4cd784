// People who like, comment, post, write messages, upload, hire and write the page of a work, and a journal of what the
// server acknowledged.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { PAUSE_MS } from '../../node-load.mjs'
import { createJournal } from '../journal.ts'
import { withClient } from '../invariants.mjs'
import { askProvider } from '../provider.mjs'

/** Nobody waits longer for an answer, so that a drill ends. */
const ANSWER_MS = 30_000
const LONGEST_WAIT_MS = 120_000
const GOOD_CARD = '4242424242424242'
/** Where a hire begins. */
export const HIRES = '/api/projects'
/** No page ever has it. */
const MAX_REVISION = 2_147_483_647
const TUS = { 'tus-resumable': '1.0.0' }

/**
 * Starts one writer for each person. A call that gets no answer or a 503 is repeated with the same key, as a browser does.
 * `stop` returns the journal and how often each failure happened.
 */
export async function startWriters(site, people, { only = USUAL } = {}) {
  const { makePicture } = await import('../../../../server/test/media/pictures.ts')
  const ending = new AbortController()
  const journal = createJournal()
  const failures = new Map()
  const wishes = new Set()
  let answered = 0
  let failed = 0
  const fail = (what) => {
    failed += 1
    failures.set(what, (failures.get(what) ?? 0) + 1)
  }

  /** Sends once. Returns null if no answer came: the call may have worked or not. */
  const once = async (person, method, path, { body, headers = {}, raw } = {}) => {
    const began = performance.now()
    answered += 1
    try {
      const init = {
        method,
        headers: {
          origin: site.url,
          cookie: person.cookie,
          ...(body === undefined || body instanceof FormData
            ? {}
            : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: raw ?? (body instanceof FormData ? body : JSON.stringify(body)),
        signal: AbortSignal.timeout(ANSWER_MS),
      }
      const answer = await fetch(new URL(path, site.url), init)
      const text = await answer.text()
      if (answer.ok) for (const wish of wishes) wish(began, path)
      else fail(String(answer.status))
      return { status: answer.status, ok: answer.ok, headers: answer.headers, text }
    } catch {
      fail('no answer')
      return null
    }
  }
  /** Sends until there is an answer that is one. Null once the drill ends. */
  const send = async (person, method, path, options = {}) => {
    const key = { 'idempotency-key': randomUUID() }
    for (;;) {
      const answer = await once(person, method, path, {
        ...options,
        headers: { ...key, ...options.headers },
      })
      if (answer !== null && answer.status !== 503 && answer.status !== 202) return answer
      if (ending.signal.aborted) return null
      await sleep(PAUSE_MS)
    }
  }
  const picture = await makePicture('image/png', 64, 48)
  const tools = { once, send, journal, picture, site }
  const live = async (person) => {
    for (let n = 0; !ending.signal.aborted; n += 1) {
      const before = failed
      await ACTS[only[n % only.length]](tools, person, n)
      if (failed > before) await sleep(PAUSE_MS)
    }
  }
  const lives = Promise.all(people.map(live))
  // It is waited for in `stop`.
  lives.catch(() => undefined)
  return {
    /** Resolves to the time when a write that began after this call is acknowledged, perhaps only one to this address. */
    nextAcknowledged: (where) => {
      const since = performance.now()
      return new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error('Nothing was acknowledged for two minutes.')),
          LONGEST_WAIT_MS,
        )
        const wish = (began, path) => {
          if (began < since || (where !== undefined && path !== where)) return
          wishes.delete(wish)
          clearTimeout(timer)
          resolve(performance.now())
        }
        wishes.add(wish)
      })
    },
    failures,
    stop: async () => {
      ending.abort()
      await lives
      return { entries: journal.entries(), failures, answered }
    },
  }
}

/** Notes how a call about one thing ended. What was refused did not happen. */
function note(journal, kind, label, answer) {
  if (answer === null || answer.ok || answer.status >= 500)
    journal.write(kind, label, answer?.ok === true ? 'acknowledged' : 'unknown')
}

const ACTS = {
  like: async ({ send, journal }, person, n) => {
    const label = `${person.id} ${person.postId}`
    const liked = Math.floor(n / USUAL.length) % 2 === 0
    journal.write('like', label, 'unknown')
    const answer = await send(person, 'POST', `/api/posts/${person.postId}/like`, {
      body: { liked },
    })
    if (answer?.ok === true) journal.write('like', label, 'acknowledged', liked ? 1 : 0)
  },
  comment: async ({ send, journal }, person) => {
    const label = `Comment ${randomUUID()}`
    const answer = await send(person, 'POST', `/api/posts/${person.postId}/comments`, {
      body: { content: label, clientId: randomUUID() },
    })
    note(journal, 'comment', label, answer)
  },
  message: async ({ send, journal }, person) => {
    const label = `Message ${randomUUID()}`
    const answer = await send(person, 'POST', '/api/messages', {
      body: { receiverId: person.friendId, content: label, clientId: randomUUID() },
    })
    note(journal, 'message', label, answer)
  },
  post: async (tools, person) => {
    const media = await upload(tools, person)
    if (media === null) return
    const label = `Post ${randomUUID()}`
    const body = new FormData()
    body.set('title', label)
    body.set('clientId', randomUUID())
    body.set('media_0', media.url)
    note(tools.journal, 'post', label, await tools.send(person, 'POST', '/api/posts', { body }))
  },
  hire: async (tools, person) => {
    const id = await purchase(tools, person)
    if (id === null) return
    const { send, journal } = tools
    const confirmed = await send(person, 'POST', `/api/projects/${id}/confirm`, { body: {} })
    const isPaid = confirmed?.ok === true && JSON.parse(confirmed.text).status === 'deposit_paid'
    journal.write('deposit', id, isPaid ? 'acknowledged' : 'unknown')
  },
  /**
   * Saves the page of an own work, as the editor does. Nobody else writes it, so a conflict means that the server has
   * forgotten a revision which it had confirmed.
   */
  page: async ({ once, send, journal }, person) => {
    const id = person.ownWorkId
    if (id === null) return
    const path = `/api/portfolios/${id}/draft`
    if (person.page === undefined) {
      const read = await once(person, 'GET', path)
      if (read?.ok !== true) return
      const { title, description, coverId, revision } = JSON.parse(read.text)
      person.page = { title, description, coverId, base: revision }
    }
    const blocks = [{ id: randomUUID(), type: 'quote', text: `Page ${randomUUID()}`, cite: '' }]
    const answer = await send(person, 'PUT', path, { body: { ...person.page, blocks } })
    if (answer?.ok === true) {
      person.page.base = JSON.parse(answer.text).revision
      journal.write('page', `${id} ${person.page.base}`, 'acknowledged')
      return
    }
    if (answer?.status === 409) journal.write('page', `${id} ${MAX_REVISION}`, 'acknowledged')
    person.page = undefined
  },
  /** Pays and does not come back from the card provider, so only a webhook can tell of it. */
  leave: purchase,
}
/** What people do in most drills. */
const USUAL = ['like', 'comment', 'message', 'post', 'hire', 'page']

/** Hires and pays. Returns the project, or null if that did not work. */
async function purchase({ send, journal, site }, person) {
  const description = `Hire ${randomUUID()}`
  const { id, creatorId, price } = person.work
  const begun = await send(person, 'POST', HIRES, {
    body: { portfolioId: id, creatorId, description, budget: price },
  })
  note(journal, 'hire', description, begun)
  if (begun?.ok !== true) return null
  const { project, checkout } = JSON.parse(begun.text)
  return (await payAt(site, checkout.url)) ? project.id : null
}

/** Sends a small picture in one piece. Returns it as media, or null. Only its end can be repeated. */
async function upload({ once, send, journal, picture }, person) {
  const begun = await once(person, 'POST', '/api/uploads', {
    headers: {
      ...TUS,
      'upload-length': String(picture.length),
      'upload-metadata': `filename ${Buffer.from('picture.png').toString('base64')}`,
    },
  })
  const at = begun?.headers.get('location')
  if (!begun?.ok || !at) return null
  const sent = await once(person, 'PATCH', at, {
    headers: { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    raw: picture,
  })
  if (sent?.ok !== true) return null
  const id = at.split('/').at(-1)
  const ended = await send(person, 'POST', `/api/uploads/${id}/finish`)
  note(journal, 'upload', id, ended)
  return ended?.ok === true ? JSON.parse(ended.text) : null
}

/** Pays a checkout as its page would. False while the card provider is away. */
async function payAt(site, checkoutUrl) {
  try {
    await askProvider(site, '/cards/control/payments/pay', {
      input: { session: new URL(checkoutUrl).pathname.split('/').at(-1), card: GOOD_CARD },
    })
    return true
  } catch {
    return false
  }
}

/** How each kind is found again: its label, and how often it is there. */
const SEARCHES = {
  like: `select user_id || ' ' || post_id as label, count(*)::int as count from post_likes
    where user_id || ' ' || post_id = any ($1::text[]) group by 1`,
  comment:
    'select content as label, count(*)::int as count from comments where content = any ($1::text[]) group by 1',
  message:
    'select content as label, count(*)::int as count from messages where content = any ($1::text[]) group by 1',
  post: 'select title as label, count(*)::int as count from posts where title = any ($1::text[]) group by 1',
  hire: 'select description as label, count(*)::int as count from projects where description = any ($1::text[]) group by 1',
  deposit: `select project_id::text as label, count(*)::int as count from payments
    where project_id::text = any ($1::text[]) and state = 'paid' group by 1`,
  page: `select label, count(*)::int as count from unnest($1::text[]) label
    join case_studies s on s.item_id = split_part(label, ' ', 1)::uuid
      and s.revision >= split_part(label, ' ', 2)::int group by 1`,
  upload:
    'select id::text as label, count(*)::int as count from media where id::text = any ($1::text[]) group by 1',
}

/** How often each label of the journal is in the database, by kind. */
export const findAgain = (databaseUrl, entries) =>
  withClient(databaseUrl, async (client) => {
    const found = new Map()
    for (const [kind, sql] of Object.entries(SEARCHES)) {
      const labels = entries.filter((entry) => entry.kind === kind).map(({ label }) => label)
      const { rows } = await client.query(sql, [labels])
      found.set(kind, new Map(rows.map(({ label, count }) => [label, count])))
    }
    return found
  })
