import { SETTING_KINDS, type SettingKind } from '@plinth/contract/notifications/notifications.ts'
import { sql, type RawBuilder } from 'kysely'

const MAILED_BY_DEFAULT = (Object.keys(SETTING_KINDS) as SettingKind[]).filter(
  (kind) => SETTING_KINDS[kind].mail,
)

/** Whether `users u` wants emails of this kind. */
export const wantsMail = (kind: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`coalesce(
  (u.notification_settings -> ${kind} ->> 'mail')::boolean, ${kind} = any (${MAILED_BY_DEFAULT}::text[]))`

/** Whether `users u` can get emails at all. */
export const isReachable = sql<boolean>`(
  u.email is not null and u.email_verified and not u.is_gone)`
