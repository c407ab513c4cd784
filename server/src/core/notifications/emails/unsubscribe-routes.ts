import { Id } from '@plinth/contract/http/scalars.ts'
import type { FastifyReply } from 'fastify'
import { Object as ObjectOf, type Static } from 'typebox'
import type { Context } from '../../../deps.ts'
import { escapeHtml } from '../../../http/pages.ts'
import { sendPlainPage } from '../../../http/plain-pages.ts'
import { changeSettings, findByMailKey, withoutMail } from '../settings-queries.ts'

const PATH = '/api/notifications/unsubscribe'
const Query = ObjectOf({ person: Id, key: Id })
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

    scope.get<{ Querystring: Query }>(PATH, { schema }, async ({ query, url }, reply) => {
      const person = await findByMailKey(db, query)
      if (person === undefined) return sendUnknown(reply)
      return sendPlainPage(reply, 200, {
        heading: 'No more letters?',
        text: `Plinth stops writing to ${person.email ?? 'you'}. What happens still stands in your notifications.`,
        actions: `<form method="post" action="${escapeHtml(url)}"><button class="primary">Stop letters</button></form><a href="/">Keep them</a>`,
      })
    })

    scope.post<{ Querystring: Query }>(
      PATH,
      { schema, config: { anyOrigin: true } },
      async ({ query }, reply) => {
        if ((await findByMailKey(db, query)) === undefined) return sendUnknown(reply)
        await changeSettings(db, query.person, withoutMail)
        return sendPlainPage(reply, 200, {
          heading: 'No more letters',
          text: 'Plinth does not write to you any more. You can choose otherwise at any time.',
          actions:
            '<a class="primary" href="/?dialog=notification-settings">Choose what to hear of</a><a href="/">Back to Plinth</a>',
        })
      },
    )
  })
}

const sendUnknown = (reply: FastifyReply) =>
  sendPlainPage(reply, 404, {
    heading: 'This link does not work',
    text: 'It is not one that stands in a letter of ours. Copy it whole, or choose in Plinth what you are told of.',
    actions: '<a class="primary" href="/?dialog=notification-settings">Choose what to hear of</a>',
  })
