import { invalid } from '../errors.ts'
import type { Call } from '../call.ts'
import { mergeMetadata } from './customers.ts'
import { emit } from '../webhooks/events.ts'
import { newId, all, get, save } from '../store.ts'
import type { Charge, Dispute } from '../kinds.ts'
import { CARDS, move } from '../payouts/ledger.ts'
import { boolean, metadata, shape, text } from '../params.ts'
import { listRoute, route, type Route } from '../routes.ts'

const DISPUTE_FEE = 1_500
const DAYS_TO_ANSWER = 9
const DAY = 24 * 60 * 60

/** The text fields that evidence may have. */
const EVIDENCE = Object.fromEntries(
  [
    'access_activity_log',
    'cancellation_policy_disclosure',
    'cancellation_rebuttal',
    'customer_email_address',
    'customer_name',
    'product_description',
    'refund_policy_disclosure',
    'refund_refusal_explanation',
    'service_date',
    'uncategorized_text',
  ].map((name) => [name, text]),
)

/** Whether a charge's money is with the bank, because of an open or a lost dispute. */
export async function isChargedBack(call: Call, { id, disputed }: Charge): Promise<boolean> {
  if (!disputed) return false
  return (await all(call, 'dispute', { charge: id })).some(({ status }) => status !== 'won')
}

/** Opens a dispute: the cardholder takes the money back through their bank. */
export async function openDispute(call: Call, chargeId: string, reason = 'fraudulent') {
  const charge = await get(call, 'charge', chargeId)
  const cents = charge.amount - charge.amount_refunded
  if (charge.disputed || !charge.captured || cents === 0)
    throw invalid(`Charge ${charge.id} cannot be disputed.`)
  const id = newId('du')
  const money = await move(call, {
    amount: -cents,
    fee: DISPUTE_FEE,
    type: 'adjustment',
    source: id,
    other: CARDS,
    description: `Chargeback withdrawal for ${charge.id}`,
  })
  const dispute = await save(call, {
    enhanced_eligibility_types: [],
    livemode: false,
    metadata: {},
    network_reason_code: '10.4',
    payment_method_details: PAYMENT_METHOD_DETAILS,
    id,
    object: 'dispute' as const,
    created: call.now,
    amount: cents,
    balance_transactions: [money],
    charge: charge.id,
    currency: charge.currency,
    evidence: Object.fromEntries(Object.keys(EVIDENCE).map((name) => [name, null])),
    evidence_details: {
      due_by: call.now + DAYS_TO_ANSWER * DAY,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: false,
    payment_intent: charge.payment_intent,
    reason,
    status: 'needs_response' as const,
  })
  await save(call, { ...charge, disputed: true }, { dueAt: null })
  await emit(call, 'charge.dispute.created', dispute)
  return dispute
}

const PAYMENT_METHOD_DETAILS = {
  type: 'card',
  card: { brand: 'visa', case_type: 'chargeback', network: 'visa', network_reason_code: '10.4' },
}

export async function closeDispute(
  call: Call,
  dispute: Dispute,
  status: 'won' | 'lost',
): Promise<Dispute> {
  if (dispute.status === 'won' || dispute.status === 'lost')
    throw invalid('This dispute is already closed.')
  const returned =
    status === 'lost'
      ? []
      : [
          await move(call, {
            amount: dispute.amount,
            type: 'adjustment',
            source: dispute.id,
            other: CARDS,
            description: `Chargeback reversal for ${dispute.charge}`,
          }),
        ]
  const closed = await save(call, {
    ...dispute,
    status,
    balance_transactions: [...dispute.balance_transactions, ...returned],
  })
  await emit(call, 'charge.dispute.closed', closed, { previous: { status: dispute.status } })
  return closed
}

export const disputeRoutes: Route[] = [
  route('GET /v1/disputes/:id', {}, (call, _params, id) => get(call, 'dispute', id)),
  listRoute('/v1/disputes', 'dispute', { charge: text, payment_intent: text }),
  route(
    'POST /v1/disputes/:id',
    { evidence: shape(EVIDENCE), metadata, submit: boolean },
    async (call, params, id) => {
      const dispute = await get(call, 'dispute', id)
      if (dispute.status === 'won' || dispute.status === 'lost')
        throw invalid('This dispute is already closed.')
      const isSubmitted = params.evidence !== undefined && params.submit !== false
      const details = dispute.evidence_details
      const updated = await save(call, {
        ...dispute,
        status: isSubmitted ? 'under_review' : dispute.status,
        evidence: { ...dispute.evidence, ...(params.evidence as Record<string, string>) },
        metadata: mergeMetadata(dispute.metadata, params.metadata),
        evidence_details: {
          ...details,
          has_evidence: details.has_evidence || params.evidence !== undefined,
          submission_count: details.submission_count + (isSubmitted ? 1 : 0),
        },
      })
      await emit(call, 'charge.dispute.updated', updated)
      return updated
    },
  ),
  route('POST /v1/disputes/:id/close', {}, async (call, _params, id) =>
    closeDispute(call, await get(call, 'dispute', id), 'lost'),
  ),
]
