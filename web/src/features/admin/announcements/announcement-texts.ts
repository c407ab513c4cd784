import type { Announcement } from '@plinth/contract/moderation/announcements.ts'
import { counted } from '../../../lib/format/format.ts'

const people = (value: number) => counted(value, 'person', 'people')

export const announcementTexts = {
  title: 'Email members',
  says: 'Everybody who gets it can turn news off in one step. Write {name} for each person’s first name.',
  audience: 'To',
  /** Shown while the audiences are counted. */
  counting: 'Counting who would get it...',
  reaches: (value: number) =>
    value === 0 ? 'Nobody would get it now.' : `${people(value)} would get it now.`,
  subject: 'Subject',
  subjectMissing: 'Enter a subject.',
  text: 'Text',
  textHint: 'A blank line begins a new paragraph. Addresses become links.',
  textMissing: 'Enter the text.',
  preview: 'Preview',
  previewEmpty: 'What you write is shown here.',
  trial: 'Send it to me',
  trying: 'Sending...',
  tried: 'On its way to you',
  tryFailed: 'We couldn’t send it to you',
  send: 'Send',
  sending: 'Sending...',
  sent: 'Sending has begun',
  failed: 'We couldn’t send it. Your text is still here. Try again.',
  ask: (subject: string) => `Send “${subject}”?`,
  askSays: (value: number | undefined) =>
    value === undefined
      ? 'You can stop it on the way, but not take back what has been sent.'
      : `${people(value)} will get it. You can stop it on the way, but not take back what has been sent.`,
  askKeep: 'Keep writing',
  askConfirm: 'Send it',
  list: {
    title: 'Sent',
    loading: 'Loading the emails',
    failed: 'We couldn’t load the emails.',
    empty: { title: 'No emails yet', line: 'What you send to members is listed here.' },
    by: (name: string, time: string) => `${name}, ${time}`,
    somebody: 'A deleted account',
    states: {
      sending: (value: number) => `Sending, ${people(value)} so far`,
      sent: (value: number) => `Sent to ${people(value)}`,
      stopped: (value: number) => `Stopped after ${people(value)}`,
    } satisfies Record<Announcement['state'], (value: number) => string>,
    stop: 'Stop',
    stopThat: (subject: string) => `Stop sending ${subject}`,
    stopping: 'Stopping...',
    stopped: 'Nobody else will get it',
    stopFailed: 'We couldn’t stop it',
    read: 'Read it',
    readOf: (subject: string) => `: ${subject}`,
  },
  tryLater: 'Please try again.',
} as const
