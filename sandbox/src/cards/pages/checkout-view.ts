import { html, type Html } from '../../html.ts'
import type { CheckoutSession, Product } from '../kinds.ts'
import { cardFields, testCards, type CardEntry } from './card-view.ts'
import { dollars, alertBox, smallPrint } from './request.ts'

const arrow = html`<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
  <path d="M14 8H2m5-5L2 8l5 5" fill="none" stroke="currentColor" stroke-width="1.5" />
</svg>`

export const back = (url: string | null, label = 'Back to Plinth'): Html | null =>
  url === null ? null : html`<a class="back" href="${url}">${arrow} ${label}</a>`

export interface CheckoutView {
  session: CheckoutSession
  /** The products of the session's lines, in order. */
  products: Product[]
  entry: CardEntry
}

export function checkoutView({ session, products, entry }: CheckoutView): Html {
  const sum = dollars(session.amount_total)
  const isSubscription = session.mode === 'subscription'
  return html`<div class="checkout">
    <section class="due" aria-label="What is paid">
      <div class="inner">${back(session.cancel_url)} ${due(session, products)}</div>
    </section>
    <main class="pay">
      <div class="inner">
        <h1>Pay by card</h1>
        ${alertBox(entry.alert)}
        <form id="pay" method="post" action="/cards/checkout/${session.id}" novalidate>
          ${cardFields(entry, true)}
          <button class="go">${isSubscription ? 'Subscribe and pay' : 'Pay'} ${sum}</button>
        </form>
        ${testCards('pay')} ${smallPrint}
      </div>
    </main>
  </div>`
}

const every = ({ _items: [line] }: CheckoutSession): string =>
  line?.price.recurring ? ` each ${line.price.recurring.interval}` : ''

function due(session: CheckoutSession, products: Product[]): Html {
  const isSubscription = session.mode === 'subscription'
  const about = session._intent.description ?? (isSubscription ? 'Subscription' : 'Payment')
  const message = session.custom_text.submit?.message
  return html`<p class="about">${about}</p>
    <p class="sum">${dollars(session.amount_total)}</p>
    ${products[0] === undefined ? '' : work(products[0])}
    <table>
      <caption class="unseen">
        Lines
      </caption>
      <tbody>
        ${session._items.map(
          (item) =>
            html`<tr>
              <th scope="row">
                ${item.description}${item.quantity > 1 ? ` × ${item.quantity}` : ''}
              </th>
              <td>${dollars(item.amount_total)}</td>
            </tr>`,
        )}
        <tr class="total">
          <th scope="row">Due now${isSubscription ? `, then${every(session)}` : ''}</th>
          <td>${dollars(session.amount_total)}</td>
        </tr>
      </tbody>
    </table>
    ${message === undefined ? '' : html`<p class="message">${message}</p>`}`
}

const work = ({ name, description, images: [image] }: Product) =>
  html`<div class="work">
    ${image === undefined ? '' : html`<span class="hung"><img src="${image}" alt="" /></span>`}
    <p>
      <em>${name}</em>
      ${description === null ? '' : html`<span>${description}</span>`}
    </p>
  </div>`

/** The page of the cardholder's bank. */
export const confirmView = (options: {
  action: string
  sum: string
  to?: string
  hidden?: Html
}): Html =>
  html`<main class="sheet bank">
    <p class="about">Test Bank</p>
    <h1>Approve ${options.sum}?</h1>
    <p>
      Your bank asks whether it is you who pays ${options.sum} to ${options.to ?? 'Plinth'}. No bank
      is asked: this page stands where its page would.
    </p>
    <form method="post" action="${options.action}">
      ${options.hidden ?? ''}
      <button class="go" name="answer" value="approve">Approve</button>
      <button class="plain" name="answer" value="refuse">Refuse</button>
    </form>
    ${smallPrint}
  </main>`
