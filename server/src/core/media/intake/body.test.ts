import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate as anotherTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTurns, writeChunks } from './body.ts'

const BYTES = randomBytes(1_000_000)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'plinth-body-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Writes a body after three bytes; returns the file content and the chunks. */
async function writeAfterThree(body: Readable): Promise<{ content: Buffer; chunks: Buffer[] }> {
  const chunks: Buffer[] = []
  const recorded = async function* () {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      yield chunk
    }
  }
  const file = path.join(folder, 'body')
  const handle = await open(file, 'w')
  try {
    await handle.write('abc')
    await writeChunks(handle, recorded(), { body, start: 3 })
  } finally {
    await handle.close()
  }
  return { content: await readFile(file), chunks }
}

test('writes a whole body from the network and releases its memory', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const answer = fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
      method: 'POST',
      body: BYTES,
    })
    const [request, response] = await once(server, 'request')
    const { content, chunks } = await writeAfterThree(request as IncomingMessage)
    response.end()
    await answer
    expect(content.equals(Buffer.concat([Buffer.from('abc'), BYTES]))).toBe(true)
    expect(chunks.length).toBeGreaterThan(1)
    expect(chunks.reduce((sum, { buffer }) => sum + buffer.byteLength, 0)).toBeLessThan(100_000)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test('does not release memory that something else may hold', async () => {
  const bytes = Buffer.from(BYTES)
  const { content, chunks } = await writeAfterThree(Readable.from([bytes]))
  expect(content.equals(Buffer.concat([Buffer.from('abc'), BYTES]))).toBe(true)
  expect(chunks).toEqual([bytes])
  expect(bytes.equals(BYTES)).toBe(true)
})

async function* bodyOf(chunks: number): AsyncGenerator<Buffer> {
  for (let count = 0; count < chunks; count += 1) {
    await anotherTurn()
    yield Buffer.from([count])
  }
}

async function written(body: AsyncIterable<Buffer>, write: () => Promise<void>): Promise<number> {
  let count = 0
  for await (const _chunk of inTurns(body)) {
    await write()
    count += 1
  }
  return count
}

test('writes one chunk at a time of many bodies, and each body whole', async () => {
  let active = 0
  let most = 0
  const write = async () => {
    active += 1
    most = Math.max(most, active)
    await anotherTurn()
    active -= 1
  }
  const bodies = Array.from({ length: 6 }, (_, index) => written(bodyOf(index), write))
  expect(await Promise.all(bodies)).toEqual([0, 1, 2, 3, 4, 5])
  expect(most).toBe(1)
})

test('is not blocked by a stalled connection, a broken one or a full disk', async () => {
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
