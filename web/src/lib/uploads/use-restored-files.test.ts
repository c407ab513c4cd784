import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { findFiles } from './use-restored-files.ts'

let server: Server | undefined
afterEach(() => {
  vi.unstubAllGlobals()
  server?.closeAllConnections()
  server?.close()
})

/** Serves uploads by id; outside a browser, `fetch` needs an absolute URL. */
async function keeping(answers: Record<string, number>): Promise<void> {
  server = createServer((request, response) => {
    const id = request.url?.split('/').at(-1) ?? ''
    response.writeHead(answers[id] ?? 404, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({ id, fileName: `${id}.png`, bytes: 1_000, kind: 'image', picture: {} }),
    )
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(origin + path, init))
}

it('separates existing files from deleted ones and unknown ones', async () => {
  await keeping({ a: 200, b: 404, c: 503, d: 200 })
  const remembered = ['a', 'b', 'c', 'd'].map((id) => ({ id, alt: `Words of ${id}` }))
  const found = await findFiles(remembered, new AbortController().signal)
  expect(found.files.map(({ key, alt }) => `${key}: ${alt}`)).toEqual([
    'a: Words of a',
    'd: Words of d',
  ])
  expect(found.gone).toBe(1)
  expect(found.unsure).toEqual([{ id: 'c', alt: 'Words of c' }])
})

it('counts unusable files as deleted', async () => {
  await keeping({ a: 200, b: 200 })
  const remembered = ['a', 'b'].map((id) => ({ id, alt: '' }))
  const found = await findFiles(remembered, new AbortController().signal, ({ id }) => id === 'b')
  expect(found.files.map(({ key }) => key)).toEqual(['b'])
  expect(found.gone).toBe(1)
})
