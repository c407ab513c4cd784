import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { contractEndpoints } from '../../test/contract.ts'
import { scopesOf } from '@plinth/contract/http/scopes.ts'

interface Operation {
  operationId: string
  tags: string[]
  security: Record<string, string[]>[]
  responses: Record<string, { content?: object; headers?: object }>
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> }
}
interface Schema {
  $ref?: string
  items?: Schema
  properties?: Record<string, unknown>
}
interface Document {
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const PUBLIC_URL = 'https://plinth.test'
const plinth = testApp({ PUBLIC_URL })
let document: Document
beforeAll(async () => {
  const { body } = await plinth.request({ method: 'GET', url: '/api/docs/json' })
  document = body as Document
})

const operations = () =>
  Object.entries(document.paths).flatMap(([url, item]) =>
    Object.entries(item).map(([method, operation]) => ({ url, method, ...operation })),
  )
const operation = (method: string, url: string) => {
  const found = document.paths[url]?.[method]
  if (found === undefined) throw new Error(`${method} ${url} is not documented.`)
  return found
}

const require = createRequire(import.meta.url)
const REDOCLY = path.join(path.dirname(require.resolve('@redocly/cli/package.json')), 'bin/cli.js')

it('passes the recommended rules of a linter that others use', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'plinth-docs-'))
  try {
    const file = path.join(folder, 'openapi.json')
    await writeFile(file, JSON.stringify(document))
    // Some addresses are ambiguous by the letter: `/api/users/search` could be `/api/users/{id}`.
    const args = ['lint', file, '--format=json', '--max-problems=50']
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [REDOCLY, ...args, '--skip-rule=no-ambiguous-paths'],
      { cwd: folder, env: { ...process.env, REDOCLY_TELEMETRY: 'off' } },
    ).catch((error: { stdout: string }) => error)
    const { totals, problems } = JSON.parse(stdout) as { totals: object; problems: unknown[] }
    expect(problems).toEqual([])
    expect(totals).toMatchObject({ errors: 0, warnings: 0 })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}, 60_000)

describe('each call', () => {
  it('has a name of its own and belongs to one part', () => {
    const names = operations().map(({ operationId }) => operationId)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toContain('getPortfoliosById')
    for (const { url, tags } of operations()) expect([url, tags.length]).toEqual([url, 1])
  })

  it('says who may call it, and with which scope', async () => {
    for (const endpoint of await contractEndpoints()) {
      const url = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
      const documented = document.paths[url]?.[endpoint.method.toLowerCase()]
      if (documented === undefined) continue
      const scopes = documented.security.flatMap((way) => way.token ?? [])
      expect([url, scopes]).toEqual([url, [...scopesOf(endpoint)]])
      const isOpen = documented.security.some((way) => Object.keys(way).length === 0)
      expect([url, isOpen]).toEqual([url, endpoint.access === 'public'])
    }
  })

  it('is no page', () => {
    expect(operations().filter(({ url }) => !url.startsWith('/api/'))).toEqual([])
    const types = operations().flatMap(({ responses }) =>
      Object.values(responses).flatMap(({ content = {} }) => Object.keys(content)),
    )
    expect([...new Set(types)].toSorted()).toEqual([
      'application/json',
      'application/pdf',
      'text/csv',
      'text/event-stream',
    ])
  })
})

describe('the document', () => {
  it('names the server', () => {
    expect(document.servers).toEqual([{ url: PUBLIC_URL }])
  })

  it('has each entity once and refers to it from elsewhere', () => {
    const { schemas } = document.components
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining(['Error', 'PortfolioItem', 'Post', 'Message', 'AccessToken']),
    )
    const list = operation('get', '/api/portfolios').responses['200']?.content as Record<
      string,
      { schema: Schema }
    >
    expect(list['application/json']?.schema.items).toEqual({
      $ref: '#/components/schemas/PortfolioItem',
    })
    const written = JSON.stringify(document)
    for (const name of Object.keys(schemas))
      expect(written.split(`"title":"${name}"`).length, name).toBe(2)
  })

  it('has the files of a form and raw bodies as bytes', () => {
    const form = operation('post', '/api/posts').requestBody?.content['multipart/form-data']
    const names = Object.keys(form?.schema.properties ?? {})
    expect(names).toEqual(expect.arrayContaining(['title', 'media_0', 'media_9', 'alt_0']))
    expect(JSON.stringify(form?.schema.properties?.media_0)).toContain('"format":"binary"')
    expect(
      operation('post', '/api/media').requestBody?.content['application/octet-stream'],
    ).toEqual({ schema: { type: 'string', format: 'binary' } })
  })

  it('says which bodies may be left out and how lists are paged', () => {
    expect(operation('post', '/api/posts/{id}/like').requestBody?.required).toBe(false)
    expect(operation('post', '/api/messages').requestBody?.required).toBe(true)
    expect(operation('get', '/api/posts').responses['200']?.headers).toHaveProperty('Link')
  })

  it('is shown as a page', async () => {
    const { status, body } = await plinth.request({ method: 'GET', url: '/api/docs/' })
    expect([status, String(body)]).toEqual([200, expect.stringContaining('swagger-ui')])
  })
})
