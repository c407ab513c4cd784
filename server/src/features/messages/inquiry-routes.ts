import { declineInquiry, sendQuote, type Message } from '@plinth/contract/messages.ts'
import type { Context, Deps } from '../../deps.ts'
import { notFound } from '../../http/errors.ts'
import { answerInquiry, findInquiry, type InquiryAnswer } from './inquiry-queries.ts'
import { answerable, priceOf, type Inquiry } from './inquiry-rules.ts'
import { findMessage } from './message-list-queries.ts'
import { admitted, messageLimit } from './message-rules.ts'

export function registerInquiries({ mount, deps }: Context): void {
  const limited = { config: { rateLimit: messageLimit } }

  mount(
    sendQuote,
    async ({ params, body, viewer }) => {
      const inquiry = await findAnswerable(deps, params.id, viewer.id)
      const { price, timeline = null, content = '', clientId = null } = body
      const quote = { cents: priceOf(price), timeline }
      return answer(deps, inquiry, { content: content.trim(), quote, clientId })
    },
    limited,
  )

  mount(
    declineInquiry,
    async ({ params, body: { content, clientId = null }, viewer }) => {
      const inquiry = await findAnswerable(deps, params.id, viewer.id)
      return answer(deps, inquiry, { content: content.trim(), quote: null, clientId })
    },
    limited,
  )
}

const findAnswerable = async ({ db }: Deps, id: string, viewerId: string): Promise<Inquiry> =>
  answerable(await findInquiry(db, { id, viewerId }), viewerId)

async function answer(
  { db, live }: Deps,
  inquiry: Inquiry,
  given: InquiryAnswer,
): Promise<Message> {
  const { senderId, receiverId } = inquiry
  const { id, conversationId, isNew } = admitted(await answerInquiry(db, inquiry, given))
  if (isNew) live.messagesMoved(conversationId, [senderId, receiverId])
  const message = await findMessage(db, { userId: receiverId, id })
  if (message === null) throw notFound()
  return message
}
