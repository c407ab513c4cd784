import { html, type Html } from '../../html.ts'
import type { Invoice, PaymentMethod } from '../kinds.ts'
import { cardOf, settleInvoice } from '../billing/renewals.ts'
import { get } from '../store.ts'
import { confirmView } from './checkout-view.ts'
import {
  date,
  dollars,
  alertBox,
  need,
  redirect,
  show,
  smallPrint,
  type PageRequest,
} from './request.ts'

/** An invoice, which can be paid while it is open. */
export async function invoicePage(page: PageRequest, id: string): Promise<void> {
  const { form, write, read, response } = page
  const { invoice, card } = await read(async (call) => {
    const found = await need(call, 'invoice', id)
    return {
      invoice: found,
      card: await cardOf(call, await get(call, 'subscription', found._subscription)),
    }
  })
  const action = `/cards/invoice/${id}`
  const title = `Invoice ${invoice.number}`
  if (form === null || invoice.status !== 'open' || card === null)
    return show(response, { title, body: view(invoice, card) })
  const answer = form.get('answer')
  if (card._behaviour === 'authenticates' && answer === null)
    return show(response, {
      title: 'Approve',
      body: confirmView({ action, sum: dollars(invoice.total) }),
    })
  if (answer === 'refuse')
    return show(response, {
      title,
      status: 402,
      body: view(invoice, card, 'You refused the payment.'),
    })
  const outcome = await write(async (call) =>
    settleInvoice(
      call,
      await get(call, 'invoice', id),
      card,
      answer === null ? 'present' : 'approved',
    ),
  )
  if (outcome.failure === null) return redirect(response, action)
  show(response, { title, status: 402, body: view(outcome.invoice, card, outcome.failure.message) })
}

const LINES = { open: 'Open', paid: 'Paid', void: 'Void' }

const view = (invoice: Invoice, card: PaymentMethod | null, problem?: string): Html =>
  html`<main class="sheet">
    <p class="about">Invoice ${invoice.number}</p>
    <h1>${dollars(invoice.total)}</h1>
    ${alertBox(problem)}
    <dl>
      <dt>From</dt>
      <dd>Plinth</dd>
      <dt>For</dt>
      <dd>${date(invoice.period_start)} to ${date(invoice.period_end)}</dd>
      <dt>State</dt>
      <dd>${LINES[invoice.status]}</dd>
    </dl>
    ${
      invoice.status !== 'open' || card === null
        ? ''
        : html`<form method="post" action="/cards/invoice/${invoice.id}">
            <button class="go">
              Pay ${dollars(invoice.total)} with the card ending in ${card.card.last4}
            </button>
          </form>`
    }
    ${smallPrint}
  </main>`
