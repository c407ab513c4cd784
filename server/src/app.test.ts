import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { errorsOf } from '@plinth/contract/http/endpoint-errors.ts'
import { responsesOf, statusOf } from '@plinth/contract/http/endpoint.ts'
import { statusOfCode } from '@plinth/contract/http/errors.ts'
import { describe, expect, it } from 'vitest'
import { testApp } from '../test/app.ts'
import { contractEndpoints } from '../test/contract.ts'

const root = path.resolve(import.meta.dirname, '../..')
const plinth = testApp()

describe('the contract', () => {
  it('is served completely: no endpoint answers 404 for its path', async () => {
    const endpoints = await contractEndpoints()
    expect(endpoints.length).toBeGreaterThan(10)
    for (const { method, path: url } of endpoints) {
      expect(plinth.app.hasRoute({ method, url }), `${method} ${url}`).toBe(true)
    }
  })

  it('has every call in the API documentation', async () => {
    const { body } = await plinth.request({ method: 'GET', url: '/api/docs/json' })
    for (const { method, path: url } of await contractEndpoints()) {
      const documented = body.paths[url.replaceAll(/:(\w+)/g, '{$1}')]
      expect(documented?.[method.toLowerCase()]?.summary, `${method} ${url}`).toBeTruthy()
    }
  })

  it('requires a session where one is needed, before reading anything', async () => {
    for (const { method, path: url, access } of await contractEndpoints()) {
      if (access === 'public') continue
      const { status, body } = await plinth.request({
        method,
        url: url.replaceAll(/:\w+/g, '01890000-0000-7000-8000-000000000000'),
      })
      expect([status, body.code], `${method} ${url}`).toEqual([401, 'auth.required'])
    }
  })

  it('documents the success status and every error status of each endpoint', async () => {
    const { body } = await plinth.request({ method: 'GET', url: '/api/docs/json' })
    for (const endpoint of await contractEndpoints()) {
      const { method, path: url } = endpoint
      const documented = body.paths[url.replaceAll(/:(\w+)/g, '{$1}')]
      const { responses } = documented[method.toLowerCase()]
      const statuses = new Set([
        statusOf(endpoint),
        ...Object.keys(responsesOf(endpoint)).map(Number),
        ...errorsOf(endpoint).map((code) => statusOfCode[code]),
      ])
      expect(Object.keys(responses).toSorted(), `${method} ${url}`).toEqual(
        [...statuses].map(String).toSorted(),
      )
      for (const code of errorsOf(endpoint))
        expect(responses[statusOfCode[code]].description).toContain(`\`${code}\``)
    }
  })

  it('declares each error of an endpoint once', async () => {
    for (const endpoint of await contractEndpoints()) {
      const codes = errorsOf(endpoint)
      expect(codes, `${endpoint.method} ${endpoint.path}`).toEqual([...new Set(codes)])
    }
  })
})

describe('unknown addresses', () => {
  it.each([
    ['GET', '/api/nothing'],
    ['POST', '/api/nothing'],
    ['GET', '/api/portfolios/not-a-uuid/like/more'],
    ['GET', '/media/../../etc/passwd'],
  ] as const)('%s %s answers 404 as JSON', async (method, url) => {
    const { status, body } = await plinth.request({ method, url })
    expect(status).toBe(404)
    expect(body.code).toBe('not_found')
  })
})

describe('health', () => {
  it('reports that it is alive and ready', async () => {
    expect((await plinth.request({ method: 'GET', url: '/healthz' })).body).toEqual({
      status: 'ok',
    })
    expect((await plinth.request({ method: 'GET', url: '/readyz' })).body).toEqual({
      status: 'ok',
      database: 'ok',
      disk: expect.stringMatching(/^(?:ok|low)$/),
    })
  })
})

describe('the README', () => {
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8')
  it('names only folders and files that exist', () => {
    const named = [...readme.matchAll(/`((?:web|server|contract|docs)\/[\w./-]+\.tsx?)`/g)].map(
      ([, file]) => file,
    )
    expect(named.length).toBeGreaterThan(3)
    for (const file of named)
      expect(() => readFileSync(path.join(root, file ?? '')), file).not.toThrow()
  })
})

describe('the coverage of the specification', () => {
  const page = readFileSync(path.join(root, 'docs/spec-coverage.md'), 'utf8')
  const rows = page.split('\n').filter((line) => /^\| (?!---|The spec)/.test(line))
  it('names only files that exist and tests that are in them', () => {
    expect(rows.length).toBeGreaterThan(250)
    for (const row of rows) {
      const [, place = '', tests = ''] = /\| `([^`]+)` \| (`[^`]+`: “.*) \|$/.exec(row) ?? []
      expect(place !== '' && existsSync(path.join(root, place)), row).toBe(true)
      const named = [...tests.matchAll(/`([^`]+)`: “(.*?)”(?=<br>|$)/g)]
      expect(named, row).not.toHaveLength(0)
      for (const [, file = '', title = ''] of named)
        expect(readFileSync(path.join(root, file), 'utf8'), `${file}: ${title}`).toContain(title)
    }
  })
})

describe('.env.example', () => {
  it('lists every setting that the server reads', () => {
    const example = readFileSync(path.join(root, '.env.example'), 'utf8')
    const read = readFileSync(path.join(root, 'server/src/env.ts'), 'utf8')
    for (const [, name] of read.matchAll(/(?:text|integer|flag|url)\(\s*'([A-Z_]+)'/g)) {
      expect(example, name).toMatch(new RegExp(`^# ?${name}=`, 'm'))
    }
  })
})
