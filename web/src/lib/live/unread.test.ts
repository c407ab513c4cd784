import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import { getUnreadMessages } from '@plinth/contract/messages/messages.ts'
import { getUnreadCount } from '@plinth/contract/notifications/notifications.ts'
import { badgeText, unreadQuery, setUnreadMessages, unreadMessagesQuery } from './unread.ts'

it('is kept under the key of its endpoint', () => {
  expect(unreadQuery.queryKey).toEqual(queryKey(getUnreadCount))
})

it('writes a count above the limit of the server as 99+', () => {
  expect([1, 99, 100].map(badgeText)).toEqual(['1', '99', '99+'])
})

it('keeps the count of unread conversations under the key of its endpoint', () => {
  expect(unreadMessagesQuery.queryKey).toEqual(queryKey(getUnreadMessages))
})

it('stores the count that the server pushes', () => {
  const client = new QueryClient()
  setUnreadMessages(client, 4)
  expect(client.getQueryData(unreadMessagesQuery.queryKey)).toEqual({ count: 4 })
})
