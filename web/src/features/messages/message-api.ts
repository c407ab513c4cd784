import type { QueryClient } from '@tanstack/react-query'
import {
  getConversation,
  listConversationMessages,
  listConversations,
  type ConversationBox,
} from '@plinth/contract/messages/conversations.ts'
import { searchMessages } from '@plinth/contract/messages/messages.ts'
import { answerOf } from '../../lib/cache/answers.ts'
import { pagesOf, plainPagesOf, readFirstPage } from '../../lib/cache/pages.ts'

/** A page of a thread is longer than one of a wall, because messages are short. */
const THREAD_PAGE = { limit: 40 }

export const conversationsQuery = (client: QueryClient, box: ConversationBox) =>
  pagesOf(client, listConversations, { query: { box: box === 'inbox' ? undefined : box } })

export const conversationQuery = (id: string) => answerOf(getConversation, { params: { id } })

/** A thread page by page; the newest messages are on the first page, and each page has its newest first. */
export const threadQuery = (id: string) =>
  plainPagesOf(listConversationMessages, { params: { id } }, THREAD_PAGE)

export const readNewestMessages = (client: QueryClient, id: string) =>
  readFirstPage(client, listConversationMessages, { params: { id } }, THREAD_PAGE)

/** Shorter text is not searched for. */
export const MIN_SEARCH_LENGTH = 2

/** Always read again, so that new messages are found as well. */
export const messageSearchQuery = (client: QueryClient, search: string) =>
  pagesOf(client, searchMessages, { query: { search } }, { staleTime: 0 })
