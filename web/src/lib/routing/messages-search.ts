import type { ConversationBox } from '@plinth/contract/messages/conversations.ts'
import { MAX_SEARCH_LENGTH } from '@plinth/contract/limits.ts'

/** Repeated here because importing the contract's list would add its schemas to the first load. */
const BOXES = ['unread', 'business', 'archived'] as const satisfies readonly ConversationBox[]

/** The messages' parameters in the address. Absent ones have their defaults. */
export interface MessagesSearch {
  box?: Exclude<ConversationBox, 'inbox'>
  /** The search in messages. */
  q?: string
  /** The message to scroll to in a thread; the newest when absent. */
  at?: string
}

/** Reads the valid parameters and ignores the rest; never throws. */
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
