import { randomUUID } from 'node:crypto'
import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import { refusalsOf } from '@plinth/contract/http/refusals.ts'
import type { TSchema } from 'typebox'
import { Errors } from 'typebox/schema'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../test/app.ts'
import { contractEndpoints } from '../test/contract.ts'
import { jsonOf, valueOf, wrongValues, type JsonSchema } from '../test/input.ts'

/** Words of validators, patterns and names of rules: people who fill in a form must not see them. */
const VALIDATOR =
  /must match|must NOT|must have|must be equal|\bpattern\b|\benum\b|\bschema\b|\bformat\b|\bproperty\b|properties|instancePath|allowed values|undefined|\[object|\\[dswSpu]|\[\^|\(\?|\{\d+,?\d*\}|[\]^$]$/
const id = randomUUID()
const endpoints = await contractEndpoints()
const t = testApp({ JOBS: 'off' })
let admin: Person
beforeAll(async () => {
  admin = await t.person('Admin', { isAdmin: true, isCreator: true })
})

interface Wrong {
  /** The field as errors name it. */
  name: string
  input: object
}

/** Inputs with one fault each, also in what is inside lists and objects. */
function* faults(schema: JsonSchema): Generator<Wrong> {
  const whole = valueOf({ type: 'object', ...schema }, id) as object
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (schema.required?.includes(name)) {
      const { [name as never]: _, ...others } = whole
      yield { name, input: others }
    }
    for (const value of wrongValues(field, id)) {
      if (typeof value !== 'string' || !value.includes('\0')) {
        yield { name, input: { ...whole, [name]: value } }
      }
    }
    if (/\\d|#|@|\[/.test(field.pattern ?? '') && !field.minLength) {
      yield { name, input: { ...whole, [name]: '~ ~' } }
    }
    if (field.format === 'date') yield { name, input: { ...whole, [name]: 'tomorrow' } }
    for (const inner of insideOf(field)) {
      yield { name: `${name}.${inner.name}`, input: { ...whole, [name]: inner.input } }
    }
  }
  yield { name: 'colour', input: { ...whole, colour: 'red' } }
}

function* insideOf(schema: JsonSchema): Generator<Wrong> {
  const [main = schema] = schema.anyOf ?? []
  if (main.type === 'object') yield* faults({ ...main, required: main.required ?? [] })
  if (main.type !== 'array' || main.items === undefined) return
  const { items } = main
  if (items.type === 'object') {
    for (const { name, input } of faults(items)) yield { name: `0.${name}`, input: [input] }
  } else {
    for (const value of ['x'.repeat((items.maxLength ?? 0) + 1), ' ', 7]) {
      yield { name: '0', input: [value] }
    }
  }
}

/** Sentences that name their field in other words. */
const OTHERWISE =
  /^(Please select a file or provide a URL\.|Please add at least one image or video\.|Please provide project details|Type your full name|A (counter-)?notice counts only|Describe the change|Explain |Choose 1 to 5 stars|Describe your original|You cannot write to yourself|There is no such category|There is no such work|The body must be a JSON object)/

/** Fields that people call otherwise than programs do. */
const RENAMED: Readonly<Record<string, string>> = {
  deliverBy: 'delivery date',
  due: 'milestone date',
  fileIds: 'files',
  from: 'moment',
  mediaIds: 'files',
  mediaUrl: 'file',
  profileImageUrl: 'portrait',
  to: 'last moment',
  toClient: 'sum for the client',
  weekStart: 'first week',
}

/** Whether a sentence names a field: as people call it, or as it is spelt. */
function isNamed(sentence: string, name: string, label: string | undefined): boolean {
  const last = name.split('.').findLast((part) => !/^\d+$/.test(part)) ?? name
  const words = last.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  const stem = words.replace(/(s|y)$/, '')
  return [label, RENAMED[last], stem, stem.split(' ').at(-1), `“${name}”`].some(
    (one) => one !== undefined && sentence.toLowerCase().includes(one.toLowerCase()),
  )
}

function expectFit(fields: Record<string, string>, { name, input }: Wrong, schema: JsonSchema) {
  const shown = JSON.stringify(input).slice(0, 120)
  expect(Object.keys(fields), `${name} in ${shown}`).not.toEqual([])
  for (const [field, sentence] of Object.entries(fields)) {
    expect(sentence, shown).not.toMatch(VALIDATOR)
    expect(sentence, shown).toMatch(/^[A-Z“].*[.a-z]$/s)
    expect(sentence.length, sentence).toBeLessThan(260)
    const found = schema.properties?.[field] as Record<string, string | undefined> | undefined
    const known = found?.['x-label']
    if (!OTHERWISE.test(sentence) && sentence !== found?.['x-missing'])
      expect(isNamed(sentence, field, known), `${field}: ${sentence}`).toBe(true)
  }
}

const cases = endpoints.flatMap((endpoint) =>
  (['params', 'query', 'body', 'form'] as const)
    .filter((place) => jsonOf(endpoint[place]).properties !== undefined)
    .map((place): [string, EndpointDefinition, typeof place] => [
      `${place} of ${endpoint.method} ${endpoint.path}`,
      endpoint,
      place,
    ]),
)
/** Calls of the contract that this server has. */
const isServed = ({ method, path: url }: EndpointDefinition) => t.app.hasRoute({ method, url })

describe.each(cases.filter(([, , place]) => place === 'body'))('%s', (_, endpoint) => {
  it('refuses each fault in a sentence, and a form of the web says the same', async () => {
    if (!isServed(endpoint)) return
    const body = endpoint.body as TSchema
    const params = valueOf({ type: 'object', ...jsonOf(endpoint.params) }, id) as object
    for (const fault of faults(jsonOf(body))) {
      // Built by hand, because calls leave out fields that are null.
      const answer = await t.request({
        method: endpoint.method,
        url: urlOf(endpoint.path, params),
        as: admin,
        payload: JSON.stringify(fault.input),
        headers: { 'content-type': 'application/json' },
      })
      const shown = `${fault.name}: ${JSON.stringify(fault.input).slice(0, 120)}`
      expect([shown, answer.status, answer.body.code]).toEqual([shown, 400, 'input.invalid'])
      const { fields, message } = answer.body
      expectFit(fields, fault, jsonOf(body))
      expect(Object.values(fields)).toContain(message)
      const [, remarks] = Errors(body, fault.input)
      const said = refusalsOf(body, fault.input, { remarks })
      if (remarks.length > 0) expect(said).toMatchObject(fields)
    }
  })
})

const urlOf = (path: string, params: object) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  )

