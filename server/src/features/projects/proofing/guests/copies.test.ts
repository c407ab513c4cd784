import { expect, it, vi } from 'vitest'
import { createCopies } from './copies.ts'

const copy = (bytes: number) => () => Promise.resolve(Buffer.alloc(bytes))

it('draws a copy once, also for two who ask at the same time', async () => {
  const copies = createCopies()
  const draw = vi.fn<() => Promise<Buffer>>(copy(10))
  const [one, two] = await Promise.all([copies.get('a', draw), copies.get('a', draw)])
  expect(one).toBe(two)
  expect(await copies.get('a', draw)).toBe(one)
  expect(draw).toHaveBeenCalledTimes(1)
})

it('forgets what was asked for longest ago once it keeps too much', async () => {
  const copies = createCopies(25)
  await copies.get('a', copy(10))
  await copies.get('b', copy(10))
  await copies.get('a', copy(10))
  await copies.get('c', copy(10))
  const again = vi.fn<() => Promise<Buffer>>(copy(10))
  await copies.get('a', again)
  expect(again).not.toHaveBeenCalled()
  await copies.get('b', again)
  expect(again).toHaveBeenCalledTimes(1)
})

it('draws again after a failure', async () => {
  const copies = createCopies()
  await expect(copies.get('a', () => Promise.reject(new Error('busy')))).rejects.toThrow('busy')
  expect(await copies.get('a', copy(3))).toHaveLength(3)
})
