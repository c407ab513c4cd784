import type { BodyOf } from '@plinth/contract/http/endpoint.ts'
import { MESSAGES_PER_MINUTE } from '@plinth/contract/limits.ts'
import type { sendMessage } from '@plinth/contract/messages/messages.ts'
import type { FastifyRequest } from 'fastify'
import { AppError, notFound, rateLimited } from '../../http/errors.ts'
import { isTooLong, oneLine } from './message-subject.ts'
import type { NewMessage, Refusal, Written } from './message-write-queries.ts'

/** Of each call that writes messages, for one person, whatever their sessions. */
export const messageLimit = {
  max: MESSAGES_PER_MINUTE,
  timeWindow: 60_000,
  keyGenerator: (request: FastifyRequest) => request.viewer?.id ?? request.ip,
}

/** What a body says, held against what the contract cannot say. */
export function newMessageOf(senderId: string, body: BodyOf<typeof sendMessage>): NewMessage {
  const { messageType = 'general', budget = null, timeline = null, mediaIds = [] } = body
  const receiverId = body.receiverId.toLowerCase()
  if (receiverId === senderId) {
    throw wrong({ receiverId: 'You cannot write to yourself.' })
  }
  const subject = oneLine(body.subject ?? '')
  if (isTooLong(subject)) throw wrong({ subject: 'This subject is too long.' })
  const content = body.content.trim()
  if (messageType === 'business_inquiry') checkInquiry({ content, budget, timeline })
  else checkGeneral({ content, budget, timeline, hasFiles: mediaIds.length > 0 })
  return {
    senderId,
    receiverId,
    subject: subject === '' ? null : subject,
    content,
    messageType,
    budget,
    timeline,
    itemId: body.portfolioId ?? null,
    mediaIds: [...new Set(mediaIds.map((id) => id.toLowerCase()))],
    quoteCents: null,
    clientId: body.clientId ?? null,
  }
}

type Asked = Pick<NewMessage, 'content' | 'budget' | 'timeline'>

function checkInquiry({ content, budget, timeline }: Asked): void {
  const fields = {
    ...(content === '' ? { content: 'Please describe your project' } : {}),
    ...(budget === null ? { budget: 'Please select a budget range' } : {}),
    ...(timeline === null ? { timeline: 'Please select a timeline' } : {}),
  }
  if (Object.keys(fields).length > 0) throw wrong(fields)
}

function checkGeneral({
  content,
  budget,
  timeline,
  hasFiles,
}: Asked & { hasFiles: boolean }): void {
  const fields = {
    ...(content === '' && !hasFiles ? { content: 'Write something, or add a file.' } : {}),
    ...(budget === null ? {} : { budget: 'Only a business inquiry has a budget.' }),
    ...(timeline === null ? {} : { timeline: 'Only a business inquiry has a timeline.' }),
  }
  if (Object.keys(fields).length > 0) throw wrong(fields)
}

/** What was written, or what to tell the person whose message was not. */
export function admitted<W extends Written>(result: W | Refusal): W {
  if (typeof result === 'string') throw refused(result)
  if ('waitSeconds' in result) throw mustWait(result.waitSeconds)
  return result
}

function refused(refusal: Exclude<Refusal, object>): AppError {
  switch (refusal) {
    case 'taken':
      return wrong({ clientId: 'This id names another message already.' })
    case 'no receiver':
      return notFound()
    case 'blocked':
      return new AppError('auth.forbidden', 'You cannot write to this person.')
    case 'no work':
      return wrong({ portfolioId: 'There is no such work of theirs on show.' })
    case 'no file':
      return new AppError('not_found', 'There is no such upload of yours. Upload the file again.')
    case 'unanswered':
      return new AppError(
        'rate.limited',
        'You have written a lot here without an answer. You can go on when there is one.',
      )
  }
}

const mustWait = (seconds: number): AppError =>
  rateLimited(
    seconds,
    (time) =>
      `You have begun many conversations. You can begin another in ${time}, and go on in those you have.`,
  )

function wrong(fields: Record<string, string>): AppError {
  const [first = 'The input is not valid.'] = Object.values(fields)
  return new AppError('input.invalid', first, { fields })
}
