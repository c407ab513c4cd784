import {
  getNotificationSettings,
  listNotifications,
  type NotificationFilter,
} from '@plinth/contract/notifications/notifications.ts'
import { answerOf } from '../../lib/cache/answers.ts'
import { plainPagesOf } from '../../lib/cache/pages.ts'

export const notificationsQuery = (filter: NotificationFilter) =>
  plainPagesOf(listNotifications, { query: { filter } })

export const settingsQuery = answerOf(getNotificationSettings)
