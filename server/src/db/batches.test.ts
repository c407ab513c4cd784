import { expect, it } from 'vitest'
import { createBatches } from './batches.ts'

/** Writes nothing, and remembers what came together. */
function pretend(fail: (items: readonly string[]) => unknown = () => null, atMost = 100) {
  const together: string[][] = []
  const write = createBatches<string, string>(
    async (items) => {
      together.push([...items])
      await Promise.resolve()
      const error = fail(items)
      if (error !== null) throw error
      return items.map((item) => item.toUpperCase())
    },
    { atMost, keyOf: (item) => item[0] ?? null },
  )
  return { together, write }
}

const sqlError = (code: string) => Object.assign(new Error(code), { code })

it('writes the first at once, and what comes meanwhile together', async () => {
  const { together, write } = pretend()
  expect(await Promise.all(['a', 'b', 'c'].map(write))).toEqual(['A', 'B', 'C'])
  expect(together).toEqual([['a'], ['b', 'c']])
})

it('keeps the order of what has the same key, one in each batch', async () => {
  const { together, write } = pretend()
  await Promise.all(['x', 'a1', 'a2', 'b1', 'a3', 'b2'].map(write))
  expect(together).toEqual([['x'], ['a1', 'b1'], ['a2', 'b2'], ['a3']])
})

it('takes no more than fit into a batch', async () => {
  const { together, write } = pretend(undefined, 2)
  await Promise.all(['x', 'a', 'b', 'c'].map(write))
  expect(together).toEqual([['x'], ['a', 'b'], ['c']])
})

it('writes each alone when one of them is wrong, and only that one fails', async () => {
  const { together, write } = pretend((items) => (items.includes('b') ? sqlError('23505') : null))
  const settled = await Promise.allSettled(['x', 'a', 'b', 'c'].map(write))
  expect(settled.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
  expect(together).toEqual([['x'], ['a', 'b', 'c'], ['a'], ['b'], ['c']])
})

it('lets only that one fail whose row somebody holds for too long', async () => {
  const { write } = pretend((items) => (items.includes('b') ? sqlError('55P03') : null))
  const settled = await Promise.allSettled(['x', 'a', 'b'].map(write))
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
})

it('fails all of a batch at once when the database is away, and goes on with the next', async () => {
  const { together, write } = pretend((items) => (items.includes('a') ? sqlError('57P01') : null))
  const settled = await Promise.allSettled(['x', 'a', 'b'].map(write))
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(together).toEqual([['x'], ['a', 'b']])
  expect(await write('c')).toBe('C')
})

it('writes two batches at a time, and items with the same lane one after the other', async () => {
  const running = new Set<string>()
  let most = 0
  const write = createBatches<string, string>(
    async (items) => {
      const lane = items[0]?.at(-1) ?? ''
      expect(running).not.toContain(lane)
      running.add(lane)
      most = Math.max(most, running.size)
      await Promise.resolve()
      running.delete(lane)
      return items.map((item) => item.toUpperCase())
    },
    { atMost: 100, laneOf: (item) => item },
  )
  const items = ['a0', 'b1', 'c0', 'd1', 'e0', 'f1']
  expect(await Promise.all(items.map(write))).toEqual(items.map((item) => item.toUpperCase()))
  expect(most).toBe(2)
})

it('starts when the schedule says so, with what waits by then, also while others run', async () => {
  const begins: (() => void)[] = []
  const together: string[][] = []
  let finish: () => void = () => undefined
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const write = createBatches<string, string>(
    async (items) => {
      together.push([...items])
      await finished
      return items
    },
    {
      atMost: 2,
      groupOf: (item) => item.length,
      schedule: (begin) => {
        begins.push(begin)
      },
    },
  )
  const written = ['a', 'bb', 'c', 'd'].map(write)
  expect([begins.length, together]).toEqual([1, []])
  begins[0]?.()
  expect(together).toEqual([['a', 'c'], ['bb'], ['d']])
  written.push(write('e'))
  begins[1]?.()
  expect(together).toEqual([['a', 'c'], ['bb'], ['d'], ['e']])
  finish()
  expect(await Promise.all(written)).toEqual(['a', 'bb', 'c', 'd', 'e'])
})
