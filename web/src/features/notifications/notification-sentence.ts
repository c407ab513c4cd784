import type { Notification, NotificationKind } from '@plinth/contract/notifications.ts'
import { count, fullName } from '../../lib/format.ts'
import { texts } from './notification-texts.ts'

/** A piece of a sentence: plain words, a person's name, or the title of a work or post. */
export type Part = string | { name: string } | { title: string }

interface Said {
  who: Part[]
  what: Part[]
  quote: Part[]
  isWork: boolean
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
}
const plinth: Part[] = [{ name: texts.plinth }]

/** What happened, in the parts that are set apart from one another. */
export function sentenceOf(notification: Notification): Part[] {
  const { kind, actors, actorCount, comment, work } = notification
  const subject = work ?? notification.post
  return SENTENCES[kind]({
    who: namesOf(actors.map(fullName), actorCount),
    what: [subject ? { title: subject.title } : texts.gone],
    quote: comment ? [`: “${comment.excerpt}”`] : [],
    isWork: work !== null,
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
