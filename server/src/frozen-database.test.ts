import { createComment, listComments } from '@plinth/contract/posts/comments.ts'
import { getPost, likePost, listExplorePosts, listForYou } from '@plinth/contract/posts/posts.ts'
import { updateProfile } from '@plinth/contract/people/profile.ts'
import { getViewer } from '@plinth/contract/people/session.ts'
import { listSessions } from '@plinth/contract/people/sessions.ts'
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { testApp, type Person } from '../test/app.ts'
import { makePost } from '../test/content/posts.ts'
import { startFreezingDatabase } from '../test/freezing.ts'
import { duringTests } from '../test/lifetime.ts'

/** What our side gives the database for an answer, and then for a new connection. */
const LONGEST_MS = 15_000
const POSTS = 12

const database = duringTests(startFreezingDatabase)
const t = testApp(() => ({ DATABASE_URL: database.url }))
let reader: Person
let posts: string[]

beforeAll(async () => {
  const maker = await t.person('Marit', { isCreator: true })
  reader = await t.person('Dana')
  posts = await Promise.all(Array.from({ length: POSTS }, () => makePost(t.deps, maker)))
})
afterEach(() => database.thaw())

const read = (id: string) => t.call(getPost, { as: reader, params: { id } })
const like = (id: string) => t.call(likePost, { as: reader, params: { id }, body: { liked: true } })
const comment = (id: string, content: string) =>
  t.call(createComment, { as: reader, params: { id }, body: { content } })

it('answers everything with 503 while the database answers nothing, and goes on by itself after that', async () => {
  const [post = ''] = posts
  // Every connection is open.
  await Promise.all([...posts.map(read), ...posts.map(like), t.call(listSessions, { as: reader })])

  database.freeze()
  const began = performance.now()
  const calls: Promise<{ status: number }>[] = [
    ...posts.map(read),
    ...posts.map(like),
    ...posts.map((id) => comment(id, 'Sent once')),
    t.call(listForYou, { as: reader }),
    t.call(listExplorePosts),
    t.call(getViewer, { as: reader }),
    t.call(listSessions, { as: reader }),
    t.call(listComments, { as: reader, params: { id: post } }),
    t.call(updateProfile, { as: reader, body: { firstName: 'Dana', lastName: 'Frost' } }),
  ]
  const answers = await Promise.all(
    calls.map(async (call) => {
      const { status } = await call
      return { status, isInTime: performance.now() - began < LONGEST_MS }
    }),
  )
  expect(answers).toEqual(calls.map(() => ({ status: 503, isInTime: true })))

  database.thaw()
  await expect.poll(async () => (await read(post)).status).toBe(200)
  // Late answers to the statements of before reach nobody.
  const ids = Array.from({ length: 10 }, () => posts).flat()
  const shown = await Promise.all(ids.map(async (id) => (await read(id)).body.id as string))
  expect(shown).toEqual(ids)

  expect((await comment(post, 'And this')).status).toBe(201)
  const { rows } = await sql<{ most: number }>`
    select coalesce(max(count), 0)::int as most from (
      select count(*) from comments where content = 'Sent once' group by post_id) c`.execute(
    t.deps.db,
  )
  // A write that reached the database before it froze may be stored, but none was sent twice.
  expect(rows[0]?.most).toBeLessThanOrEqual(1)
})
