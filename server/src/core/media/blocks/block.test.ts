import {
  decideLookAlike,
  liftBlock,
  listBlocks,
  listLookAlikes,
  type LookAlike,
  type MediaBlock,
} from '@plinth/contract/moderation/blocks.ts'
import { retryMedia } from '@plinth/contract/media/media.ts'
import { createAppeal, decideAppeal } from '@plinth/contract/moderation/appeals.ts'
import { updateProfile } from '@plinth/contract/people/profile.ts'
import { putBack, takeDown } from '@plinth/contract/moderation/takedowns.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { testApp, type NamedPerson, type Person } from '../../../../test/app.ts'
import { makePost } from '../../../../test/content/posts.ts'
import { putInPost } from '../../../../test/media/media.ts'
import { createMediaClient } from '../../../../test/media/media-client.ts'
import { newId } from '../../../db/id.ts'
import { originalKey } from '../media-rules.ts'

const t = testApp()
let admin: NamedPerson
let ben: NamedPerson
let eve: NamedPerson
beforeAll(async () => {
  admin = await t.person('Ada', { isAdmin: true })
})
beforeEach(async () => {
  ben = await t.person('Ben')
  eve = await t.person('Eve')
})
afterEach(() => sql`delete from media_blocks`.execute(t.deps.db))

/** A picture unlike all others: waves in both directions, from its number. */
async function waves(seed: number): Promise<Buffer> {
  const [width, height] = [640, 480]
  const data = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      let sum = 0
      for (let wave = 1; wave <= 6; wave += 1)
        sum += Math.sin(
          (x * (((seed * wave) % 7) + 1) + y * (((seed * wave) % 5) + 1)) / 90 + seed * wave,
        )
      data.fill(Math.round(128 + sum * 20), (y * width + x) * 3, (y * width + x) * 3 + 3)
    }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

const upload = (as: Person, bytes: Buffer, name = 'wave.png') =>
  createMediaClient(t, as).send(bytes, name, as)
/** A post of this person with this file, taken down. Returns its id. */
async function takenDown(person: Person, bytes: Buffer): Promise<string> {
  const { body, status } = await upload(person, bytes)
  expect(status).toBe(201)
  const postId = await makePost(t.deps, person)
  await putInPost(t.deps.db, postId, body.id)
  const reason = { reason: 'spam', note: 'A stolen picture' }
  const params = { kind: 'post', id: postId }
  expect((await t.call(takeDown, { as: admin, params, body: reason })).status).toBe(204)
  return postId
}
const blocks = async (status?: 'lifted'): Promise<MediaBlock[]> =>
  (await t.call(listBlocks, { as: admin, query: status ? { status } : {} })).body
const waiting = async (): Promise<LookAlike[]> => (await t.call(listLookAlikes, { as: admin })).body

it('refuses the very file that was taken down, from anybody, with a way to appeal', async () => {
  const picture = await waves(1)
  await takenDown(ben, picture)
  expect(await upload(ben, picture)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('appeal under Taken down') },
  })
  expect(await upload(eve, picture, 'other-name.png')).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('write to us') },
  })
  expect((await upload(eve, await waves(2))).status).toBe(201)
})

it('knows a file from before uploads were remembered by what it looks like', async () => {
  const picture = await waves(13)
  const { body } = await upload(ben, picture)
  await sql`delete from media_looks where media_id = ${body.id}::uuid`.execute(t.deps.db)
  const postId = await makePost(t.deps, ben)
  await putInPost(t.deps.db, postId, body.id)
  const params = { kind: 'post', id: postId }
  await t.call(takeDown, { as: admin, params, body: { reason: 'spam', note: 'A stolen picture' } })
  await expect.poll(async () => (await blocks()).length, { timeout: 100_000 }).toBe(1)
  const copy = await sharp(picture).resize(500).jpeg({ quality: 60 }).toBuffer()
  await upload(eve, copy, 'copy.jpg')
  expect(await waiting()).toHaveLength(1)
  // Put back before the job comes to it, nothing is blocked.
  await t.call(putBack, { as: admin, params })
  await sql`delete from media_blocks`.execute(t.deps.db)
  await t.runJob('media.look', { ...params, reason: 'A stolen picture', isClaimed: false })
  expect(await blocks()).toEqual([])
})

it('blocks the other files of a takedown if one cannot be read any more', async () => {
  const { body: broken } = await upload(ben, await waves(21))
  const { body: whole } = await upload(ben, await waves(22))
  await sql`delete from media_looks where media_id in (${broken.id}::uuid, ${whole.id}::uuid)`.execute(
    t.deps.db,
  )
  await t.deps.storage.put(originalKey(broken.id, 'png'), Buffer.from('no picture'))
  const postId = await makePost(t.deps, ben)
  await putInPost(t.deps.db, postId, broken.id)
  await putInPost(t.deps.db, postId, whole.id, 2)
  const params = { kind: 'post', id: postId }
  await t.call(takeDown, { as: admin, params, body: { reason: 'spam', note: 'Stolen pictures' } })
  await expect.poll(async () => (await blocks()).length, { timeout: 100_000 }).toBe(2)
})

