import { BACKCHANNEL_LOGOUT_PATH } from '@plinth/contract/people/session.ts'
import type { Context } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import { hashToken } from '../../http/viewer.ts'
import { endProviderSessions, takeLogoutToken } from './backchannel-queries.ts'

const MAX_FORM_BYTES = 16 * 1_024

/** The identity provider says here that somebody is signed out there (OpenID Connect Back-Channel Logout 1.0). */
export function registerBackchannelLogout({ app, deps }: Pick<Context, 'app' | 'deps'>): void {
  const { db, identity, live } = deps

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser<string>(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(body).get('logout_token') ?? ''),
    )
    scope.post<{ Body?: string }>(
      BACKCHANNEL_LOGOUT_PATH,
      // Everybody's logouts come from one address. The signature says who sent it.
      { config: { anyOrigin: true, rateLimit: false }, schema: { hide: true } },
      async (request, reply) => {
        const claims = await identity.readLogoutToken(request.body ?? '')
        const userIds = await db.transaction().execute(async (trx) => {
          const tokenHash = hashToken(`${claims.issuer} ${claims.id}`)
          if (!(await takeLogoutToken(trx, { tokenHash, expiresAt: claims.expiresAt })))
            throw new AppError('input.invalid', 'This logout token was used before.')
          return endProviderSessions(trx, claims)
        })
        for (const userId of userIds) live.sessionsMoved(userId)
        return reply.code(200).header('cache-control', 'no-store').send()
      },
    )
  })
}
