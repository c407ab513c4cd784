import type { Conversation } from '@plinth/contract/messages/conversations.ts'
import { NO_SUBJECT } from '@plinth/contract/messages/messages.ts'
import { dayOf } from '../../lib/format/ago.ts'
import { texts } from './messages-texts.ts'

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long' })

/** `11:02`. */
export const timeOf = (time: string): string => clock.format(new Date(time))

const DAY_MS = 24 * 60 * 60_000

/** Of one and the same day in the reader's own time zone. */
const dayNumber = (time: number): number => {
  const at = new Date(time)
  return Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / DAY_MS
}

/** `Today`, `Yesterday`, `14 Nov`; of another year `14 Nov 2025`. */
export function dayWord(time: string, now: number = Date.now()): string {
  const ago = dayNumber(now) - dayNumber(Date.parse(time))
  if (ago === 0) return texts.thread.today
  return ago === 1 ? texts.thread.yesterday : dayOf(time, now)
}

/** On the list: `14:05` of today, `Yesterday`, `Monday` of the last days, then `14 Nov`, `14 Nov 2025`. */
export function listTime(time: string, now: number): string {
  const ago = dayNumber(now) - dayNumber(Date.parse(time))
  // The server's clock may be ahead of the reader's.
  if (ago <= 0) return timeOf(time)
  return ago > 1 && ago < 7 ? weekday.format(new Date(time)) : dayWord(time, now)
}

/** Between the days of a thread: `Today`, `Yesterday`, `Saturday 14 Nov`. */
export function dayLine(time: string, now: number = Date.now()): string {
  const word = dayWord(time, now)
  const isNear = word === texts.thread.today || word === texts.thread.yesterday
  return isNear ? word : `${weekday.format(new Date(time))} ${word}`
}

/** `20 Nov, 09:14`. */
export const dayAndTime = (time: string, now: number = Date.now()): string =>
  `${dayOf(time, now)}, ${timeOf(time)}`

export const isSameDay = (one: string, other: string): boolean =>
  dayNumber(Date.parse(one)) === dayNumber(Date.parse(other))

/** The link that opens a conversation from the list. */
export const conversationAnchor = (id: string) => `conversation-${id}`

/** What a conversation is called. */
export const subjectOf = ({ subject }: Pick<Conversation, 'subject'>): string =>
  subject === '' ? NO_SUBJECT : subject

/** What was said last, in two lines at most. */
export function previewOf({ last }: Pick<Conversation, 'last'>, viewerId: string): string {
  const said =
    last.quote === null
      ? textOr(last.excerpt, last.attachmentCount)
      : texts.list.quoted(last.quote, last.excerpt)
  return last.senderId === viewerId ? texts.list.own(said) : said
}

/** What was said; without words there are files, or else a price. */
export function textOr(words: string, fileCount: number): string {
  if (words.trim() !== '') return words
  return fileCount > 0 ? texts.list.files(fileCount) : texts.list.quote
}
