import { createComment } from '@plinth/contract/posts/comments.ts'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import {
  createPost,
  deletePost,
  getPost,
  likePost,
  savePost,
} from '@plinth/contract/posts/posts.ts'
import { changeUser, listUsers } from '@plinth/contract/moderation/admin.ts'
import { getViewer } from '@plinth/contract/people/session.ts'
import { listSessions } from '@plinth/contract/people/sessions.ts'
import { updateProfile } from '@plinth/contract/people/profile.ts'
import { followUser } from '@plinth/contract/people/users.ts'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { paidApp } from '../test/money/cards.ts'
import type { Answer, Person } from '../test/app.ts'
import { contractEndpoints } from '../test/contract.ts'
import { listen, readLive } from '../test/live-reader.ts'
import { writeOutbox, waitForOutbox } from '../test/content/outbox.ts'
import { makePicture } from '../test/media/pictures.ts'
import { formOf } from '../test/content/posts.ts'
import { makeWork } from '../test/content/works.ts'
import { newId } from './db/id.ts'

const t = paidApp()
let author: Person
let fan: Person
let admin: Person
/** A person who only saves works and posts. */
let saver: Person
let viewers: [string, Person | undefined][]
/** Values that no answer may contain, by their description. */
let secrets: Map<string, string>
beforeAll(async () => {
  author = await t.person('Author', { isCreator: true })
  fan = await t.person('Fan')
  admin = await t.person('Admin', { isAdmin: true })
  saver = await t.person('Saver')
  viewers = [
    ['a visitor', undefined],
    ['the author', author],
    ['a follower', fan],
    ['an admin', admin],
  ]
})

/** A post made as the screens do, with activity by several people. */
async function populate(isPublic: boolean): Promise<string> {
  const form = await formOf([
    { name: 'title', value: 'A press' },
    { name: 'tags', value: '["ink"]' },
    { name: 'clientId', value: newId() },
    {
      name: 'media_0',
      fileName: 'a.png',
      value: Uint8Array.from(await makePicture('image/png', 200, 100)),
    },
  ])
  const { status, body } = await t.call(createPost, { as: author, ...form })
  expect(status).toBe(201)
  const params = { id: body.id as string }
  for (const as of [fan, author, admin]) {
    await t.call(likePost, { as, params })
    const comment = { content: 'Good, @Author Test', clientId: newId() }
    expect((await t.call(createComment, { as, params, body: comment })).status).toBe(201)
  }
  expect((await t.call(savePost, { as: saver, params })).status).toBe(200)
  await sql`update posts set is_public = ${isPublic}, hot = 31415.92653589 where id = ${params.id}`.execute(
    t.deps.db,
  )
  return params.id
}

async function findSecrets(): Promise<Map<string, string>> {
  const { rows } = await sql<{ secret: string; what: string }>`
    select email as secret, 'e-mail of ' || id as what from users
    union all select mail_key::text, 'mail key' from users
    union all select secret::text, 'secret of a file' from media
    union all select id::text, 'session of ' || user_id from sessions
    union all select encode(token_hash, 'hex'), 'hash of a session' from sessions
    union all select encode(token_hash, 'base64'), 'hash of a session' from sessions
    union all select client_id::text, 'client id of a post' from posts where client_id is not null
    union all select client_id::text, 'client id of a comment' from comments where client_id is not null
    union all select '31415.92', 'heat'
    union all select ${saver.id}, 'who saves'`.execute(t.deps.db)
  return new Map(rows.map((row) => [row.secret, row.what]))
}

/** No answer may have a field with one of these names. */
const FIELDS =
  /"(?:hot|secret|mailKey|mail_key|clientId|client_id|tokenHash|token_hash|sessionId|subject|password|stripe\w*|is_private|isPrivate|savedBy|hiddenBy)":/

