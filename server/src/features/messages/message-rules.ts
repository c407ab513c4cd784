import { isFilled } from '@plinth/contract/http/filled.ts'
import type { BodyOf } from '@plinth/contract/http/endpoint.ts'
import { MESSAGES_PER_MINUTE } from '@plinth/contract/limits.ts'
import type { Budget, Timeline } from '@plinth/contract/messages/inquiry.ts'
import {
  NO_SUBJECT,
  type MessageType,
  type sendMessage,
} from '@plinth/contract/messages/messages.ts'
import type { FastifyRequest } from 'fastify'
import { AppError, notFound, rateLimited } from '../../http/errors.ts'

export interface NewMessage {
  senderId: string
  receiverId: string
  /** As it was typed; null for the default subject of its type. */
  subject: string | null
  content: string
  messageType: MessageType
  budget: Budget | null
  timeline: Timeline | null
  /** The work it is about. */
  itemId: string | null
  mediaIds: readonly string[]
  /** The price of a quote, in cents; null for any other message. */
  quoteCents: number | null
  clientId: string | null
  /** The brief that an inquiry belongs to. */
  briefId: string | null
}

export interface Written {
  id: string
  conversationId: string
  /** False when the same client id has been sent before. */
  isNew: boolean
}

/** Why a message is not written. */
export type Refusal =
  | 'taken'
  | 'no receiver'
  | 'blocked'
  | 'no work'
  | 'no file'
  | 'unanswered'
  | { waitSeconds: number }

/** The rate limit of each call that writes messages, per person across their sessions. */
export const messageLimit = {
  max: MESSAGES_PER_MINUTE,
  timeWindow: 60_000,
  keyGenerator: (request: FastifyRequest) => request.viewer?.id ?? request.ip,
}

/** Turns a request body into a message, and checks what the contract's schema cannot. */
export function newMessageOf(senderId: string, body: BodyOf<typeof sendMessage>): NewMessage {
  const { messageType = 'general', budget = null, timeline = null, mediaIds = [] } = body
  const receiverId = body.receiverId.toLowerCase()
  if (receiverId === senderId) {
    throw wrong({ receiverId: 'You can’t write to yourself.' })
  }
  const subject = oneLine(body.subject ?? '')
  if (isTooLong(subject)) throw wrong({ subject: 'This subject is too long. Shorten it.' })
  const content = isFilled(body.content) ? body.content.trim() : ''
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
    briefId: null,
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

/** Returns the written message, or throws the error that explains why it was refused. */
export function admitted<W extends Written>(result: W | Refusal): W {
  if (typeof result === 'string') throw refused(result)
  if ('waitSeconds' in result) throw mustWait(result.waitSeconds)
  return result
}

function refused(refusal: Exclude<Refusal, object>): AppError {
  switch (refusal) {
    case 'taken':
      return wrong({ clientId: 'Another message already has this id.' })
    case 'no receiver':
      return notFound()
    case 'blocked':
      return new AppError('auth.forbidden', 'You can’t write to this person.')
    case 'no work':
      return wrong({ portfolioId: 'This person has no such work.' })
    case 'no file':
      return new AppError('not_found', 'We couldn’t find this upload. Upload the file again.')
    case 'unanswered':
      return new AppError(
        'rate.limited',
        'You’ve sent a lot of messages without an answer. You can write again once they answer.',
      )
  }
}

const mustWait = (seconds: number): AppError =>
  rateLimited(
    seconds,
    (time) =>
      `You’ve started many conversations. You can start another in ${time}, and keep writing in the ones you have.`,
  )

function wrong(fields: Record<string, string>): AppError {
  const [first = 'Check what you entered.'] = Object.values(fields)
  return new AppError('input.invalid', first, { fields })
}

/** The longest subject in bytes after normalization, which can multiply characters: an index key holds no more. */
const MAX_KEY_BYTES = 2_000

const oneLine = (subject: string): string => subject.replaceAll(/\s+/g, ' ').trim()

const isTooLong = (subject: string): boolean =>
  Buffer.byteLength(subject.normalize('NFKC')) > MAX_KEY_BYTES

/**
 * The subject of the conversation: without `Re: `. `Message`, which replies use for a missing subject, counts as
 * none.
 */
export function bareSubject(subject: string): string {
  const bare = subject.replace(/^(\s*re:\s*)+/i, '').trim()
  return bare.toLowerCase() === NO_SUBJECT.toLowerCase() ? '' : bare
}
