import {
  NOTIFICATION_KINDS,
  type NotificationKind,
  type NotificationSettings,
} from '@plinth/contract/notifications/notifications.ts'
import type { OwnSettings } from './notification-queries.ts'

const KINDS = Object.keys(NOTIFICATION_KINDS) as NotificationKind[]

const defaultOf = (kind: NotificationKind) => ({ app: true, mail: NOTIFICATION_KINDS[kind].mail })

/** Every kind's channels: the person's own choice, or the default. */
export const completeSettings = (own: OwnSettings): NotificationSettings =>
  Object.fromEntries(
    KINDS.map((kind) => [kind, own[kind] ?? defaultOf(kind)]),
  ) as NotificationSettings

/** What is kept of settings: only what differs from the defaults, so that a better default reaches everybody else. */
export function deviations(settings: NotificationSettings): OwnSettings {
  return Object.fromEntries(
    KINDS.filter((kind) => {
      const { app, mail } = defaultOf(kind)
      return settings[kind].app !== app || settings[kind].mail !== mail
    }).map((kind) => [kind, settings[kind]]),
  )
}

/** The same settings with no letters. */
export function withoutMail(own: OwnSettings): OwnSettings {
  const settings = completeSettings(own)
  return deviations(
    Object.fromEntries(
      KINDS.map((kind) => [kind, { ...settings[kind], mail: false }]),
    ) as NotificationSettings,
  )
}
