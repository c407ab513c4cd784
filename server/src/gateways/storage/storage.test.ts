import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startBucket } from '../../../test/media/s3.ts'
import type { StorageGateway } from './storage.ts'
import { createFileStorage } from './files.ts'
import { createS3Storage } from './s3.ts'
import { newTempFile, openTempFolder } from '../files.ts'

interface TestStorage {
  storage: StorageGateway
  /** Leftovers of unfinished uploads. */
  leftovers: () => Promise<string[]>
  close: () => Promise<void>
}

const newFolder = () => mkdtemp(path.join(os.tmpdir(), 'plinth-storage-'))

async function asFiles(): Promise<TestStorage> {
  const dataDir = await newFolder()
  return {
    storage: await createFileStorage(dataDir, { namesAtOnce: 50 }),
    leftovers: () => readdir(path.join(dataDir, 'tmp')),
    close: () => rm(dataDir, { recursive: true, force: true }),
  }
}

const LIMITS = {
  answer: 2_000,
  answers: 5_000,
  part: 2_000,
  object: 10_000,
  silence: 2_000,
  retries: 1,
  page: 50,
}

async function inBucket(prefix: string): Promise<TestStorage> {
  const bucket = await startBucket(prefix)
  return {
    storage: createS3Storage(bucket.settings, LIMITS),
    leftovers: bucket.unfinished,
    close: bucket.close,
  }
}

const MAKERS: [string, () => Promise<TestStorage>][] = [
  ['files', asFiles],
  ['a bucket', () => inBucket('')],
  ['a part of a bucket', () => inBucket('media/of/plinth/')],
]

