import { watchPosts } from '@plinth/contract/notifications/live.ts'
import {
  deletePost,
  getPost,
  listExplorePosts,
  moderatePost,
  updatePost,
} from '@plinth/contract/posts/posts.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { listen, readLive, type LiveReader } from '../../../test/live-reader.ts'
import { makePost, type PostOptions } from '../../../test/content/posts.ts'
import { newId } from '../../db/id.ts'

const plinth = testApp({ JOBS: 'off' })
let marit: Person
let bob: Person
let admin: Person
let origin: string
const readers: LiveReader[] = []
beforeAll(async () => {
  origin = await listen(plinth)
  marit = await plinth.person('Marit', { isCreator: true })
  bob = await plinth.person('Bob')
  admin = await plinth.person('Ada', { isAdmin: true })
})
afterAll(async () => {
  for (const reader of readers) reader.close()
})

/** A live connection that follows one post. */
async function watch(id: string, as: Person): Promise<LiveReader> {
  const reader = await readLive(origin, as)
  readers.push(reader)
  const hello = await reader.next('hello')
  await plinth.call(watchPosts, { as, params: { id: hello.id }, body: { posts: [id] } })
  return reader
}

const make = (options: PostOptions = {}) => makePost(plinth.deps, marit, options)
const read = (id: string, as?: Person) => plinth.call(getPost, { params: { id }, as })
const edit = (id: string, body: object, as: Person | undefined = marit) =>
  plinth.call(updatePost, { params: { id }, body, as })
const moderate = (id: string, body: object, as: Person | undefined = admin) =>
  plinth.call(moderatePost, { params: { id }, body, as })
