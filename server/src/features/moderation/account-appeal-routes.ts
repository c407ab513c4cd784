import { MAX_APPEAL_LENGTH } from '@plinth/contract/moderation/appeals.ts'
import { Id } from '@plinth/contract/http/scalars.ts'
import type { FastifyReply } from 'fastify'
import { Object as ObjectOf, String as Text, type Static } from 'typebox'
import {
  ACCOUNT_APPEAL_PATH,
  findSuspensionByKey,
  type Suspension,
} from '../../core/users/suspension-queries.ts'
import type { Context } from '../../deps.ts'
import { escapeHtml } from '../../http/shell/escape.ts'
import { sendPlainPage } from '../../http/shell/plain-pages.ts'
import { insertAppeal, isAppealed, type Act } from './appeal-queries.ts'

const Query = ObjectOf({ person: Id, key: Text({ maxLength: 64 }) })
type Query = Static<typeof Query>
/** A character takes up to four bytes, and a form encodes each byte as three. */
const MAX_FORM_BYTES = MAX_APPEAL_LENGTH * 12 + 1_024

/** Suspended people cannot sign in, so they appeal through a link in their email. It works for one appeal. */
export function registerAccountAppeals({ app, deps }: Context): void {
  const { db } = deps
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser<string>(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(body).get('text') ?? ''),
    )
    const schema = { querystring: Query, hide: true }

    scope.get<{ Querystring: Query }>(
      ACCOUNT_APPEAL_PATH,
      { schema },
      async ({ query, url }, reply) => {
        const suspension = await findSuspensionByKey(db, query)
        if (suspension === null) return sendUnknown(reply)
        if (await isAppealed(db, actOf(suspension))) return sendReceived(reply)
        return sendForm(reply, 200, { url, text: '', reason: suspension.reason })
      },
    )

    scope.post<{ Querystring: Query; Body: string }>(
      ACCOUNT_APPEAL_PATH,
      // Some browsers send no origin here. The key in the link is what protects this form.
      { schema, config: { anyOrigin: true } },
      async ({ query, url, body }, reply) => {
        const suspension = await findSuspensionByKey(db, query)
        if (suspension === null) return sendUnknown(reply)
        const text = body.replaceAll('\0', '').trim()
        if (text === '' || Array.from(text).length > MAX_APPEAL_LENGTH)
          return sendForm(reply, 400, { url, text, reason: suspension.reason })
        // Pressing twice keeps the first appeal.
        await insertAppeal(db, actOf(suspension), text)
        return sendReceived(reply)
      },
    )
  })
}

const actOf = ({ userId, at, reason }: Suspension): Act => ({
  userId,
  kind: 'account',
  subjectId: userId,
  at,
  reason,
})

const sendForm = (
  reply: FastifyReply,
  status: number,
  { url, text, reason }: { url: string; text: string; reason: string },
) =>
  sendPlainPage(reply, status, {
    heading: 'Your account is suspended',
    text: `You can’t log in. Reason: ${asSentence(reason)} Your open projects keep their deadlines, and Plinth keeps holding the money paid for them. You can appeal once, in up to ${MAX_APPEAL_LENGTH.toLocaleString('en-US')} characters. A person will read it.`,
    actions: `<form method="post" action="${escapeHtml(url)}"><label for="text">Why should we restore your account?</label><textarea id="text" name="text" required maxlength="${MAX_APPEAL_LENGTH}">${escapeHtml(text)}</textarea><button class="primary">Send appeal</button></form><a href="/">Back to Plinth</a>`,
  })

const asSentence = (reason: string): string => (/[.!?…]$/.test(reason) ? reason : `${reason}.`)

const sendReceived = (reply: FastifyReply) =>
  sendPlainPage(reply, 200, {
    heading: 'We have your appeal',
    text: 'A person will read it. We’ll email you the decision. Until then you can’t log in.',
    actions: '<a class="primary" href="/">Back to Plinth</a>',
  })

const sendUnknown = (reply: FastifyReply) =>
  sendPlainPage(reply, 404, {
    heading: 'This link doesn’t work',
    text: 'Copy the whole link from our email. If it still doesn’t work, the appeal is closed.',
    actions: '<a class="primary" href="/">Back to Plinth</a>',
  })