describe.each(MAKERS)('%s', (_name, make) => {
  let stored: TestStorage
  let storage: StorageGateway
  let folder: string
  beforeAll(async () => {
    stored = await make()
    storage = stored.storage
  })
  afterAll(() => stored.close())
  beforeEach(async () => {
    folder = await newFolder()
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))
  const newFile = async (text: string) => {
    const file = path.join(folder, 'new')
    await writeFile(file, text)
    return file
  }

  const put = (key: string, text: string) => storage.put(key, Buffer.from(text))
  const read = async (key: string, range?: { start: number; end: number }) => {
    const object = await storage.open(key, range)
    return object && { size: object.size, text: (await buffer(object.stream)).toString() }
  }
  async function keys(prefix: string): Promise<string[]> {
    const found: string[] = []
    for await (const key of storage.list(prefix)) found.push(key)
    return found
  }

  test('keeps bytes and streams, replaces, and reads ranges with the last byte included', async () => {
    await put('originals/a.jpg', 'first')
    await storage.put(
      'originals/a.jpg',
      Readable.from([Buffer.from('0123'), Buffer.from('456789')]),
    )
    expect(await read('originals/a.jpg')).toEqual({ size: 10, text: '0123456789' })
    expect(await read('originals/a.jpg', { start: 2, end: 4 })).toEqual({ size: 10, text: '234' })
    expect(await read('originals/a.jpg', { start: 9, end: 9 })).toEqual({ size: 10, text: '9' })
    expect(await storage.size('originals/a.jpg')).toBe(10)
    expect(await stored.leftovers()).toEqual([])
  })

  test('returns 12 MB unchanged, whole and in ranges', async () => {
    const bytes = Buffer.alloc(12 * 1024 ** 2)
    for (let at = 0; at < bytes.length; at += 4) bytes.writeUInt32LE(at, at)
    await storage.put('originals/large.tiff', Readable.from(pieces(bytes, 65_536)))
    expect(await storage.size('originals/large.tiff')).toBe(bytes.length)
    const whole = await storage.open('originals/large.tiff')
    expect((await buffer(whole!.stream)).equals(bytes)).toBe(true)
    // Across the boundary of two parts.
    const range = { start: 5 * 1024 ** 2 - 8, end: 5 * 1024 ** 2 + 7 }
    const part = await storage.open('originals/large.tiff', range)
    expect(await buffer(part!.stream)).toEqual(bytes.subarray(range.start, range.end + 1))
    expect(await stored.leftovers()).toEqual([])
  })

  test('takes over a finished file, replaces an object with it, and fetches objects as files', async () => {
    for (const text of ['first', 'the second', '']) {
      const file = await newFile(text)
      await storage.putFile('originals/whole.pdf', file)
      expect(await read('originals/whole.pdf')).toEqual({ size: text.length, text })
      await rm(file, { force: true })
    }
    await put('originals/fetched.jpg', '0123456789')
    const [file, other] = [path.join(folder, 'fetched'), path.join(folder, 'none')]
    expect(await storage.fetch('originals/fetched.jpg', file)).toBe(true)
    expect(await readFile(file, 'utf8')).toBe('0123456789')
    // A reader keeps reading the old object.
    await put('originals/fetched.jpg', 'another')
    await storage.remove('originals/fetched.jpg')
    expect(await readFile(file, 'utf8')).toBe('0123456789')
    expect(await storage.fetch('originals/fetched.jpg', other)).toBe(false)
    expect(await readdir(folder)).toEqual(['fetched'])
    expect(await stored.leftovers()).toEqual([])
  })

  test('changes nothing when a file is missing or a path exists', async () => {
    const nowhere = path.join(folder, 'nowhere')
    await put('originals/kept.jpg', 'kept')
    const gone = { code: 'ENOENT' }
    await expect(storage.putFile('originals/kept.jpg', nowhere)).rejects.toMatchObject(gone)
    await expect(storage.fetch('originals/kept.jpg', `${nowhere}/x`)).rejects.toMatchObject(gone)
    const taken = await newFile('taken')
    await expect(storage.fetch('originals/kept.jpg', taken)).rejects.toMatchObject({
      code: 'EEXIST',
    })
    expect(await readFile(taken, 'utf8')).toBe('taken')
    expect(await read('originals/kept.jpg')).toEqual({ size: 4, text: 'kept' })
    expect(await stored.leftovers()).toEqual([])
  })

  test('returns null for a missing object, and may remove it repeatedly', async () => {
    expect(await storage.open('originals/none.jpg')).toBeNull()
    expect(await storage.size('originals/none.jpg')).toBeNull()
    await put('renditions/x/320.avif', 'x')
    await storage.remove('renditions/x/320.avif')
    await storage.remove('renditions/x/320.avif')
    expect(await storage.open('renditions/x/320.avif')).toBeNull()
  })

  test('lists the keys below a prefix', async () => {
    for (const key of ['p/320.webp', 'p/tile-0-0-0.webp', 'p/320.avif', 'pq/320.avif']) {
      await put(`renditions/${key}`, 'x')
    }
    const own = ['renditions/p/320.avif', 'renditions/p/320.webp', 'renditions/p/tile-0-0-0.webp']
    expect(await keys('renditions/p/')).toEqual(own)
    expect(await keys('renditions/p')).toEqual([...own, 'renditions/pq/320.avif'])
    expect(await keys('renditions/none/')).toEqual([])
  })

  test('lists more keys than fit a page, in order, with size and date', async () => {
    const begin = Date.now() - 2_000
    const names = Array.from({ length: 120 }, (_, index) => String(index * 7).padStart(4, '0'))
    await Promise.all(names.map((name) => put(`many/${name}/a.webp`, name.slice(2))))
    expect(await keys('many/')).toEqual(names.map((name) => `many/${name}/a.webp`))
    let count = 0
    for await (const object of storage.survey('many/')) {
      expect(object).toMatchObject({ key: `many/${names[count]}/a.webp`, bytes: 2 })
      expect(object.changedAt.getTime()).toBeGreaterThan(begin)
      count += 1
    }
    expect(count).toBe(120)
  })

  test('stores nothing of a source that breaks off', async () => {
    for (const bytes of [4, 11 * 1024 ** 2]) {
      const broken = Readable.from(
        (async function* () {
          yield* pieces(Buffer.alloc(bytes), 65_536)
          throw new Error('broken')
        })(),
      )
      await expect(storage.put('originals/half.jpg', broken)).rejects.toThrow('broken')
      expect(await storage.size('originals/half.jpg')).toBeNull()
      expect(await stored.leftovers()).toEqual([])
    }
  })

  test('refuses keys that lead elsewhere', async () => {
    for (const key of [
      '../x.jpg',
      'a/../../x.jpg',
      '/etc/passwd',
      'a//b.jpg',
      'a/b',
      'A.jpg',
      'a\0.jpg',
      '',
    ]) {
      await expect(storage.put(key, Buffer.from('x'))).rejects.toThrow('not a storage key')
      await expect(storage.open(key)).rejects.toThrow('not a storage key')
      await expect(storage.putFile(key, '/etc/hosts')).rejects.toThrow('not a storage key')
      await expect(storage.fetch(key, '/dev/null')).rejects.toThrow('not a storage key')
      await expect(storage.remove(key)).rejects.toThrow('not a storage key')
    }
  })

  test('stores one whole object when two writes and a removal run at once', async () => {
    const bodies = ['a'.repeat(100_000), 'b'.repeat(100_000)]
    await Promise.all([
      ...bodies.map((body) => put('renditions/r/640.webp', body)),
      storage.remove('renditions/r/320.webp'),
    ])
    expect(bodies).toContain((await read('renditions/r/640.webp'))?.text)
  })
})

