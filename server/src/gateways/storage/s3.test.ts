import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as passed } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startBucket, type TestBucket, type Failure } from '../../../test/media/s3.ts'
import type { StorageGateway } from './storage.ts'
import { createS3Storage } from './s3.ts'

const LIMITS = {
  answer: 2_000,
  answers: 10_000,
  part: 2_000,
  object: 10_000,
  silence: 600,
  retries: 3,
  page: 1_000,
}
const HASTY = { ...LIMITS, answer: 200, part: 200 }
const KEY = 'originals/a.jpg'
const UNAVAILABLE = {
  code: 'unavailable',
  message: 'The file store isn’t answering. Try again in a moment.',
}
const FAILURES: Failure[] = [{ status: 500 }, { status: 503 }, 'reset', 'hang']

let bucket: TestBucket
let storage: StorageGateway
const bytes = Buffer.alloc(300_000, 'abcdefgh')

beforeAll(async () => {
  bucket = await startBucket()
  storage = createS3Storage(bucket.settings, LIMITS)
})
afterAll(() => bucket.close())
beforeEach(async () => {
  bucket.fail(0)
  await storage.put(KEY, bytes)
  bucket.requests()
})

const read = async () => buffer((await storage.open(KEY))!.stream)

/** The calls that may fail, through a new gateway: after many failures the SDK stops retrying. */
function callsOf(failure: Failure): (() => Promise<unknown>)[] {
  const gateway = createS3Storage(bucket.settings, failure === 'hang' ? HASTY : LIMITS)
  const calls = [() => gateway.size(KEY), () => gateway.put(KEY, bytes)]
  if (typeof failure === 'string') return calls
  return [
    ...calls,
    () => gateway.open(KEY),
    () => gateway.remove('originals/none.jpg'),
    () => gateway.list('')[Symbol.asyncIterator]().next(),
  ]
}

test.each(FAILURES)('hides three failures: %o', async (failure) => {
  for (const call of callsOf(failure)) {
    bucket.fail(3, failure)
    await call()
    expect(bucket.requests()).toHaveLength(4)
  }
  expect((await read()).equals(bytes)).toBe(true)
})

test.each(FAILURES)('reports unavailable with the cause after four tries: %o', async (failure) => {
  for (const call of callsOf(failure)) {
    bucket.fail(100, failure)
    const error = await call().then(
      () => null,
      (thrown: unknown) => thrown,
    )
    expect(error).toMatchObject(UNAVAILABLE)
    expect(error).toHaveProperty('cause')
    expect(bucket.requests()).toHaveLength(4)
  }
  bucket.fail(0)
  expect((await read()).equals(bytes)).toBe(true)
})

test('stores nothing of a large object when the store fails in the middle', async () => {
  const source = Readable.from([Buffer.alloc(4 * 1024 ** 2), Buffer.alloc(4 * 1024 ** 2)])
  bucket.fail(100, { status: 503 }, 'PUT')
  await expect(storage.put('originals/large.tiff', source)).rejects.toMatchObject(UNAVAILABLE)
  expect(bucket.requests().at(-1)).toBe('DELETE /plinth-test/originals/large.tiff')
  expect(source.destroyed).toBe(true)
  expect(await storage.size('originals/large.tiff')).toBeNull()
  expect(await bucket.unfinished()).toEqual([])
})

test('gives up on a store that hangs even if tries are left', async () => {
  const hasty = createS3Storage(bucket.settings, { ...LIMITS, answers: 200, object: 200 })
  for (const call of [() => hasty.size(KEY), () => hasty.put(KEY, bytes)]) {
    bucket.fail(100, 'hang')
    await expect(call()).rejects.toMatchObject(UNAVAILABLE)
    expect(bucket.requests().length).toBeLessThan(2)
  }
})

test('breaks the stream of an object that is cut off', async () => {
  for (const failure of ['cut', 'stall'] as const) {
    bucket.fail(1, failure)
    const object = await storage.open(KEY)
    expect(object?.size).toBe(bytes.length)
    await expect(buffer(object!.stream)).rejects.toMatchObject(UNAVAILABLE)
  }
})

test('waits for a slow reader', async () => {
  const large = Buffer.alloc(6 * 1024 ** 2, 'x')
  await storage.put('originals/slow.jpg', large)
  const { stream } = (await storage.open('originals/slow.jpg'))!
  const reader = stream.iterator() as AsyncIterator<Buffer>
  const first = (await reader.next()).value as Buffer
  await passed(2 * LIMITS.silence)
  let length = first.length
  for (let next = await reader.next(); next.done !== true; next = await reader.next()) {
    length += next.value.length
  }
  expect(length).toBe(large.length)
})

test('closes the connection when the reader stops', async () => {
  const { stream } = (await storage.open(KEY))!
  stream.destroy()
  await expect.poll(() => stream.closed).toBe(true)
  expect((await read()).equals(bytes)).toBe(true)
})

test('reports a missing bucket as unavailable, not as empty', async () => {
  const nowhere = createS3Storage({ ...bucket.settings, bucket: 'nowhere' }, LIMITS)
  await expect(nowhere.open(KEY)).rejects.toMatchObject(UNAVAILABLE)
  await expect(nowhere.put(KEY, bytes)).rejects.toMatchObject(UNAVAILABLE)
  await expect(nowhere.list('')[Symbol.asyncIterator]().next()).rejects.toMatchObject(UNAVAILABLE)
})

test('reports a full store', async () => {
  bucket.fail(100, { status: 507 })
  await expect(storage.put(KEY, bytes)).rejects.toMatchObject({ code: 'storage.full' })
})
