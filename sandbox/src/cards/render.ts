import { invalid } from './errors.ts'
import type { Call } from './call.ts'
import type { CheckoutSession, Invoice } from './kinds.ts'
import { asOf } from './payouts/ledger.ts'
import { all, findAny } from './store.ts'

type Fields = Record<string, unknown>
const MAX_DEPTH = 4

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A copy without the internal fields, for sending. */
export function outward(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(outward)
  if (!isFields(value)) return value
  const isLink = value.object === 'account_link'
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !name.startsWith('_') && !(isLink && LINK_FIELDS.has(name)))
      .map(([name, inner]) => [name, outward(inner)]),
  )
}

// A link is sent once, without an id.
const LINK_FIELDS = new Set(['id', 'account', 'refresh_url', 'return_url'])

/** Replaces the ids that `expand[]` names with their objects, and removes internal fields. */
export async function render(call: Call, object: unknown, expand: string[] = []): Promise<unknown> {
  const copy: unknown = structuredClone(object)
  for (const path of expand) {
    const parts = path.split('.')
    if (parts.length > MAX_DEPTH)
      throw invalid(`You cannot expand more than ${MAX_DEPTH} levels of a property.`, {
        param: 'expand',
      })
    await expandAt(call, copy, parts, path)
  }
  return outward(copy)
}

async function expandAt(call: Call, place: unknown, parts: string[], path: string): Promise<void> {
  const [name, ...rest] = parts
  if (name === undefined) return
  if (Array.isArray(place)) {
    for (const item of place) await expandAt(call, item, parts, path)
    return
  }
  if (!isFields(place)) return
  const special = specialLists[`${String(place.object)}.${name}`]
  if (special !== undefined) place[name] = await special(call, place)
  else if (!(name in place)) throw notExpandable(path)
  else if (typeof place[name] === 'string') {
    const object = await findAny(call, place[name])
    if (object === null) throw notExpandable(path)
    const current = object.object === 'balance_transaction' ? asOf(call, object) : object
    place[name] = structuredClone(current)
  }
  await expandAt(call, place[name], rest, path)
}

const notExpandable = (path: string) =>
  invalid(`This property cannot be expanded (${path}).`, { param: 'expand' })

const listOf = (data: unknown[], url: string) => ({ object: 'list', data, has_more: false, url })

/** Lists that are included only when `expand[]` names them. */
const specialLists: Record<string, (call: Call, place: Fields) => Promise<unknown>> = {
  'charge.refunds': async (call, { id }) =>
    listOf(await all(call, 'refund', { charge: String(id) }), `/v1/charges/${String(id)}/refunds`),
  'checkout.session.line_items': async (_call, place) => {
    const { id, _items } = place as unknown as CheckoutSession
    return listOf(_items, `/v1/checkout/sessions/${id}/line_items`)
  },
  'invoice.payments': async (_call, place) => invoicePayments(place as unknown as Invoice),
}

const invoicePayments = (invoice: Invoice) =>
  listOf(
    [
      {
        id: invoice.id.replace('in_', 'inpay_'),
        object: 'invoice_payment',
        amount_paid: invoice.status === 'paid' ? invoice.amount_paid : null,
        amount_requested: invoice.total,
        created: invoice.created,
        currency: invoice.currency,
        invoice: invoice.id,
        is_default: true,
        livemode: false,
        payment: { type: 'payment_intent', payment_intent: invoice._intent },
        status: invoice.status === 'paid' ? 'paid' : 'open',
        status_transitions: { canceled_at: null, paid_at: invoice.status_transitions.paid_at },
      },
    ],
    `/v1/invoices/${invoice.id}/payments`,
  )
