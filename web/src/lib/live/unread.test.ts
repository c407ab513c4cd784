import { expect, it } from 'vitest'
import { getUnreadCount } from '@plinth/contract/notifications/notifications.ts'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import { badgeText, unreadQuery } from './unread.ts'

it('is kept under the address it is asked for at', () => {
  expect(unreadQuery.queryKey).toEqual(queryKey(getUnreadCount))
})

it('writes a count that the server has ceased to make as 99+', () => {
  expect([1, 99, 100].map(badgeText)).toEqual(['1', '99', '99+'])
})
