import { html } from '../../html.ts'
import { answerConfirmation, payByCard, type PayOutcome } from '../payments/checkout-pay.ts'
import type { Call } from '../call.ts'
import { find } from '../store.ts'
import type { CheckoutSession, Product } from '../kinds.ts'
import { checkCard, filled, type CardEntry } from './card-form.ts'
import { back, checkoutView, confirmView } from './checkout-view.ts'
import { dollars, originOf } from './format.ts'
import { need, redirect, sheet, show, type Visit } from './visit.ts'

/** Where people pay. */
export async function checkoutPage(visit: Visit, id: string): Promise<void> {
  const { form, act, look } = visit
  const { session, now } = await look(async (call) => ({
    session: await need(call, 'checkout.session', id),
    now: call.now,
  }))
  if (session.status === 'expired') return ended(visit, session)
  if (form === null)
    return session.status === 'complete' ? paid(visit, session) : showForm(visit, session)
  const quick = filled(form)
  if (quick !== null) return showForm(visit, session, quick)
  const { entry, checked } = checkCard(form, now, true)
  // A second press may carry a form that the first has emptied.
  if (session.status === 'complete') return leave(visit, session)
  if (checked === null) return showForm(visit, session, entry, 422)
  const outcome = await act(async (call) =>
    payByCard(call, await need(call, 'checkout.session', id), checked.card, checked.details),
  )
  return after(visit, session, outcome, entry)
}

export async function checkoutConfirmPage(visit: Visit, id: string): Promise<void> {
  const { form, act, look } = visit
  const session = await look((call) => need(call, 'checkout.session', id))
  if (form === null) {
    if (session._confirming === undefined) return redirect(visit.response, `/cards/checkout/${id}`)
    const sum = dollars(session.amount_total)
    const body = confirmView({ action: `/cards/checkout/${id}/confirm`, sum })
    return show(visit.response, { title: 'Approve', body, origins: wayOut(session) })
  }
  const isApproved = form.get('answer') === 'approve'
  const outcome = await act(async (call) =>
    answerConfirmation(call, await need(call, 'checkout.session', id), isApproved),
  )
  const { email = '', name = '' } = session._confirming ?? {}
  return after(visit, session, outcome, { values: { email, name }, errors: {} })
}

function after(
  visit: Visit,
  session: CheckoutSession,
  outcome: PayOutcome,
  entry: CardEntry,
): Promise<void> | void {
  if (outcome.state === 'complete') return leave(visit, outcome.session)
  if (outcome.state === 'confirming')
    return redirect(visit.response, `/cards/checkout/${session.id}/confirm`)
  if (outcome.state === 'over') return ended(visit, session)
  return showForm(visit, session, { ...entry, alert: outcome.failure.message }, 402)
}

async function showForm(
  { response, look }: Visit,
  session: CheckoutSession,
  entry?: CardEntry,
  status = 200,
): Promise<void> {
  const { products, email, name } = await look(async (call) => ({
    products: await productsOf(call, session),
    ...(await buyerOf(call, session)),
  }))
  const start = { values: { email, name }, errors: {} }
  const images = products.flatMap((product) => product.images).map(originOf)
  show(response, {
    title: 'Pay by card',
    body: checkoutView({ session, products, entry: entry ?? start }),
    status,
    origins: [...wayOut(session), ...images],
  })
}

async function buyerOf(call: Call, { customer, customer_email: email }: CheckoutSession) {
  const known = customer === null ? null : await find(call, 'customer', customer)
  return { email: known?.email ?? email ?? '', name: known?.name ?? '' }
}

async function productsOf(call: Call, session: CheckoutSession): Promise<Product[]> {
  const products: Product[] = []
  for (const { price } of session._items) {
    const product = await find(call, 'product', price.product)
    if (product !== null) products.push(product)
  }
  return products
}

const wayOut = ({ success_url: success, cancel_url: cancel }: CheckoutSession) => [
  originOf(success.replaceAll('{CHECKOUT_SESSION_ID}', 'id')),
  originOf(cancel),
]

const successUrl = ({ success_url: url, id }: CheckoutSession): string =>
  url.replaceAll('{CHECKOUT_SESSION_ID}', id)

const leave = ({ response }: Visit, session: CheckoutSession): void =>
  redirect(response, successUrl(session))

function paid({ response }: Visit, session: CheckoutSession): void {
  const body = sheet(
    'This is paid',
    html`<p>${dollars(session.amount_total)} went through.</p>
      <a class="go" href="${successUrl(session)}">Go on to Plinth</a>`,
  )
  show(response, { title: 'Paid', body })
}

function ended({ response }: Visit, session: CheckoutSession): void {
  const body = sheet(
    'This payment page has ended',
    html`<p>Nothing was paid here. Start again from Plinth.</p>
      ${back(session.cancel_url)}`,
  )
  show(response, { title: 'Ended', body, status: 410 })
}
