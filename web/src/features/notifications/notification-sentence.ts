import { inquirySubject } from '@plinth/contract/messages.ts'
import type { Notification, NotificationKind } from '@plinth/contract/notifications.ts'
import { count, fullName } from '../../lib/format.ts'
import { texts } from './notification-texts.ts'

/** A piece of a sentence: plain words, a person's name, or the title of a work or post. */
export type Part = string | { name: string } | { title: string }

interface Said {
  who: Part[]
  what: Part[]
  /** Led by a colon. */
  quote: Part[]
  isWork: boolean
  /** Of a conversation; empty without one. */
  subject: string
}

const SENTENCES: Record<NotificationKind, (said: Said) => Part[]> = {
  like: ({ who, what }) => say`${who} liked ${what}`,
  comment: ({ who, what, quote }) => say`${who} commented under ${what}${quote}`,
  reply: ({ who, what, quote }) => say`${who} replied to you under ${what}${quote}`,
  mention: ({ who, what, quote }) => say`${who} mentioned you under ${what}${quote}`,
  follow: ({ who }) => say`${who} started following you`,
  feature: ({ what, isWork }) =>
    isWork ? say`${plinth} put ${what} on the home ledge` : say`${plinth} featured ${what}`,
  approval: ({ what }) => say`${what} is approved and hangs for everybody`,
  message: ({ who, quote, subject }) =>
    quote.length > 0
      ? say`${who} wrote${quote}`
      : say`${who} wrote to you${subject === '' ? [] : [`: ${subject}`]}`,
  inquiry: ({ who, quote, subject }) =>
    say`${who} sent a business inquiry${aboutWhat(subject)}${quote}`,
}
const plinth: Part[] = [{ name: texts.plinth }]
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
  const { kind, actors, actorCount, comment, conversation, work } = notification
  const thing = work ?? notification.post
  const excerpt = comment?.excerpt ?? conversation?.excerpt ?? ''
  return SENTENCES[kind]({
    who: namesOf(actors.map(fullName), actorCount),
    what: [thing ? { title: thing.title } : texts.gone],
    quote: excerpt === '' ? [] : [`: “${excerpt}”`],
    isWork: work !== null,
    subject: conversation?.subject ?? '',
  })
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

function say(words: TemplateStringsArray, ...values: Part[][]): Part[] {
  return words
    .flatMap((word, index): Part[] => [word, ...(values[index] ?? [])])
    .filter((part) => part !== '')
}
