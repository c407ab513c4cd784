import { Readable } from 'node:stream'
import { endpointUrl, type EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import { getPost, likePost, listUserPosts, savePost } from '@plinth/contract/posts/posts.ts'
import { getTag } from '@plinth/contract/posts/tags.ts'
import { followUser, getProfile } from '@plinth/contract/people/users.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { SHOW_BOOT, testWeb } from '../../../test/web.ts'
import { contractEndpoints } from '../../../test/contract.ts'
import { makePost } from '../../../test/content/posts.ts'
import { makeWork } from '../../../test/content/works.ts'
import { newId } from '../../db/id.ts'

const CANARY = 'Zugunruhe'
const TAG = 'nightbird'

interface Hidden {
  id: string
  mediaId: string
  commentId: string
}

const web = testWeb({ render: SHOW_BOOT })
const plinth = testApp(() => ({ WEB_DIST: web.dir, JOBS: 'off' }))
let reads: EndpointDefinition[]
let author: Person
const strangers: [string, Person | undefined][] = [['a visitor', undefined]]
const insiders: [string, Person][] = []
const hidden: Hidden[] = []

beforeAll(async () => {
  reads = (await contractEndpoints()).filter(({ method }) => method === 'GET')
  author = await plinth.person('Author', { isCreator: true })
  const follower = await plinth.person('Follower')
  const creator = await plinth.person('Rival', { isCreator: true })
  const admin = await plinth.person('Admin', { isAdmin: true })
  strangers.push(['a follower', follower], ['another creator', creator])
  insiders.push(['the author', author], ['an admin', admin])
  await plinth.call(followUser, { params: { id: author.id }, as: follower })
  await makePost(plinth.deps, author, { title: 'Plain', tags: [TAG] })
  await makeWork(plinth.deps, author, { title: 'Work', tags: [TAG] })
  for (const state of [{ is_public: false }, { is_approved: false }, { is_ready: false }]) {
    hidden.push(await makeHidden(state, [follower, creator]))
  }
})

/** A post that everybody saw, liked, saved and talked about before it went out of sight. */
async function makeHidden(state: object, fans: Person[]): Promise<Hidden> {
  const { db, storage } = plinth.deps
  const id = await makePost(plinth.deps, author, {
    title: `${CANARY} title`,
    description: `${CANARY} description`,
    tags: [TAG, `${CANARY.toLowerCase()}tag`],
    likeCount: 500,
    hot: 99_999,
  })
  const commentId = newId()
  for (const as of fans) {
    await plinth.call(likePost, { params: { id }, as })
    await plinth.call(savePost, { params: { id }, as })
  }
  await sql`insert into comments (id, post_id, author_id, content)
    select ${commentId}::uuid, ${id}::uuid, ${fans[0]?.id}::uuid, ${`${CANARY} comment`}`.execute(
    db,
  )
  await sql`update posts set comment_count = 1 where id = ${id}`.execute(db)
  const { media_id: mediaId } = await db
    .selectFrom('post_media')
    .select('media_id')
    .where('post_id', '=', id)
    .executeTakeFirstOrThrow()
  await storage.put(`renditions/${mediaId}/960.webp`, Readable.from([Buffer.from(CANARY)]))
  await db.updateTable('posts').set(state).where('id', '=', id).execute()
  return { id, mediaId, commentId }
}

/** Every address that the contract can read, with every id that it might take. */
function addresses(): string[] {
  const ids = [author.id, ...hidden.flatMap((post) => [post.id, post.mediaId, post.commentId])]
  return reads.flatMap((endpoint) => {
    const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
    const queries = 'search' in (endpoint.query?.properties ?? {}) ? [{ search: CANARY }, {}] : [{}]
    const values = names.includes('tag') ? [TAG, `${CANARY.toLowerCase()}tag`] : ids
    const filled = names.length === 0 ? [{}] : values.map((value) => ({ [names[0] ?? '']: value }))
    return queries.flatMap((query) =>
      filled.map((params) => endpointUrl(endpoint, { params, query })),
    )
  })
}
const pages = () => [
  '/',
  '/explore',
  `/explore/tag/${TAG}`,
  `/profile/${author.id}`,
  `/creator/${author.id}`,
  ...hidden.map(({ id }) => `/post/${id}`),
]

/** The address itself may stand in an answer; nothing else of the post may. */
function leaks(url: string, text: string): string[] {
  const secrets = [CANARY, ...hidden.flatMap((post) => [post.id, post.mediaId])]
  return secrets.filter((secret) => !url.includes(secret) && text.includes(secret))
}

describe('a post that is private, pending or unfinished', () => {
  it('is in nothing that other people can read', async () => {
    expect(reads.length).toBeGreaterThan(20)
    for (const [name, as] of strangers) {
      for (const url of [...addresses(), ...pages()]) {
        const answer = await plinth.request({ method: 'GET', url, ...(as ? { as } : {}) })
        const text = JSON.stringify([answer.body, answer.headers])
        expect(leaks(url, text), `${name}: ${url} ${answer.status} ${text.slice(0, 300)}`).toEqual(
          [],
        )
        expect(answer.status, `${name}: ${url}`).toBeLessThan(500)
      }
    }
  })

  it('answers other people like a post that never existed', async () => {
    for (const [, as] of strangers) {
      for (const { id } of hidden) {
        const { status, body } = await plinth.call(getPost, { params: { id }, as })
        expect([status, body.message]).toEqual([404, 'There is nothing here.'])
        const page = await plinth.request({ method: 'GET', url: `/post/${id}`, ...(as && { as }) })
        expect(page.status).toBe(404)
      }
    }
  })

  it('is not counted', async () => {
    for (const [, as] of [...strangers, ...insiders]) {
      const { body: profile } = await plinth.call(getProfile, { params: { id: author.id }, as })
      expect(profile.postCount).toBe(1)
      const { body: tag } = await plinth.call(getTag, { params: { tag: TAG }, as })
      expect(tag).toMatchObject({ postCount: 1, workCount: 1, related: [] })
    }
  })

  it('is visible to its author and to admins', async () => {
    for (const [name, as] of insiders) {
      for (const { id, mediaId } of hidden) {
        const { body } = await plinth.call(getPost, { params: { id }, as })
        expect(JSON.stringify(body), name).toContain(CANARY)
        expect(JSON.stringify(body), name).toContain(mediaId)
        const page = await plinth.request({ method: 'GET', url: `/post/${id}`, as })
        expect([page.status, String(page.body).includes(CANARY)], name).toEqual([200, true])
      }
      const { body } = await plinth.call(listUserPosts, { params: { id: author.id }, as })
      expect((body as { id: string }[]).map(({ id }) => id)).toEqual(
        expect.arrayContaining(hidden.map(({ id }) => id)),
      )
    }
  })

  it('shows its files by links that its author and admins get, and by no other', async () => {
    for (const { id, mediaId } of hidden) {
      const bare = `/media/${mediaId}/960.webp`
      for (const as of [undefined, ...insiders.map(([, person]) => person)]) {
        const { status } = await plinth.request({ method: 'GET', url: bare, ...(as && { as }) })
        expect(status).toBe(404)
      }
      for (const [name, as] of insiders) {
        const { body } = await plinth.call(getPost, { params: { id }, as })
        const url = body.thumbnailUrl as string
        expect(url.startsWith(`${bare}?`), name).toBe(true)
        expect((await plinth.request({ method: 'GET', url })).status, name).toBe(200)
      }
    }
  })

  it('makes its files public again when everybody may see it', async () => {
    const [{ id, mediaId } = { id: '', mediaId: '' }] = hidden
    const url = `/media/${mediaId}/960.webp`
    const setPublic = (isPublic: boolean) =>
      plinth.deps.db
        .updateTable('posts')
        .set({ is_public: isPublic })
        .where('id', '=', id)
        .execute()
    await setPublic(true)
    expect((await plinth.request({ method: 'GET', url })).status).toBe(200)
    await setPublic(false)
    expect((await plinth.request({ method: 'GET', url })).status).toBe(404)
  })
})
