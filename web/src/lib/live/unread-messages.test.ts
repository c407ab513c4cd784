import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { getUnreadMessages } from '@plinth/contract/messages/messages.ts'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import { setUnreadMessages, unreadMessagesQuery } from './unread-messages.ts'

it('is kept under the address it is asked for at', () => {
  expect(unreadMessagesQuery.queryKey).toEqual(queryKey(getUnreadMessages))
})

it('takes what the server pushes', () => {
  const client = new QueryClient()
  setUnreadMessages(client, 4)
  expect(client.getQueryData(unreadMessagesQuery.queryKey)).toEqual({ count: 4 })
})
