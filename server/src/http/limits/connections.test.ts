import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { uploadMedia } from '@plinth/contract/media/media.ts'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { Client, request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp, type NamedPerson } from '../../../test/app.ts'
import { readLive } from '../../../test/live-reader.ts'
import { startServerProcess, type ServerProcess } from '../../../test/server-process.ts'
import { testWeb } from '../../../test/web.ts'

/** Bytes that no encoding makes much shorter. */
const PAGE_BYTES = 200_000
const web = testWeb({
  html: `<!--head--><!--app--><!--boot--><!-- ${randomBytes(PAGE_BYTES / 2).toString('hex')} -->`,
})
const t = testApp(() => ({ WEB_DIST: web.dir, JOBS: 'off' }))
const MB = 1024 * 1024

let server: ServerProcess
const sockets: Socket[] = []
beforeAll(async () => {
  server = await startServerProcess(t, { JOBS: 'off', LIVE_HEARTBEAT_SECONDS: '1' })
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await server.stop()
})

/** Opens a connection that sends this, if anything, and reads nothing. */
async function open(text = ''): Promise<Socket> {
  const { hostname, port } = new URL(server.origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  sockets.push(socket)
  await once(socket, 'connect')
  socket.write(text)
  return socket
}
const openMany = (count: number, text?: string): Promise<Socket[]> =>
  Promise.all(Array.from({ length: count }, () => open(text)))

const ESTABLISHED = '01'
/**
 * How many connections to the server are open, also those that it has still to accept. The system's list is read in
 * parts: a connection is in it twice if others come and go meanwhile, so each counts by its other end.
 */
function openAtServer(): number {
  const port = Number(new URL(server.origin).port).toString(16).toUpperCase().padStart(4, '0')
  const [, ...lines] = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n')
  const others = lines.flatMap((line) => {
    const [, local = '', remote = '', state] = line.trim().split(/\s+/)
    return local.endsWith(`:${port}`) && state === ESTABLISHED ? [remote] : []
  })
  return new Set(others).size
}
/** Asks on a connection of its own, which ends with the answer. */
const ask = async (path = '/') => {
  const { statusCode, body } = await request(server.origin + path, { reset: true })
  await body.dump({ limit: 2 * PAGE_BYTES })
  return statusCode
}

const GET = 'GET / HTTP/1.1\r\nhost: plinth\r\n\r\n'

describe('of connections that send requests and read nothing', () => {
  it.each([
    ['100', 100],
    ['30', 30],
  ])('the memory stays, and %s requests ahead close them in 30 seconds', async (_, ahead) => {
    for (let at = 0; at < 200; at += 1) await ask()
    const memory = server.memory().now
    await openMany(60, GET.repeat(ahead))
    await expect.poll(openAtServer, { timeout: 30_000 }).toBe(0)
    expect((server.memory().most - memory) / MB).toBeLessThan(50)
    expect(await ask()).toBe(200)
  })
})

describe('connections that send slowly', () => {
  it('are closed in time, and others are answered meanwhile', async () => {
    const dripping = [
      // A body that nobody has to prove anything for, one to an address that leads nowhere, and headers.
      ...(await openMany(
        100,
        'POST /api/webhooks/stripe HTTP/1.1\r\nhost: plinth\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n',
      )),
      ...(await openMany(
        20,
        'POST /api/none HTTP/1.1\r\nhost: plinth\r\ncontent-length: 5000\r\n\r\n',
      )),
      ...(await openMany(20, 'GET /% HTTP/1.1\r\nhost: plinth\r\ncontent-length: 5000\r\n\r\n')),
      ...(await openMany(20, 'GET / HTTP/1.1\r\nhost: plinth\r\ncontent-length: 5000\r\n\r\n')),
      ...(await openMany(200, 'GET / HTTP/1.1\r\nhost: plinth\r\nx-slow: ')),
    ]
    const drip = setInterval(() => {
      for (const socket of dripping) socket.write('a')
    }, 1_000)
    await openMany(400)
    expect(openAtServer()).toBe(760)
    expect(await Promise.all(Array.from({ length: 50 }, () => ask('/healthz')))).toEqual(
      Array.from({ length: 50 }, () => 200),
    )
    await expect.poll(openAtServer, { timeout: 40_000 }).toBe(0)
    clearInterval(drip)
  })
})

/** Reads so many bytes, and stops for a while after each part of them. */
async function readSlowly(socket: Socket, bytes: number, part: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let read = 0
  let next = part
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    read += chunk.length
    if (read >= bytes) break
    if (read < next) continue
    next += part
    await pause(1_000)
  }
  return Buffer.concat(chunks)
}

