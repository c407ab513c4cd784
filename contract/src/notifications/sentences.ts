import { inquirySubject } from '../messages/messages.ts'
import type { Notification, NotificationKind } from './notifications.ts'
import { count, price } from '../numbers.ts'
import { billingSentence, projectSentence } from '../projects/sentences.ts'
import { plinth, sentence, type SentencePart } from './template.ts'

/** The facts of a sentence, on the screen and in an email. */
export interface NotificationFacts extends Pick<
  Notification,
  'kind' | 'actorCount' | 'workCount' | 'project' | 'proof' | 'billing' | 'refusal' | 'standing'
> {
  /** The known people who did it, the latest first. */
  names: readonly string[]
  /** The title of the work or the post; null when it was deleted. */
  title: string | null
  isWork: boolean
  /** The subject of the conversation; empty without one. */
  subject: string
  /** The price that a message quotes, in dollars. */
  quote: number | null
  /** How the message or comment begins; empty when it has no text. */
  excerpt: string
}

/** An email shows what was written on a line of its own, and has a link where a screen has buttons. */
type Medium = 'screen' | 'email'

interface SentenceWords {
  who: SentencePart[]
  what: SentencePart[]
  /** The quoted beginning of the text after a colon; empty without one. */
  excerpt: SentencePart[]
  isWork: boolean
  workCount: number
  subject: string
  sum: string
  medium: Medium
}

/** Projects, money, guests and decisions about one's work have sentences of their own. */
type Plain = Exclude<NotificationKind, 'project' | 'money' | 'proof' | 'standing'>
const SENTENCES: Record<Plain, (words: SentenceWords) => SentencePart[]> = {
  like: ({ who, what }) => sentence`${who} liked ${what}`,
  comment: ({ who, what, excerpt }) => sentence`${who} commented on ${what}${excerpt}`,
  reply: ({ who, what, excerpt }) => sentence`${who} replied to you on ${what}${excerpt}`,
  mention: ({ who, what, excerpt }) => sentence`${who} mentioned you on ${what}${excerpt}`,
  follow: ({ who }) => sentence`${who} started following you`,
  new_work: ({ who, what, workCount }) =>
    workCount > 1
      ? sentence`${who} shared ${count(workCount)} new works, the latest ${what}`
      : sentence`${who} shared a new work: ${what}`,
  credit: ({ who, what }) => sentence`${who} asks to name you beside ${what}`,
  board: ({ who, what }) => sentence`${who} put ${what} on a public board`,
  feature: ({ what, isWork }) =>
    isWork
      ? sentence`${plinth} featured ${what} on the home page`
      : sentence`${plinth} featured ${what}`,
  approval: ({ what }) => sentence`${what} is approved, and everyone can see it`,
  message: ({ who, excerpt, subject, sum }) => {
    if (sum !== '') return sentence`${who} sent a quote of ${sum}${aboutWhat(subject)}${excerpt}`
    return excerpt.length > 0
      ? sentence`${who} wrote${excerpt}`
      : sentence`${who} wrote to you${led(subject)}`
  },
  inquiry: ({ who, excerpt, subject, medium }) =>
    sentence`${who} sent a business inquiry${medium === 'email' ? led(subject) : aboutWhat(subject)}${excerpt}`,
}
const GONE: Record<Medium, string> = {
  screen: 'something that was deleted',
  email: 'your work',
}
const ABOUT_WORK = inquirySubject('')

const led = (text: string | null): string => (text === null || text === '' ? '' : `: ${text}`)

/** If an inquiry kept the suggested subject, names the work instead. */
function aboutWhat(subject: string): SentencePart[] {
  if (subject === inquirySubject(null) || subject === '') return []
  return subject.startsWith(ABOUT_WORK)
    ? [' about ', { title: subject.slice(ABOUT_WORK.length) }]
    : [` about ${subject}`]
}

/** What happened, in parts that a screen can style differently. */
export function notificationSentence(facts: NotificationFacts, medium: Medium): SentencePart[] {
  const { kind, names, actorCount, title, project, proof, billing, standing } = facts
  const who = namesOf(names, actorCount)
  const what = [title === null ? GONE[medium] : { title }]
  if (project !== null) return projectSentence(project, actorCount === 0 ? null : who)
  if (billing !== null)
    return billingSentence(billing, title, medium === 'email' ? null : facts.refusal)
  if (standing !== null) return standingSentence(standing, what, medium)
  if (proof !== null) return guestSentence(proof, actorCount)
  if (kind === 'project' || kind === 'money' || kind === 'proof' || kind === 'standing')
    return [GONE[medium]]
  return SENTENCES[kind]({
    who,
    what,
    excerpt: facts.excerpt === '' || medium === 'email' ? [] : [`: “${facts.excerpt}”`],
    isWork: facts.isWork,
    workCount: facts.workCount,
    subject: facts.subject,
    sum: facts.quote === null ? '' : price(facts.quote),
    medium,
  })
}

function standingSentence(
  { state, reason, note }: NonNullable<Notification['standing']>,
  what: SentencePart[],
  medium: Medium,
): SentencePart[] {
  const why = led(medium === 'email' ? null : state === 'taken_down' ? reason : note)
  if (state === 'restored') return sentence`${what} is back online${why}`
  if (state === 'upheld') return sentence`${what} stays taken down${why}`
  return sentence`${what} was taken down${medium === 'email' ? '. You can appeal' : why}`
}

function guestSentence(
  { title, isOwn, guest }: NonNullable<Notification['proof']>,
  guests: number,
): SentencePart[] {
  const where = isOwn ? 'your proof room' : 'the proof room of'
  return sentence`${guestsOf(guest, guests)} commented in ${where} ${[{ title }]}`
}

/** `A, a guest,`, `A and 1 other guest`, or what is left once the names were deleted: `A guest`, `3 guests`. */
function guestsOf(name: string | null, total: number): SentencePart[] {
  if (name === null) return [total > 1 ? `${count(total)} guests` : 'A guest']
  if (total <= 1) return [{ name }, ', a guest,']
  return [{ name }, ` and ${count(total - 1)} other ${total === 2 ? 'guest' : 'guests'}`]
}

/** `A`, `A and B`, `A, B and C`, `A, B and 41 others`. */
function namesOf(known: readonly string[], total: number): SentencePart[] {
  if (known.length === 0) return [total > 1 ? `${count(total)} people` : 'Someone']
  const names = known.slice(0, known.length < total ? 2 : 3).map((name) => ({ name }))
  const left = total - names.length
  const others = left > 0 ? [`${count(left)} ${left === 1 ? 'other' : 'others'}`] : []
  const list: SentencePart[] = [...names, ...others]
  return list.flatMap((part, index) =>
    index === 0 ? [part] : [index === list.length - 1 ? ' and ' : ', ', part],
  )
}
