import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { getMedia, uploadMedia, type Media } from '@plinth/contract/media/media.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestApp, type Person, type TestApp } from '../../../../test/app.ts'
import {
  addFigure,
  clearFigures,
  figuresOf,
  addRemoval,
  setTilesAndCaptions,
} from '../../../../test/media/media.ts'
import { makePicture } from '../../../../test/media/pictures.ts'
import { startBucket } from '../../../../test/media/s3.ts'
import { createFileStorage } from '../../../gateways/storage/files.ts'
import { newTempFile } from '../../../gateways/files.ts'
import { stagedFile } from '../../uploads/folder.ts'
import {
  checkMedia,
  isHealthy,
  PROBLEMS,
  type MediaReport,
  type Problem,
  reportText,
} from './check.ts'
import { renditionKey, originalKey } from '../media-rules.ts'

const SOON = { timeout: 100_000 }
const LONG_AGO = new Date(Date.now() - 3 * 3_600_000)
const lostId = (number: number) => `01900000-0000-7000-8000-00000000000${number}`

const ROOT = path.join(import.meta.dirname, '../../../../..')
/** Runs what `npm run plinth -- media check` runs once everything is installed. */
const COMMAND = `
  const { withDatabase } = await import('./scripts/lib/database.mjs')
  const { checkMedia } = await import('./scripts/lib/media-check.mjs')
  const repair = process.argv.includes('--repair')
  process.exitCode = await withDatabase((at) => checkMedia(at, { repair }))`

interface Kept {
  site: TestApp
  /** Path of a stored object. */
  fileOf: (key: string) => string
  close: () => Promise<void>
}

async function asFiles(): Promise<Kept> {
  const site = await startTestApp()
  return { site, fileOf: (key) => path.join(site.dataDir, 'media', key), close: site.close }
}

async function inBucket(): Promise<Kept> {
  const bucket = await startBucket('of-plinth/')
  const site = await startTestApp(bucket.env)
  const close = async () => {
    await site.close()
    await bucket.close()
  }
  return { site, fileOf: bucket.fileOf, close }
}

async function uploaded(site: TestApp, as: Person, payload: Buffer): Promise<string> {
  const { status, body } = await site.request({
    method: 'POST',
    url: endpointUrl(uploadMedia, { query: { fileName: 'a.jpg' } }),
    payload,
    headers: { 'content-type': 'application/octet-stream' },
    as,
  })
  expect(status, JSON.stringify(body)).toBe(uploadMedia.status)
  const isReady = async () => expect((await read(site, as, body.id)).state).toBe('ready')
  await vi.waitFor(isReady, SOON)
  return body.id
}

const read = async (site: TestApp, as: Person, id: string) =>
  (await site.call(getMedia, { as, params: { id } })).body as Media

const MAKERS: [string, () => Promise<Kept>][] = [
  ['files', asFiles],
  ['a bucket', inBucket],
]

