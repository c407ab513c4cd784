import { Id } from '@plinth/contract/http/scalars.ts'
import type { FastifyReply } from 'fastify'
import { Enum, Object as ObjectOf, Optional, type Static } from 'typebox'
import type { Context } from '../../../deps.ts'
import { escapeHtml } from '../../../http/shell/escape.ts'
import { sendPlainPage } from '../../../http/shell/plain-pages.ts'
import { changeSettings, findByMailKey, withoutMail, withoutNews } from '../settings-queries.ts'
import { UNSUBSCRIBE_PATH } from './unsubscribe.ts'

const Query = ObjectOf({ person: Id, key: Id, only: Optional(Enum(['news'])) })
type Query = Static<typeof Query>
const MAX_FORM_BYTES = 1_024

/** Turns emails off from the link in them, without signing in. Email programs post to it by themselves (RFC 8058). */
export function registerUnsubscribe({ app, deps }: Pick<Context, 'app' | 'deps'>): void {
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
      UNSUBSCRIBE_PATH,
      { schema },
      async ({ query, url }, reply) => {
        const person = await findByMailKey(db, query)
        if (person === undefined) return sendUnknown(reply)
        return sendPlainPage(reply, 200, {
          heading: 'Unsubscribe?',
          text:
            query.only === 'news'
              ? `We’ll stop emailing news from Plinth to ${person.email ?? 'you'}. Your other choices stay as they are.`
              : `We’ll stop emailing ${person.email ?? 'you'} about what happens on Plinth. You’ll still see it in your notifications. We always email you your receipts, refunds, payouts and deliveries.`,
          actions: `<form method="post" action="${escapeHtml(url)}"><button class="primary">Unsubscribe</button></form><a href="/">Keep the emails</a>`,
        })
      },
    )

    scope.post<{ Querystring: Query }>(
      UNSUBSCRIBE_PATH,
      { schema, config: { anyOrigin: true } },
      async ({ query }, reply) => {
        if ((await findByMailKey(db, query)) === undefined) return sendUnknown(reply)
        const isNews = query.only === 'news'
        await changeSettings(db, query.person, isNews ? withoutNews : withoutMail)
        return sendPlainPage(reply, 200, {
          heading: 'You’re unsubscribed',
          text: isNews
            ? 'We’ll no longer email you news from Plinth. You can change this at any time.'
            : 'We’ll no longer email you about what happens on Plinth. You can change this at any time.',
          actions:
            '<a class="primary" href="/?dialog=notification-settings">Choose what we email you</a><a href="/">Back to Plinth</a>',
        })
      },
    )
  })
}

const sendUnknown = (reply: FastifyReply) =>
  sendPlainPage(reply, 404, {
    heading: 'This link doesn’t work',
    text: 'Copy the whole link from our email, or choose in your settings what we email you.',
    actions:
      '<a class="primary" href="/?dialog=notification-settings">Choose what we email you</a>',
  })
