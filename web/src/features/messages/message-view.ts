import type { Conversation } from '@plinth/contract/messages/conversations.ts'
import { NO_SUBJECT } from '@plinth/contract/messages/messages.ts'
import { dayOf } from '../../lib/format/ago.ts'
import { texts } from './messages-texts.ts'

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long' })

/** `11:02`. */
export const timeOf = (time: string): string => clock.format(new Date(time))

const DAY_MS = 24 * 60 * 60_000

/** A number for the day in the reader's time zone; the same for all times of one day. */
const dayNumber = (time: number): number => {
  const at = new Date(time)
  return Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / DAY_MS
}

/** `Today`, `Yesterday`, `14 Nov`, or `14 Nov 2025` in another year. */
export function dayWord(time: string, now: number = Date.now()): string {
  const ago = dayNumber(now) - dayNumber(Date.parse(time))
  if (ago === 0) return texts.thread.today
  return ago === 1 ? texts.thread.yesterday : dayOf(time, now)
}

/** A time on the list: `14:05` today, `Yesterday`, `Monday` within a week, then `14 Nov`, `14 Nov 2025`. */
export function listTime(time: string, now: number): string {
  const ago = dayNumber(now) - dayNumber(Date.parse(time))
  // The server's clock may be ahead of the reader's.
  if (ago <= 0) return timeOf(time)
  return ago > 1 && ago < 7 ? weekday.format(new Date(time)) : dayWord(time, now)
}

/** The heading of a day in a thread: `Today`, `Yesterday`, `Saturday 14 Nov`. */
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

/** The element id of a conversation's link on the list. */
export const conversationAnchor = (id: string) => `conversation-${id}`

/** The name of a conversation. */
export const subjectOf = ({ subject }: Pick<Conversation, 'subject'>): string =>
  subject === '' ? NO_SUBJECT : subject

/** The preview of the last message. */
export function previewOf({ last }: Pick<Conversation, 'last'>, viewerId: string): string {
  const text =
    last.quote === null
      ? previewText(last.excerpt, last.attachmentCount)
      : texts.list.quoted(last.quote, last.excerpt)
  return last.senderId === viewerId ? texts.list.own(text) : text
}

/** The text of a message; without text, the number of its files, or `A quote`. */
export function previewText(text: string, fileCount: number): string {
  if (text.trim() !== '') return text
  return fileCount > 0 ? texts.list.files(fileCount) : texts.list.quote
}
