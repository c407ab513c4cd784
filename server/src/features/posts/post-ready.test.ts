import { uploadMedia } from '@plinth/contract/media/media.ts'
import { createPost, getPost } from '@plinth/contract/posts/posts.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { makePicture } from '../../../test/media/pictures.ts'
import { formOf, makePost } from '../../../test/content/posts.ts'
import { markPostsReady } from './post-write-queries.ts'

const plinth = testApp()
let marit: Person
let bob: Person
beforeAll(async () => {
  marit = await plinth.person('Marit', { isCreator: true })
  bob = await plinth.person('Bob')
})

const read = (id: string, as?: Person) => plinth.call(getPost, { params: { id }, as })

describe('files that are processed', () => {
  it('hide a post from others until all are done and one can be shown', async () => {
    const picture = Uint8Array.from(await makePicture('image/jpeg', 700, 500))
    const form = await formOf([
      { name: 'title', value: 'Soon' },
      { name: 'media_0', fileName: 'a.jpg', value: picture },
      { name: 'media_1', fileName: 'b.jpg', value: picture },
    ])
    const { status, body } = await plinth.call(createPost, { as: marit, ...form })
    expect(status, JSON.stringify(body)).toBe(201)
    const id = body.id as string
    expect(body.isReady).toBe(false)
    await expect.poll(() => read(id, bob).then((one) => one.status), { timeout: 100_000 }).toBe(200)
    expect((await read(id)).body).toMatchObject({ isReady: true, media: [{}, {}] })
  })

  it('are shown at once if they were done before', async () => {
    const upload = await plinth.call(uploadMedia, {
      as: marit,
      query: { fileName: 'small.png' },
      body: await makePicture('image/png', 200, 100),
      headers: { 'content-type': 'application/octet-stream' },
    })
    const form = await formOf([
      { name: 'title', value: 'Now' },
      { name: 'media_0', value: upload.body.url },
    ])
    expect((await plinth.call(createPost, { as: marit, ...form })).body.isReady).toBe(true)
  })

  it('show a post once, when the last is done, and never when all have failed', async () => {
    const { db } = plinth.deps
    const mediaOf = async (id: string) => {
      const { rows } = await sql<{ id: string }>`
        select media_id as id from post_media where post_id = ${id}`.execute(db)
      return rows[0]?.id ?? ''
    }
    const [id, other] = [
      await makePost(plinth.deps, marit, { isReady: false }),
      await makePost(plinth.deps, marit, { isReady: false }),
    ]
    const [first, second] = [await mediaOf(id), await mediaOf(other)]
    await db
      .insertInto('post_media')
      .values({ post_id: id, position: 1, media_id: second })
      .execute()
    const settle = (media: string, state: string) =>
      db.updateTable('media').set({ state }).where('id', '=', media).execute()

    await settle(second, 'failed')
    expect(await markPostsReady(db, second)).toEqual([])
    expect((await read(other, marit)).body).toMatchObject({ isReady: false })
    await settle(first, 'ready')
    expect(await markPostsReady(db, first)).toEqual([id])
    expect(await markPostsReady(db, first)).toEqual([])
    // What failed is its author's business.
    expect((await read(id, bob)).body.media).toHaveLength(1)
    expect((await read(id, marit)).body.media).toHaveLength(2)
    expect((await read(other, bob)).status).toBe(404)
  })
})
