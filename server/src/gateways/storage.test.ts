import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFileStorage, type StorageGateway } from './storage.ts'
import { newTempFile } from './temp-files.ts'

let dataDir: string
let storage: StorageGateway

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'plinth-storage-'))
  storage = await createFileStorage(dataDir)
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const read = async (key: string, range?: { start: number; end: number }) => {
  const object = await storage.open(key, range)
  return object && { size: object.size, text: (await buffer(object.stream)).toString() }
}
async function keys(prefix: string): Promise<string[]> {
  const found: string[] = []
  for await (const key of storage.list(prefix)) found.push(key)
  return found.toSorted()
}
const tempFiles = () => readdir(path.join(dataDir, 'tmp'))

test('keeps bytes and streams, replaces, and reads ranges with the last byte included', async () => {
  await storage.put('originals/a.jpg', Buffer.from('first'))
  await storage.put('originals/a.jpg', Readable.from([Buffer.from('0123'), Buffer.from('456789')]))
  expect(await read('originals/a.jpg')).toEqual({ size: 10, text: '0123456789' })
  expect(await read('originals/a.jpg', { start: 2, end: 4 })).toEqual({ size: 10, text: '234' })
  expect(await storage.size('originals/a.jpg')).toBe(10)
  expect(await tempFiles()).toEqual([])
})

test('what is not there is null, and can be removed as often as one likes', async () => {
  expect(await storage.open('originals/none.jpg')).toBeNull()
  expect(await storage.size('originals/none.jpg')).toBeNull()
  await storage.put('renditions/x/320.avif', Buffer.from('x'))
  await storage.remove('renditions/x/320.avif')
  await storage.remove('renditions/x/320.avif')
  expect(await storage.open('renditions/x/320.avif')).toBeNull()
})

test('lists the keys below a prefix', async () => {
  for (const key of ['renditions/p/320.avif', 'renditions/p/320.webp', 'renditions/pq/320.avif']) {
    await storage.put(key, Buffer.from('x'))
  }
  expect(await keys('renditions/p/')).toEqual(['renditions/p/320.avif', 'renditions/p/320.webp'])
  expect(await keys('renditions/none/')).toEqual([])
})

test('a source that breaks leaves neither an object nor a temporary file', async () => {
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('half')
      throw new Error('broken')
    })(),
  )
  await expect(storage.put('originals/half.jpg', broken)).rejects.toThrow('broken')
  expect(await storage.size('originals/half.jpg')).toBeNull()
  expect(await tempFiles()).toEqual([])
})

test('no key leaves the folder', async () => {
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
    await expect(storage.remove(key)).rejects.toThrow('not a storage key')
  }
})

test('two at once on one key: one whole object; removal beside it does no harm', async () => {
  const bodies = ['a'.repeat(100_000), 'b'.repeat(100_000)]
  await Promise.all([
    ...bodies.map((body) => storage.put('renditions/r/640.webp', Buffer.from(body))),
    storage.remove('renditions/r/320.webp'),
  ])
  expect(bodies).toContain((await read('renditions/r/640.webp'))?.text)
})

test('starting clears what a dead process has left, and nothing else', async () => {
  const own = newTempFile(dataDir)
  const folder = path.dirname(own)
  const [host = ''] = path.basename(own).split('.')
  // Pid 1 lives as long as the machine; the largest pid there can be is nobody's.
  const [dead, alive, elsewhere] = [`${host}.4194304.x`, `${host}.1.x`, 'other-host.4194304.x']
  for (const name of [dead, alive, elsewhere]) await writeFile(path.join(folder, name), 'x')
  await createFileStorage(dataDir)
  expect((await tempFiles()).toSorted()).toEqual([alive, elsewhere].toSorted())
})
