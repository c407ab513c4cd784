import {
  EMAIL_ONLY,
  FIXED_KINDS,
  getNotificationSettings,
  getUnreadCount,
  listNotifications,
  readNotifications,
  updateNotificationSettings,
  type SettingKind,
} from '@plinth/contract/notifications/notifications.ts'
import type { Context } from '../../deps.ts'
import { countUnread } from '../../db/unread-sql.ts'
import { AppError } from '../../http/errors.ts'
import { registerDigests } from './emails/digest-jobs.ts'
import { startOutboxWorker, type OutboxWorker } from './outbox/worker.ts'
import { findNotifications, unreadOf, type Subjects } from './notification-list-queries.ts'
import { markRead } from './notification-queries.ts'
import { changeSettings, completeSettings, deviations, findSettings } from './settings-queries.ts'
import { registerMoneyEmails } from './emails/money/money-jobs.ts'
import { registerPlainEmails } from './emails/plain.ts'
import { registerUnsubscribe } from './emails/unsubscribe-routes.ts'

export function registerNotifications({ app, mount, deps }: Context, subjects: Subjects): void {
  const { db, reads, live } = deps

  mount.hot(listNotifications, ({ who, query }) => findNotifications(deps, subjects, who, query))
  mount.hot(getUnreadCount, ({ who }) => reads.one(unreadOf(who, {}, {})))

  mount(readNotifications, async ({ viewer, body }) => {
    const hasChanged = await markRead(db, viewer.id, body.ids ?? null)
    if (hasChanged) live.notificationsMoved([viewer.id])
    return { count: (await countUnread(db, [viewer.id])).get(viewer.id) ?? 0 }
  })

  mount(getNotificationSettings, async ({ viewer }) =>
    completeSettings(await findSettings(db, viewer.id)),
  )

  mount(updateNotificationSettings, async ({ viewer, body }) => {
    const turnedOff = FIXED_KINDS.filter((kind) => body[kind]?.app === false)
    if (turnedOff.length > 0) throw cannotTurnOff(turnedOff)
    return completeSettings(
      await changeSettings(db, viewer.id, (own) =>
        deviations({ ...completeSettings(own), ...body }),
      ),
    )
  })

  registerUnsubscribe({ app, deps })
  registerPlainEmails({ app, deps })
  registerMoneyEmails({ app, deps })
  registerDigests({ app, deps })

  if (!deps.env.runJobs) return
  let worker: OutboxWorker | null = null
  app.addHook('onReady', async () => {
    worker = startOutboxWorker(deps, (error) =>
      app.log.error({ err: error }, 'outbox not processed'),
    )
  })
  app.addHook('onResponse', async ({ method }) => {
    if (method !== 'GET' && method !== 'HEAD') worker?.wakeSoon()
  })
  app.addHook('onClose', () => worker?.stop())
}

const ALWAYS_HERE = 'Projects and money are always shown on Plinth.'
const ONLY_MAIL = 'News from Plinth is only emailed. Turn the email off instead.'
function cannotTurnOff(kinds: readonly SettingKind[]): AppError {
  const why = (kind: SettingKind) => (EMAIL_ONLY.includes(kind) ? ONLY_MAIL : ALWAYS_HERE)
  const fields = Object.fromEntries(kinds.map((kind) => [`${kind}.app`, why(kind)]))
  return new AppError('input.invalid', Object.values(fields)[0] ?? ALWAYS_HERE, { fields })
}
