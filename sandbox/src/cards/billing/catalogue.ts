import { invalid } from '../errors.ts'
import type { Call } from '../call.ts'
import { mergeMetadata } from '../payments/customers.ts'
import { newId, find, get, save, list, named } from '../store.ts'
import type { Metadata, Price, Product, Recurring } from '../kinds.ts'
import {
  boolean,
  currency,
  integer,
  listOf,
  metadata,
  oneOf,
  required,
  shape,
  text,
} from '../params.ts'
import { listRoute, pageOf, PAGING, route, type Route } from '../routes.ts'

export const PRODUCT_DATA = {
  name: required(text),
  description: text,
  images: listOf(text),
  metadata,
  statement_descriptor: text,
  unit_label: text,
}
export const RECURRING = shape({
  interval: required(oneOf('day', 'week', 'month', 'year')),
  interval_count: integer,
  usage_type: oneOf('licensed'),
})

export async function createProduct(
  call: Call,
  details: {
    id?: string
    name: string
    description?: string
    images?: string[]
    active?: boolean
    metadata?: Metadata | ''
  },
): Promise<Product> {
  const id = details.id ?? newId('prod', 14)
  if ((await find(call, 'product', id)) !== null)
    throw invalid(`Product already exists.`, { code: 'resource_already_exists', param: 'id' })
  const product = {
    default_price: null,
    livemode: false,
    marketing_features: [],
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    type: 'service',
    unit_label: null,
    updated: call.now,
    url: null,
    id,
    object: 'product' as const,
    created: call.now,
    name: details.name,
    description: details.description || null,
    images: details.images ?? [],
    active: details.active ?? true,
    metadata: mergeMetadata({}, details.metadata),
  }
  return save(call, product)
}

export function createPrice(
  call: Call,
  details: {
    product: string
    unitAmount: number
    recurring?: { interval: Recurring['interval']; interval_count?: number } | undefined
    active?: boolean | undefined
    lookupKey?: string | undefined
    nickname?: string | undefined
    metadata?: Metadata | '' | undefined
  },
): Promise<Price> {
  const { product, unitAmount, recurring } = details
  if (unitAmount < 0) throw invalid('Invalid non-negative integer', { param: 'unit_amount' })
  const price = {
    billing_scheme: 'per_unit',
    custom_unit_amount: null,
    livemode: false,
    tiers_mode: null,
    tax_behavior: 'unspecified',
    transform_quantity: null,
    id: newId('price'),
    object: 'price' as const,
    created: call.now,
    product,
    currency: 'usd',
    unit_amount: unitAmount,
    unit_amount_decimal: String(unitAmount),
    type: recurring === undefined ? 'one_time' : 'recurring',
    recurring:
      recurring === undefined
        ? null
        : {
            meter: null,
            trial_period_days: null,
            usage_type: 'licensed',
            interval: recurring.interval,
            interval_count: recurring.interval_count ?? 1,
          },
    active: details.active ?? true,
    lookup_key: details.lookupKey ?? null,
    nickname: details.nickname ?? null,
    metadata: mergeMetadata({}, details.metadata),
  }
  return save(call, price)
}

export const catalogueRoutes: Route[] = [
  route('POST /v1/products', { ...PRODUCT_DATA, id: text, active: boolean }, (call, params) =>
    createProduct(call, params),
  ),
  route('GET /v1/products/:id', {}, (call, _params, id) => get(call, 'product', id)),
  listRoute('/v1/products', 'product', { active: boolean }),
  route(
    'POST /v1/prices',
    {
      currency: required(currency),
      unit_amount: required(integer),
      product: text,
      product_data: shape(PRODUCT_DATA),
      recurring: RECURRING,
      active: boolean,
      lookup_key: text,
      nickname: text,
      metadata,
    },
    async (call, params) => {
      if (params.product === undefined && params.product_data === undefined)
        throw invalid('Missing required param: product.', {
          code: 'parameter_missing',
          param: 'product',
        })
      const product =
        params.product_data === undefined
          ? await named(call, 'product', params.product ?? '', 'product')
          : await createProduct(call, params.product_data)
      return createPrice(call, {
        product: product.id,
        unitAmount: params.unit_amount,
        recurring: params.recurring,
        active: params.active,
        lookupKey: params.lookup_key,
        nickname: params.nickname,
        metadata: params.metadata,
      })
    },
  ),
  route('GET /v1/prices/:id', {}, (call, _params, id) => get(call, 'price', id)),
  route(
    'GET /v1/prices',
    {
      ...PAGING,
      active: boolean,
      product: text,
      type: oneOf('one_time', 'recurring'),
      lookup_keys: listOf(text),
    },
    (call, { active, product, type, lookup_keys: keys, ...page }) =>
      list(call, 'price', {
        url: '/v1/prices',
        page: pageOf(page),
        filters: { active, product, type, lookup_key: keys },
      }),
  ),
]
