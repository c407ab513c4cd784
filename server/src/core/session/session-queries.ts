import { sql } from 'kysely'
import { newId } from '../../db/id.ts'
import type { Database } from '../../db/pool.ts'
import { statement } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../http/viewer.ts'
import { insertAccountEvent } from '../account/activity-queries.ts'
import type { RequestSource } from './device.ts'

/** A session ends after two weeks without use, and after sixty days at the latest. */
const IDLE_LIMIT = sql`interval '14 days'`
const ABSOLUTE_LIMIT = sql`interval '60 days'`
export const ABSOLUTE_LIMIT_SECONDS = 60 * 24 * 60 * 60
/** A device that was not used for so long counts as new; its cookie has ended, too. */
const DEVICE_LIMIT = sql`interval '400 days'`
export const DEVICE_LIMIT_SECONDS = 400 * 24 * 60 * 60
const ATTEMPT_LIMIT = sql`interval '10 minutes'`
export const ATTEMPT_LIMIT_SECONDS = 10 * 60

export interface SignInAttempt {
  state: string
  nonce: string
  codeVerifier: string
  returnTo: string
  /** Whether the provider was asked to authenticate even a person who is signed in there. */
  isAgain: boolean
}

type SessionRow = Viewer & { isStale: boolean }

const sessionViewer = statement<null, { tokenHash: Buffer }, SessionRow>(
  (_, { tokenHash }) => sql<SessionRow>`
    select u.id, u.is_creator as "isCreator", u.staff_role as role, false as "isAdmin", s.id as "sessionId",
      s.signed_in_at as "signedInAt", s.last_seen_at < now() - interval '1 hour' as "isStale"
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${tokenHash}::bytea and s.expires_at > now()
      and s.absolute_expires_at > now() and not u.is_gone`,
)

/** The viewer of an active session. Reads their rights each time, because they may just have changed. */
export async function findViewerByToken(
  { reads, db }: Pick<Deps, 'reads' | 'db'>,
  tokenHash: Buffer,
): Promise<Viewer | null> {
  const [row] = await reads.rows(sessionViewer(null, { tokenHash }))
  if (row === undefined) return null
  const { isStale, ...viewer } = row
  // Extending once an hour is enough for a limit of two weeks and saves a write on most reads.
  if (isStale) await extendSession(db, tokenHash)
  return viewer
}

/** Notes that a session is used, which keeps it open. */
export async function extendSession(db: Database, tokenHash: Buffer): Promise<void> {
  await db
    .updateTable('sessions')
    .set({
      last_seen_at: sql<Date>`now()`,
      expires_at: sql<Date>`least(absolute_expires_at, now() + ${IDLE_LIMIT})`,
    })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** Opens a session and ends the earlier one of this browser. */
export async function createSession(
  db: Database,
  session: {
    tokenHash: Buffer
    replaces: Buffer | null
    userId: string
    userAgent: string
    idToken: string
    /** The provider's name of its own session. */
    providerSid?: string | null
    signedInAt: Date
  },
): Promise<void> {
  await db
    .with('replaced', (cte) =>
      cte.deleteFrom('sessions').where('token_hash', '=', session.replaces),
    )
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      id: newId(),
      user_id: session.userId,
      expires_at: sql<Date>`now() + ${IDLE_LIMIT}`,
      absolute_expires_at: sql<Date>`now() + ${ABSOLUTE_LIMIT}`,
      user_agent: session.userAgent,
      id_token: session.idToken,
      provider_sid: session.providerSid ?? null,
      signed_in_at: session.signedInAt,
    })
    .execute()
}

/** Signs a browser out. Returns its person and ID token, or null if there was no session. */
export async function deleteSession(
  db: Database,
  tokenHash: Buffer,
  source: RequestSource,
): Promise<{ userId: string; idToken: string } | null> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .deleteFrom('sessions')
      .where('token_hash', '=', tokenHash)
      .returning(['user_id as userId', 'id_token as idToken'])
      .executeTakeFirst()
    if (row === undefined) return null
    await insertAccountEvent(trx, { userId: row.userId, kind: 'signed_out', source })
    return row
  })
}

export async function createAttempt(
  db: Database,
  tokenHash: Buffer,
  attempt: SignInAttempt,
): Promise<void> {
  await db
    .insertInto('sign_in_attempts')
    .values({
      token_hash: tokenHash,
      state: attempt.state,
      nonce: attempt.nonce,
      code_verifier: attempt.codeVerifier,
      return_to: attempt.returnTo,
      is_again: attempt.isAgain,
      expires_at: sql<Date>`now() + ${ATTEMPT_LIMIT}`,
    })
    .execute()
}

/** Removes and returns an attempt, so that a second callback finds nothing. */
export async function takeAttempt(
  db: Database,
  tokenHash: Buffer,
  state: string,
): Promise<SignInAttempt | null> {
  const row = await db
    .deleteFrom('sign_in_attempts')
    .where('token_hash', '=', tokenHash)
    .where('state', '=', state)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning([
      'state',
      'nonce',
      'code_verifier as codeVerifier',
      'return_to as returnTo',
      'is_again as isAgain',
    ])
    .executeTakeFirst()
  return row ?? null
}

/** Deletes expired sessions, sign-in attempts and logout tokens, and devices that were not used for a long time. */
export async function sweepSessions(db: Database): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
  await db
    .deleteFrom('sign_in_attempts')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
  await db
    .deleteFrom('logout_tokens')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
  await db
    .deleteFrom('known_devices')
    .where('last_used_at', '<', sql<Date>`now() - ${DEVICE_LIMIT}`)
    .execute()
}
