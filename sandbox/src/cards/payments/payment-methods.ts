import { invalid, missing } from '../api-error.ts'
import type { Call } from '../call.ts'
import type { PaymentMethod } from '../kinds.ts'
import { oneOf, required, text } from '../params.ts'
import { listRoute, route, type Route } from '../routes.ts'
import { find, get, keep, named } from '../store.ts'
import { createPaymentMethod, tokenCard } from './test-cards.ts'

/** By its id, or a new one of a test token such as `pm_card_visa`. */
export async function usePaymentMethod(
  call: Call,
  id: string,
  customer: string | null,
): Promise<PaymentMethod> {
  const card = tokenCard(id)
  if (card !== null) {
    const details = { expMonth: 12, expYear: 2034, email: null, name: null }
    return createPaymentMethod(call, card, details, null)
  }
  const method = await find(call, 'payment_method', id)
  if (method === null) throw missing('PaymentMethod', id, 'payment_method', 400)
  if (method.customer !== null && method.customer !== customer)
    throw invalid('The payment method belongs to a customer. Please include the customer.', {
      code: 'payment_method_unexpected_state',
      param: 'payment_method',
    })
  return method
}

export const paymentMethodRoutes: Route[] = [
  route('GET /v1/payment_methods/:id', {}, (call, _params, id) => get(call, 'payment_method', id)),
  listRoute('/v1/payment_methods', 'payment_method', { customer: text, type: oneOf('card') }),
  route(
    'POST /v1/payment_methods/:id/attach',
    { customer: required(text) },
    async (call, { customer }, id) => {
      await named(call, 'customer', customer, 'customer')
      const method = await usePaymentMethod(call, id, customer)
      return keep(call, { ...method, customer })
    },
  ),
  route('POST /v1/payment_methods/:id/detach', {}, async (call, _params, id) => {
    const method = await get(call, 'payment_method', id)
    return keep(call, { ...method, customer: null })
  }),
]
