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
  const message = session.custom_text.submit?.message
  return html`<div class="checkout">
    <section class="due" aria-label="What you pay for">
      <div class="inner">
        <div class="due-head">
          ${back(session.cancel_url, wayBack(session))}
          <span class="wordmark">${mark} Plinth</span>
        </div>
        ${products[0] === undefined ? '' : work(products[0], session)}
        ${session.metadata.total === undefined ? lines(session) : slip(session)}
        ${message === undefined ? '' : html`<p class="message">${message}</p>`}
      </div>
    </section>
    <main class="pay">
      <div class="inner">
        <h1>Pay by card</h1>
        ${alertBox(entry.alert)}
        <form id="pay" method="post" action="/cards/checkout/${session.id}" novalidate>
          ${cardFields(entry, true)}
          <button class="go">${isSubscription ? 'Subscribe and pay' : 'Pay'} ${sum}</button>
        </form>
        <p class="small">Your bank may ask you to confirm. Plinth never sees your card number.</p>
        ${testCards('pay')} ${smallPrint}
      </div>
    </main>
  </div>`
}

const mark = html`<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
  <path d="M7 2h10v10H7z" fill="#ffffff" />
  <path d="M1 13.5h22v2H1z" fill="#a855f7" />
  <path d="M4 17.5h16V22H4z" fill="#77778b" />
</svg>`

const wayBack = ({ mode, metadata }: CheckoutSession): string =>
  mode === 'subscription' || metadata.total === undefined
    ? 'Back to Plinth'
    : metadata.purpose === 'deposit'
      ? 'Back to your request'
      : 'Back to the project'

/** The work that is paid for, on its ledge, with its maker. */
function work({ name, description, images: [image] }: Product, session: CheckoutSession): Html {
  const { work: title, maker, place, rating } = session.metadata
  const line = [place, rating].filter((part) => part !== undefined).join('. ')
  return html`<div class="work">
    ${image === undefined ? '' : html`<span class="hung"><img src="${image}" alt="" /></span>`}
    <p>
      <em>${title ?? name}</em>
      ${maker === undefined ? '' : html`<strong>${maker}</strong>`}
      ${
        maker === undefined
          ? description === null
            ? ''
            : html`<span>${description}</span>`
          : html`<span>${line}</span>`
      }
    </p>
  </div>`
}

/** Both halves of a project's price, on paper: what is paid now, and what is due when. */
function slip({ amount_total: cents, metadata }: CheckoutSession): Html {
  const { purpose, total, other, maker_first_name: maker = 'the maker' } = metadata
  const sum = dollars(cents)
  const isDeposit = purpose === 'deposit'
  const rows: [Html, string | undefined][] = isDeposit
    ? [
        [html`50% deposit, held by Plinth, <i>today</i>`, sum],
        [html`The other half, <i>due when you approve</i>`, other],
        [html`Paid to ${maker} when you approve, <i>nobody is paid before</i>`, total],
      ]
    : [
        [html`The other half, <i>today</i>`, sum],
        [html`50% deposit, <i>paid before</i>`, other],
        [html`Paid to ${maker} now, <i>less the card fee</i>`, total],
      ]
  return html`<div class="slip">
    <p class="now"><span>You pay now</span><b>${sum}</b></p>
    <p class="all"><span>Total</span><b>${total}</b></p>
    <div class="${isDeposit ? 'halves' : 'halves second'}" aria-hidden="true">
      <span></span><span></span>
    </div>
    <table>
      <caption class="unseen">
        What is paid when
      </caption>
      <tbody>
        ${rows.map(
          ([what, amount]) =>
            html`<tr>
              <th scope="row">${what}</th>
              <td>${amount}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

const every = ({ _items: [line] }: CheckoutSession): string =>
  line?.price.recurring ? ` each ${line.price.recurring.interval}` : ''

/** Lines of a payment that is no project's. */
const lines = (session: CheckoutSession): Html =>
  html`<div class="slip">
    <p class="now"><span>You pay now</span><b>${dollars(session.amount_total)}</b></p>
    <table>
      <caption class="unseen">
        Lines
      </caption>
      <tbody>
        ${session._items.map(
          (item) =>
            html`<tr>
              <th scope="row">
                ${item.description}${item.quantity > 1 ? ` × ${item.quantity}` : ''}${every(session)}
              </th>
              <td>${dollars(item.amount_total)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
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
      Confirm that you are paying ${options.sum} to ${options.to ?? 'Plinth'}. This page takes the
      place of your bank’s; no bank is asked.
    </p>
    <form method="post" action="${options.action}">
      ${options.hidden ?? ''}
      <button class="go" name="answer" value="approve">Approve</button>
      <button class="plain" name="answer" value="refuse">Refuse</button>
    </form>
    ${smallPrint}
  </main>`
