import { randomBytes } from 'node:crypto'
import { SCOPE_NAMES, type Scope } from '@plinth/contract/http/scopes.ts'
import { insertToken } from '../../src/core/session/token-queries.ts'
import type { Deps } from '../../src/deps.ts'
import { hashToken } from '../../src/http/viewer.ts'

/** Makes an access token of a person and returns its id and the header that sends it. */
export async function makeToken(
  { db }: Deps,
  person: { id: string },
  scopes: readonly Scope[] = SCOPE_NAMES,
  days: number | null = null,
): Promise<{ id: string; headers: { authorization: string } }> {
  const text = `plinth_${randomBytes(32).toString('base64url')}`
  const made = await insertToken(db, {
    userId: person.id,
    name: 'Test',
    tokenHash: hashToken(text),
    scopes,
    days,
    source: { userAgent: '', address: '' },
  })
  if (made === undefined) throw new Error('This person has too many tokens.')
  return { id: made.id, headers: { authorization: `Bearer ${text}` } }
}