function* pieces(bytes: Buffer, length: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

test('takes over and fetches files without copying, except across file systems', async () => {
  const [dataDir, elsewhere] = [await newFolder(), await mkdtemp('/dev/shm/plinth-storage-')]
  const storage = await createFileStorage(dataDir)
  const stored = path.join(dataDir, 'media/originals/a.jpg')
  for (const [folder, isSame] of [
    [path.join(dataDir, 'tmp'), true],
    [elsewhere, false],
  ] as const) {
    const [file, lent] = [path.join(folder, 'made'), path.join(folder, 'lent')]
    await writeFile(file, folder)
    const { ino } = await stat(file)
    await storage.putFile('originals/a.jpg', file)
    expect(await readFile(stored, 'utf8')).toBe(folder)
    expect((await stat(stored)).ino === ino).toBe(isSame)
    expect(await storage.fetch('originals/a.jpg', lent)).toBe(true)
    expect(await readFile(lent, 'utf8')).toBe(folder)
    expect((await stat(lent)).nlink).toBe(isSame ? 2 : 1)
  }
  expect(await readdir(path.join(dataDir, 'tmp'))).toEqual(['lent'])
  for (const folder of [dataDir, elsewhere]) await rm(folder, { recursive: true, force: true })
})

test('removes empty folders except those at the top', async () => {
  const dataDir = await newFolder()
  const storage = await createFileStorage(dataDir)
  for (const key of ['renditions/a/deep/er/1.webp', 'renditions/a/2.webp', 'originals/a.jpg']) {
    await storage.put(key, Buffer.from('x'))
  }
  const folders = async () =>
    (await readdir(path.join(dataDir, 'media'), { recursive: true })).toSorted()
  await storage.remove('renditions/a/deep/er/1.webp')
  await storage.remove('originals/a.jpg')
  expect(await folders()).toEqual([
    'originals',
    'renditions',
    'renditions/a',
    'renditions/a/2.webp',
  ])
  await storage.remove('renditions/a/2.webp')
  expect(await folders()).toEqual(['originals', 'renditions'])
  await rm(dataDir, { recursive: true, force: true })
})

test('clears a dead process’s files at startup, and nothing else', async () => {
  const dataDir = await newFolder()
  await openTempFolder(dataDir)
  const own = newTempFile(dataDir)
  const folder = path.dirname(own)
  const [host = ''] = path.basename(own).split('.')
  // Pid 1 always exists; the highest possible pid never does.
  const [dead, alive, elsewhere] = [`${host}.4194304.x`, `${host}.1.x`, 'other-host.4194304.x']
  for (const name of [dead, alive, elsewhere]) await writeFile(path.join(folder, name), 'x')
  await openTempFolder(dataDir)
  expect((await readdir(folder)).toSorted()).toEqual([alive, elsewhere].toSorted())
  await rm(dataDir, { recursive: true, force: true })
})
