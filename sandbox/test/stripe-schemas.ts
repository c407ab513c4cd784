import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import { decodeForm, type FormValue } from '../src/cards/params.ts'

const FILE = path.join(import.meta.dirname, '../src/cards/fixtures/stripe.schemas.json')
const document = JSON.parse(readFileSync(FILE, 'utf8')) as {
  components: { schemas: Record<string, unknown> }
}

// These options compile ten times as fast: the schemas are trusted, and each one runs only a few times.
const QUICK = {
  strict: false,
  allErrors: true,
  validateSchema: false,
  inlineRefs: false,
  code: { optimize: false },
}
const answers = new Ajv(QUICK).addSchema(document, 's')
// A form contains only strings.
const requests = new Ajv({ ...QUICK, coerceTypes: true }).addSchema(document, 's')

const PARAMS: Record<string, string> = {
  '/v1/customers': 'customer.create',
  '/v1/products': 'product.create',
  '/v1/prices': 'price.create',
  '/v1/checkout/sessions': 'checkout.session.create',
  '/v1/payment_intents': 'payment_intent.create',
  '/v1/refunds': 'refund.create',
  '/v1/transfers': 'transfer.create',
  '/v1/accounts': 'account.create',
  '/v1/account_links': 'account_link.create',
  '/v1/billing_portal/sessions': 'billing_portal.session.create',
}
const PARAMS_BELOW: [RegExp, string][] = [
  [/^\/v1\/payment_intents\/\w+\/capture$/, 'payment_intent.capture'],
  [/^\/v1\/transfers\/\w+\/reversals$/, 'transfer_reversal.create'],
  [/^\/v1\/subscriptions\/\w+$/, 'subscription.update'],
]

const validator = (ajv: Ajv, name: string): ValidateFunction | undefined =>
  ajv.getSchema(`s#/components/schemas/${name}`)

function expectValid(validate: ValidateFunction, value: unknown, what: string): void {
  if (validate(value)) return
  const problems = (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)
  throw new Error(`${what} is not what the provider's schema says:\n${problems.join('\n')}`)
}

/** Checks a request and its response against the provider's own schemas. Returns the schemas' names. */
export function checkExchange(exchange: {
  method: string
  path: string
  body: string
  answer: unknown
}): string[] {
  const { method, path: address, body, answer } = exchange
  const params =
    PARAMS[address] ?? PARAMS_BELOW.find(([pattern]) => pattern.test(address))?.[1] ?? null
  const checked: string[] = []
  const request = params === null ? undefined : validator(requests, `params.${params}`)
  if (method === 'POST' && request !== undefined) {
    expectValid(request, typed(decodeForm(body)), `Request ${address}`)
    checked.push(`params.${String(params)}`)
  }
  return [...checked, ...checkObject(answer, `${method} ${address}`)]
}

/** Converts true and false, because Ajv does not coerce strings to the booleans in enums. */
function typed(value: FormValue): unknown {
  if (value === 'true' || value === 'false') return value === 'true'
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(typed)
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, typed(inner)]))
}

function checkObject(value: unknown, what: string): string[] {
  if (typeof value !== 'object' || value === null) throw new Error(`${what} is no object`)
  const fields = value as { object?: string; data?: unknown; error?: unknown; deleted?: boolean }
  if (fields.deleted === true) return []
  if (fields.object === 'list' && Array.isArray(fields.data))
    return fields.data.flatMap((item) => checkObject(item, what))
  const name = fields.error === undefined ? String(fields.object) : 'error'
  const validate = validator(answers, name)
  if (validate === undefined) return []
  expectValid(validate, value, `${what}: ${name}`)
  if (name !== 'event') return [name]
  return [name, ...checkObject((fields.data as { object: unknown }).object, `${what}: data.object`)]
}
