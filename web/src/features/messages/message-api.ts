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

/** A thread is read further than a wall at a time: its messages are short. */
const THREAD_PAGE = { limit: 40 }

export const conversationsQuery = (client: QueryClient, box: ConversationBox) =>
  pagesOf(client, listConversations, { query: { box: box === 'inbox' ? undefined : box } })

export const conversationQuery = (id: string) => answerOf(getConversation, { params: { id } })

/** The newest messages on the first page, and within each page the newest first. */
export const threadQuery = (id: string) =>
  plainPagesOf(listConversationMessages, { params: { id } }, THREAD_PAGE)

export const readNewestMessages = (client: QueryClient, id: string) =>
  readFirstPage(client, listConversationMessages, { params: { id } }, THREAD_PAGE)

/** Words that say enough to search for. */
export const MIN_SEARCH_LENGTH = 2

/** What has been written since is to be found as well. */
export const messageSearchQuery = (client: QueryClient, search: string) =>
  pagesOf(client, searchMessages, { query: { search } }, { staleTime: 0 })
