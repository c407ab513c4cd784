import { html } from '../../html.ts'
import { answerConfirmation, payByCard, type PayOutcome } from '../payments/checkout-payment.ts'
import type { Call } from '../call.ts'
import { find, get } from '../store.ts'
import type { CheckoutSession, Product, PaymentIntent } from '../kinds.ts'
import { checkCard, filled, type CardEntry } from './card-view.ts'
import { back, checkoutView, confirmView } from './checkout-view.ts'
import { dollars, originOf, need, redirect, sheet, show, type PageRequest } from './request.ts'
import { fail, payIntent, REFUSED } from '../payments/charging.ts'

/** The page where people pay. */
export async function checkoutPage(page: PageRequest, id: string): Promise<void> {
  const { form, write, read } = page
  const { session, now } = await read(async (call) => ({
    session: await need(call, 'checkout.session', id),
    now: call.now,
  }))
  if (session.status === 'expired') return ended(page, session)
  if (form === null)
    return session.status === 'complete' ? paid(page, session) : showForm(page, session)
  const quick = filled(form)
  if (quick !== null) return showForm(page, session, quick)
  const { entry, checked } = checkCard(form, now, true)
  // A second press on Pay may send a form that the first press has cleared.
  if (session.status === 'complete') return leave(page, session)
  if (checked === null) return showForm(page, session, entry, 422)
  const outcome = await write(async (call) =>
    payByCard(call, await need(call, 'checkout.session', id), checked.card, checked.details),
  )
  return showOutcome(page, session, outcome, entry)
}

export async function checkoutConfirmPage(page: PageRequest, id: string): Promise<void> {
  const { form, write, read } = page
  const session = await read((call) => need(call, 'checkout.session', id))
  if (form === null) {
    if (session._confirming === undefined) return redirect(page.response, `/cards/checkout/${id}`)
    const sum = dollars(session.amount_total)
    const body = confirmView({ action: `/cards/checkout/${id}/confirm`, sum })
    return show(page.response, { title: 'Approve', body, origins: wayOut(session) })
  }
  const isApproved = form.get('answer') === 'approve'
  const outcome = await write(async (call) =>
    answerConfirmation(call, await need(call, 'checkout.session', id), isApproved),
  )
  const { email = '', name = '' } = session._confirming ?? {}
  return showOutcome(page, session, outcome, { values: { email, name }, errors: {} })
}

function showOutcome(
  page: PageRequest,
  session: CheckoutSession,
  outcome: PayOutcome,
  entry: CardEntry,
): Promise<void> | void {
  if (outcome.state === 'complete') return leave(page, outcome.session)
  if (outcome.state === 'confirming')
    return redirect(page.response, `/cards/checkout/${session.id}/confirm`)
  if (outcome.state === 'over') return ended(page, session)
  return showForm(page, session, { ...entry, alert: outcome.failure.message }, 402)
}

async function showForm(
  { response, read }: PageRequest,
  session: CheckoutSession,
  entry?: CardEntry,
  status = 200,
): Promise<void> {
  const { products, email, name } = await read(async (call) => ({
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

const leave = ({ response }: PageRequest, session: CheckoutSession): void =>
  redirect(response, successUrl(session))

function paid({ response }: PageRequest, session: CheckoutSession): void {
  const body = sheet(
    'This is paid',
    html`<p>${dollars(session.amount_total)} went through.</p>
      <a class="go" href="${successUrl(session)}">Go on to Plinth</a>`,
  )
  show(response, { title: 'Paid', body })
}

function ended({ response }: PageRequest, session: CheckoutSession): void {
  const body = sheet(
    'This payment page has ended',
    html`<p>Nothing was paid here. Start again from Plinth.</p>
      ${back(session.cancel_url)}`,
  )
  show(response, { title: 'Ended', body, status: 410 })
}

/** The page that a payment's `next_action` leads to: the bank asks the cardholder for approval. */
export async function intentPage(page: PageRequest, id: string): Promise<void> {
  const { form, write, read, response } = page
  const intent = await read((call) => need(call, 'payment_intent', id))
  const returnUrl = intent.next_action?.redirect_to_url?.return_url ?? null
  if (intent.status !== 'requires_action')
    return show(response, {
      title: 'Nothing to approve',
      body: sheet('Nothing to approve', html`<p>This payment waits for nobody.</p>`),
    })
  if (form === null) {
    const body = confirmView({ action: `/cards/confirm/${id}`, sum: dollars(intent.amount) })
    return show(response, { title: 'Approve', body, origins: [originOf(returnUrl)] })
  }
  const isApproved = form.get('answer') === 'approve'
  const after: PaymentIntent = await write(async (call) => {
    const asking = await get(call, 'payment_intent', id)
    if (asking.status !== 'requires_action') return asking
    const method = await get(call, 'payment_method', asking.payment_method ?? '')
    if (!isApproved) return fail(call, asking, method, REFUSED)
    return (await payIntent(call, asking, method, { presence: 'approved' })).intent
  })
  if (returnUrl !== null) {
    const target = new URL(returnUrl)
    target.searchParams.set('payment_intent', id)
    return redirect(response, target.href)
  }
  const title = after.status === 'requires_payment_method' ? 'Refused' : 'Approved'
  show(response, { title, body: sheet(title, html`<p>You can close this page.</p>`) })
}
