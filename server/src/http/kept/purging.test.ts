import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import { putBack, takeDown } from '@plinth/contract/moderation/takedowns.ts'
import { updateProfile } from '@plinth/contract/people/profile.ts'
import {
  deletePortfolio,
  likePortfolio,
  updatePortfolio,
} from '@plinth/contract/portfolios/portfolios.ts'
import { createComment, deleteComment } from '@plinth/contract/posts/comments.ts'
import { deletePost, updatePost } from '@plinth/contract/posts/posts.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp, type CallInput, type NamedPerson, type TestApp } from '../../../test/app.ts'
import { cacheServer } from '../../../test/cache-server.ts'
import { makePost } from '../../../test/content/posts.ts'
import { makeWork } from '../../../test/content/works.ts'
import { createMediaClient } from '../../../test/media/media-client.ts'
import { makePicture } from '../../../test/media/pictures.ts'
import { tagOf } from '../../gateways/purge.ts'
import { finishPurges, postponePurges, setPurging, takePurges } from './purge-queries.ts'

const cache = cacheServer()
const settings = (style: string) => () => ({
  CACHE_PURGE_URL: cache.url,
  CACHE_PURGE_STYLE: style,
  CACHE_PURGE_TOKEN: 'a-token-of-a-cache',
})
/** What is promised from the change until the cache has forgotten. */
const SOON = { timeout: 2_000, interval: 20 }

async function act(t: TestApp, endpoint: EndpointDefinition, input: CallInput) {
  const { status, body } = await t.call(endpoint, input)
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body
}
const mediaOf = async (t: TestApp, workId: string): Promise<string> =>
  (
    await t.deps.db
      .selectFrom('portfolio_items')
      .select('media_id')
      .where('id', '=', workId)
      .executeTakeFirstOrThrow()
  ).media_id

