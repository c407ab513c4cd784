import { NO_SUBJECT } from '@plinth/contract/messages/messages.ts'

/** Bytes of a subject that a conversation is found by: an index takes no more, and some letters unfold into many. */
const MAX_KEY_BYTES = 2_000

export const oneLine = (subject: string): string => subject.replaceAll(/\s+/g, ' ').trim()

export const isTooLong = (subject: string): boolean =>
  Buffer.byteLength(subject.normalize('NFKC')) > MAX_KEY_BYTES

/**
 * A subject without its `Re: `: that of the conversation. What is called like a conversation without a subject has
 * none, for so its answers are called.
 */
export function bareSubject(subject: string): string {
  const bare = subject.replace(/^(\s*re:\s*)+/i, '').trim()
  return bare.toLowerCase() === NO_SUBJECT.toLowerCase() ? '' : bare
}
