import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CacheStyle } from '../env.ts'
import { createPurge, tagOf, type PurgeGateway } from './purge.ts'

const TOKEN = 'a-token-of-a-cache'
const ID = '01890000-0000-7000-8000-0123456789ab'
const PATHS = [`/media/${ID}/original.png`, `/media/${ID}/320.webp`]

/** Stands for the cache: what it was asked, and what it answers. */
const asked: {
  method?: string
  url?: string
  headers: IncomingMessage['headers']
  body: string
}[] = []
let answer: { status: number; headers?: Record<string, string>; body?: string } | null = null
let url = ''

const server = createServer((request, response) => void take(request, response))
async function take(request: IncomingMessage, response: ServerResponse) {
  const { method, url: path, headers } = request
  asked.push({ method, url: path, headers, body: await text(request) } as (typeof asked)[number])
  // Null: silent.
  if (answer !== null) response.writeHead(answer.status, answer.headers).end(answer.body)
}

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/of/cache`
})
beforeEach(() => {
  asked.length = 0
  answer = { status: 200 }
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const gatewayOf = (style: CacheStyle): PurgeGateway => {
  const gateway = createPurge({ url, style, token: TOKEN })
  if (gateway === null) throw new Error('There is no gateway.')
  return gateway
}
const purge = (style: CacheStyle, signal = AbortSignal.timeout(5_000)) =>
  gatewayOf(style).purge({ tags: [tagOf(ID), 'ba9876543210'], paths: PATHS }, signal)

test('is nothing where no cache is told', () => {
  expect(createPurge(null)).toBeNull()
})

test('Varnish is told tags in one request', async () => {
  await purge('varnish')
  expect(asked).toMatchObject([
    {
      method: 'PURGE',
      url: '/of/cache',
      headers: { 'x-purge-token': TOKEN, 'xkey-purge': '0123456789ab ba9876543210' },
    },
  ])
})

test('Fastly is told keys, as its API takes them', async () => {
  await purge('fastly')
  expect(asked).toMatchObject([{ method: 'POST', headers: { 'fastly-key': TOKEN } }])
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
    surrogate_keys: ['0123456789ab', 'ba9876543210'],
  })
})

test('Cloudflare is told tags, and must say that it has purged them', async () => {
  answer = { status: 200, body: '{"success":true,"errors":[]}' }
  await purge('cloudflare')
  expect(asked).toMatchObject([{ method: 'POST', headers: { authorization: `Bearer ${TOKEN}` } }])
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ tags: ['0123456789ab', 'ba9876543210'] })
  for (const body of ['{"success":false}', '{}', 'null', '<html>']) {
    answer = { status: 200, body }
    await expect(purge('cloudflare'), body).rejects.toThrow()
  }
})

test('nginx is told addresses, and may have found nothing there', async () => {
  for (const status of [200, 403, 404]) {
    answer = { status, headers: { 'x-purged': '1' } }
    asked.length = 0
    await purge('nginx')
    expect(asked.map((one) => one.url).toSorted()).toEqual(
      PATHS.map((path) => `/of/cache${path}`).toSorted(),
    )
    expect(asked).toMatchObject(PATHS.map(() => ({ headers: { 'x-purge-token': TOKEN } })))
  }
  // Without the header it was not the place where it purges, or the token was another one.
  answer = { status: 404 }
  await expect(purge('nginx')).rejects.toThrow('404')
  answer = { status: 502, headers: { 'x-purged': '1' } }
  await expect(purge('nginx')).rejects.toThrow('502')
})

test.each(['nginx', 'varnish', 'fastly', 'cloudflare'] as const)(
  '%s that refuses, redirects, hangs or is away makes it fail',
  async (style) => {
    for (const status of [401, 429, 500]) {
      answer = { status }
      await expect(purge(style), String(status)).rejects.toThrow(String(status))
    }
    answer = { status: 302, headers: { location: '/elsewhere', 'x-purged': '1' } }
    await expect(purge(style)).rejects.toThrow()
    answer = null
    await expect(purge(style, AbortSignal.timeout(100))).rejects.toThrow()
    const away = createPurge({ url: 'http://127.0.0.1:9', style, token: TOKEN })
    const call = away?.purge({ tags: ['a'], paths: PATHS }, AbortSignal.timeout(5_000))
    await expect(call).rejects.toThrow()
  },
)
