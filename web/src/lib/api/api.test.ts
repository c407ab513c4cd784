import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { defineEndpoint } from '@plinth/contract/http/endpoint.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiError, call, callPage, nextCursor, sendForm, sentenceOf } from './api.ts'
import { refusedOr } from './errors.ts'

let server: Server | undefined
afterEach(() => {
  vi.unstubAllGlobals()
  server?.closeAllConnections()
  server?.close()
})

/** Serves the paths that a page requests; outside a browser `fetch` needs full addresses. */
async function answering(listener: RequestListener): Promise<void> {
  server = createServer(listener)
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(origin + path, init))
}
const get = defineEndpoint({
  method: 'GET',
  path: '/api/x',
  access: 'public',
  summary: '',
  status: 200,
})
const post = { ...get, method: 'POST' as const }

it('reads a response and sends no body when none is given', async () => {
  let headers: Record<string, unknown> = {}
  await answering((request, response) => {
    headers = request.headers
    response.setHeader('content-type', 'application/json').end('{"liked":true}')
  })
  expect(await call(post)).toEqual({ liked: true })
  expect(headers['content-type']).toBeUndefined()
})

it('sends a body as JSON', async () => {
  let seen = ''
  await answering((request, response) => {
    request.on('data', (piece: Buffer) => (seen += piece.toString()))
    request.on('end', () => {
      seen += ` ${request.headers['content-type'] ?? ''}`
      response.writeHead(204).end()
    })
  })
  const answer = await call(post, { body: { liked: true } } as never)
  expect(answer).toBeNull()
  expect(seen).toBe('{"liked":true} application/json')
})

it("sends a form with the browser's content type", async () => {
  let seen = ''
  let type = ''
  await answering((request, response) => {
    type = request.headers['content-type'] ?? ''
    request.on('data', (piece: Buffer) => (seen += piece.toString()))
    request.on('end', () => response.writeHead(200).end('{"id":"p"}'))
  })
  const form = new FormData()
  form.append('title', 'No cranes')
  expect(await sendForm(post, form)).toEqual({ id: 'p' })
  expect(type).toMatch(/^multipart\/form-data; boundary=/)
  expect(seen).toContain('name="title"\r\n\r\nNo cranes')
})

it('fails with the status, the text and the sentence', async () => {
  const body = JSON.stringify({
    message: 'Please check the form.',
    code: 'input.invalid',
    fields: { title: 'Too long.' },
    requestId: 'r1',
  })
  await answering((_, response) => response.writeHead(400).end(body))
  const error = await call(get).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    message: `400: ${body}`,
    status: 400,
    code: 'input.invalid',
    detail: 'Please check the form.',
    fields: { title: 'Too long.' },
    requestId: 'r1',
  })
  expect(sentenceOf(error, 'Failed')).toBe('Please check the form.')
})

it("uses the status text for an empty body, and the given sentence when the body isn't JSON", async () => {
  await answering((_, response) => response.writeHead(502, 'Bad Gateway').end())
  const error = await call(get).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ message: '502: Bad Gateway', code: 'unknown', fields: {} })
  expect(sentenceOf(error, 'Failed')).toBe('Failed')
})

it('reports that no response came', async () => {
  await answering((_, response) => response.destroy())
  const error = await call(get).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ status: 0, code: 'network' })
  expect(sentenceOf(error, '')).toMatch(/can’t reach Plinth/)
  expect(refusedOr(error, 'Failed')).toBe('Failed')
  expect(refusedOr(new ApiError(503, '{"code":"busy","message":"Later."}'), 'Failed')).toBe(
    'Failed',
  )
  expect(refusedOr(new ApiError(409, '{"code":"conflict","message":"It is."}'), 'Failed')).toBe(
    'It is.',
  )
})

it('rethrows an abort unchanged', async () => {
  const stop = new AbortController()
  await answering(() => stop.abort())
  const error = await call(get, { signal: stop.signal }).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ name: 'AbortError' })
})

it('reads the cursor of the next page', async () => {
  await answering((_, response) =>
    response
      .setHeader('link', '</api/x?limit=2&cursor=a%2Bb%3D>; rel="next"')
      .setHeader('content-type', 'application/json')
      .end('[1,2]'),
  )
  expect(await callPage(get)).toEqual({ items: [1, 2], next: 'a+b=' })
  expect(nextCursor(null)).toBeNull()
  expect(nextCursor('</x?cursor=1>; rel="prev"')).toBeNull()
  expect(nextCursor('</x?cursor=1>; rel="prev", </x?cursor=2>; rel="next"')).toBe('2')
})
