import { setImmediate as anotherTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inTurns } from './body-turns.ts'

async function* bodyOf(pieces: number): AsyncGenerator<Buffer> {
  for (let count = 0; count < pieces; count += 1) {
    await anotherTurn()
    yield Buffer.from([count])
  }
}

async function written(body: AsyncIterable<Buffer>, write: () => Promise<void>): Promise<number> {
  let count = 0
  for await (const _piece of inTurns(body)) {
    await write()
    count += 1
  }
  return count
}

test('of many bodies one piece at a time is written, and each whole', async () => {
  let atOnce = 0
  let most = 0
  const write = async () => {
    atOnce += 1
    most = Math.max(most, atOnce)
    await anotherTurn()
    atOnce -= 1
  }
  const bodies = Array.from({ length: 6 }, (_, index) => written(bodyOf(index), write))
  expect(await Promise.all(bodies)).toEqual([0, 1, 2, 3, 4, 5])
  expect(most).toBe(1)
})

test('a line that stands still, one that breaks and a disk that is full hold nobody up', async () => {
  const { promise: never } = Promise.withResolvers<Buffer>()
  async function* still() {
    yield Buffer.from('x')
    yield never
  }
  async function* broken() {
    yield Buffer.from('x')
    throw new Error('broken')
  }
  const fine = async () => undefined
  void written(still(), fine)
  await expect(written(broken(), fine)).rejects.toThrow('broken')
  const full = () => Promise.reject(new Error('full'))
  await expect(written(bodyOf(3), full)).rejects.toThrow('full')
  expect(await written(bodyOf(3), fine)).toBe(3)
})
