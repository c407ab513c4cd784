import { GOODBYE_PATH, RESTORE_PATH, UNDO_DAYS } from '@plinth/contract/people/account.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { purgedAfter, undoneSince, type AccountDeletion } from '../../core/account/deletion.ts'
import { findDeleted } from '../../core/account/deletion-queries.ts'
import type { Context } from '../../deps.ts'
import { sendPlainPage } from '../../http/shell/plain-pages.ts'
import { tokenHashOf } from '../../http/viewer.ts'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const MAX_FORM_BYTES = 1_024

/** Signing in to a deleted account leads here, where it can be restored. */
export function registerRestore(
  { app, deps, cookies }: Pick<Context, 'app' | 'deps' | 'cookies'>,
  deletion: AccountDeletion,
): void {
  const find = (request: FastifyRequest) => {
    const hash = tokenHashOf(request, cookies)
    return hash === null
      ? Promise.resolve(null)
      : findDeleted(deps.db, hash, undoneSince(deps.now()))
  }

  void app.register(async (scope) => {
    // The form has no fields.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MAX_FORM_BYTES },
      (_request, _body, done) => done(null, null),
    )

    scope.get(RESTORE_PATH, { schema: { hide: true } }, async (request, reply) => {
      const found = await find(request)
      if (found === null) return sendNothing(reply)
      return sendPlainPage(reply, 200, {
        heading: 'This account is deleted',
        text: `Nobody can see it. You can restore your profile, posts and works until ${day.format(purgedAfter(found.deletedAt))}. After that day we delete them for good.`,
        actions: `<form method="post" action="${RESTORE_PATH}"><button class="primary">Restore my account</button></form><a href="/api/logout">Stay deleted</a>`,
      })
    })

    scope.get(GOODBYE_PATH, { schema: { hide: true } }, (_request, reply) =>
      sendPlainPage(reply, 200, {
        heading: 'Your account is deleted',
        text: `You’re logged out everywhere, and nobody can see your account. To restore it, log in within ${UNDO_DAYS} days.`,
        actions: '<a class="primary" href="/">Go to the front page</a>',
      }),
    )

    scope.post(RESTORE_PATH, { schema: { hide: true } }, async (request, reply) => {
      const found = await find(request)
      if (found === null || !(await deletion.restore(found.userId))) return sendNothing(reply)
      return reply.header('cache-control', 'no-store').redirect('/', 303)
    })
  })
}

const sendNothing = (reply: FastifyReply) =>
  sendPlainPage(reply, 404, {
    heading: 'No account to restore',
    text: 'You may have restored it already, or its 30 days are over, or Plinth deleted it.',
    actions: '<a class="primary" href="/">Go to Plinth</a>',
  })