describe('a cache that knows tags', () => {
  const t = testApp(settings('varnish'))
  let marit: NamedPerson
  let admin: NamedPerson
  let work: string
  let post: string
  beforeEach(async () => {
    marit = await t.person('Marit', { isCreator: true })
    admin = await t.person('Ada', { isAdmin: true })
    work = await makeWork(t.deps, marit, { title: 'Moon Jar' })
    post = await makePost(t.deps, marit, { title: 'Glaze test' })
    await sql`delete from cache_purges`.execute(t.deps.db)
    cache.purges.length = 0
  })
  const isTold = async (ids: string[]) => {
    await expect
      .poll(() => ids.filter((id) => !cache.purges.join(' ').includes(tagOf(id))), SOON)
      .toEqual([])
  }
  const reason = { reason: 'stolen_work', note: 'It is somebody else’s.' }

  it('is told within two seconds what is taken down, and its file, and what is restored', async () => {
    const media = await mediaOf(t, work)
    const params = { kind: 'portfolio', id: work }
    await act(t, takeDown, { as: admin, params, body: reason })
    await isTold([work, media])
    cache.purges.length = 0
    await act(t, putBack, { as: admin, params })
    await isTold([work, media])
    await act(t, takeDown, { as: admin, params: { kind: 'post', id: post }, body: reason })
    await isTold([post])
  })

  it('is told what is edited, made private or deleted', async () => {
    await act(t, updatePortfolio, { as: marit, params: { id: work }, body: { title: 'Vase' } })
    await isTold([work])
    await act(t, updatePost, { as: marit, params: { id: post }, body: { isPublic: false } })
    await isTold([post])
    const other = await makePost(t.deps, marit)
    await act(t, deletePost, { as: marit, params: { id: other } })
    cache.purges.length = 0
    await act(t, deletePortfolio, { as: marit, params: { id: work } })
    await isTold([work, other])
  })

  it('is told of a changed profile and a removed comment', async () => {
    await act(t, updateProfile, { as: marit, body: { bio: 'Makes jars.' } })
    await isTold([marit.id])
    const body = { content: 'Still warm?' }
    const comment = await act(t, createComment, { as: admin, params: { id: post }, body })
    await act(t, deleteComment, { as: marit, params: { id: comment.id } })
    await isTold([comment.id])
  })

  it('is told of somebody who is suspended, and of all that they made', async () => {
    await t.deps.db
      .updateTable('users')
      .set({ suspended_at: new Date() })
      .where('id', '=', marit.id)
      .execute()
    await isTold([marit.id, work, post])
  })

  it('is not told of likes, nor of changes that were rolled back', async () => {
    await act(t, likePortfolio, { as: admin, params: { id: work }, body: { liked: true } })
    const undone = t.deps.db.transaction().execute(async (trx) => {
      await trx.updateTable('posts').set({ title: 'Other' }).where('id', '=', post).execute()
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    // What is told comes in order, so nothing of these was before it.
    await act(t, updateProfile, { as: marit, body: { bio: 'Makes vases.' } })
    await isTold([marit.id])
    const all = cache.purges.join(' ')
    expect(all).not.toContain(tagOf(work))
    expect(all).not.toContain(tagOf(post))
  })

  it('is told again when it was away, and nothing is lost', async () => {
    cache.refuses(2)
    await act(t, deletePortfolio, { as: marit, params: { id: work } })
    await expect.poll(() => cache.purges.join(' '), { timeout: 10_000 }).toContain(tagOf(work))
  })

  it('is told twice, because an older answer may have been on its way', async () => {
    await act(t, deletePortfolio, { as: marit, params: { id: work } })
    const times = () => cache.purges.filter((tags) => tags.includes(tagOf(work))).length
    await expect.poll(times, { timeout: 15_000 }).toBe(2)
    await expect
      .poll(async () => (await sql`select id from cache_purges`.execute(t.deps.db)).rows)
      .toEqual([])
  })
})

describe('nginx, which has no tags', () => {
  const t = testApp(settings('nginx'))

  it('is told every address of a file that is deleted or made private', async () => {
    const marit = await t.person('Marit', { isCreator: true })
    const desk = createMediaClient(t, marit)
    const file = await desk.upload(await makePicture('image/png', 700, 500))
    await desk.untilDone(file.id)
    await desk.remove(file.id)
    const names = ['original.png', '320.avif', '320.webp']
    const isLeft = () => names.filter((name) => !cache.purges.includes(`/media/${file.id}/${name}`))
    await expect.poll(isLeft, SOON).toEqual([])

    const work = await makeWork(t.deps, marit, { title: 'Moon Jar' })
    const media = await mediaOf(t, work)
    await sql`update media set is_private = true where id = ${media}::uuid`.execute(t.deps.db)
    await expect.poll(() => cache.purges, SOON).toContain(`/media/${media}/original.jpg`)
  })
})

describe('what waits for the cache', () => {
  const t = testApp({ JOBS: 'off' })
  const waiting = async () =>
    (await sql<{ id: string }>`select subject_id as id from cache_purges`.execute(t.deps.db)).rows

  it('is nothing where no cache is told', async () => {
    const marit = await t.person('Marit')
    await act(t, updateProfile, { as: marit, body: { bio: 'Makes jars.' } })
    expect(await waiting()).toEqual([])
    await setPurging(t.deps.db, true)
    await setPurging(t.deps.db, true)
    await act(t, updateProfile, { as: marit, body: { bio: 'Makes vases.' } })
    expect(await waiting()).toEqual([{ id: marit.id }])
    await setPurging(t.deps.db, false)
    expect(await waiting()).toEqual([])
  })

  it('is taken by one process, and later again if it failed', async () => {
    const { db } = t.deps
    await sql`insert into cache_purges (subject_id) select gen_random_uuid() from generate_series(1, 6)`.execute(
      db,
    )
    const taken = await Promise.all([takePurges(db, 4), takePurges(db, 4)])
    const ids = taken.flat().map(({ id }) => id)
    expect(new Set(ids).size).toBe(6)
    expect(await takePurges(db, 4)).toEqual([])
    const dueIn = async () =>
      (
        await sql<{ seconds: number }>`
          select distinct round(extract(epoch from due_at - now()))::int as seconds
          from cache_purges`.execute(db)
      ).rows.map(({ seconds }) => seconds)
    const waits = []
    for (let failed = 0; failed < 8; failed += 1) {
      await postponePurges(db, ids)
      waits.push(...(await dueIn()))
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
    await finishPurges(db, ids, 0)
    expect(await dueIn()).toEqual([6])
    await finishPurges(db, ids, 0)
    expect(await dueIn()).toEqual([])
  })
})
