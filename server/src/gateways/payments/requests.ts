import Stripe from 'stripe'
import { PaymentsRefused, PaymentsUnavailable } from './payments.ts'

const { StripeError, StripeInvalidRequestError, StripeCardError, StripeIdempotencyError } =
  Stripe.errors

/** Another call under the same key is still at work: what it does is not known yet. */
const IN_FLIGHT = 'idempotency_key_in_use'
/** What asks us to come again later, though it says that we asked wrongly. */
const TEMPORARY = new Set([IN_FLIGHT, 'lock_timeout', 'rate_limit', 'balance_insufficient'])

/**
 * Asks the provider and sorts what goes wrong: what it refuses stays refused; all else may have happened or not, and
 * is asked again under the same key. A wrong secret key is of the second kind: it is no answer to the question.
 */
export async function ask<T extends { object: string }>(
  kind: T['object'],
  call: () => Promise<T>,
): Promise<T> {
  const answer = await call().catch(translate)
  // The SDK takes a 404 without an error in it for an answer.
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

/** All pages of a list. */
export async function collect<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  try {
    for await (const one of list) found.push(one)
  } catch (error) {
    translate(error)
  }
  return found
}

/** The same words at the same time are asked once: under one key the provider turns a second call away. */
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
