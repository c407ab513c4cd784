import { notificationSentence } from '@plinth/contract/notifications/sentences.ts'
import { plainText } from '@plinth/contract/notifications/template.ts'
import type { Mail } from '../../../gateways/mail.ts'
import type { Digest, DigestLine } from './digest-queries.ts'
import { pictureFor } from './picture.ts'
import { composeEmail, SENT_BY_MACHINE } from './template/compose.ts'
import { unsubscribeBy } from './unsubscribe.ts'

/** Lines in one email; the rest is a count. */
const MAX_LINES = 10
/** Of the small pictures, for screens with two pixels in one. */
const THUMB_WIDTH = 160

/** Writes one email about everything that a person has not read. */
export function composeDigest(
  digest: Digest,
  { publicUrl, userId, id }: { publicUrl: string; userId: string; id: string },
): Mail {
  const { lines } = digest
  const [first] = lines
  if (first === undefined) throw new Error('A digest needs at least one line.')
  const unsubscribe = unsubscribeBy({ publicUrl, userId, mailKey: digest.mailKey })
  const more = lines.length - MAX_LINES
  const hello = digest.firstName === '' ? 'Hello,' : `Hello ${digest.firstName},`
  return {
    to: digest.email,
    ...composeEmail(
      {
        subject: subjectOf(first, lines.length - 1),
        preview: lines
          .slice(1, 3)
          .map((line) => sentenceOf(line))
          .join('. '),
        title: 'While you were away',
        blocks: [
          { kind: 'text', words: `${hello} here is what happened on Plinth.` },
          {
            kind: 'lines',
            lines: lines.slice(0, MAX_LINES).map((line) => ({
              sentence: sentenceOf(line),
              quote:
                line.excerpt ||
                line.standing?.note ||
                line.standing?.reason ||
                line.refusal ||
                null,
              url: `${publicUrl}${pathOf(line)}`,
              initial: (line.actor?.name ?? nameOfGuest(line) ?? 'Plinth')
                .slice(0, 1)
                .toUpperCase(),
              picture: pictureFor(line.picture, {
                publicUrl,
                width: THUMB_WIDTH,
                title: line.title ?? '',
              }),
            })),
          },
          ...(more > 0 ? [{ kind: 'text' as const, words: `And ${more} more.` }] : []),
        ],
        button: { label: 'See everything', url: `${publicUrl}/?view=notifications` },
        footer: [
          "You get this because you haven't been on Plinth since then. We email you at most once an hour.",
          { label: 'Choose what we email you', url: `${publicUrl}/?dialog=notification-settings` },
          { label: 'Unsubscribe', url: unsubscribe.url },
        ],
      },
      publicUrl,
    ),
    headers: {
      ...unsubscribe.headers,
      ...SENT_BY_MACHINE,
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
  const { actor, actorCount, title, conversationId, itemId, proof } = line
  const input = {
    ...line,
    names: actor === null ? [] : [actor.name],
    actorCount: proof === null && actor === null ? 0 : Math.max(1, actorCount),
    isWork: itemId !== null,
    subject: conversationId === null ? '' : (title ?? ''),
    // Messages and quotes are in no email.
    quote: null,
    excerpt: '',
  }
  return plainText(notificationSentence(input, 'email'))
}

const nameOfGuest = ({ proof }: DigestLine): string | null =>
  proof === null ? null : (proof.guest ?? 'Guest')

function pathOf(line: DigestLine): string {
  const { project, proof, billing, standing, conversationId, postId, itemId, actor, actorCount } =
    line
  if (standing !== null && standing.state !== 'restored') return '/taken-down'
  if (project !== null) return `/projects/${project.id}`
  if (proof !== null)
    return `${proof.isOwn ? `/proofs/${proof.id}` : `/projects/${proof.id}/proof`}?file=${proof.thingId}`
  if (billing?.startsWith('subscription')) return '/subscribe'
  if (billing === 'export_ready') return '/settings#data'
  if (line.kind === 'credit') return '/settings#credits'
  if (conversationId !== null) return `/messages/${conversationId}`
  if (postId !== null) return `/post/${postId}`
  if (itemId !== null) return `/portfolio/${itemId}`
  return actor !== null && actorCount === 1 ? `/profile/${actor.id}` : '/?view=notifications'
}
