import { inquirySubject } from '@plinth/contract/messages/messages.ts'
import type {
  Notification,
  NotificationKind,
} from '@plinth/contract/notifications/notifications.ts'
import { count, fullName, price } from '../../lib/format/format.ts'
import { texts } from './notification-texts.ts'
import { plinth, say, type Part } from './sentence-parts.ts'
import { billingSentence, projectSentence } from './project-sentence.ts'

interface Said {
  who: Part[]
  what: Part[]
  /** Led by a colon. */
  quote: Part[]
  isWork: boolean
  /** Of a conversation; empty without one. */
  subject: string
  /** What a message quotes; empty without. */
  sum: string
}

/** Projects, money and decisions about one's work have sentences of their own. */
type Plain = Exclude<NotificationKind, 'project' | 'money' | 'standing'>
const SENTENCES: Record<Plain, (said: Said) => Part[]> = {
  like: ({ who, what }) => say`${who} liked ${what}`,
  comment: ({ who, what, quote }) => say`${who} commented under ${what}${quote}`,
  reply: ({ who, what, quote }) => say`${who} replied to you under ${what}${quote}`,
  mention: ({ who, what, quote }) => say`${who} mentioned you under ${what}${quote}`,
  follow: ({ who }) => say`${who} started following you`,
  feature: ({ what, isWork }) =>
    isWork ? say`${plinth} put ${what} on the home ledge` : say`${plinth} featured ${what}`,
  approval: ({ what }) => say`${what} is approved and hangs for everybody`,
  message: ({ who, quote, subject, sum }) => {
    if (sum !== '') return say`${who} sent a quote of ${sum}${aboutWhat(subject)}${quote}`
    return quote.length > 0
      ? say`${who} wrote${quote}`
      : say`${who} wrote to you${subject === '' ? [] : [`: ${subject}`]}`
  },
  inquiry: ({ who, quote, subject }) =>
    say`${who} sent a business inquiry${aboutWhat(subject)}${quote}`,
}
const ABOUT_WORK = inquirySubject('')

/** An inquiry about a work, under the subject that was proposed for it, is said to be about that work. */
function aboutWhat(subject: string): Part[] {
  if (subject === inquirySubject(null) || subject === '') return []
  return subject.startsWith(ABOUT_WORK)
    ? [' about ', { title: subject.slice(ABOUT_WORK.length) }]
    : [` about ${subject}`]
}

/** What happened, in the parts that are set apart from one another. */
export function sentenceOf(notification: Notification): Part[] {
  const {
    kind,
    actors,
    actorCount,
    comment,
    conversation,
    work,
    post,
    project,
    billing,
    refusal,
    standing,
  } = notification
  const who = namesOf(actors.map(fullName), actorCount)
  if (project !== null) return projectSentence(project, actorCount === 0 ? null : who)
  if (billing !== null) return billingSentence(billing, post?.title ?? null, refusal)
  const thing = work ?? post
  if (standing !== null)
    return standingSentence(standing, thing ? { title: thing.title } : texts.gone)
  if (kind === 'project' || kind === 'money' || kind === 'standing') return [texts.gone]
  const excerpt = comment?.excerpt ?? conversation?.excerpt ?? ''
  return SENTENCES[kind]({
    who,
    what: [thing ? { title: thing.title } : texts.gone],
    quote: excerpt === '' ? [] : [`: “${excerpt}”`],
    isWork: work !== null,
    subject: conversation?.subject ?? '',
    sum: conversation?.quote == null ? '' : price(conversation.quote),
  })
}

function standingSentence(
  { state, reason, note }: NonNullable<Notification['standing']>,
  what: Part,
): Part[] {
  if (state === 'restored')
    return say`${[what]} is back where it was${note === null ? '' : `: ${note}`}`
  if (state === 'upheld') return say`${[what]} stays taken down: ${note ?? ''}`
  return say`${[what]} was taken down: ${reason ?? ''}`
}

/** `A`, `A and B`, `A, B and C`, `A, B and 41 others`. */
function namesOf(known: readonly string[], total: number): Part[] {
  if (known.length === 0) return [total > 1 ? `${count(total)} people` : texts.somebody]
  const names = known.slice(0, known.length < total ? 2 : 3).map((name) => ({ name }))
  const left = total - names.length
  const others = left > 0 ? [`${count(left)} ${left === 1 ? 'other' : 'others'}`] : []
  const list: Part[] = [...names, ...others]
  return list.flatMap((part, index) =>
    index === 0 ? [part] : [index === list.length - 1 ? ' and ' : ', ', part],
  )
}
