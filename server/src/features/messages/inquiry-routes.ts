import { declineInquiry, sendQuote, type Message } from '@plinth/contract/messages/messages.ts'
import type { Context, Deps } from '../../deps.ts'
import { orNotFound } from '../../http/errors.ts'
import { answerInquiry, findInquiry, type InquiryAnswer } from './inquiry-queries.ts'
import { answerable, type Inquiry, type Quotes } from './inquiry-rules.ts'
import { findMessage } from './message-list-queries.ts'
import { admitted, messageLimit } from './message-rules.ts'

export function registerInquiries({ mount, deps }: Context, quotes: Quotes): void {
  const limited = { config: { rateLimit: messageLimit } }

  mount(
    sendQuote,
    async ({ params, body, viewer }) => {
      const inquiry = await findAnswerable(deps, params.id, viewer.id)
      const {
        price,
        deliverBy,
        milestones = [],
        picks = null,
        content = '',
        clientId = null,
      } = body
      const terms = { price, deliverBy, milestones, picks }
      const quote = { cents: quotes.check(terms), terms }
      return answer(deps, quotes, inquiry, { content: content.trim(), quote, clientId })
    },
    limited,
  )

  mount(
    declineInquiry,
    async ({ params, body: { content, clientId = null }, viewer }) => {
      const inquiry = await findAnswerable(deps, params.id, viewer.id)
      const given = { content: content.trim(), quote: null, clientId }
      return answer(deps, quotes, inquiry, given)
    },
    limited,
  )
}

const findAnswerable = async ({ db }: Deps, id: string, viewerId: string): Promise<Inquiry> =>
  answerable(await findInquiry(db, { id, viewerId }), viewerId)

async function answer(
  deps: Deps,
  quotes: Quotes,
  inquiry: Inquiry,
  given: InquiryAnswer,
): Promise<Message> {
  const { reads, live } = deps
  const { senderId, receiverId } = inquiry
  const answered = admitted(await answerInquiry(deps, quotes, inquiry, given))
  const { id, conversationId, projectId, isNew } = answered
  if (isNew) live.messagesMoved(conversationId, [senderId, receiverId])
  if (projectId !== null) quotes.notify(projectId, [senderId, receiverId])
  return orNotFound(await findMessage(reads, { userId: receiverId, id }))
}
