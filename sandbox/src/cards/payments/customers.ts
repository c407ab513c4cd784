import type { Call } from '../call.ts'
import { newId, get, save, named } from '../store.ts'
import type { Customer, Metadata } from '../kinds.ts'
import { anything, metadata, shape, text } from '../params.ts'
import { listRoute, route, type Route } from '../routes.ts'

const DETAILS = {
  email: text,
  name: text,
  description: text,
  phone: text,
  metadata,
  address: anything,
  preferred_locales: anything,
  invoice_settings: shape({ default_payment_method: text }),
}

export const mergeMetadata = (before: Metadata, change: Metadata | '' | undefined): Metadata => {
  if (change === '') return {}
  const merged = { ...before, ...change }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''))
}

export const createCustomer = (
  call: Call,
  details: { email?: string | null; name?: string | null; description?: string; phone?: string },
  meta?: Metadata | '',
): Promise<Customer> => {
  const customer = {
    address: null,
    balance: 0,
    currency: null,
    default_source: null,
    delinquent: false,
    discount: null,
    livemode: false,
    preferred_locales: [],
    shipping: null,
    test_clock: null,
    tax_exempt: 'none',
    invoice_prefix: newId('x', 8).slice(2).toUpperCase(),
    id: newId('cus'),
    object: 'customer' as const,
    created: call.now,
    email: details.email || null,
    name: details.name || null,
    description: details.description || null,
    phone: details.phone || null,
    metadata: mergeMetadata({}, meta),
    invoice_settings: {
      custom_fields: null,
      footer: null,
      rendering_options: null,
      default_payment_method: null,
    },
  }
  return save(call, customer)
}

export async function setDefaultCard(call: Call, id: string, method: string): Promise<void> {
  const customer = await get(call, 'customer', id)
  const settings = { ...customer.invoice_settings, default_payment_method: method }
  await save(call, { ...customer, invoice_settings: settings })
}

export const customerRoutes: Route[] = [
  route('POST /v1/customers', DETAILS, (call, params) =>
    createCustomer(call, params, params.metadata),
  ),
  route('GET /v1/customers/:id', {}, (call, _params, id) => get(call, 'customer', id)),
  route('POST /v1/customers/:id', DETAILS, async (call, params, id) => {
    const customer = await get(call, 'customer', id)
    const card = params.invoice_settings?.default_payment_method
    if (card) await named(call, 'payment_method', card, 'invoice_settings[default_payment_method]')
    return save(call, {
      ...customer,
      email: params.email ?? customer.email,
      name: params.name ?? customer.name,
      description: params.description ?? customer.description,
      phone: params.phone ?? customer.phone,
      metadata: mergeMetadata(customer.metadata, params.metadata),
      invoice_settings: {
        ...customer.invoice_settings,
        default_payment_method: card ?? customer.invoice_settings.default_payment_method,
      },
    })
  }),
  route('DELETE /v1/customers/:id', {}, async (call, _params, id) => {
    const customer = await get(call, 'customer', id)
    await save(call, { ...customer, email: null, name: null, phone: null, deleted: true })
    return { id, object: 'customer', deleted: true }
  }),
  listRoute('/v1/customers', 'customer', { email: text }),
]
