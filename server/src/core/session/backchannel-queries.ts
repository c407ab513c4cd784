import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'
import type { LogoutClaims } from '../../gateways/logout.ts'
import { insertAccountEvent } from '../account/activity-queries.ts'
import { deviceOf } from './device.ts'

/** Notes that a logout token is used. False if it was before. */
export async function takeLogoutToken(
  trx: Database,
  { tokenHash, expiresAt }: { tokenHash: Buffer; expiresAt: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('logout_tokens')
    .values({ token_hash: tokenHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/**
 * Ends the sessions that began with a session at the provider, or all of a person if it names none, and returns the
 * people. A session of the named person of which we do not know where it began ends, too.
 */
export async function endProviderSessions(
  trx: Database,
  { issuer, subject, sid }: Pick<LogoutClaims, 'issuer' | 'subject' | 'sid'>,
): Promise<string[]> {
  const person = sql`(select user_id from identities where issuer = ${issuer} and subject = ${subject})`
  const ended =
    subject === null
      ? sql`provider_sid = ${sid}`
      : sid === null
        ? sql`user_id = ${person}`
        : sql`user_id = ${person} and (provider_sid = ${sid} or provider_sid is null)`
  const { rows } = await sql<{ userId: string; userAgent: string }>`
    delete from sessions where ${ended}
    returning user_id as "userId", user_agent as "userAgent"`.execute(trx)
  for (const { userId, userAgent } of rows)
    await insertAccountEvent(trx, {
      userId,
      kind: 'provider_ended',
      detail: deviceOf(userAgent),
      source: null,
    })
  return [...new Set(rows.map(({ userId }) => userId))]
}
