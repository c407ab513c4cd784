import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { fetchRemoteFile, isPublicAddress, type RemoteFileOptions } from './download.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

let folder: string
let origin: string
let connections = 0
let handler: Handler = (_request, response) => response.end('hello')

const server = createServer((request, response) => handler(request, response))
server.on('connection', () => (connections += 1))

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'plinth-remote-'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  handler = (_request, response) => response.end('hello')
  for (const name of await readdir(folder)) await rm(path.join(folder, name))
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await rm(folder, { recursive: true, force: true })
})

const toFile = () => path.join(folder, 'fetched')
const LOOPBACK = (address: string) => address === '127.0.0.1'
const get = (url: string, options: Partial<RemoteFileOptions> = {}) =>
  fetchRemoteFile(url, { maxBytes: 1_000, mayFetch: LOOPBACK, toFile: toFile(), ...options })

async function expectRefused(
  attempt: Promise<void>,
  code: string,
  message: RegExp = /./,
): Promise<void> {
  await expect(attempt).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  expect(await readdir(folder)).toEqual([])
}

const open = [
  '8.8.8.8',
  '1.1.1.1',
  '172.15.0.1',
  '172.32.0.1',
  '193.0.0.1',
  '2606:4700:4700::1111',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
  '2002:808:808::1',
]
const closed = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.100.100.200',
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:a9fe:a9fe',
  '::127.0.0.1',
  '::ffff:0:7f00:1',
  '64:ff9b::7f00:1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2002:a00:1::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:db8::1',
  '2001:10::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%lo',
  'fec0::1',
  'ff02::1',
  '100::1',
  '4000::1',
  'localhost',
  '',
  '1.2.3',
  '0x7f.1',
]
test.for(open)('counts %s as public', (address) => expect(isPublicAddress(address)).toBe(true))
test.for(closed)('does not count %s as public', (address) =>
  expect(isPublicAddress(address)).toBe(false),
)

test('fetches a file and sends nothing about us but our name', async () => {
  let headers: IncomingMessage['headers'] = {}
  handler = (request, response) => {
    headers = request.headers
    response.end('picture')
  }
  await get(`${origin}/a.jpg`)
  expect(await readFile(toFile(), 'utf8')).toBe('picture')
  expect(headers).toEqual({
    host: new URL(origin).host,
    connection: expect.any(String),
    accept: 'image/*',
    'accept-encoding': 'identity',
    'user-agent': 'Plinth',
  })
})

test('follows three redirects, also relative ones, but not a fourth', async () => {
  handler = (request, response) => {
    const step = Number(request.url?.slice(1))
    if (step === 0) return response.end('there')
    return response.writeHead(302, { location: `/${step - 1}` }).end()
  }
  await get(`${origin}/3`)
  expect(await readFile(toFile(), 'utf8')).toBe('there')
  await rm(toFile())
  await expectRefused(get(`${origin}/4`), 'media.unreachable', /redirects too often/)
  handler = (_request, response) => response.writeHead(302, { location: '/' }).end()
  await expectRefused(get(origin), 'media.unreachable', /redirects too often/)
})

test('looks a name up once, and connects to the addresses that it checked', async () => {
  const { port } = new URL(origin)
  let lookups = 0
  const lookup = async () => {
    lookups += 1
    // A hostile name server would give another answer the second time.
    return lookups === 1 ? ['127.0.0.1'] : ['10.0.0.1']
  }
  await get(`http://pictures.example:${port}/`, { lookup })
  expect(await readFile(toFile(), 'utf8')).toBe('hello')
  expect(lookups).toBe(1)
})

