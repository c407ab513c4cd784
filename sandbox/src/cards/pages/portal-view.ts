import { html, type Html } from '../../html.ts'
import type { Invoice, PaymentMethod, Price, Product, Subscription } from '../kinds.ts'
import { cardFields, testCards, type CardEntry } from './card-view.ts'
import { back } from './checkout-view.ts'
import { date, dollars, alertBox, smallPrint } from './request.ts'

export interface Plan {
  subscription: Subscription
  product: Product
}
export interface PortalView {
  action: string
  returnUrl: string | null
  plans: Plan[]
  card: PaymentMethod | null
  invoices: Invoice[]
  entry: CardEntry
  done?: string | undefined
}

export const portalView = (view: PortalView): Html =>
  html`<main class="sheet wide">
    ${back(view.returnUrl)}
    <h1>Your subscription</h1>
    ${view.done === undefined ? '' : html`<p class="done" role="status">${view.done}</p>`}
    ${alertBox(view.entry.alert)}
    ${view.plans.length === 0 ? html`<p>You have no subscription.</p>` : view.plans.map((plan) => planView(plan, view))}
    ${cardView(view)} ${invoiceList(view.invoices)} ${smallPrint}
  </main>`

const each = ({ unit_amount: cents, recurring }: Price): string =>
  `${dollars(cents)} each ${recurring?.interval ?? 'time'}`

function planView({ subscription, product }: Plan, { action, invoices }: PortalView): Html {
  const [item] = subscription.items.data
  const open = invoices.find(
    ({ id, status }) => id === subscription.latest_invoice && status === 'open',
  )
  return html`<section class="plan" aria-label="${product.name}">
    <h2>${product.name}</h2>
    <p>${each(item.price)}. ${stateLine(subscription)}</p>
    ${
      open === undefined || subscription.status === 'canceled'
        ? ''
        : html`<p class="problem">
            The last payment did not go through.
            <a href="/cards/invoice/${open.id}">Pay ${dollars(open.total)} now</a> or change the
            card below.
          </p>`
    }
    ${
      subscription.status === 'canceled'
        ? ''
        : html`<form method="post" action="${action}">
            <input type="hidden" name="subscription" value="${subscription.id}" />
            ${
              subscription.cancel_at_period_end
                ? html`<button class="plain" name="step" value="resume">Go on after all</button>`
                : html`<button class="plain" name="step" value="cancel">
                    Cancel at the end of the period
                  </button>`
            }
          </form>`
    }
  </section>`
}

function stateLine(subscription: Subscription): string {
  const end = date(subscription.items.data[0].current_period_end)
  if (subscription.status === 'canceled') return `It ended on ${date(subscription.ended_at ?? 0)}.`
  if (subscription.cancel_at_period_end) return `It ends on ${end}.`
  return subscription.status === 'past_due' ? 'A payment is overdue.' : `It renews on ${end}.`
}

const cardView = ({ card, entry, action }: PortalView): Html =>
  html`<section aria-label="Card">
    <h2>Card</h2>
    <p>${card === null ? 'There is no card on file.' : cardLine(card)}</p>
    <details ${Object.keys(entry.values).length > 0 ? html`open` : ''}>
      <summary>Change card</summary>
      <form id="card" method="post" action="${action}" novalidate>
        ${cardFields(entry, false)}
        <button class="go" name="step" value="card">Use this card from now on</button>
      </form>
      ${testCards('card')}
    </details>
  </section>`

const cardLine = ({ card: { last4, exp_month: month, exp_year: year } }: PaymentMethod): string =>
  `Visa ending in ${last4}, good until ${String(month).padStart(2, '0')} / ${year % 100}.`

const STATES = { open: 'Open', paid: 'Paid', void: 'Void' }

const invoiceList = (invoices: Invoice[]): Html =>
  html`<section aria-label="Invoices">
    <h2>Invoices</h2>
    ${invoices.length === 0 ? html`<p>There are none yet.</p>` : ''}
    <ul class="invoices">
      ${invoices.map(
        (invoice) =>
          html`<li>
            <a href="/cards/invoice/${invoice.id}">${invoice.number}</a>
            <span>${date(invoice.created)}</span>
            <span>${STATES[invoice.status]}</span>
            <span>${dollars(invoice.total)}</span>
          </li>`,
      )}
    </ul>
  </section>`
