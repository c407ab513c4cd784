import { invalid } from '../errors.ts'
import { newId, save, named } from '../store.ts'
import { required, text } from '../params.ts'
import { route, type Route } from '../routes.ts'

export const portalRoutes: Route[] = [
  route(
    'POST /v1/billing_portal/sessions',
    { customer: required(text), return_url: text, locale: text },
    async (call, params) => {
      const customer = await named(call, 'customer', params.customer, 'customer')
      const returnUrl = params.return_url ?? null
      if (returnUrl !== null && !/^https?:/.test(returnUrl))
        throw invalid('Not a valid URL', { code: 'url_invalid', param: 'return_url' })
      const id = newId('bps')
      return save(call, {
        configuration: 'bpc_sandbox',
        customer_account: null,
        flow: null,
        livemode: false,
        locale: null,
        on_behalf_of: null,
        id,
        object: 'billing_portal.session' as const,
        created: call.now,
        customer: customer.id,
        return_url: returnUrl,
        url: `${call.baseUrl}/cards/portal/${id}`,
      })
    },
  ),
]