/** A sound of so many seconds, of 44,100 samples each. */
function makeWav(seconds: number): Buffer {
  const samples = randomBytes(seconds * 88_200)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(44_100, 24)
  head.writeUInt32LE(88_200, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}

describe.concurrent('whoever reads and sends, however slowly,', () => {
  let ann: NamedPerson
  beforeAll(async () => {
    ann = await t.person('Ann')
  })
  const uploadUrl = endpointUrl(uploadMedia, { query: { fileName: 'sea.wav' } })

  it('gets all answers of one connection, also those that were requested ahead', async () => {
    const client = new Client(server.origin, { pipelining: 20 })
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async (_, at) => {
        const { statusCode, body } = await client.request({
          method: 'GET',
          path: at % 2 === 0 ? '/' : '/healthz',
        })
        await body.dump({ limit: 2 * PAGE_BYTES })
        return statusCode
      }),
    )
    await client.close()
    expect(statuses).toEqual(Array.from({ length: 100 }, () => 200))
  })

  it('gets pages that were requested ahead', async () => {
    const socket = await open(GET.repeat(30))
    const answers = await readSlowly(socket, 30 * PAGE_BYTES, PAGE_BYTES)
    expect(String(answers).match(/HTTP\/1\.1 200/g)).toHaveLength(30)
  })

  it('gets a whole file', async () => {
    const file = makeWav(300)
    await expect.poll(() => t.app.isLate()).toBe(false)
    const sent = await t.app.inject({
      method: 'POST',
      url: uploadUrl,
      payload: file,
      headers: { 'content-type': 'application/octet-stream', cookie: ann.cookie },
    })
    expect(sent.statusCode, sent.body).toBe(201)
    const { url } = sent.json<{ url: string }>()
    const socket = await open(
      `GET ${url} HTTP/1.1\r\nhost: plinth\r\ncookie: ${ann.cookie}\r\nconnection: close\r\n\r\n`,
    )
    const got = await readSlowly(socket, Infinity, 700_000)
    const body = got.subarray(got.indexOf('\r\n\r\n') + 4)
    expect(String(got.subarray(0, 15))).toBe('HTTP/1.1 200 OK')
    expect(body.length).toBeGreaterThan(0.99 * file.length)
    expect(String(got.subarray(0, 2_000))).toContain(`content-length: ${body.length}\r\n`)
  })

  it('sends a whole file', async () => {
    const file = makeWav(1)
    const socket = await open(
      `POST ${uploadUrl} HTTP/1.1\r\nhost: plinth\r\ncookie: ${ann.cookie}\r\ncontent-type: application/octet-stream\r\ncontent-length: ${file.length}\r\nconnection: close\r\n\r\n`,
    )
    const part = Math.ceil(file.length / 36)
    for (let at = 0; at < file.length; at += part) {
      socket.write(file.subarray(at, at + part))
      await pause(1_000)
    }
    expect(String(await readSlowly(socket, Infinity, Infinity))).toMatch(/^HTTP\/1\.1 201 /)
  })

  it('stays connected for live events', async () => {
    const live = await readLive(server.origin, ann)
    await expect.poll(live.beats, { timeout: 60_000 }).toBeGreaterThan(35)
    expect(live.isOver()).toBe(false)
    live.close()
  })
})