describe.each(cases.filter(([, , place]) => place === 'params' || place === 'query'))(
  '%s',
  (_, endpoint, place) => {
    it('refuses each fault in a sentence', async () => {
      if (!isServed(endpoint)) return
      const params = valueOf({ type: 'object', ...jsonOf(endpoint.params) }, id) as object
      const query = valueOf({ type: 'object', ...jsonOf(endpoint.query) }, id) as object
      const schema = jsonOf(endpoint[place])
      for (const [name, field] of Object.entries(schema.properties ?? {})) {
        for (const text of wrongTexts(field)) {
          const wrong = { [name]: text }
          const search = new URLSearchParams(
            (place === 'query' ? { ...query, ...wrong } : query) as Record<string, string>,
          ).toString()
          const answer = await t.request({
            method: endpoint.method,
            url: `${urlOf(endpoint.path, place === 'params' ? { ...params, ...wrong } : params)}?${search}`,
            as: admin,
            ...(endpoint.body ? { payload: {} } : {}),
          })
          expect([name, text, answer.status]).toEqual([name, text, 400])
          expectFit(answer.body.fields, { name, input: wrong }, {})
          expect(Object.keys(answer.body.fields)).toEqual([name])
        }
      }
    })
  },
)

/** Texts in an address that this schema refuses. */
function* wrongTexts(schema: JsonSchema): Generator<string> {
  const [main = schema] = schema.anyOf ?? []
  if (main.enum !== undefined || main.format !== undefined || main.type === 'boolean')
    yield 'no-such'
  if (main.type === 'integer' || main.type === 'number') {
    yield 'many'
    if (main.maximum !== undefined) yield String(main.maximum + 1)
    if (main.minimum !== undefined) yield String(main.minimum - 1)
  }
  if (main.type !== 'string') return
  if (main.maxLength !== undefined && main.maxLength < 2_000) yield 'x'.repeat(main.maxLength + 1)
  if ((main.minLength ?? 0) > 1) yield 'x'
  if (main.pattern !== undefined) yield main.minLength === undefined ? '~ ~' : '\u200b'
}

describe.each(cases.filter(([, , place]) => place === 'form'))('%s', (_, endpoint) => {
  it('refuses each fault in a sentence', async () => {
    const schema = jsonOf(endpoint.form)
    for (const fault of faults(schema)) {
      const entries = Object.entries(fault.input)
      if (entries.some(([, value]) => typeof value !== 'string')) continue
      const form = new FormData()
      for (const [name, value] of entries) form.append(name, value as string)
      const sent = new Response(form)
      const answer = await t.request({
        method: endpoint.method,
        url: endpoint.path,
        as: admin,
        payload: Buffer.from(await sent.arrayBuffer()),
        headers: { 'content-type': sent.headers.get('content-type') ?? '' },
      })
      expect([fault.name, answer.status]).toEqual([fault.name, 400])
      expectFit(answer.body.fields, fault, schema)
    }
  })
})

it.each([
  ['/api/portfolios?limit=0', 'limit', '“limit” must be a whole number from 1 to 100.'],
  ['/api/portfolios?limit=x', 'limit', '“limit” must be a whole number from 1 to 100.'],
  ['/api/portfolios?colour=red', 'colour', 'Plinth does not know the parameter “colour”.'],
  ['/api/portfolios?sort=best', 'sort', '“sort” must be newest or popular.'],
  ['/api/portfolios/7', 'id', '“id” must be an id.'],
])('says what is wrong in %s', async (url, field, sentence) => {
  const { body } = await t.request({ method: 'GET', url })
  expect(body).toMatchObject({ message: sentence, fields: { [field]: sentence } })
})
