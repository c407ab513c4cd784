import { Id } from '@plinth/contract/http/scalars.ts'
import type { FastifyReply } from 'fastify'
import { Object as ObjectOf, type Static } from 'typebox'
import type { Context } from '../../../../deps.ts'
import { escapeHtml } from '../../../../http/shell/escape.ts'
import { sendPlainPage } from '../../../../http/shell/plain-pages.ts'
import { GUEST_UNSUBSCRIBE_PATH } from './guest-emails.ts'
import { findByGuestKey, forgetGuestEmail } from './guest-mail-queries.ts'

const Query = ObjectOf({ guest: Id, key: Id })
type Query = Static<typeof Query>
const MAX_FORM_BYTES = 1_024

/** Deletes a guest's address from the link in their emails. Email programs post to it by themselves (RFC 8058). */
export function registerGuestUnsubscribe({ app, deps }: Pick<Context, 'app' | 'deps'>): void {
  const { db } = deps
  void app.register(async (scope) => {
    // The body says nothing that the address does not.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MAX_FORM_BYTES },
      (_request, _body, done) => done(null, null),
    )
    const schema = { querystring: Query, hide: true }

    scope.get<{ Querystring: Query }>(
      GUEST_UNSUBSCRIBE_PATH,
      { schema },
      async ({ query, url }, reply) => {
        const guest = await findByGuestKey(db, query)
        if (guest === undefined) return sendUnknown(reply)
        if (guest.email === null) return sendDone(reply)
        return sendPlainPage(reply, 200, {
          heading: 'Stop these emails?',
          text: `We’ll delete ${guest.email} and no longer email you about answers to your comments. Your comments stay.`,
          actions: `<form method="post" action="${escapeHtml(url)}"><button class="primary">Stop the emails</button></form>`,
        })
      },
    )

    scope.post<{ Querystring: Query }>(
      GUEST_UNSUBSCRIBE_PATH,
      { schema, config: { anyOrigin: true } },
      async ({ query }, reply) => {
        if ((await findByGuestKey(db, query)) === undefined) return sendUnknown(reply)
        await forgetGuestEmail(db, query)
        return sendDone(reply)
      },
    )
  })
}

const sendDone = (reply: FastifyReply) =>
  sendPlainPage(reply, 200, {
    heading: 'No more emails',
    text: 'We’ve deleted your address and won’t email you about answers to your comments.',
    actions: '<a href="/">To Plinth</a>',
  })

const sendUnknown = (reply: FastifyReply) =>
  sendPlainPage(reply, 404, {
    heading: 'This link doesn’t work',
    text: 'Copy the whole link from our email.',
    actions: '<a href="/">To Plinth</a>',
  })
