import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import { createAdvertisementInquiry } from '@plinth/contract/money/advertising.ts'
import { createPortfolio } from '@plinth/contract/portfolios/portfolios.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { contractEndpoints } from '../../../test/contract.ts'
import { jsonOf, valueOf } from '../../../test/input.ts'
import { bodyLimitOf, longest } from './size-limit.ts'

const withBody = (await contractEndpoints()).filter(({ body }) => body !== undefined)
const nameOf = ({ method, path }: EndpointDefinition) => `${method} ${path}`
const t = testApp({ JOBS: 'off' })
let person: Person
beforeAll(async () => {
  // May call everything, so that the body is what is refused.
  person = await t.person('Ann', { isCreator: true, isAdmin: true })
})

const KB = 1024
const send = (url: string, payload: string, as?: Person, method: 'POST' | 'PUT' = 'POST') =>
  t.request({
    method,
    url,
    payload,
    headers: { 'content-type': 'application/json' },
    ...(as ? { as } : {}),
  })

describe('a body', () => {
  it.each(withBody.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'has a limit that follows from its schema: %s',
    (_, endpoint) => {
      expect(longest(endpoint.body ?? {})).toBeLessThan(Infinity)
      expect(bodyLimitOf(endpoint)).toBeLessThanOrEqual(
        endpoint.access === 'public' ? 64 * KB : 1024 * KB,
      )
    },
  )

  it('is refused with an error of ours when it is too large', async () => {
    const most = bodyLimitOf(createAdvertisementInquiry)
    const answers = [
      await send('/api/webhooks/stripe', ' '.repeat(512 * KB + 1)),
      await send('/api/none', ' '.repeat(64 * KB + 1)),
      await send(createAdvertisementInquiry.path, ' '.repeat(most + 1)),
      await send('/api/posts/feed', ' '.repeat(64 * KB + 1), person),
    ]
    for (const { status, body } of answers)
      expect([status, body.code, body.message]).toEqual([
        413,
        'media.too_large',
        'That’s too large to send here.',
      ])
  })

  it('may be as long as its schema allows, in any language', async () => {
    const text = (length: number) => '😀'.repeat(length)
    const { status } = await t.call(createAdvertisementInquiry, {
      body: {
        businessName: text(200),
        contactName: text(200),
        email: 'ann@example.com',
        adType: 'custom',
        duration: 'custom',
        description: text(5_000),
        postIdea: text(5_000),
      },
    })
    expect(status).toBe(201)
  })
})

/** Bodies that cost far more than others of their length if something looks at them more often than once. */
const HOSTILE: Record<string, (bytes: number) => string> = {
  'many keys': (bytes) =>
    `{${Array.from({ length: bytes / 12 }, (_, at) => `"k${at}":0`).join()}}`.slice(0, bytes),
  'keys that are numbers': (bytes) =>
    `{${Array.from({ length: bytes / 16 }, (_, at) => `"${at * 7_919}":0`).join()}}`,
  'deep lists': (bytes) => `{"a":${'['.repeat(bytes / 2 - 4)}${']'.repeat(bytes / 2 - 4)}}`,
  'deep objects': (bytes) => `${'{"a":'.repeat(bytes / 7)}1${'}'.repeat(bytes / 7)}`,
  'many short texts': (bytes) => `{"a":[${'"",'.repeat(bytes / 3 - 10)}""]}`,
  'many empty lists': (bytes) => `{"a":[${'[],'.repeat(bytes / 3 - 10)}[]]}`,
  'a forbidden name many times': (bytes) =>
    `{"a":[${'{"__proto__ ":1},'.repeat(bytes / 17 - 2)}"__proto__"]}`,
  'a long number': (bytes) => `{"a":1${'0'.repeat(bytes - 10)}}`,
  'a long text': (bytes) => `{"a":"${'x'.repeat(bytes - 10)}"}`,
  'a long name': (bytes) => `{"${'x'.repeat(bytes - 10)}":1}`,
  escapes: (bytes) => `{"a":"${'\\u0000'.repeat(bytes / 6 - 2)}"}`,
  'a long field of the call': (bytes) => `{"description":"${' '.repeat(bytes - 22)}"}`,
}

describe('a body of the largest size takes little of the event loop, whatever is in it', () => {
  /** The least processor time of this thread, in milliseconds: what else the machine does makes none of them shorter. */
  const costOf = async (work: () => Promise<unknown>): Promise<number> => {
    const times: number[] = []
    for (let at = 0; at < 7; at += 1) {
      const before = process.threadCpuUsage()
      await work()
      const { user, system } = process.threadCpuUsage(before)
      times.push((user + system) / 1_000)
    }
    return Math.min(...times)
  }

  it.each(Object.entries(HOSTILE))('%s', async (_, make) => {
    const most = bodyLimitOf(createAdvertisementInquiry)
    const text = make(most)
    expect(text.length).toBeLessThanOrEqual(most)
    const cost = await costOf(async () => {
      expect((await send(createAdvertisementInquiry.path, text)).status).toBe(400)
    })
    expect(cost).toBeLessThan(15)
  })

  it('for every call of a member but the one that takes a file', async () => {
    const calls = withBody.filter(
      ({ path, access }) => access !== 'public' && path !== createPortfolio.path,
    )
    for (const endpoint of calls) {
      const most = bodyLimitOf(endpoint)
      const url = endpoint.path.replaceAll(/:\w+/g, String(valueOf({ format: 'uuid' }, ID)))
      for (const [what, make] of Object.entries(HOSTILE)) {
        const [field = 'a'] = Object.keys(jsonOf(endpoint.body).properties ?? {})
        const text = make(Math.min(most, 256 * KB)).replace('"a":', `"${field}":`)
        const parsed = await costOf(async () => void tryToParse(text))
        const cost = await costOf(() =>
          t.request({
            method: endpoint.method,
            url,
            payload: text,
            as: person,
            headers: { 'content-type': 'application/json' },
          }),
        )
        // What a call costs that has next to nothing in it, and a few readings of the text.
        expect(cost, `${nameOf(endpoint)}: ${what}`).toBeLessThan(15 + 5 * parsed)
      }
    }
  })
})

const ID = '0192d3a0-0000-7000-8000-000000000000'

function tryToParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
