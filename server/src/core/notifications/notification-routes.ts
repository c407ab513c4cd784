import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import {
  getNotificationSettings,
  getUnreadCount,
  listNotifications,
  readNotifications,
  updateNotificationSettings,
} from '@plinth/contract/notifications.ts'
import type { Context } from '../../deps.ts'
import { countUnread } from '../../db/unread-sql.ts'
import { decodeTimeCursor } from '../../http/paging.ts'
import { registerLetters } from './letter-jobs.ts'
import { startNoticeWorker, type NoticeWorker } from './notice-worker.ts'
import { listOwnNotifications } from './notification-list-queries.ts'
import { changeSettings, findSettings, markRead } from './notification-queries.ts'
import { completeSettings, deviations } from './notification-settings.ts'
import { registerUnsubscribe } from './unsubscribe-routes.ts'

export function registerNotifications({ app, mount, deps }: Context): void {
  const { db, live } = deps
  const unreadOf = async (userId: string) => ({
    count: (await countUnread(db, [userId])).get(userId) ?? 0,
  })

  mount(listNotifications, ({ viewer, query: { filter = 'all', cursor, limit = PAGE_SIZE } }) =>
    listOwnNotifications(db, {
      userId: viewer.id,
      filter,
      limit,
      after: decodeTimeCursor(cursor, filter),
    }),
  )

  mount(getUnreadCount, ({ viewer }) => unreadOf(viewer.id))

  mount(readNotifications, async ({ viewer, body }) => {
    const hasChanged = await markRead(db, viewer.id, body.ids ?? null)
    if (hasChanged) live.notificationsMoved([viewer.id])
    return unreadOf(viewer.id)
  })

  mount(getNotificationSettings, async ({ viewer }) =>
    completeSettings(await findSettings(db, viewer.id)),
  )

  mount(updateNotificationSettings, async ({ viewer, body }) =>
    completeSettings(
      await changeSettings(db, viewer.id, (own) =>
        deviations({ ...completeSettings(own), ...body }),
      ),
    ),
  )

  registerUnsubscribe({ app, deps })
  registerLetters({ app, deps })

  if (!deps.env.runJobs) return
  let worker: NoticeWorker | null = null
  app.addHook('onReady', async () => {
    worker = startNoticeWorker(deps, (error) => app.log.error({ err: error }, 'notices not worked'))
  })
  app.addHook('onClose', () => worker?.stop())
}
