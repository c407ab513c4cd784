import { sql, type RawBuilder } from 'kysely'
import { microsOf } from '../../db/micros.ts'
import type { Database } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { signatureOf } from '../media/media-sql.ts'
import { queueLetter } from '../notifications/plain-letters.ts'

/** Where somebody who cannot sign in appeals. */
export const ACCOUNT_APPEAL_PATH = '/api/appeals/account'

type Doors = Pick<Deps, 'env' | 'jobs' | 'live' | 'mail' | 'now'>

/**
 * Suspends somebody: their sessions end, and nothing of theirs is in a list, a search or a counter any more (a trigger
 * on `users` sees to that). They get a letter with the reason and a link to appeal. In a transaction; answers what is to
 * be called after the commit, null when they are suspended already or there is no such person.
 */
export async function suspend(
  doors: Doors,
  trx: Database,
  { userId, reason }: { userId: string; reason: string },
): Promise<(() => void) | null> {
  await holdThingsOf(trx, userId)
  const { rows } = await sql`
    update users set suspended_at = ${doors.now()}, suspended_reason = ${reason}, updated_at = now()
    where id = ${userId}::uuid and suspended_at is null returning id`.execute(trx)
  if (rows.length === 0) return null
  await trx.deleteFrom('sessions').where('user_id', '=', userId).execute()
  const suspension = await findSuspension(trx, userId)
  if (suspension !== null) {
    await queueLetter(trx, doors, {
      to: suspension.email,
      subject: 'Your Plinth account is suspended',
      paragraphs: [
        `Your account is suspended and cannot sign in. Reason: ${suspension.reason}`,
        `You can appeal once, and a person reads it: ${doors.env.publicUrl}${suspension.appealPath}`,
      ],
    })
  }
  return () => doors.live.sessionsMoved(userId)
}

/** Says by letter that a suspension stays, with what was answered to the appeal against it. */
export async function tellUpheld(
  doors: Doors,
  trx: Database,
  { userId, answer }: { userId: string; answer: string },
): Promise<void> {
  const suspension = await findSuspension(trx, userId)
  if (suspension === null) return
  await queueLetter(trx, doors, {
    to: suspension.email,
    subject: 'Your Plinth account stays suspended',
    paragraphs: [
      'A person has read your appeal, and the suspension stays.',
      `What was answered: ${answer}`,
    ],
  })
}

/**
 * Takes a suspension back: everything of theirs is where it was. Null when they are not suspended. `answer`: what was
 * said to their appeal.
 */
export async function restore(
  doors: Doors,
  trx: Database,
  { userId, answer }: { userId: string; answer?: string },
): Promise<(() => void) | null> {
  await holdThingsOf(trx, userId)
  const { rows } = await sql<{ email: string | null }>`
    update users set suspended_at = null, suspended_reason = null, updated_at = now()
    where id = ${userId}::uuid and suspended_at is not null
    returning case when email_verified then email end as email`.execute(trx)
  const [person] = rows
  if (person === undefined) return null
  await queueLetter(trx, doors, {
    to: person.email,
    subject: 'Your Plinth account is restored',
    paragraphs: [
      `You can sign in again, and what you made is where it was: ${doors.env.publicUrl}`,
      ...(answer === undefined ? [] : [`What was answered to your appeal: ${answer}`]),
    ],
  })
  return () => doors.live.followersMoved([userId])
}

/** Whoever edits a post or work holds it before its author; so does this. */
export async function holdThingsOf(trx: Database, userId: string): Promise<void> {
  await sql`select id from posts where creator_id = ${userId}::uuid order by id for no key update`.execute(
    trx,
  )
  await sql`select id from portfolio_items where creator_id = ${userId}::uuid
    order by id for no key update`.execute(trx)
}

export interface Suspension {
  userId: string
  /** Null without a verified one. */
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

/** The suspension that a link speaks of; null when the link is not one of ours, or an old one. */
export async function findSuspensionByKey(
  db: Database,
  { person, key }: { person: string; key: string },
): Promise<Suspension | null> {
  const { rows } = await selectSuspension(
    sql`u.id = ${person}::uuid and ${appealKey} = ${key}`,
  ).execute(db)
  return rows[0] ?? null
}
