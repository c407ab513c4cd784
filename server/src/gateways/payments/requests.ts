import Stripe from 'stripe'
import { traced } from '../../tracing/tracing.ts'
import { PaymentsRefused, PaymentsUnavailable } from './payments.ts'

const { StripeError, StripeInvalidRequestError, StripeCardError, StripeIdempotencyError } =
  Stripe.errors

/** Another call with the same key is still running. Its outcome is not known yet. */
const IN_FLIGHT = 'idempotency_key_in_use'
/** Errors that ask us to retry later, although they are reported as invalid requests. */
const TEMPORARY = new Set([IN_FLIGHT, 'lock_timeout', 'rate_limit', 'balance_insufficient'])

/**
 * Calls the provider and sorts its errors. A refusal is final. After any other error the call may have happened or not,
 * and is repeated with the same key. A wrong secret key is such an error: it tells nothing about the request.
 */
export async function ask<T extends { object: string }>(
  kind: T['object'],
  call: () => Promise<T>,
): Promise<T> {
  const answer = await call().catch(translate)
  // The SDK takes a 404 without an error body for a result.
  if (answer.object !== kind)
    throw new PaymentsUnavailable(`asked for ${kind}, got ${answer.object}`)
  return answer
}

function translate(error: unknown): never {
  if (!(error instanceof StripeError)) throw error
  const code = error.code ?? error.type
  const isFinal =
    error instanceof StripeInvalidRequestError ||
    error instanceof StripeCardError ||
    error instanceof StripeIdempotencyError
  if (isFinal && !TEMPORARY.has(code)) throw new PaymentsRefused(code, error.message)
  throw new PaymentsUnavailable(error.message, { cause: error })
}

/** Collects all pages of a list. */
export async function collect<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  try {
    for await (const one of list) found.push(one)
  } catch (error) {
    translate(error)
  }
  return found
}

/**
 * Merges concurrent calls with the same arguments: the provider rejects a second call with the same key while the first
 * is running.
 */
export function coalesce<Args extends unknown[], T>(
  call: (...args: Args) => Promise<T>,
): (...args: Args) => Promise<T> {
  const running = new Map<string, Promise<T>>()
  return (...args) => {
    const name = JSON.stringify(args)
    const current = running.get(name)
    if (current !== undefined) return current
    const promise = call(...args).finally(() => running.delete(name))
    running.set(name, promise)
    return promise
  }
}

/** What paths of the provider are made of, besides ids. */
const PATH_WORDS = new Set(
  `v1 account_links accounts balance billing_portal charges checkout customers disputes events expire invoices
  payment_intents payouts refunds sessions subscriptions transfers`.split(/\s+/),
)

/** The path of a request with a placeholder for each id. */
const patternOf = (path: string): string =>
  (path.split('?')[0] ?? '')
    .split('/')
    .map((part) => (part === '' || PATH_WORDS.has(part) ? part : '{id}'))
    .join('/')

/** Sends the SDK's requests; each, also a retry, is a span. */
export function tracedClient(): ReturnType<typeof Stripe.createNodeHttpClient> {
  const client = Stripe.createNodeHttpClient()
  const send = client.makeRequest.bind(client)
  client.makeRequest = (...args) => {
    const [, , path, method] = args
    const pattern = patternOf(path)
    const facts = {
      'http.request.method': method,
      'url.template': pattern,
      'peer.service': 'card provider',
    }
    return traced(`${method} ${pattern}`, facts, async (span) => {
      const answer = await send(...args)
      span?.tell({ 'http.response.status_code': answer.getStatusCode() })
      return answer
    })
  }
  return client
}