it('lets the file in again after an accepted appeal', async () => {
  const picture = await waves(3)
  const postId = await takenDown(ben, picture)
  const { body } = await t.call(createAppeal, {
    as: ben,
    body: { kind: 'post', id: postId, text: 'It is mine.' },
  })
  await t.call(decideAppeal, {
    as: admin,
    params: { id: body.id },
    body: { outcome: 'restored', note: 'It is.' },
  })
  expect((await upload(ben, picture)).status).toBe(201)
  expect(await blocks()).toEqual([])
})

it('holds a copy in another size and format until staff let it through', async () => {
  const picture = await waves(4)
  await takenDown(ben, picture)
  const copy = await sharp(picture).resize(500).jpeg({ quality: 40 }).toBuffer()
  const { body, status } = await upload(eve, copy, 'copy.jpg')
  expect(status).toBe(201)
  const desk = createMediaClient(t, eve)
  const [one, ...others] = await waiting()
  expect(others).toEqual([])
  expect(one).toMatchObject({
    id: body.id,
    owner: { id: eve.id },
    block: { owner: { id: ben.id }, reason: expect.stringContaining('A stolen picture') },
  })
  expect(one?.distance).toBeLessThan(20)
  // No job makes anything of it meanwhile, not even the sweep for files without a job.
  await t.runJob('media.sweep')
  await t.runJob('media.render', { mediaId: body.id })
  expect((await desk.read(body.id)).state).toBe('processing')
  expect(await desk.receipt(body.id)).toMatchObject({
    failure: expect.stringContaining('before anybody can see it'),
    canRetry: false,
  })
  const decide = () =>
    t.call(decideLookAlike, { as: admin, params: { id: body.id }, body: { outcome: 'passed' } })
  expect((await decide()).status).toBe(204)
  await desk.until(body.id, 'ready')
  expect((await decide()).status).toBe(409)
  expect(await waiting()).toEqual([])
})

it('shows no copy as a portrait before staff let it through', async () => {
  const bytes = await waves(11)
  await takenDown(ben, bytes)
  const { body } = await upload(eve, await sharp(bytes).resize(600).jpeg().toBuffer(), 'copy.jpg')
  const answer = await t.call(updateProfile, { as: eve, body: { profileImageUrl: body.url } })
  expect([answer.status, answer.body.fields]).toEqual([
    400,
    { profileImageUrl: expect.stringContaining('staff') },
  ])
  const { status } = await t.request({ method: 'GET', url: body.url.replace(/[?].*/, '') })
  expect(status).toBe(404)
})

it('tells the owner of a refused copy why', async () => {
  const picture = await waves(5)
  await takenDown(ben, picture)
  const { body } = await upload(eve, await sharp(picture).greyscale().webp().toBuffer(), 'g.webp')
  const decide = (given: object) =>
    t.call(decideLookAlike, { as: admin, params: { id: body.id }, body: given })
  expect((await decide({ outcome: 'refused' })).body.fields).toHaveProperty('note')
  expect((await decide({ outcome: 'refused', note: 'The same stolen picture' })).status).toBe(204)
  expect(await createMediaClient(t, eve).read(body.id)).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('The same stolen picture'),
  })
  // Trying again would show it.
  expect((await createMediaClient(t, eve).receipt(body.id)).canRetry).toBe(false)
  const again = await t.call(retryMedia, { as: eve, params: { id: body.id } })
  expect(again.status).toBe(409)
})

it('holds the very file for somebody else where a copyright notice claims it', async () => {
  const picture = await waves(6)
  await takenDown(ben, picture)
  await sql`update media_blocks set is_claimed = true`.execute(t.deps.db)
  expect((await upload(ben, picture)).status).toBe(409)
  const { body, status } = await upload(eve, picture)
  expect(status).toBe(201)
  expect(await waiting()).toMatchObject([{ id: body.id, distance: null }])
})

it('shows staff the blocks, and lifts one while the thing stays down', async () => {
  const picture = await waves(7)
  const postId = await takenDown(ben, picture)
  const [block] = await blocks()
  expect(block).toMatchObject({ kind: 'post', subjectId: postId, owner: { id: ben.id } })
  const lift = (as: Person, id = block?.id ?? '') => t.call(liftBlock, { as, params: { id } })
  expect((await lift(await t.person('Sue', { role: 'support' }))).status).toBe(403)
  expect((await lift(admin, newId())).status).toBe(404)
  expect((await lift(admin)).status).toBe(204)
  expect((await lift(admin)).status).toBe(404)
  expect(await blocks('lifted')).toMatchObject([{ id: block?.id }])
  expect((await upload(eve, picture)).status).toBe(201)
  // Down again, it is blocked again.
  await t.call(putBack, { as: admin, params: { kind: 'post', id: postId } })
  const down = { kind: 'post', id: postId }
  await t.call(takeDown, { as: admin, params: down, body: { reason: 'spam', note: 'Again' } })
  expect((await upload(eve, picture)).status).toBe(409)
})
