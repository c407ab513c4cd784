import type { ConversationBox } from '@plinth/contract/messages/conversations.ts'
import { MAX_SEARCH_LENGTH } from '@plinth/contract/limits.ts'

/** Named here, and not taken from the contract, whose schemas every first load would bring along. */
const BOXES = ['unread', 'business', 'archived'] as const satisfies readonly ConversationBox[]

/** What of the messages lives in their address. What is absent has its default. */
export interface MessagesSearch {
  box?: Exclude<ConversationBox, 'inbox'>
  /** Words to find messages by. */
  q?: string
  /** The message that a thread opens at; its newest when absent. */
  at?: string
}

/** Takes what it understands of an address and leaves out the rest; never throws. */
export function readMessagesSearch(raw: Record<string, unknown>): MessagesSearch {
  const search: MessagesSearch = {}
  const box = BOXES.find((one) => one === raw['box'])
  if (box !== undefined) search.box = box
  // The router reads `?q=1984` as a number.
  const q = typeof raw['q'] === 'number' ? String(raw['q']) : raw['q']
  if (typeof q === 'string' && q.trim() !== '') search.q = q.slice(0, MAX_SEARCH_LENGTH)
  if (typeof raw['at'] === 'string' && raw['at'] !== '') search.at = raw['at']
  return search
}