/** Who may see emails from which endpoint: everybody their own, admins all. */
const TELLS: Record<string, (as: Person, what: string) => boolean> = {
  [getViewer.path]: (as, what) => what === `e-mail of ${as.id}`,
  [updateProfile.path]: (as, what) => what === `e-mail of ${as.id}`,
  [listSessions.path]: (as, what) => what === `session of ${as.id}`,
  // Lists everybody, including people who only saved something.
  [listUsers.path]: (as, what) => as === admin && /^(e-mail|who saves)/.test(what),
  [changeUser.path]: (as, what) => as === admin && what.startsWith('e-mail'),
}

function expectClean(
  where: string,
  answer: Pick<Answer, 'body' | 'headers'>,
  mayHold: (what: string) => boolean = () => false,
): void {
  const text = JSON.stringify([answer.body, answer.headers])
  const held = [...secrets].flatMap(([secret, what]) =>
    text.includes(secret) && !mayHold(what) ? [what] : [],
  )
  // Compiled once for thousands of answers.
  expect([held, FIELDS.exec(text)?.[0]], `${where}: ${text.slice(0, 400)}`).toEqual([[], undefined])
}

it('reveals nothing to people that they may not know, in any answer or live event', async () => {
  const posts = [await populate(true), await populate(false)]
  const work = await makeWork(t.deps, author, { tags: ['ink'], title: 'A press' })
  await t.call(followUser, { as: fan, params: { id: author.id } })
  await writeOutbox(t, { kind: 'like', by: fan, work })
  await waitForOutbox(t)
  const ids = await sql<{ id: string }>`
    select id from posts union all select id from comments union all select id from media
    union all select id from users where id <> ${saver.id} union all select id from portfolio_items
    union all select id from notifications`.execute(t.deps.db)
  secrets = await findSecrets()
  secrets.set(t.cards.secretKey, 'key of the card provider')
  expect(secrets.size).toBeGreaterThan(20)

  const origin = await listen(t)
  const endpoints = await contractEndpoints()
  let read = 0
  for (const [name, as] of viewers) {
    const reader = as && (await readLive(origin, as))
    await reader?.next('hello')
    for (const endpoint of endpoints) {
      if (endpoint.path === createPost.path && endpoint.method === 'POST') continue
      // Calls that would remove what later calls still read.
      if (endpoint.method === 'DELETE') continue
      const [, param] = /:(\w+)/.exec(endpoint.path) ?? []
      const values =
        param === 'tag' ? ['ink'] : param === undefined ? [''] : ids.rows.map(({ id }) => id)
      const queries = endpoint.query?.properties['search'] ? [{ search: 'a' }] : [{}]
      const body = bodies[`${endpoint.method} ${endpoint.path}`]
      for (const value of values) {
        const input = { params: { [param ?? '']: value }, query: queries[0] ?? {} }
        const answer = await t.call(endpoint, { ...input, as, body })
        if (answer.status < 300) read += 1
        expect(answer.status, `${name}: ${endpoint.method} ${endpoint.path}`).toBeLessThan(500)
        const where = `${name}: ${endpoint.method} ${endpointUrl(endpoint, input)}`
        expectClean(where, answer, (what) => !!as && !!TELLS[endpoint.path]?.(as, what))
      }
    }
    expectClean(`${name}: live`, { body: reader?.events ?? [], headers: {} })
    reader?.close()
  }
  expect(read).toBeGreaterThan(150)

  for (const id of posts) {
    expectClean('deletion', await t.call(deletePost, { as: author, params: { id } }))
    expectClean('after it', await t.call(getPost, { as: author, params: { id } }))
  }
  // Makes some thousand calls.
}, 120_000)

/** Bodies of calls that need one. */
const bodies: Record<string, object> = {
  'PATCH /api/posts/:id': { title: 'A press' },
  'PATCH /api/admin/posts/:id': { isFeatured: true },
  'PATCH /api/comments/:id': { content: 'Better' },
  'POST /api/posts/:id/comments': { content: 'Seen' },
  'POST /api/posts/:id/hide': { hidden: false },
  'POST /api/users/:id/less': { less: false },
  'POST /api/notifications/read': {},
  'PATCH /api/notifications/settings': { like: { app: true, mail: false } },
  'PATCH /api/media/:id': { alt: 'A press' },
}