test('never connects to an address that is not public', async () => {
  const { port } = new URL(origin)
  const hosts = [
    'localhost',
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '0',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '169.254.169.254',
    '[fd00:ec2::254]',
    '１２７.0.0.1',
    '127。0。0。1',
  ]
  const before = connections
  for (const host of hosts) {
    for (const place of [`${host}:${port}`, host]) {
      const attempt = get(`http://${place}/`, { mayFetch: isPublicAddress })
      await expectRefused(attempt, 'media.unreachable', /don’t download from this address/)
    }
  }
  const lookup = async () => ['127.0.0.1']
  const mixed = async () => ['8.8.8.8', '127.0.0.1']
  for (const answer of [lookup, mixed, async () => []]) {
    const attempt = get('http://rebind.example/', { mayFetch: isPublicAddress, lookup: answer })
    await expectRefused(attempt, 'media.unreachable', /don’t download from this address/)
  }
  expect(connections).toBe(before)
})

test('checks a redirect like the first link', async () => {
  const { port } = new URL(origin)
  const targets = [
    'http://127.0.0.2/',
    `http://[::1]:${port}/`,
    'http://169.254.169.254/latest/meta-data/',
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    `http://name:secret@127.0.0.1:${port}/`,
  ]
  for (const location of targets) {
    let asked = 0
    handler = (_request, response) => {
      asked += 1
      response.writeHead(301, { location }).end()
    }
    await expectRefused(get(origin), 'media.unreachable')
    expect(asked).toBe(1)
  }
})

test('only connects to web ports on public addresses', async () => {
  for (const port of [22, 25, 6379, 8080]) {
    const attempt = get(`http://8.8.8.8:${port}/`, { mayFetch: isPublicAddress })
    await expectRefused(attempt, 'media.unreachable', /don’t download from this address/)
  }
})

test.for([
  'gopher://example.com/',
  'file:///etc/passwd',
  'ftp://example.com/a.jpg',
  'data:image/png;base64,AAAA',
  'javascript:alert(1)',
  'blob:http://example.com/1',
  'http://',
  '//example.com/a.jpg',
  'a.jpg',
  '',
])('refuses the link %s', (url) =>
  expectRefused(get(url), 'media.unreachable', /http:\/\/ or https:\/\//),
)

test('refuses a link with a name and a password', async () => {
  const before = connections
  await expectRefused(get(origin.replace('//', '//name:secret@')), 'media.unreachable', /password/)
  expect(connections).toBe(before)
})

test('refuses more bytes than the limit, announced or not', async () => {
  handler = (_request, response) => response.end(Buffer.alloc(1_001))
  await expectRefused(get(origin), 'media.too_large')
  handler = (_request, response) => {
    response.write(Buffer.alloc(600))
    response.end(Buffer.alloc(600))
  }
  await expectRefused(get(origin), 'media.too_large')
})

test('reports a status other than 200', async () => {
  for (const status of [204, 304, 404, 500]) {
    handler = (_request, response) => response.writeHead(status).end()
    await expectRefused(get(origin), 'media.unreachable', new RegExp(`answered ${status}`))
  }
})

test('gives up on a server that hangs, trickles or breaks off', async () => {
  const slow: Handler[] = [
    () => undefined,
    (_request, response) => response.write('a'),
    (_request, response) => {
      const timer = setInterval(() => response.write('a'), 20)
      response.on('close', () => clearInterval(timer))
    },
  ]
  for (const one of slow) {
    handler = one
    await expectRefused(get(origin, { timeoutMs: 200 }), 'media.unreachable', /took too long/)
  }
  handler = (_request, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('a')
    setImmediate(() => response.destroy())
  }
  await expectRefused(get(origin), 'media.unreachable', /couldn’t reach/)
  const never = () => new Promise<string[]>(() => undefined)
  const attempt = get('http://slow.example/', { timeoutMs: 200, lookup: never })
  await expectRefused(attempt, 'media.unreachable', /took too long/)
})

test('reports names without an address and ports without a server', async () => {
  const lookup = async () => {
    throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
  }
  await expectRefused(
    get('http://none.example/', { lookup }),
    'media.unreachable',
    /reach none.example/,
  )
  await expectRefused(get('http://127.0.0.1:9/'), 'media.unreachable', /couldn’t reach/)
})
