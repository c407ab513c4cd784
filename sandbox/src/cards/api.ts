import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Pool } from 'pg'
import { accountRoutes } from './payouts/accounts.ts'
import { ApiError, invalid } from './errors.ts'
import { balanceRoutes } from './payouts/balance.ts'
import type { CardsConfig } from './call.ts'
import { catalogueRoutes } from './billing/catalogue.ts'
import { checkoutRoutes } from './payments/checkout.ts'
import { customerRoutes } from './payments/customers.ts'
import { disputeRoutes } from './payments/disputes.ts'
import { API_VERSION } from './webhooks/events.ts'
import { decodeForm } from './params.ts'
import { newId } from './store.ts'
import { intentRoutes } from './payments/intents.ts'
import { invoiceRoutes } from './billing/invoices.ts'
import { paymentMethodRoutes } from './payments/methods.ts'
import { portalRoutes } from './billing/portal.ts'
import { refundRoutes } from './payments/refunds.ts'
import { render } from './render.ts'
import type { Route } from './routes.ts'
import { subscriptionRoutes } from './billing/subscriptions.ts'
import { transferRoutes } from './payouts/transfers.ts'
import { webhookRoutes } from './webhooks/endpoints.ts'
import { asAnswer, read, write, type Answer, type CallOptions, type Replayed } from './world.ts'

const ROUTES: Route[] = [
  ...accountRoutes,
  ...balanceRoutes,
  ...catalogueRoutes,
  ...checkoutRoutes,
  ...customerRoutes,
  ...disputeRoutes,
  ...intentRoutes,
  ...invoiceRoutes,
  ...paymentMethodRoutes,
  ...portalRoutes,
  ...refundRoutes,
  ...subscriptionRoutes,
  ...transferRoutes,
  ...webhookRoutes,
]
const MAX_BYTES = 256 * 1024

export interface CardsDependencies {
  database: Pool
  config: CardsConfig
  /** Called after a write in this world: webhooks may be due. */
  wake: (world: string) => void
}

/** Handles `/v1/…`, the API that the official SDK calls. */
export function createApi(dependencies: CardsDependencies) {
  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    const requestId = newId('req', 14)
    const answer = await answerTo(dependencies, request, url, requestId).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      return { ...asAnswer(error), isReplayed: false, fault: null }
    })
    // The call has taken effect, but the client never gets the response.
    if (answer.fault === 'timeout-after-success') {
      request.socket.destroy()
      return
    }
    response.setHeader('request-id', requestId)
    response.setHeader('stripe-version', header(request, 'stripe-version') ?? API_VERSION)
    if (answer.isReplayed) response.setHeader('idempotent-replayed', 'true')
    sendJson(response, answer)
  }
}

export function sendJson(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body, null, 2))
}

async function answerTo(
  { database, config, wake }: CardsDependencies,
  request: IncomingMessage,
  url: URL,
  requestId: string,
): Promise<Replayed> {
  const world = keyOf(request)
  const method = request.method ?? 'GET'
  const { route, ids } = find(method, url.pathname)
  const account = header(request, 'stripe-account') ?? ''
  const options: CallOptions = { world, method, path: url.pathname, account, requestId }
  const content = await readText(request)
  if (method === 'GET') {
    const { expand, run } = route.prepare(decodeForm(url.search.slice(1)))
    const body = await read(database, config, options, async (call) =>
      render(call, await run(call, ids), expand),
    )
    return { status: 200, body, isReplayed: false, fault: null }
  }
  const key = header(request, 'idempotency-key')
  const { expand, run } = route.prepare(decodeForm(content || url.search.slice(1)))
  const once = key === undefined ? null : { key, content: `${content}${url.search}` }
  const answer = await write(database, config, { ...options, once }, async (call) =>
    render(call, await run(call, ids), expand),
  )
  wake(world)
  return answer
}

const header = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Reads the secret key, which selects the world. Keys for real money are refused. */
export function keyOf(request: IncomingMessage): string {
  const [kind, value = ''] = (request.headers.authorization ?? '').split(' ')
  const basic = () => Buffer.from(value, 'base64').toString().split(':')[0] ?? ''
  const key = kind === 'Basic' ? basic() : value
  if (/^sk_test_\w{1,200}$/.test(key)) return key
  const message = key.startsWith('sk_live_')
    ? 'This is a sandbox: it takes test keys only, and no real money moves here.'
    : 'Invalid API Key provided. Keys of this sandbox begin with sk_test_.'
  throw new ApiError(401, { type: 'invalid_request_error', message })
}

function find(method: string, path: string): { route: Route; ids: string[] } {
  for (const route of ROUTES) {
    const match = route.method === method ? route.pattern.exec(path) : null
    if (match !== null) return { route, ids: match.slice(1) }
  }
  throw new ApiError(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}).`,
  })
}

export async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BYTES) throw invalid('The request is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
