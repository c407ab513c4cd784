import { sql, type RawBuilder } from 'kysely'
import { microsOf } from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { signatureOf } from '../media/media-sql.ts'
import { queueEmail } from '../notifications/emails/plain.ts'
import { peopleCards } from './people-card-queries.ts'

/** Where somebody who cannot sign in can appeal. */
export const ACCOUNT_APPEAL_PATH = '/api/appeals/account'

type Dependencies = Pick<Deps, 'env' | 'jobs' | 'live' | 'mail' | 'now' | 'reads'>

/**
 * Suspends somebody: their sessions end, and a trigger on `users` removes their content from lists, searches and
 * counters. They get an email with the reason and a link to appeal. Runs in a transaction and returns a function to
 * call after the commit; null when they are suspended already or there is no such person.
 */
export async function suspend(
  deps: Dependencies,
  trx: Database,
  { userId, reason }: { userId: string; reason: string },
): Promise<(() => void) | null> {
  await lockContentOf(trx, userId)
  const { rows } = await sql`
    update users set suspended_at = ${deps.now()}, suspended_reason = ${reason}, updated_at = now()
    where id = ${userId}::uuid and suspended_at is null returning id`.execute(trx)
  if (rows.length === 0) return null
  await trx.deleteFrom('sessions').where('user_id', '=', userId).execute()
  const suspension = await findSuspension(trx, userId)
  if (suspension !== null) {
    await queueEmail(trx, deps, {
      to: suspension.email,
      subject: 'Your Plinth account is suspended',
      paragraphs: [
        `We suspended your account, so you can’t log in. Reason: ${suspension.reason}`,
        `You can appeal once, and a person will read it: ${deps.env.publicUrl}${suspension.appealPath}`,
      ],
    })
  }
  return () => {
    peopleCards(deps).drop([userId])
    deps.live.sessionsMoved(userId)
    deps.live.accessMoved(userId)
  }
}

/** Emails somebody that their suspension stays, with the answer to their appeal. */
export async function emailUpheld(
  deps: Dependencies,
  trx: Database,
  { userId, answer }: { userId: string; answer: string },
): Promise<void> {
  const suspension = await findSuspension(trx, userId)
  if (suspension === null) return
  await queueEmail(trx, deps, {
    to: suspension.email,
    subject: 'Your Plinth account stays suspended',
    paragraphs: ['We read your appeal, and your account stays suspended.', `Our answer: ${answer}`],
  })
}

/**
 * Ends a suspension: everything of theirs is where it was, and they get an email, with the `answer` to their appeal if
 * there was one. Returns a function to call after the commit; null when they are not suspended.
 */
export async function restore(
  deps: Dependencies,
  trx: Database,
  { userId, answer }: { userId: string; answer?: string },
): Promise<(() => void) | null> {
  await lockContentOf(trx, userId)
  const { rows } = await sql<{ email: string | null }>`
    update users set suspended_at = null, suspended_reason = null, updated_at = now()
    where id = ${userId}::uuid and suspended_at is not null
    returning case when email_verified then email end as email`.execute(trx)
  const [person] = rows
  if (person === undefined) return null
  await queueEmail(trx, deps, {
    to: person.email,
    subject: 'Your Plinth account is restored',
    paragraphs: [
      `You can log in again. Everything you made is online again: ${deps.env.publicUrl}`,
      ...(answer === undefined ? [] : [`Our answer to your appeal: ${answer}`]),
    ],
  })
  return () => {
    peopleCards(deps).drop([userId])
    deps.live.followersMoved([userId])
  }
}

/** Locks somebody's posts and works. Call it before locking the person: edits lock in this order. */
export async function lockContentOf(trx: Database, userId: string): Promise<void> {
  await sql`select id from posts where creator_id = ${userId}::uuid order by id for no key update`.execute(
    trx,
  )
  await sql`select id from portfolio_items where creator_id = ${userId}::uuid
    order by id for no key update`.execute(trx)
}

export interface Suspension {
  userId: string
  /** Null without a verified address. */
  email: string | null
  reason: string
  at: Date
  /** Opens the appeal of this one suspension, and nothing else. */
  appealPath: string
}

const appealKey = sql`${signatureOf(
  sql`u.mail_key::text`,
  sql`'appeal' || ${microsOf(sql`u.suspended_at`)}`,
)}`

const selectSuspension = (
  condition: RawBuilder<unknown>,
): RawBuilder<Suspension> => sql<Suspension>`
  select u.id as "userId", case when u.email_verified then u.email end as email,
    coalesce(u.suspended_reason, 'none was given') as reason, u.suspended_at as at,
    ${sql.lit(`${ACCOUNT_APPEAL_PATH}?person=`)} || u.id || '&key=' || ${appealKey} as "appealPath"
  from users u where u.suspended_at is not null and ${condition}`

/** Somebody's suspension; null when they are not suspended. */
export async function findSuspension(db: Database, userId: string): Promise<Suspension | null> {
  const { rows } = await selectSuspension(sql`u.id = ${userId}::uuid`).execute(db)
  return rows[0] ?? null
}

/** The suspension that an appeal link belongs to; null when the link is not ours or an old one. */
export async function findSuspensionByKey(
  db: Database,
  { person, key }: { person: string; key: string },
): Promise<Suspension | null> {
  const { rows } = await selectSuspension(
    sql`u.id = ${person}::uuid and ${appealKey} = ${key}`,
  ).execute(db)
  return rows[0] ?? null
}