describe.each(MAKERS)('%s', (_name, make) => {
  let kept: Kept
  let site: TestApp
  let alice: Person
  let ids: string[]

  beforeAll(async () => {
    kept = await make()
    site = kept.site
    alice = await site.person('Alice')
    const picture = await makePicture('image/jpeg', 400, 300)
    ids = []
    for (let count = 0; count < 6; count += 1) ids.push(await uploaded(site, alice, picture))
    ids.sort()
  })
  afterAll(() => kept.close())

  const check = (repair = false) => checkMedia(site.deps, { repair })
  /** The problems found, without those that have none. */
  const found = ({ problems }: MediaReport) =>
    Object.fromEntries(
      (Object.keys(PROBLEMS) as Problem[])
        .map((name): [string, string[]] => [name, problems[name].first])
        .filter(([, first]) => first.length > 0),
    )
  const put = async (key: string, { isOld = false } = {}) => {
    await site.deps.storage.put(key, Buffer.from('lost'))
    if (isOld) await utimes(kept.fileOf(key), LONG_AGO, LONG_AGO)
  }

  test('reports nothing when nothing is wrong', async () => {
    const report = await check()
    expect(found(report)).toEqual({})
    expect(isHealthy(report)).toBe(true)
    expect(report).toMatchObject({ files: 6, objects: 18, refusal: null })
    expect(reportText(report)).toContain('Originals missing or incomplete')
  })

  test('finds missing objects, repairs what can be made again and reports the rest', async () => {
    const { db, storage } = site.deps
    const [gone, short, shrunk, tiled, old] = ids as [string, string, string, string, string]
    const whole = await buffer((await storage.open(originalKey(gone, 'jpg')))!.stream)
    await storage.remove(originalKey(gone, 'jpg'))
    await storage.put(originalKey(short, 'jpg'), Buffer.from('short'))
    await storage.remove(renditionKey(shrunk, '320.avif'))
    await setTilesAndCaptions(db, tiled)
    await clearFigures(db, old)
    await addFigure(db, old, '960.webp')
    const report = await check()
    expect(found(report)).toEqual({
      originals: [gone, short],
      made: expect.arrayContaining([
        `${shrunk} 320.avif`,
        `${tiled} tile-0-0-0.webp`,
        `${tiled} tile-9-0-0.webp`,
        `${old} 960.webp`,
      ]),
      captions: [tiled],
      figures: [old],
    })
    // Ten levels with one tile each.
    expect(report.problems.made.count).toBe(12)
    expect(isHealthy(report)).toBe(false)
    expect(reportText(report)).toContain(`  ${shrunk} 320.avif`)

    const repaired = await check(true)
    expect(found(repaired)).toEqual(found(report))
    expect(repaired).toMatchObject({ isRepaired: true, refusal: null })
    // The originals are still lost.
    expect(isHealthy(repaired)).toBe(false)
    await expect.poll(() => storage.size(renditionKey(shrunk, '320.avif')), SOON).not.toBeNull()
    await expect.poll(() => check().then(found), SOON).toEqual({ originals: [gone, short] })
    await expect
      .poll(async () => (await read(site, alice, shrunk)).picture.renditions, SOON)
      .toEqual([320])
    expect((await read(site, alice, tiled)).picture.hasTiles).toBe(false)
    expect(await figuresOf(db, old)).toEqual([
      { name: '320.avif', width: 320, height: 240, bytes: expect.any(BigInt) },
      { name: '320.webp', width: 320, height: 240, bytes: expect.any(BigInt) },
    ])
    for (const id of [gone, short]) await storage.put(originalKey(id, 'jpg'), whole)
    expect(isHealthy(await check())).toBe(true)
  })

  test('removes objects without a file, unless they are young, in transit or not Plinth’s', async () => {
    const { db, storage } = site.deps
    const orphans = [
      originalKey(lostId(1), 'png'),
      originalKey(ids[4]!, 'png'),
      renditionKey(lostId(1), '320.avif'),
      renditionKey(lostId(2), 'tile-3-0-0.webp'),
    ]
    const others = [originalKey(lostId(4), 'png'), 'originals/by-hand.png', 'renditions/list.txt']
    for (const key of [...orphans, ...others]) await put(key, { isOld: true })
    await put(originalKey(lostId(3), 'png'))
    await addRemoval(db, lostId(4))
    const report = await check()
    expect(found(report).orphans?.toSorted()).toEqual(orphans.toSorted())
    expect(report.unknown.first.toSorted()).toEqual(others.slice(1).toSorted())
    expect(isHealthy(await check(true))).toBe(true)
    expect(found(await check())).toEqual({})
    for (const key of orphans) expect(await storage.size(key)).toBeNull()
    for (const key of [...others, originalKey(lostId(3), 'png')]) {
      expect(await storage.size(key)).not.toBeNull()
    }
  })

  test('removes leftovers from the data folder, unless they are in use', async () => {
    const { dataDir } = site
    const [host] = path.basename(newTempFile(dataDir)).split('.')
    const temporary = path.join(dataDir, 'tmp', `${host}.4194304.x`)
    const uploads = [lostId(1), lostId(2)].map((id) => stagedFile(dataDir, id))
    for (const file of [temporary, newTempFile(dataDir), ...uploads]) await writeFile(file, 'x')
    await utimes(uploads[0]!, LONG_AGO, LONG_AGO)
    expect(found(await check())).toEqual({ temporary: [temporary], uploads: [lostId(1)] })
    expect(isHealthy(await check(true))).toBe(true)
    expect(found(await check())).toEqual({})
  })

  test('counts more than it lists', async () => {
    for (let level = 0; level < 25; level += 1) {
      await put(renditionKey(lostId(5), `tile-${level}-0-0.webp`), { isOld: true })
    }
    const report = await check()
    expect(report.problems.orphans).toMatchObject({ count: 25 })
    expect(report.problems.orphans.first).toHaveLength(20)
    expect(reportText(report)).toContain('  … and 5 more')
  })

  test('touches nothing when store and database do not belong together', async () => {
    const { db, storage } = site.deps
    const folder = await mkdtemp(path.join(os.tmpdir(), 'plinth-empty-'))
    const elsewhere = { ...site.deps, storage: await createFileStorage(folder) }
    const wrongStore = await checkMedia(elsewhere, { repair: true })
    expect(wrongStore.refusal).toContain('the store of another Plinth')
    expect(isHealthy(wrongStore)).toBe(false)
    expect(reportText(wrongStore)).toContain('Nothing was repaired.')

    const mine = await check()
    const unknown = mine.objects
    for (let count = 0; count < unknown; count += 1) {
      await put(renditionKey(lostId(6), `tile-${count}-0-0.webp`), { isOld: true })
    }
    const wrongDatabase = await check(true)
    expect(wrongDatabase.refusal).toContain('the database of another Plinth')
    expect(await storage.size(renditionKey(lostId(6), 'tile-0-0-0.webp'))).not.toBeNull()
    expect((await check()).files).toBe(6)
    expect(await figuresOf(db, ids[2]!)).toHaveLength(2)
    await rm(folder, { recursive: true, force: true })
  })
})

