import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')
const TIMEOUT_MS = 60_000
const BULK = '/-/npm/v1/security/advisories/bulk'

/** What the registry answers about packages. Null: it refuses to say. */
let advisories: object | null
let registry: Server
beforeEach(async () => {
  registry = createServer((request, response) => {
    const isAudit = request.url === BULK
    request.resume().on('end', () => {
      response.writeHead(isAudit && advisories === null ? 405 : isAudit ? 200 : 404, {
        'content-type': 'application/json',
      })
      response.end(isAudit ? JSON.stringify(advisories ?? {}) : '{}')
    })
  })
  registry.listen(0, '127.0.0.1')
  await once(registry, 'listening')
})
afterEach(() => {
  registry.closeAllConnections()
  registry.close()
})

async function audit() {
  const { port } = registry.address() as AddressInfo
  const child = spawn('node', ['scripts/audit.mjs'], {
    cwd: ROOT,
    env: {
      ...process.env,
      npm_config_registry: `http://127.0.0.1:${port}/`,
      npm_config_fetch_retries: '0',
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [status] = (await once(child, 'close')) as [number]
  return { status, said }
}

let advisoryCount = 0
const advisory = (id: string) => ({
  id: (advisoryCount += 1),
  url: `https://github.com/advisories/${id}`,
  title: 'Reads what it should not',
  severity: 'high',
  vulnerable_versions: '*',
  cwe: [],
  cvss: { score: 7, vectorString: null },
})

it(
  'passes when nothing is known',
  async () => {
    advisories = {}
    expect(await audit()).toMatchObject({ status: 0 })
  },
  TIMEOUT_MS,
)

it(
  'passes when everything known is answered',
  async () => {
    advisories = { pg: [advisory('GHSA-2p57-rm9w-gvfp')] }
    expect(await audit()).toMatchObject({ status: 0 })
  },
  TIMEOUT_MS,
)

it(
  'fails and names what nobody has answered',
  async () => {
    advisories = { pg: [advisory('GHSA-2p57-rm9w-gvfp'), advisory('GHSA-aaaa-bbbb-cccc')] }
    const { status, said } = await audit()
    expect(status).toBe(1)
    expect(said).toContain('GHSA-aaaa-bbbb-cccc: pg')
    expect(said).not.toContain('GHSA-2p57-rm9w-gvfp')
  },
  TIMEOUT_MS,
)

it(
  'fails with a sentence when the registry does not say',
  async () => {
    advisories = null
    const { status, said } = await audit()
    expect(status).toBe(1)
    expect(said).toContain('The registry gave no advisories')
  },
  TIMEOUT_MS,
)
