import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import {
  FIXED_KINDS,
  getNotificationSettings,
  getUnreadCount,
  listNotifications,
  readNotifications,
  updateNotificationSettings,
  type NotificationKind,
} from '@plinth/contract/notifications/notifications.ts'
import type { Context } from '../../deps.ts'
import { countUnread } from '../../db/unread-sql.ts'
import { AppError } from '../../http/errors.ts'
import { decodeTimeCursor } from '../../http/paging.ts'
import { registerLetters } from './emails/digest-jobs.ts'
import { startNoticeWorker, type NoticeWorker } from './outbox/worker.ts'
import { listOwnNotifications } from './notification-list-queries.ts'
import { changeSettings, findSettings, markRead } from './notification-queries.ts'
import { completeSettings, deviations } from './settings-queries.ts'
import { registerPlainLetters } from './emails/plain-email.ts'
import { registerUnsubscribe } from './emails/unsubscribe-routes.ts'

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

  mount(updateNotificationSettings, async ({ viewer, body }) => {
    const silenced = FIXED_KINDS.filter((kind) => body[kind]?.app === false)
    if (silenced.length > 0) throw notToBeSilenced(silenced)
    return completeSettings(
      await changeSettings(db, viewer.id, (own) =>
        deviations({ ...completeSettings(own), ...body }),
      ),
    )
  })

  registerUnsubscribe({ app, deps })
  registerPlainLetters({ app, deps })
  registerLetters({ app, deps })

  if (!deps.env.runJobs) return
  let worker: NoticeWorker | null = null
  app.addHook('onReady', async () => {
    worker = startNoticeWorker(deps, (error) => app.log.error({ err: error }, 'notices not worked'))
  })
  app.addHook('onClose', () => worker?.stop())
}

const ALWAYS_HERE = 'Projects and money cannot be turned off on Plinth.'
const notToBeSilenced = (kinds: readonly NotificationKind[]) =>
  new AppError('input.invalid', ALWAYS_HERE, {
    fields: Object.fromEntries(kinds.map((kind) => [`${kind}.app`, ALWAYS_HERE])),
  })
