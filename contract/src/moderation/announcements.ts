import { Array as ListOf, Enum, Object as ObjectOf, String as Text, type Static } from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { words } from '../http/words.ts'
import { Count, Id, Time, entity, exact, filledText, idParams, nullable } from '../http/scalars.ts'
import { Creator } from '../people/users.ts'

export const MAX_SUBJECT = 120
export const MAX_ANNOUNCEMENT = 5_000
/** The list has no pages: it shows so many, the newest first. */
export const MAX_ANNOUNCEMENTS = 100

/** Who can be written to. Only people with a confirmed address who want news are among them. */
export const AUDIENCES = {
  everyone: 'Everybody',
  creators: 'Creators',
  others: 'Everybody but creators',
} as const
export type Audience = keyof typeof AUDIENCES
const AUDIENCE_NAMES = Object.keys(AUDIENCES) as Audience[]

/** News that an owner emails to members. */
export const Announcement = entity('Announcement', {
  id: Id,
  subject: Text(),
  text: Text(),
  audience: Enum(AUDIENCE_NAMES),
  /** `sent`: everybody has been written to. `stopped`: nobody else will be. */
  state: Enum(['sending', 'sent', 'stopped']),
  /** People written to so far. */
  reached: Count,
  /** Who sent it; null when the account was deleted. */
  sentBy: nullable(Creator),
  createdAt: Time,
  finishedAt: nullable(Time),
})
export type Announcement = Static<typeof Announcement>

const written = {
  subject: filledText(MAX_SUBJECT, words('subject', { missing: 'Enter a subject.' })),
  text: filledText(MAX_ANNOUNCEMENT, words('text', { missing: 'Enter the text.' })),
}

export const listAnnouncements = defineEndpoint({
  method: 'GET',
  path: '/api/admin/announcements',
  access: 'admin',
  right: 'announcements.send',
  summary: `The last ${MAX_ANNOUNCEMENTS} emails to members, newest first.`,
  response: ListOf(Announcement),
})

export const countAudiences = defineEndpoint({
  method: 'GET',
  path: '/api/admin/announcements/audiences',
  access: 'admin',
  right: 'announcements.send',
  summary: 'How many people an email to each audience would reach now.',
  response: entity('Audiences', { everyone: Count, creators: Count, others: Count }),
})

export const tryAnnouncement = defineEndpoint({
  method: 'POST',
  path: '/api/admin/announcements/trials',
  access: 'admin',
  right: 'announcements.send',
  summary: 'Email it to the caller alone, as members would get it.',
  body: exact(written),
  errors: ['conflict'],
})

export const sendAnnouncement = defineEndpoint({
  method: 'POST',
  path: '/api/admin/announcements',
  access: 'admin',
  right: 'announcements.send',
  fresh: true,
  idempotent: true,
  summary:
    'Email it to an audience. `{name}` becomes the first name of each. One is sent at a time, in parts.',
  body: exact({ ...written, audience: Enum(AUDIENCE_NAMES) }),
  status: 201,
  response: Announcement,
})

export const stopAnnouncement = defineEndpoint({
  method: 'POST',
  path: '/api/admin/announcements/:id/stop',
  access: 'admin',
  right: 'announcements.send',
  summary: 'Send it to nobody else. Those who have it keep it.',
  params: ObjectOf(idParams),
  response: Announcement,
  errors: ['not_found', 'conflict'],
})
