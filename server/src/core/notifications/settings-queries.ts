import {
  SETTING_KINDS,
  type NotificationSettings,
  type SettingKind,
} from '@plinth/contract/notifications/notifications.ts'
import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'

const KINDS = Object.keys(SETTING_KINDS) as SettingKind[]

/** What somebody changed: only kinds that differ from the defaults. */
export type OwnSettings = Partial<NotificationSettings>

const defaultOf = (kind: SettingKind) => ({ app: true, mail: SETTING_KINDS[kind].mail })

/** Every kind's channels: the person's own choice, or the default. */
export const completeSettings = (own: OwnSettings): NotificationSettings =>
  Object.fromEntries(
    KINDS.map((kind) => [kind, own[kind] ?? defaultOf(kind)]),
  ) as NotificationSettings

/** Only what differs from the defaults is saved, so that a changed default reaches everybody else. */
export function deviations(settings: NotificationSettings): OwnSettings {
  return Object.fromEntries(
    KINDS.filter((kind) => {
      const { app, mail } = defaultOf(kind)
      return settings[kind].app !== app || settings[kind].mail !== mail
    }).map((kind) => [kind, settings[kind]]),
  )
}

/** The same settings without emails. */
export function withoutMail(own: OwnSettings): OwnSettings {
  const settings = completeSettings(own)
  return deviations(
    Object.fromEntries(
      KINDS.map((kind) => [kind, { ...settings[kind], mail: false }]),
    ) as NotificationSettings,
  )
}

/** The same settings without news from Plinth. */
export const withoutNews = (own: OwnSettings): OwnSettings =>
  deviations({ ...completeSettings(own), news: { app: true, mail: false } })

export async function findSettings(db: Database, userId: string): Promise<OwnSettings> {
  const row = await db
    .selectFrom('users')
    .select('notification_settings as settings')
    .where('id', '=', userId)
    .executeTakeFirst()
  return (row?.settings ?? {}) as OwnSettings
}

/** Replaces a person's settings by what `change` returns for them. Two changes at once wait for each other. */
export function changeSettings(
  db: Database,
  userId: string,
  change: (settings: OwnSettings) => OwnSettings,
): Promise<OwnSettings> {
  return db.transaction().execute(async (trx) => {
    await sql`select 1 from users where id = ${userId}::uuid for no key update`.execute(trx)
    const settings = change(await findSettings(trx, userId))
    await trx
      .updateTable('users')
      .set({ notification_settings: JSON.stringify(settings) })
      .where('id', '=', userId)
      .execute()
    return settings
  })
}

/** The person whose emails carry this key. */
export async function findByMailKey(
  db: Database,
  { person, key }: { person: string; key: string },
): Promise<{ email: string | null } | undefined> {
  return db
    .selectFrom('users')
    .select('email')
    .where('id', '=', person)
    .where('mail_key', '=', key)
    .executeTakeFirst()
}