const noticesOf = async (id: string): Promise<string[]> => {
  const rows = await plinth.deps.db
    .selectFrom('notices')
    .select(['kind', 'actor_id'])
    .where('post_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ kind, actor_id: actor }) => (actor === null ? kind : `${kind} by somebody`))
}
const mediaOf = async (id: string): Promise<string> => {
  const row = await plinth.deps.db
    .selectFrom('post_media')
    .select('media_id')
    .where('post_id', '=', id)
    .executeTakeFirstOrThrow()
  return row.media_id
}
const hasMedia = async (id: string): Promise<boolean> => {
  const row = await plinth.deps.db
    .selectFrom('media')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

describe('editing', () => {
  it('changes only the given fields', async () => {
    const id = await make({ title: 'Before', tags: ['old'], description: 'Stays.' })
    const changes = {
      title: ' After ',
      tags: ['#New', 'new', 'Two'],
      categoryId: null,
      location: ' Bergen ',
    }
    const { status, body } = await edit(id, changes)
    expect(status, JSON.stringify(body)).toBe(200)
    const after = {
      title: 'After',
      tags: ['New', 'Two'],
      description: 'Stays.',
      category: null,
      location: 'Bergen',
      isPublic: true,
    }
    expect(body).toMatchObject(after)
    expect((await read(id)).body).toMatchObject(after)
    expect((await edit(id, { location: '', categoryId: 3 })).body).toMatchObject({
      location: null,
      category: { id: 3 },
    })
  })

  it('makes a post private and tells live viewers that it is gone', async () => {
    const id = await make({ title: 'Shy' })
    const explored = async () => {
      const { body } = await plinth.call(listExplorePosts, { query: { sort: 'newest' } })
      return (body as { id: string }[]).some((post) => post.id === id)
    }
    expect(await explored()).toBe(true)
    const reader = await watch(id, bob)
    expect((await edit(id, { isPublic: false })).body.isPublic).toBe(false)
    expect((await reader.next('post-gone')).id).toBe(id)
    expect(await explored()).toBe(false)
    expect((await read(id, bob)).status).toBe(404)
    expect((await edit(id, { isPublic: true })).status).toBe(200)
    expect((await read(id, bob)).status).toBe(200)
  })

  it('is for its author and admins, whose edits are logged', async () => {
    const id = await make()
    expect((await edit(id, { title: 'Mine' }, bob)).status).toBe(403)
    expect((await edit(id, { title: 'Mine' }, admin)).status).toBe(200)
    const { rows } = await sql`
      select before, after from audit_log where subject_id = ${id} and actor_id = ${admin.id}`.execute(
      plinth.deps.db,
    )
    expect(rows).toEqual([{ before: { title: 'Untitled' }, after: { title: 'Mine' } }])
    expect((await plinth.call(updatePost, { params: { id }, body: { title: 'x' } })).status).toBe(
      401,
    )
    const hidden = await make({ isPublic: false })
    expect((await edit(hidden, { title: 'Mine' }, bob)).status).toBe(404)
    expect((await edit(newId(), { title: 'Mine' })).status).toBe(404)
  })

  it.each<[object, string]>([
    [{}, 'body'],
    [{ title: ' ' }, 'title'],
    [{ title: 'x'.repeat(201) }, 'title'],
    [{ categoryId: 77 }, 'categoryId'],
    [{ tags: [' '] }, 'tags.0'],
    [{ isApproved: true }, 'isApproved'],
    [{ isFeatured: true }, 'isFeatured'],
    [{ creatorId: newId() }, 'creatorId'],
    [{ type: 'video' }, 'type'],
    [{ mood: 'a\0' }, 'mood'],
  ])('takes no %j', async (body, field) => {
    const answer = await edit(await make(), body)
    expect(answer.status).toBe(400)
    expect(answer.body.fields).toHaveProperty([field])
  })
})

describe('deleting', () => {
  it('deletes a post with its files, unless something else uses them', async () => {
    const [id, other] = [await make(), await make()]
    const [own, shared] = [await mediaOf(id), await mediaOf(other)]
    await plinth.deps.db
      .insertInto('post_media')
      .values({ post_id: id, position: 1, media_id: shared })
      .execute()
    const reader = await watch(id, bob)
    const { status } = await plinth.call(deletePost, { params: { id }, as: marit })
    expect(status).toBe(204)
    expect((await reader.next('post-gone')).id).toBe(id)
    expect((await read(id, marit)).status).toBe(404)
    expect([await hasMedia(own), await hasMedia(shared)]).toEqual([false, true])
  })

  it('is for its author and admins', async () => {
    const id = await make()
    const remove = (as: Person | undefined, post = id) =>
      plinth.call(deletePost, { params: { id: post }, as })
    expect((await remove(undefined)).status).toBe(401)
    expect((await remove(bob)).status).toBe(403)
    expect((await remove(bob, await make({ isPublic: false }))).status).toBe(404)
    expect((await remove(admin)).status).toBe(204)
    expect((await remove(admin)).status).toBe(404)
    expect((await remove(admin, await make({ isPublic: false }))).status).toBe(204)
  })
})

describe('moderating', () => {
  it('approves and features, and notifies the author once of each', async () => {
    const id = await make({ isApproved: false })
    expect((await read(id, bob)).status).toBe(404)
    expect((await moderate(id, { isApproved: true })).body).toMatchObject({
      isApproved: true,
      isFeatured: false,
    })
    expect((await read(id, bob)).status).toBe(200)
    expect((await moderate(id, { isApproved: true, isFeatured: true })).body.isFeatured).toBe(true)
    await moderate(id, { isFeatured: true })
    expect(await noticesOf(id)).toEqual(['approval', 'feature'])
  })

  it('unfeatures and edits without notifying anybody', async () => {
    const id = await make({ title: 'Rude', description: 'Words' })
    const reader = await watch(id, bob)
    const answer = await moderate(id, { isApproved: false, title: ' Kind ', description: '' })
    expect(answer.body).toMatchObject({ isApproved: false, title: 'Kind', description: '' })
    expect((await reader.next('post-gone')).id).toBe(id)
    expect((await read(id, bob)).status).toBe(404)
    expect((await moderate(id, { isFeatured: false })).body.isFeatured).toBe(false)
    expect(await noticesOf(id)).toEqual([])
  })

  it('does not notify admins of what they did to their own posts', async () => {
    const id = await makePost(plinth.deps, admin, { isApproved: false })
    await moderate(id, { isApproved: true, isFeatured: true })
    expect(await noticesOf(id)).toEqual([])
  })

  it('is for admins, and refuses unknown posts and fields', async () => {
    const id = await make()
    const body = { isApproved: true }
    expect((await plinth.call(moderatePost, { params: { id }, body })).status).toBe(401)
    expect((await moderate(id, body, marit)).status).toBe(403)
    expect((await moderate(newId(), body)).status).toBe(404)
    for (const bad of [{}, { title: ' ' }, { creatorId: bob.id }, { isApproved: 'yes' }]) {
      expect((await moderate(id, bad)).status).toBe(400)
    }
  })
})
