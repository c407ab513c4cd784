import { GOODBYE_PATH, RESTORE_PATH, UNDO_DAYS } from '@plinth/contract/people/account.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { purgedAfter, undoneSince, type AccountDeletion } from '../../core/account/deletion.ts'
import { findDeleted } from '../../core/account/deletion-queries.ts'
import type { Context } from '../../deps.ts'
import { sendPlainPage } from '../../http/plain-pages.ts'
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
        text: `Nobody sees it any more. Until ${day.format(purgedAfter(found.deletedAt))} you can take that back: your profile, your posts and your works are then as they were. After that day they are gone for good.`,
        actions: `<form method="post" action="${RESTORE_PATH}"><button class="primary">Restore my account</button></form><a href="/api/logout">Stay deleted</a>`,
      })
    })

    scope.get(GOODBYE_PATH, { schema: { hide: true } }, (_request, reply) =>
      sendPlainPage(reply, 200, {
        heading: 'Your account is deleted',
        text: `You are signed out everywhere, and nobody sees you any more. For ${UNDO_DAYS} days you can take it back by signing in.`,
        actions: '<a class="primary" href="/">To the front page</a>',
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
    heading: 'There is no deleted account here',
    text: 'It may be restored already, its 30 days may be over, or Plinth has deleted it.',
    actions: '<a class="primary" href="/">To Plinth</a>',
  })
