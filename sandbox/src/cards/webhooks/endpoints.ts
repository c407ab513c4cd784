import { invalid } from '../errors.ts'
import { API_VERSION } from './events.ts'
import { mergeMetadata } from '../payments/customers.ts'
import { newId, get, save, list } from '../store.ts'
import { boolean, listOf, metadata, required, text } from '../params.ts'
import { listRoute, pageOf, PAGING, route, type Route } from '../routes.ts'

export const webhookRoutes: Route[] = [
  route(
    'POST /v1/webhook_endpoints',
    {
      url: required(text),
      enabled_events: required(listOf(text)),
      api_version: text,
      description: text,
      connect: boolean,
      metadata,
    },
    async (call, params) => {
      if (!/^https?:/.test(params.url) || !URL.canParse(params.url))
        throw invalid('Invalid URL', { code: 'url_invalid', param: 'url' })
      const secret = newId('whsec', 32)
      const endpoint = await save(call, {
        api_version: params.api_version ?? API_VERSION,
        application: null,
        livemode: false,
        id: newId('we'),
        object: 'webhook_endpoint' as const,
        created: call.now,
        description: params.description ?? null,
        enabled_events: params.enabled_events,
        metadata: mergeMetadata({}, params.metadata),
        status: 'enabled' as const,
        url: params.url,
        _secret: secret,
      })
      // The secret is sent only once, as Stripe does.
      return { ...endpoint, secret }
    },
  ),
  listRoute('/v1/webhook_endpoints', 'webhook_endpoint', {}),
  route('GET /v1/webhook_endpoints/:id', {}, (call, _params, id) =>
    get(call, 'webhook_endpoint', id),
  ),
  route('DELETE /v1/webhook_endpoints/:id', {}, async (call, _params, id) => {
    await save(call, { ...(await get(call, 'webhook_endpoint', id)), status: 'disabled' })
    return { id, object: 'webhook_endpoint', deleted: true }
  }),
  route('GET /v1/events/:id', {}, (call, _params, id) => get(call, 'event', id)),
  route(
    'GET /v1/events',
    { ...PAGING, type: text, types: listOf(text) },
    (call, { type, types, ...page }) =>
      list(call, 'event', {
        url: '/v1/events',
        page: pageOf(page),
        filters: { type: types ?? type },
      }),
  ),
]
