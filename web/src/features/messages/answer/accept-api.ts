import type { Message } from '@plinth/contract/messages/messages.ts'
import { acceptOffer, getProject, payDeposit } from '@plinth/contract/projects/project-calls.ts'
import { call } from '../../../lib/api/api.ts'

interface Accepting {
  projectId: string
  quote: NonNullable<Message['quote']>
  idempotencyKey: string
}

/**
 * Accepts the quote shown in the conversation. Returns the address of the page to pay its deposit, or null if the
 * project has other terms by now.
 */
export async function acceptQuote({
  projectId,
  quote,
  idempotencyKey,
}: Accepting): Promise<string | null> {
  const params = { id: projectId }
  const project = await call(getProject, { params })
  const offer = project.offers.find(
    ({ kind, by, state }) => kind === 'terms' && by === 'creator' && state === 'open',
  )
  if ((offer ?? project).price !== quote.price) return null
  if (offer !== undefined)
    await call(acceptOffer, { params: { ...params, offerId: offer.id }, idempotencyKey })
  return (await call(payDeposit, { params, idempotencyKey: `${idempotencyKey}-pay` })).url
}
