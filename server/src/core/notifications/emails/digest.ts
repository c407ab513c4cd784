import { notificationSentence } from '@plinth/contract/notifications/sentences.ts'
import { plainText } from '@plinth/contract/notifications/template.ts'
import type { Mail } from '../../../gateways/mail.ts'
import { escapeHtml } from '../../../http/pages.ts'
import type { Digest, DigestLine } from './digest-queries.ts'

/** Lines in one email; the rest is a count. */
const MAX_LINES = 10
const UNSUBSCRIBE_PATH = '/api/notifications/unsubscribe'

/** Writes one email about everything that a person has not read. */
export function composeDigest(
  digest: Digest,
  { publicUrl, userId, id }: { publicUrl: string; userId: string; id: string },
): Mail {
  const { lines } = digest
  const [first] = lines
  if (first === undefined) throw new Error('A digest needs at least one line.')
  const unsubscribe = `${publicUrl}${UNSUBSCRIBE_PATH}?person=${userId}&key=${digest.mailKey}`
  const parts: Parts = {
    greeting: digest.firstName === '' ? 'Hello,' : `Hello ${digest.firstName},`,
    lead: 'This happened while you were away.',
    lines: lines.slice(0, MAX_LINES).map((line) => ({
      sentence: sentenceOf(line),
      quote: line.excerpt || line.standing?.note || line.standing?.reason || line.refusal || null,
      url: `${publicUrl}${pathOf(line)}`,
    })),
    rest: lines.length > MAX_LINES ? `And ${lines.length - MAX_LINES} more.` : null,
    allUrl: `${publicUrl}/?view=notifications`,
    settingsUrl: `${publicUrl}/?dialog=notification-settings`,
    unsubscribe,
  }
  return {
    to: digest.email,
    subject: subjectOf(first, lines.length - 1),
    text: textOf(parts),
    html: htmlOf(parts),
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
    id,
  }
}

function subjectOf(first: DigestLine, more: number): string {
  const sentence = sentenceOf(first)
  return more === 0 ? sentence : `${sentence} and ${more} more`
}

/** `Dana Reed and 2 others liked October jar` */
function sentenceOf(line: DigestLine): string {
  const { actor, actorCount, title, conversationId, itemId } = line
  const input = {
    ...line,
    names: actor === null ? [] : [actor.name],
    actorCount: actor === null ? 0 : Math.max(1, actorCount),
    isWork: itemId !== null,
    subject: conversationId === null ? '' : (title ?? ''),
    // Messages and quotes are in no email.
    quote: null,
    excerpt: '',
  }
  return plainText(notificationSentence(input, 'email'))
}

function pathOf(line: DigestLine): string {
  const { project, billing, standing, conversationId, postId, itemId, actor, actorCount } = line
  if (standing !== null && standing.state !== 'restored') return '/taken-down'
  if (project !== null) return `/projects/${project.id}`
  if (billing?.startsWith('subscription')) return '/subscribe'
  if (billing === 'export_ready') return '/settings#data'
  if (conversationId !== null) return `/messages/${conversationId}`
  if (postId !== null) return `/post/${postId}`
  if (itemId !== null) return `/portfolio/${itemId}`
  return actor !== null && actorCount === 1 ? `/profile/${actor.id}` : '/?view=notifications'
}

interface Parts {
  greeting: string
  lead: string
  lines: { sentence: string; quote: string | null; url: string }[]
  rest: string | null
  allUrl: string
  settingsUrl: string
  unsubscribe: string
}

const textOf = (parts: Parts): string =>
  [
    parts.greeting,
    parts.lead,
    ...parts.lines.map(({ sentence, quote, url }) =>
      [sentence, ...(quote === null ? [] : [`“${quote}”`]), url].join('\n'),
    ),
    ...(parts.rest === null ? [] : [parts.rest]),
    `All of it: ${parts.allUrl}`,
    `Choose what Plinth writes to you about: ${parts.settingsUrl}\nNo more letters: ${parts.unsubscribe}`,
  ].join('\n\n')

const FONT = "'Instrument Sans', 'Helvetica Neue', Arial, sans-serif"
const LINK = 'color:#6d28d9;font-weight:600;text-decoration:none'

/** Email programs support style attributes and little else. */
const htmlOf = (parts: Parts): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Plinth</title>
</head>
<body style="margin:0;padding:32px 16px;background:#ffffff;color:#26262f;font:16px/1.5 ${FONT}">
<div style="max-width:520px;margin:0 auto">
<p style="margin:0 0 4px">${escapeHtml(parts.greeting)}</p>
<p style="margin:0 0 24px">${escapeHtml(parts.lead)}</p>
${parts.lines.map(lineHtml).join('\n')}
${parts.rest === null ? '' : `<p style="margin:24px 0 0">${escapeHtml(parts.rest)}</p>`}
<p style="margin:32px 0"><a href="${escapeHtml(parts.allUrl)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#a855f7;color:#0a0a10;font-weight:600;text-decoration:none">See it on Plinth</a></p>
<p style="margin:0;padding-top:16px;border-top:1px solid #dddde4;color:#5c5c6b;font-size:13px">
<a href="${escapeHtml(parts.settingsUrl)}" style="color:#5c5c6b">Choose what Plinth writes to you about</a><br>
<a href="${escapeHtml(parts.unsubscribe)}" style="color:#5c5c6b">No more letters</a></p>
</div>
</body>
</html>
`

const lineHtml = ({ sentence, quote, url }: Parts['lines'][number]): string =>
  `<div style="padding:12px 0;border-top:1px solid #dddde4">
<a href="${escapeHtml(url)}" style="${LINK}">${escapeHtml(sentence)}</a>
${quote === null ? '' : `<p style="margin:4px 0 0;color:#5c5c6b">“${escapeHtml(quote)}”</p>`}
</div>`
