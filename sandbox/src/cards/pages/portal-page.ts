import { HttpError } from '../../http.ts'
import type { Call } from '../call.ts'
import { setDefaultCard } from '../payments/customers.ts'
import type { Customer, PortalSession } from '../kinds.ts'
import { settleInvoice } from '../billing/renewals.ts'
import { all, find, get } from '../store.ts'
import { setCancelAtPeriodEnd, update } from '../billing/subscriptions.ts'
import { createPaymentMethod } from '../payments/methods.ts'
import { checkCard, filled, type CardEntry, type CheckedCard } from './card-view.ts'
import { originOf, need, redirect, show, type PageRequest } from './request.ts'
import { portalView, type Plan, type PortalView } from './portal-view.ts'

/** A link to the portal works for an hour. */
const LINK_SECONDS = 60 * 60
const EMPTY: CardEntry = { values: {}, errors: {} }
const DONE: Record<string, string> = {
  card: 'The card was changed.',
  cancel: 'It will not renew.',
  resume: 'It goes on.',
}

/** The page where a subscriber manages card, renewal and invoices. */
export async function portalPage(page: PageRequest, id: string): Promise<void> {
  const { form, write, read, response } = page
  const { session, now } = await read(async (call) => ({
    session: await need(call, 'billing_portal.session', id),
    now: call.now,
  }))
  if (now > session.created + LINK_SECONDS)
    throw new HttpError(410, 'This link is an hour old. Ask Plinth for a new one.')
  if (form === null) return showPortal(page, session, EMPTY)
  const quick = filled(form)
  if (quick !== null) return showPortal(page, session, quick)
  const step = form.get('step') ?? ''
  if (step === 'cancel' || step === 'resume') {
    const wanted = form.get('subscription') ?? ''
    await write((call) => setEnding(call, session, wanted, step === 'cancel'))
    return redirect(response, `/cards/portal/${id}?done=${step}`)
  }
  const { entry, checked } = checkCard(form, now, false)
  if (checked === null) return showPortal(page, session, entry, 422)
  const problem = await write((call) => changeCard(call, session, checked))
  if (problem !== null) return showPortal(page, session, { ...entry, alert: problem }, 402)
  redirect(response, `/cards/portal/${id}?done=card`)
}

async function setEnding(
  call: Call,
  { customer }: PortalSession,
  wanted: string,
  isEnding: boolean,
): Promise<void> {
  const subscription = await get(call, 'subscription', wanted)
  if (subscription.customer !== customer || subscription.status === 'canceled')
    throw new HttpError(404, 'There is no such subscription.')
  if (subscription.cancel_at_period_end !== isEnding)
    await setCancelAtPeriodEnd(call, subscription, isEnding)
}

/** Saves the new card and charges overdue invoices with it at once. Returns the error message, or null. */
async function changeCard(
  call: Call,
  { customer: id }: PortalSession,
  { card, details }: NonNullable<CheckedCard>,
): Promise<string | null> {
  if (card.behaviour === 'declined') return 'Your card was declined.'
  if (card.behaviour === 'insufficient_funds') return 'Your card has insufficient funds.'
  const customer = await get(call, 'customer', id)
  const method = await createPaymentMethod(call, card, { ...details, email: customer.email }, id)
  await setDefaultCard(call, id, method.id)
  for (const subscription of await all(call, 'subscription', { customer: id })) {
    if (subscription.status === 'canceled') continue
    await update(call, subscription, { default_payment_method: method.id })
    const invoice = await find(call, 'invoice', subscription.latest_invoice ?? '')
    if (subscription.status !== 'past_due' || invoice?.status !== 'open') continue
    const { failure } = await settleInvoice(call, invoice, method, 'present')
    if (failure !== null) return failure.message
  }
  return null
}

async function showPortal(
  { response, read, url }: PageRequest,
  session: PortalSession,
  entry: CardEntry,
  status = 200,
): Promise<void> {
  const facts = await read((call) => factsOf(call, session))
  const action = `/cards/portal/${session.id}`
  const done = DONE[url.searchParams.get('done') ?? '']
  const view = { ...facts, action, returnUrl: session.return_url, entry, done }
  show(response, {
    title: 'Your subscription',
    status,
    body: portalView(view),
    origins: [originOf(session.return_url)],
  })
}

async function factsOf(
  call: Call,
  { customer: id }: PortalSession,
): Promise<Pick<PortalView, 'plans' | 'card' | 'invoices'>> {
  const customer: Customer = await get(call, 'customer', id)
  const plans: Plan[] = []
  for (const subscription of await all(call, 'subscription', { customer: id })) {
    const [item] = subscription.items.data
    plans.push({ subscription, product: await get(call, 'product', item.price.product) })
  }
  const cardId =
    plans[0]?.subscription.default_payment_method ??
    customer.invoice_settings.default_payment_method
  return {
    plans,
    card: cardId === null ? null : await find(call, 'payment_method', cardId),
    invoices: await all(call, 'invoice', { customer: id }),
  }
}
