import { MAX_TOKENS } from '@plinth/contract/people/tokens.ts'
import { SCOPE_NAMES, type Scope } from '@plinth/contract/http/scopes.ts'
import { sql } from 'kysely'
import { newId } from '../../db/id.ts'
import type { Database } from '../../db/pool.ts'
import type { TokenViewer } from '../../http/viewer.ts'
import { insertAccountEvent } from '../account/activity-queries.ts'
import type { RequestSource } from './device.ts'

export interface TokenRow {
  id: string
  name: string
  scopes: Scope[]
  createdAt: Date
  lastUsedAt: Date | null
  expiresAt: Date | null
  isExpired: boolean
}

/**
 * The person and the scopes of a working access token, and notes its use. Tokens of admins do nothing, because many
 * reads show an admin more than others. For the same reason the person is never an admin here.
 */
export async function findTokenViewer(
  db: Database,
  tokenHash: Buffer,
): Promise<TokenViewer | null> {
  const row = await db
    .selectFrom('access_tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select([
      'u.id',
      'u.is_creator as isCreator',
      't.id as tokenId',
      't.scopes',
      sql<boolean>`t.last_used_at is null or t.last_used_at < now() - interval '1 minute'`.as(
        'isStale',
      ),
    ])
    .where('t.token_hash', '=', tokenHash)
    .where(sql<boolean>`(t.expires_at is null or t.expires_at > now())`)
    .where('u.is_gone', '=', false)
    .where('u.staff_role', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return null
  const { isStale, tokenId, scopes, ...person } = row
  if (isStale) await noteUse(db, tokenId)
  return {
    ...person,
    role: null,
    isAdmin: false,
    sessionId: tokenId,
    // A token is no sign-in, and never a recent one.
    signedInAt: new Date(0),
    scopes: knownScopes(scopes),
  }
}

const knownScopes = (scopes: readonly string[]): Scope[] =>
  SCOPE_NAMES.filter((scope) => scopes.includes(scope))

/** Asks once more whether it is stale, so that of many calls at the same time one writes. */
async function noteUse(db: Database, id: string): Promise<void> {
  await db
    .updateTable('access_tokens')
    .set({ last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where(sql<boolean>`(last_used_at is null or last_used_at < now() - interval '1 minute')`)
    .execute()
}

/** Somebody's tokens, the newest first; there are few. */
export async function findTokens(db: Database, userId: string): Promise<TokenRow[]> {
  const rows = await db
    .selectFrom('access_tokens')
    .select([
      'id',
      'name',
      'scopes',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
      'expires_at as expiresAt',
      sql<boolean>`coalesce(expires_at <= now(), false)`.as('isExpired'),
    ])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(MAX_TOKENS)
    .execute()
  return rows.map((row) => ({ ...row, scopes: knownScopes(row.scopes) }))
}

/** Keeps the hash of a new token. Undefined when the person has as many tokens as one can have. */
export async function insertToken(
  db: Database,
  token: {
    userId: string
    name: string
    tokenHash: Buffer
    scopes: readonly Scope[]
    days: number | null
    source: RequestSource
  },
): Promise<TokenRow | undefined> {
  return db.transaction().execute(async (trx) => {
    // Locked, so that two calls at the same time cannot both make the last one.
    await trx
      .selectFrom('users')
      .select('id')
      .where('id', '=', token.userId)
      .forNoKeyUpdate()
      .execute()
    const { rows } = await sql<{ id: string; createdAt: Date; expiresAt: Date | null }>`
      insert into access_tokens (id, user_id, name, token_hash, scopes, expires_at)
      select ${newId()}::uuid, ${token.userId}::uuid, ${token.name}, ${token.tokenHash},
        ${token.scopes}::text[], now() + make_interval(days => ${token.days}::int)
      where (select count(*) from access_tokens where user_id = ${token.userId}::uuid) < ${MAX_TOKENS}
      returning id, created_at as "createdAt", expires_at as "expiresAt"`.execute(trx)
    const [row] = rows
    if (row === undefined) return undefined
    const { name, userId, source } = token
    await insertAccountEvent(trx, { userId, kind: 'token_made', detail: name, source })
    return { ...row, name, scopes: knownScopes(token.scopes), lastUsedAt: null, isExpired: false }
  })
}

/** Deletes one of somebody's tokens; false when they have none with this id. */
export async function deleteToken(
  db: Database,
  { id, userId, source }: { id: string; userId: string; source: RequestSource },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const deleted = await trx
      .deleteFrom('access_tokens')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('name')
      .executeTakeFirst()
    if (deleted === undefined) return false
    await insertAccountEvent(trx, { userId, kind: 'token_removed', detail: deleted.name, source })
    return true
  })
}
