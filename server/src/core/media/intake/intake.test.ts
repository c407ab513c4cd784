import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { testApp, type Person } from '../../../../test/app.ts'
import { createMediaClient, type MediaClient } from '../../../../test/media/media-client.ts'
import { countMedia } from '../../../../test/media/media.ts'
import { makePicture } from '../../../../test/media/pictures.ts'
import { newId } from '../../../db/id.ts'
import { ingestFile } from './intake.ts'
import { SWEEP } from '../media-rules.ts'

const SOON = { timeout: 100_000 }

const site = testApp()
let alice: Person
let bob: Person
let desk: MediaClient
let file: string

beforeAll(async () => {
  alice = await site.person('Alice')
  bob = await site.person('Bob')
  desk = createMediaClient(site, alice)
  file = path.join(site.dataDir, 'sent')
  await writeFile(file, await makePicture('image/png'))
})

const take = (id: string, ownerId = alice.id) =>
  ingestFile(site.deps, { id, ownerId, fileName: 'sea.png', file })
const counted = () => countMedia(site.deps.db)

test('makes one media of an upload that is ingested several times, also concurrently', async () => {
  const before = await counted()
  const id = newId()
  expect(await Promise.all(Array.from({ length: 5 }, () => take(id)))).toEqual(Array(5).fill(id))
  expect(await take(id)).toBe(id)
  expect(await counted()).toEqual({ rows: before.rows + 1, removals: 0 })
  const media = await desk.read(id)
  expect((await desk.get(media.url)).status).toBe(200)
})

test("answers 404 for another person's id", async () => {
  const id = newId()
  await take(id)
  await expect(take(id, bob.id)).rejects.toMatchObject({ code: 'not_found' })
})

test('does not remove the objects of a concurrent request that succeeded', async () => {
  const id = newId()
  const storage = site.deps.storage
  const whole = storage.putFile
  let turns = 0
  // The second request is cut off after the first has finished.
  storage.putFile = async (key, cleaned) => {
    turns += 1
    if (turns === 1) return whole(key, cleaned)
    await expect.poll(async () => (await desk.read(id)).id, SOON).toBe(id)
    throw Object.assign(new Error('full'), { code: 'ENOSPC' })
  }
  try {
    const ends = await Promise.allSettled([take(id), take(id)])
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  } finally {
    storage.putFile = whole
  }
  const media = await desk.read(id)
  expect((await desk.get(media.url)).status).toBe(200)
  const { db } = site.deps
  const longAgo = new Date(Date.now() - 2 * 3_600_000)
  await db.updateTable('media_removals').set({ created_at: longAgo }).execute()
  await site.runJob(SWEEP)
  await expect.poll(async () => (await counted()).removals, SOON).toBe(0)
  expect((await desk.get(media.url)).status).toBe(200)
})

test('ingests in the next attempt, or sweeps, what was cut off before it had a row', async () => {
  const id = newId()
  const storage = site.deps.storage
  const whole = storage.putFile
  storage.putFile = async (key, cleaned) => {
    await whole(key, cleaned)
    throw new Error('cut off')
  }
  await expect(take(id)).rejects.toThrow('cut off')
  storage.putFile = whole
  expect((await counted()).removals).toBe(1)
  expect(await take(id)).toBe(id)
  expect((await counted()).removals).toBe(0)
  expect((await desk.get((await desk.read(id)).url)).status).toBe(200)
})
