import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeChunks, inTurns } from './body.ts'
import { setImmediate as anotherTurn } from 'node:timers/promises'

const BYTES = randomBytes(1_000_000)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'plinth-body-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Writes a body behind three bytes; answers what the file holds then, and the pieces. */
async function write(body: Readable): Promise<{ kept: Buffer; pieces: Buffer[] }> {
  const pieces: Buffer[] = []
  const noted = async function* () {
    for await (const piece of body as AsyncIterable<Buffer>) {
      pieces.push(piece)
      yield piece
    }
  }
  const file = path.join(folder, 'body')
  const handle = await open(file, 'w')
  try {
    await handle.write('abc')
    await writeChunks(handle, noted(), { body, start: 3 })
  } finally {
    await handle.close()
  }
  return { kept: await readFile(file), pieces }
}

test('a body from the network is written whole, and its memory is given back', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const answer = fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
      method: 'POST',
      body: BYTES,
    })
    const [request, response] = await once(server, 'request')
    const { kept, pieces } = await write(request as IncomingMessage)
    response.end()
    await answer
    expect(kept.equals(Buffer.concat([Buffer.from('abc'), BYTES]))).toBe(true)
    expect(pieces.length).toBeGreaterThan(1)
    expect(pieces.reduce((sum, { buffer }) => sum + buffer.byteLength, 0)).toBeLessThan(100_000)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test('what somebody else may hold stays as it is', async () => {
  const bytes = Buffer.from(BYTES)
  const { kept, pieces } = await write(Readable.from([bytes]))
  expect(kept.equals(Buffer.concat([Buffer.from('abc'), BYTES]))).toBe(true)
  expect(pieces).toEqual([bytes])
  expect(bytes.equals(BYTES)).toBe(true)
})

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
