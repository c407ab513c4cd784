import { expect, it } from 'vitest'
import { makeUploadMemory, fileFingerprint, type UnfinishedUpload } from './unfinished.ts'

function makeStore() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    kept,
  }
}
const HOUR = 60 * 60 * 1_000
const moon: Omit<UnfinishedUpload, 'at'> = {
  mark: '18/1/moon.tif',
  place: 'work',
  name: 'moon.tif',
  size: 18,
  path: '/api/uploads/a',
}

it('recognises a file by its name, size and modification time', () => {
  const file = (name: string, bytes: string, lastModified: number) =>
    fileFingerprint(new File([bytes], name, { lastModified }))
  expect(file('a.png', 'abc', 1)).toBe(file('a.png', 'xyz', 1))
  const others = [file('b.png', 'abc', 1), file('a.png', 'ab', 1), file('a.png', 'abc', 2)]
  expect(new Set([file('a.png', 'abc', 1), ...others]).size).toBe(4)
})

it('remembers uploads for a day, per person, and forgets them', () => {
  const store = makeStore()
  let time = 0
  const alice = makeUploadMemory('alice', store, () => time)
  alice.save(moon)
  expect(alice.find(moon.mark)).toEqual({ ...moon, at: 0 })
  expect(makeUploadMemory('alice', store, () => time).all()).toHaveLength(1)
  expect(makeUploadMemory('bob', store, () => time).all()).toEqual([])
  time = 23 * HOUR
  alice.save({ ...moon, path: '/api/uploads/b' })
  expect(alice.all()).toEqual([{ ...moon, path: '/api/uploads/b', at: time }])
  time = 47 * HOUR
  expect(alice.all()).toEqual([])
  alice.save(moon)
  alice.forget(moon.mark)
  expect(store.kept.size).toBe(0)
})

it('ignores malformed entries and paths to other sites', () => {
  const store = makeStore()
  const memory = makeUploadMemory('alice', store, () => 5)
  const whole = { ...moon, at: 5 }
  for (const path of ['https://evil.example/a', '//evil.example/a', '/\\evil.example', '']) {
    store.setItem('plinth.uploads.alice', JSON.stringify([{ ...whole, path }, null, 3, whole]))
    expect(memory.all()).toEqual([whole])
  }
  for (const text of ['{', '3', '{"a":1}']) {
    store.setItem('plinth.uploads.alice', text)
    expect(memory.all()).toEqual([])
  }
})

it('remembers for this visit when the store is full or forbidden', () => {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const memory = makeUploadMemory('alice', { getItem: refuse, setItem: refuse, removeItem: refuse })
  memory.save(moon)
  expect(memory.find(moon.mark)?.path).toBe(moon.path)
  memory.forget(moon.mark)
  expect(memory.all()).toEqual([])
})

it('accepts the place of a delivery with its project', () => {
  const id = '01900000-0000-7000-8000-000000000000'
  const store = makeStore()
  const alice = makeUploadMemory('alice', store)
  alice.save({ ...moon, place: `delivery/${id}` })
  expect(alice.all()).toMatchObject([{ place: `delivery/${id}` }])
  alice.save({ ...moon, mark: 'other', place: 'delivery/../x' })
  expect(alice.all()).toMatchObject([{ place: `delivery/${id}` }])
})