test('reports the result in the exit code, too', async () => {
  const { site, fileOf, close } = await asFiles()
  const run = async (...flags: string[]) => {
    const env = {
      ...process.env,
      DATABASE_URL: site.deps.env.databaseUrl,
      PLINTH_DATA: site.dataDir,
    }
    const child = spawn(process.execPath, ['--input-type=module', '-e', COMMAND, '--', ...flags], {
      cwd: ROOT,
      env,
    })
    const [text, [code]] = await Promise.all([buffer(child.stdout), once(child, 'exit')])
    return { text: text.toString(), code: code as number }
  }
  const alice = await site.person('Alice')
  const id = await uploaded(site, alice, await makePicture('image/jpeg', 400, 300))
  const lost = renditionKey(id, '320.webp')
  await site.deps.storage.remove(lost)
  const orphan = originalKey(lostId(1), 'png')
  await site.deps.storage.put(orphan, Buffer.from('x'))
  await utimes(fileOf(orphan), LONG_AGO, LONG_AGO)
  const found = await run()
  expect(found.code).toBe(1)
  expect(found.text).toMatch(/^Files +1$/m)
  expect(found.text).toMatch(/^Renditions missing +1$/m)
  expect(found.text).toContain(`Objects without a file:\n  ${orphan}`)
  const repaired = await run('--repair')
  expect(repaired.code).toBe(0)
  expect(repaired.text).toMatch(/^Objects without a file \(repaired\) +1$/m)
  expect(await site.deps.storage.size(orphan)).toBeNull()
  // Done by the running server.
  await expect.poll(() => site.deps.storage.size(lost), SOON).not.toBeNull()
  await close()
})
