import { randomBytes } from 'node:crypto'
import {
  createToken,
  listTokens,
  MAX_TOKENS,
  revokeToken,
  type AccessToken,
} from '@plinth/contract/people/tokens.ts'
import type { Context } from '../../deps.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { hashToken, TOKEN_PREFIX } from '../../http/viewer.ts'
import { sourceOf } from './device.ts'
import { deleteToken, findTokens, insertToken, type TokenRow } from './token-queries.ts'

/** Access tokens: made, listed and revoked by people who are signed in, never by a token. */
export function registerTokens({ mount, deps }: Pick<Context, 'mount' | 'deps'>): void {
  const { db } = deps

  mount(listTokens, async ({ viewer }) => (await findTokens(db, viewer.id)).map(shown))

  mount(createToken, async ({ body: { name, scopes, days }, viewer, request }) => {
    if (viewer.role !== null) {
      throw new AppError(
        'auth.forbidden',
        'Admins can’t use access tokens. Make one with an account that isn’t an admin.',
      )
    }
    const text = `${TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`
    const made = await insertToken(db, {
      userId: viewer.id,
      name: name.trim(),
      tokenHash: hashToken(text),
      scopes,
      days,
      source: sourceOf(request),
    })
    if (made === undefined) {
      throw new AppError(
        'conflict',
        `You have ${MAX_TOKENS} access tokens, which is the most. Revoke one you don’t use.`,
      )
    }
    return { token: shown(made), text }
  })

  mount(revokeToken, async ({ params, viewer, request }) => {
    const source = sourceOf(request)
    if (!(await deleteToken(db, { id: params.id, userId: viewer.id, source }))) throw notFound()
    return null
  })
}

const shown = ({ createdAt, lastUsedAt, expiresAt, ...row }: TokenRow): AccessToken => ({
  ...row,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  expiresAt: expiresAt?.toISOString() ?? null,
})
