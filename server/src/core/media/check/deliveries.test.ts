import { utimes } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { testApp, type Person } from '../../../../test/app.ts'
import {
  addProject,
  delivering,
  leaveObject,
  previewStates,
  untilSeen,
} from '../../../../test/content/deliveries.ts'
import { makePicture } from '../../../../test/media/pictures.ts'
import { deliveredKey, deliveryPreviewKey } from '../media-rules.ts'
import { checkMedia, isHealthy, PROBLEMS, type Problem } from './check.ts'

const SOON = { timeout: 100_000 }
const LONG_AGO = new Date(Date.now() - 3 * 3_600_000)
const lostId = (number: number) => `01900000-0000-7000-8000-00000000000${number}`

const site = testApp()
let creator: Person
let projectId: string
let ids: string[]
beforeAll(async () => {
  creator = await site.person('Mara', { isCreator: true })
  projectId = await addProject(site.deps.db, { client: await site.person('Clara'), creator })
  const room = delivering(site, projectId)
  const picture = await makePicture('image/png', 64, 48)
  ids = []
  for (let count = 0; count < 3; count += 1) ids.push((await room.send(creator, picture)).id)
  ids.push((await room.send(creator, Buffer.from('words'))).id)
  await untilSeen(site, { as: creator, projectId })
})

const states = () => previewStates(site, { as: creator, projectId })
const check = async (repair = false) => {
  const report = await checkMedia(site.deps, { repair })
  const found = (Object.keys(PROBLEMS) as Problem[])
    .map((name): [string, string[]] => [name, report.problems[name].first])
    .filter(([, first]) => first.length > 0)
  return { report, found: Object.fromEntries(found) }
}
const put = async (key: string) => {
  await site.deps.storage.put(key, Buffer.from('lost'))
  await utimes(path.join(site.dataDir, 'media', key), LONG_AGO, LONG_AGO)
}

it('knows delivered files and their previews, and reports no orphans', async () => {
  const { report, found } = await check()
  expect(await states()).toEqual(['ready', 'ready', 'ready', 'none'])
  expect(found).toEqual({})
  expect(report).toMatchObject({ files: 4, objects: 18, unknown: { count: 0 } })
})

it('finds missing files and makes a missing preview again', async () => {
  const { storage } = site.deps
  const [gone = '', short = '', unseen = ''] = ids
  const whole = await makePicture('image/png', 64, 48)
  await storage.remove(deliveredKey(gone))
  await storage.put(deliveredKey(short), Buffer.from('short'))
  await storage.remove(deliveryPreviewKey(unseen))
  const { found, report } = await check()
  expect(found).toEqual({ originals: [gone, short], made: [`${unseen} preview`] })
  expect(isHealthy(report)).toBe(false)
  for (const id of [gone, short]) await storage.put(deliveredKey(id), whole)
  expect(isHealthy((await check(true)).report)).toBe(true)
  expect(await states()).toEqual(['ready', 'ready', 'waiting', 'none'])
  await site.deps.jobs.send(site.deps.db, 'deliveries.sweep', {})
  await expect.poll(states, SOON).toEqual(['ready', 'ready', 'ready', 'none'])
  expect((await check()).found).toEqual({})
})

it('removes objects without a file, unless they are young, in transit or not Plinth’s', async () => {
  const { storage } = site.deps
  const orphans = [deliveredKey(lostId(1)), deliveryPreviewKey(lostId(1))]
  for (const key of [...orphans, 'deliveries/by-hand.txt']) await put(key)
  await storage.put(deliveredKey(lostId(2)), Buffer.from('young'))
  await leaveObject(site, lostId(3), 3)
  await put(deliveredKey(lostId(3)))
  const { found, report } = await check()
  expect(found.orphans?.toSorted()).toEqual(orphans)
  expect(report.unknown.first).toEqual(['deliveries/by-hand.txt'])
  expect(isHealthy((await check(true)).report)).toBe(true)
  for (const key of orphans) expect(await storage.size(key)).toBeNull()
  for (const id of [lostId(2), lostId(3)]) {
    expect(await storage.size(deliveredKey(id))).not.toBeNull()
  }
})
