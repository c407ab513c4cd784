import { MONEY_FILE, USERS_FILE } from '@plinth/contract/moderation/exports.ts'
import { AUDIT_FILE } from '@plinth/contract/moderation/moderation.ts'
import { ANALYTICS_FILE } from '@plinth/contract/analytics/analytics.ts'
import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import { STATEMENT_FILES } from '@plinth/contract/money/billing.ts'
import { contactSheetUrl } from '@plinth/contract/boards/boards.ts'
import { exportFileUrl } from '@plinth/contract/people/account.ts'
import { MARK_FILES, marksTableUrl, versionMarksUrl } from '@plinth/contract/proofing/exports.ts'
import { deliveryArchiveUrl } from '@plinth/contract/projects/project-calls.ts'
import { describe, expect, it } from 'vitest'
import { testApp, type Answer } from '../test/app.ts'
import { contractEndpoints } from '../test/contract.ts'

/** Whoever may not call learns nothing about what they sent: they are told so before anything of it is looked at. */
const t = testApp({ JOBS: 'off' })
const endpoints = await contractEndpoints()
const FILES = [
  AUDIT_FILE,
  USERS_FILE,
  MONEY_FILE,
  ANALYTICS_FILE,
  ...Object.values(STATEMENT_FILES),
  exportFileUrl('x'),
  deliveryArchiveUrl('x', 'y'),
  contactSheetUrl('x'),
  marksTableUrl('x'),
  ...MARK_FILES.map((file) => versionMarksUrl('x', 'y', file)),
  '/api/live',
  '/api/uploads',
]
const INVENTED = { cookie: `plinth=${'x'.repeat(43)}` }

const wrongUrlsOf = (path: string) => {
  const url = path.replaceAll(/:\w+/g, 'x')
  return [url, `${url}?none=1`, `${url}?limit=x&cursor=y&from=z`, `${url}?search=%00`]
}
const wrongBodies: [string, string][] = [
  ['application/json', '{"none":1}'],
  ['application/json', '{'],
  ['text/plain', 'x'],
]

async function* wrongCalls(
  { method, path }: Pick<EndpointDefinition, 'method' | 'path'>,
  headers: Record<string, string>,
): AsyncGenerator<Answer> {
  for (const url of wrongUrlsOf(path)) {
    yield await t.request({ method, url, headers })
    if (method === 'GET') continue
    for (const [type, payload] of wrongBodies)
      yield await t.request({ method, url, payload, headers: { ...headers, 'content-type': type } })
  }
}

const named = (list: EndpointDefinition[]) =>
  list.map((endpoint): [string, EndpointDefinition] => [
    `${endpoint.method} ${endpoint.path}`,
    endpoint,
  ])

describe('wrong input gets a 401 first', () => {
  it.each(named(endpoints.filter(({ access }) => access !== 'public')))(
    'without a session: %s',
    async (_, endpoint) => {
      for await (const { status } of wrongCalls(endpoint, {})) expect(status).toBe(401)
    },
  )

  it.each(named(endpoints))('with an invented session: %s', async (_, endpoint) => {
    for await (const { status } of wrongCalls(endpoint, INVENTED)) expect(status).toBe(401)
  })

  it.each(FILES)('for a file: %s', async (path) => {
    const method = path === '/api/uploads' ? 'POST' : 'GET'
    for (const headers of [{}, INVENTED])
      for await (const { status } of wrongCalls({ method, path }, headers)) expect(status).toBe(401)
  })
})

it('somebody without the rights gets a 403 first', async () => {
  const as = await t.person('Ann')
  const guarded = [
    ...endpoints.filter(({ access }) => access === 'admin' || access === 'creator'),
    ...[AUDIT_FILE, USERS_FILE, MONEY_FILE].map((path) => ({ method: 'GET' as const, path })),
    { method: 'GET' as const, path: ANALYTICS_FILE },
  ]
  for (const { method, path } of guarded)
    for await (const { status } of wrongCalls({ method, path }, { cookie: as.cookie }))
      expect([path, status]).toEqual([path, 403])
})

it('a text that cannot be stored is refused everywhere', async () => {
  const { cookie } = await t.person('Leila', { isAdmin: true })
  const headers = { cookie: `${cookie}; plinth-sign-in=${'x'.repeat(43)}` }
  for (const url of [`${AUDIT_FILE}?search=%00`, '/api/callback?state=%00'])
    expect([url, (await t.request({ method: 'GET', url, headers })).status]).toEqual([url, 400])
})
