import { expect, it } from 'vitest'
import {
  previewOf,
  subjectOf,
  previewText,
  dayAndTime,
  dayLine,
  dayWord,
  isSameDay,
  listTime,
  timeOf,
} from './message-view.ts'
import { conversation, message } from './message-fixture.example.ts'
import { texts } from './messages-texts.ts'
import { quoteFor } from './thread/thread-messages.tsx'
import { arrivedSince } from './thread/use-thread-scroll.ts'

/** A local time in November 2026. */
const at = (day: number, clock: string) => new Date(`2026-11-${day}T${clock}`).toISOString()

it('has the text of the specification', () => {
  expect(texts.subtitle).toBe('Manage your conversations and business inquiries')
  expect(texts.list.empty).toBe('No messages yet')
  expect(texts.pick).toBe('Select a message to view details')
  expect(texts.reply).toMatchObject({
    placeholder: 'Type your reply...',
    send: 'Send Reply',
    sending: 'Sending...',
    doneTitle: 'Reply Sent',
    done: 'Your reply has been sent successfully.',
    failed: 'Failed to send reply. Please try again.',
  })
})

it("names days by the reader's own clock", () => {
  const now = Date.parse(at(20, '00:30'))
  expect(dayWord(at(20, '00:01'), now)).toBe('Today')
  expect(dayWord(at(19, '23:59'), now)).toBe('Yesterday')
  expect(dayWord(at(19, '00:00'), now)).toBe('Yesterday')
  expect(dayWord(at(18, '23:59'), now)).toBe('18 Nov')
  expect(dayWord(new Date('2025-11-20T12:00').toISOString(), now)).toBe('20 Nov 2025')
  expect(dayLine(at(14, '12:00'), now)).toBe('Saturday 14 Nov')
  expect(dayLine(at(20, '00:01'), now)).toBe('Today')
  expect(dayAndTime(at(18, '09:14'), now)).toBe('18 Nov, 09:14')
  expect(timeOf(at(18, '09:14'))).toBe('09:14')
  expect(isSameDay(at(19, '00:00'), at(19, '23:59'))).toBe(true)
  expect(isSameDay(at(19, '23:59'), at(20, '00:00'))).toBe(false)
})

it.each([
  [20, '00:01', '00:01'],
  // From a server whose clock is ahead.
  [20, '00:31', '00:31'],
  [21, '00:10', '00:10'],
  [19, '23:59', 'Yesterday'],
  [18, '23:59', 'Wednesday'],
  [14, '00:00', 'Saturday'],
  [13, '23:59', '13 Nov'],
])('shows a message of %d Nov, %s on the list as %s', (day, clock, words) => {
  expect(listTime(at(day, clock), Date.parse(at(20, '00:30')))).toBe(words)
})

it('shows the subject and the last message of a conversation', () => {
  expect(subjectOf({ subject: '' })).toBe('Message')
  expect(subjectOf({ subject: 'Bowls' })).toBe('Bowls')
  const { last } = conversation('c')
  expect(previewOf({ last }, 'viewer')).toBe('Does it hold?')
  expect(previewOf({ last: { ...last, senderId: 'viewer' } }, 'viewer')).toBe('You: Does it hold?')
  const files = { ...last, excerpt: '', attachmentCount: 2 }
  expect(previewOf({ last: files }, 'viewer')).toBe('2 files')
  expect(previewOf({ last: { ...files, attachmentCount: 0 } }, 'viewer')).toBe('A quote')
  expect(previewText(' \n', 0)).toBe('A quote')
  const quoted = { ...last, quote: 840 }
  expect(previewOf({ last: quoted }, 'viewer')).toBe('Quote of $840: Does it hold?')
  expect(previewOf({ last: { ...quoted, excerpt: '' } }, 'viewer')).toBe('Quote of $840')
})

it('counts the messages that have arrived since', () => {
  const thread = ['a', 'b', 'c'].map((id) => ({ id }))
  expect(arrivedSince(thread, 'a')).toBe(2)
  expect(arrivedSince(thread, 'c')).toBe(0)
  expect(arrivedSince(thread, 'gone')).toBe(0)
})

it('finds the last quote for an inquiry', () => {
  const inquiry = message('i', { messageType: 'business_inquiry' })
  const quoted = (id: string, price: number, isOwn = true) =>
    message(id, {
      isOwn,
      quote: {
        price,
        deposit: price / 2,
        deliverBy: null,
        milestones: [],
        picks: null,
        projectId: null,
        isOpen: true,
        isAccepted: false,
      },
    })
  expect(quoteFor(inquiry, [inquiry])).toBeNull()
  expect(quoteFor(inquiry, [inquiry, quoted('a', 5), quoted('b', 7)])?.price).toBe(7)
  expect(quoteFor(inquiry, [quoted('a', 5), inquiry])).toBeNull()
  expect(quoteFor(inquiry, [inquiry, quoted('a', 5, false)])).toBeNull()
  const next = message('n', { messageType: 'business_inquiry' })
  expect(quoteFor(inquiry, [inquiry, next, quoted('a', 5)])).toBeNull()
})
