import {
  AUDIT_ACTIONS,
  type AuditEntry,
  type AuditQuery,
} from '@plinth/contract/moderation/moderation.ts'
import { dateAndTime, price } from '../../../lib/format/format.ts'
import { invitationTexts } from '../invitations/panel-texts.ts'

export const auditTexts = {
  table: 'What admins did',
  search: 'Person, work or project',
  searchLabel: 'Search the log for a person, a work or a project',
  action: 'Action',
  allActions: 'All actions',
  days: 'Days',
  allDays: 'All days',
  from: (day: string) => `From ${day}`,
  to: (day: string) => `Until ${day}`,
  range: (first: string, last: string) => `${first} to ${last}`,
  since: 'From',
  until: 'To',
  anyDay: 'Any day, in UTC',
  day: (day: string) => `${day}, in UTC`,
  done: 'Done',
  order: 'Choose a last day that isn’t before the first.',
  csv: 'CSV',
  csvLabel: 'Download these entries as CSV',
  csvFailed: 'We couldn’t open the file',
  columns: { when: 'When', who: 'Who', action: 'Action', on: 'On', change: 'Change' },
  plinth: 'Plinth',
  becomes: 'became',
  kept: 'Entries can’t be changed or removed. Each contains the hash of the one before it.',
  empty: { title: 'No entries yet', line: 'Everything admins do is logged here.' },
  emptyFound: { title: 'No results', line: 'Try other words or other days.' },
} as const

type Facts = NonNullable<AuditEntry['before']>
type Fact = Facts[string]

export interface Change {
  what: string
  /** Null when there was no value before, or the log doesn't keep it. */
  from: string | null
  to: string | null
}

/** The fields that an action changed, such as `state` from `waiting` to `running`. Unchanged fields are left out. */
export function changesOf({
  before,
  after,
  names: known,
}: Pick<AuditEntry, 'before' | 'after' | 'names'>): Change[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names]
    .map((name) => ({
      what: wordsOf(name),
      from: before === null ? null : factOf(name, before[name], known),
      to: after === null ? null : factOf(name, after[name], known),
    }))
    .filter(({ from, to }) => from === null || from !== to)
}

/** `toClientCents`: `to client`, `creatorId`: `creator`. */
const wordsOf = (name: string): string =>
  name
    .replace(/Cents$|(?<=.)Id$/, '')
    .replace(/^is(?=[A-Z])/, '')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim()

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const DAY = /^\d{4}-\d\d-\d\d$/
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

function factOf(name: string, fact: Fact | undefined, names: AuditEntry['names']): string | null {
  if (fact === undefined) return null
  if (fact === null || fact === '') return 'none'
  if (typeof fact === 'boolean') return fact ? 'yes' : 'no'
  if (typeof fact === 'number') return name.endsWith('Cents') ? price(fact / 100) : String(fact)
  if (Array.isArray(fact)) {
    if (fact.length === 0) return 'none'
    if (fact.every((one) => ID.test(one))) return String(fact.length)
    return fact.map((one) => (DAY.test(one) ? dayOf(one) : one)).join(', ')
  }
  if (MOMENT.test(fact)) return dateAndTime(fact)
  if (DAY.test(fact)) return dayOf(fact)
  return ID.test(fact) ? nameIn(names, fact) : fact.replaceAll('_', ' ')
}

/** The name of an id. An invitation without an email address and a note has none. */
const nameIn = (names: AuditEntry['names'], id: string): string =>
  names[id] === '' ? invitationTexts.anybody : (names[id] ?? id.slice(0, 8))

const SINGLE: Readonly<Record<string, readonly [on: string, off: string]>> = {
  isFeatured: ['Featured', 'Unfeatured'],
  isApproved: ['Approved', 'Took back the approval of'],
}

/** The label of an action. A moderation that changed one field is named by that field. */
export function actionOf({ action, after }: Pick<AuditEntry, 'action' | 'after'>): string {
  const [fact, ...more] = Object.entries(after ?? {})
  const words = fact === undefined || more.length > 0 ? undefined : SINGLE[fact[0]]
  if (words !== undefined && action.endsWith('.moderate')) {
    return `${words[fact?.[1] === true ? 0 : 1]} a ${action === 'post.moderate' ? 'post' : 'work'}`
  }
  return AUDIT_ACTIONS.find(({ value }) => value === action)?.label ?? action
}

const KINDS: Readonly<Record<string, string>> = {
  post: 'Post',
  portfolio: 'Work',
  board: 'Board',
  comment: 'Comment',
  message: 'Message',
  user: 'Person',
  report: 'Report',
  project: 'Project',
  promotion: 'Promotion',
  invitation: 'Invitation',
  appeal: 'Appeal',
  takedown: 'Copyright notice',
  audit_log: 'Audit log',
  books: 'Books',
  file: 'File',
  job: 'Job',
  announcement: 'Email to members',
  canned_answer: 'Canned answer',
  advertisement_inquiry: 'Ad inquiry',
}
export const kindOf = (kind: string): string =>
  KINDS[kind] ?? kind.slice(0, 1).toUpperCase() + kind.slice(1).replaceAll('_', ' ')

const days = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
export const dayOf = (day: string): string => days.format(new Date(day))

/** The selected days: `1 to 20 Nov 2026`. */
export function daysOf({ from, to }: Pick<AuditQuery, 'from' | 'to'>): string {
  if (from === undefined) return to === undefined ? auditTexts.allDays : auditTexts.to(dayOf(to))
  if (to === undefined) return auditTexts.from(dayOf(from))
  if (from > to) return auditTexts.range(dayOf(from), dayOf(to))
  const [first = '', last] = days.formatRange(new Date(from), new Date(to)).split(/\s*–\s*/)
  return last === undefined ? first : auditTexts.range(first, last)
}
