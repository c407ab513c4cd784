import { html } from '../../html.ts'
import { fail, payIntent, REFUSED } from '../payments/charging.ts'
import type { PaymentIntent } from '../kinds.ts'
import { get } from '../store.ts'
import { confirmView } from './checkout-view.ts'
import { dollars, originOf } from './format.ts'
import { need, redirect, sheet, show, type Visit } from './visit.ts'

/** Where `next_action` of a payment leads: the bank asks the cardholder. */
export async function intentPage(visit: Visit, id: string): Promise<void> {
  const { form, act, look, response } = visit
  const intent = await look((call) => need(call, 'payment_intent', id))
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
  const after: PaymentIntent = await act(async (call) => {
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
