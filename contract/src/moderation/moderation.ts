import {
  Array as ListOf,
  Boolean as Flag,
  Enum,
  Null,
  Number as NumberOf,
  Object as ObjectOf,
  Optional,
  Record as RecordOf,
  String as Text,
  Union,
  type Static,
} from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { ROLE_NAMES } from '../http/roles.ts'
import { MAX_SEARCH_LENGTH } from '../limits.ts'
import { Picture } from '../media/media.ts'
import {
  Day,
  Count,
  Id,
  Time,
  filledText,
  idParams,
  nullable,
  entity,
  exact,
  paged,
} from '../http/scalars.ts'
import { Creator } from '../people/users.ts'
import { Origin } from '../portfolios/portfolios.ts'

export const MAX_REPORT_LENGTH = 1_000
export const MAX_NOTE_LENGTH = 2_000
/** Reports that one person can send in an hour. */
export const REPORTS_PER_HOUR = 20
/** The most reports of one thing that are counted and shown together. */
export const MAX_REPORTS_TOGETHER = 100

export const REPORT_KINDS = ['message', 'post', 'portfolio', 'comment', 'user', 'board'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

export const REPORT_REASONS = [
  { value: 'spam', label: 'Spam' },
  { value: 'harassment', label: 'Harassment' },
  { value: 'stolen_work', label: 'Stolen work' },
  { value: 'unlabelled', label: 'Sensitive content without a label' },
  { value: 'origin', label: 'It is not made the way it says' },
  { value: 'scam', label: 'Scam or fraud' },
  { value: 'other', label: 'Something else' },
] as const
export type ReportReason = (typeof REPORT_REASONS)[number]['value']

/** The reasons for one kind of thing: only works say how they were made. */
export const reasonsFor = (kind: ReportKind): readonly (typeof REPORT_REASONS)[number][] =>
  REPORT_REASONS.filter(({ value }) => value !== 'origin' || kind === 'portfolio')

/** The moderation reason that the author reads: the reason's label and the admin's note. */
export function moderationReasonOf(reason: ReportReason, note: string): string {
  const label = REPORT_REASONS.find(({ value }) => value === reason)?.label ?? ''
  return reason === 'other' ? note : `${label}: ${note}`
}

export const REPORT_OUTCOMES = ['removed', 'no_action'] as const
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number]

const Kind = Enum([...REPORT_KINDS])
// Kept out of the schemas, so that the web build can drop those it doesn't use.
const Reason = Enum(REPORT_REASONS.map(({ value }) => value))
const Outcome = Enum([...REPORT_OUTCOMES])

/** A report as its reporter sees it. */
export const Report = entity('Report', {
  id: Id,
  kind: Kind,
  subjectId: Id,
  reason: Reason,
  text: Text(),
  createdAt: Time,
})
export type Report = Static<typeof Report>

export const createReport = defineEndpoint({
  method: 'POST',
  path: '/api/reports',
  access: 'member',
  summary:
    'Report what one can see: a received message, a post, a work, a comment, another person, somebody else’s board. While a report of it is open, a second one is the same.',
  body: exact({
    kind: Kind,
    id: Id,
    reason: Reason,
    text: Optional(Text({ maxLength: MAX_REPORT_LENGTH })),
  }),
  status: 201,
  response: Report,
  errors: ['not_found'],
})

const adminFields = {
  id: Id,
  kind: Kind,
  subjectId: Id,
  /** Title of a post, work or board at the time. The text of other things is never shown in a list. */
  title: Text(),
  /** Picture of a post or work, while it exists. */
  picture: nullable(Picture),
  reason: Reason,
  /** Null when the account was deleted. */
  reporter: nullable(Creator),
  /** Author of the reported thing, or the reported person. */
  author: nullable(Creator),
  status: Enum(['open', 'closed']),
  outcome: nullable(Outcome),
  /** Open reports of the same thing, including this one; at most 100. */
  openCount: Count,
  createdAt: Time,
  closedAt: nullable(Time),
}

/** The text of a reported thing at the time of the report. */
export const Snapshot = exact({
  title: Text(),
  text: Text(),
  tags: ListOf(Text()),
  /** Names of a message's files. */
  files: ListOf(Text()),
  /** What a work said about how it was made; left out of reports from before works said it. */
  origin: Optional(nullable(Origin)),
  /** The post that a comment belongs to. */
  postId: nullable(Id),
  createdAt: Time,
})

export const AdminReport = entity('AdminReport', adminFields)
export type AdminReport = Static<typeof AdminReport>

export const AdminReportDetail = entity('AdminReportDetail', {
  ...adminFields,
  /** What the reporter wrote. */
  text: Text(),
  snapshot: Snapshot,
  /** Earlier open reports of the same thing, newest first. They are closed together with this one. */
  earlier: ListOf(
    exact({ id: Id, reporter: nullable(Creator), reason: Reason, text: Text(), createdAt: Time }),
  ),
  note: nullable(Text()),
  closedBy: nullable(Creator),
})
export type AdminReportDetail = Static<typeof AdminReportDetail>

export const listReports = defineEndpoint({
  method: 'GET',
  path: '/api/admin/reports',
  access: 'admin',
  right: 'reports.decide',
  summary: 'Open reports, newest first; or closed ones, the last closed first.',
  query: paged({ status: Optional(Enum(['open', 'closed'])) }),
  response: ListOf(AdminReport),
})

export const getReport = defineEndpoint({
  method: 'GET',
  path: '/api/admin/reports/:id',
  access: 'admin',
  right: 'reports.decide',
  summary:
    'One report with the reported text; for a conversation only the reported message. Reading it is logged.',
  params: ObjectOf(idParams),
  response: AdminReportDetail,
  errors: ['not_found'],
})

export const closeReport = defineEndpoint({
  method: 'PATCH',
  path: '/api/admin/reports/:id',
  access: 'admin',
  right: 'reports.decide',
  summary:
    'Close a report and the earlier ones of the same thing. `removed` takes the post, work, board or comment down and closes all of them; the author of a post, work or board reads the reason with the note, and can appeal.',
  params: ObjectOf(idParams),
  body: exact({
    status: Enum(['closed']),
    outcome: Outcome,
    note: filledText(MAX_NOTE_LENGTH),
  }),
  response: AdminReport,
  errors: ['not_found', 'conflict'],
})

/** Admin actions in the audit log. */
export const AUDIT_ACTIONS = [
  { value: 'report.read', label: 'Read a report' },
  { value: 'report.close', label: 'Closed a report' },
  { value: 'case.open', label: 'Opened a case' },
  { value: 'case.original', label: 'Opened a delivered original' },
  { value: 'case.thread', label: 'Opened the messages of a dispute' },
  { value: 'case.assign', label: 'Assigned a case' },
  { value: 'case.note', label: 'Wrote a note on a case' },
  { value: 'post.moderate', label: 'Moderated a post' },
  { value: 'post.delete', label: 'Deleted a post' },
  { value: 'portfolio.delete', label: 'Deleted a work' },
  { value: 'portfolio.moderate', label: 'Moderated a work' },
  { value: 'post.take_down', label: 'Took a post down' },
  { value: 'post.put_back', label: 'Put a post back' },
  { value: 'portfolio.take_down', label: 'Took a work down' },
  { value: 'portfolio.put_back', label: 'Put a work back' },
  { value: 'board.take_down', label: 'Took a board down' },
  { value: 'board.put_back', label: 'Put a board back' },
  { value: 'appeal.decide', label: 'Decided an appeal' },
  { value: 'takedown.move', label: 'Moved a copyright notice' },
  { value: 'sensitive.label', label: 'Labelled sensitive media' },
  { value: 'block.lift', label: 'Lifted the block of a file' },
  { value: 'upload.pass', label: 'Let an upload through' },
  { value: 'upload.refuse', label: 'Refused an upload' },
  { value: 'held.send', label: 'Sent a held text' },
  { value: 'held.refuse', label: 'Refused a held text' },
  { value: 'comment.delete', label: 'Removed a comment' },
  { value: 'user.creator', label: 'Changed a creator right' },
  { value: 'user.admin', label: 'Changed a role' },
  { value: 'user.suspend', label: 'Suspended an account' },
  { value: 'user.restore', label: 'Restored an account' },
  { value: 'user.limit', label: 'Changed a daily limit' },
  { value: 'user.delete', label: 'Deleted an account' },
  { value: 'dispute.rule', label: 'Ruled on a dispute' },
  { value: 'proposal.make', label: 'Asked for a second person' },
  { value: 'proposal.confirm', label: 'Confirmed a proposal' },
  { value: 'proposal.decline', label: 'Declined a proposal' },
  { value: 'proposal.withdraw', label: 'Withdrew a proposal' },
  { value: 'project.refund', label: 'Sent a refund again' },
  { value: 'promotion.approve', label: 'Let a promotion run' },
  { value: 'promotion.refuse', label: 'Refused a promotion' },
  { value: 'advertisement.decide', label: 'Decided on an ad inquiry' },
  { value: 'promotion.refund', label: 'Sent a promotion’s refund again' },
  { value: 'invitation.create', label: 'Invited an admin' },
  { value: 'invitation.email', label: 'Emailed an invitation again' },
  { value: 'invitation.revoke', label: 'Revoked an invitation' },
  { value: 'invitation.accept', label: 'Became an admin' },
  { value: 'answer.create', label: 'Wrote a canned answer' },
  { value: 'answer.update', label: 'Changed a canned answer' },
  { value: 'answer.delete', label: 'Removed a canned answer' },
  { value: 'announcement.send', label: 'Emailed members' },
  { value: 'announcement.stop', label: 'Stopped an email to members' },
  { value: 'user.note', label: 'Noted something about a person' },
  { value: 'user.note_delete', label: 'Removed a note about a person' },
  { value: 'user.assign', label: 'Said who looks after a person' },
  { value: 'job.retry', label: 'Ran failed jobs again' },
  { value: 'money.check', label: 'Checked the books' },
  { value: 'audit.export', label: 'Downloaded the audit log' },
  { value: 'users.export', label: 'Downloaded all accounts' },
  { value: 'money.export', label: 'Downloaded the books' },
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]['value']

// Marked as pure, so that pages which load this file for reporting don’t carry the names of all actions.
const Action = /* @__PURE__ */ Enum(/* @__PURE__ */ AUDIT_ACTIONS.map(({ value }) => value))
const Facts = nullable(
  RecordOf(Text(), Union([Text(), NumberOf(), Flag(), Null(), ListOf(Text())])),
)

export const AuditEntry = entity('AuditEntry', {
  id: Id,
  /** Null for automatic actions and deleted accounts. */
  actor: nullable(Creator),
  /** The role that they had then; null for automatic actions and entries from before there were roles. */
  actorRole: nullable(Enum(ROLE_NAMES)),
  action: Action,
  subjectKind: Text(),
  subjectId: Id,
  /** Title of the thing at the time, if it has one. */
  subjectTitle: nullable(Text()),
  /** The person concerned, by their current name; null for things and deleted accounts. */
  subjectPerson: nullable(Creator),
  /** The changed fields with their old values; `after` has the new ones. */
  before: Facts,
  after: Facts,
  /** Names for the ids in `before` and `after`, as far as they are still known. */
  names: RecordOf(Text(), Text()),
  requestId: nullable(Text()),
  createdAt: Time,
})
export type AuditEntry = Static<typeof AuditEntry>

const auditFilters = {
  /** Words in the name of the actor or the person concerned, or in the title. */
  search: Optional(Text({ maxLength: MAX_SEARCH_LENGTH })),
  action: Optional(Action),
  actorId: Optional(Id),
  subjectId: Optional(Id),
  /** First and last day, in UTC. */
  from: Optional(Day),
  to: Optional(Day),
}

export const listAudit = defineEndpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'admin',
  right: 'audit.read',
  summary: 'What admins did, newest first. Entries cannot be changed or removed.',
  query: paged(auditFilters),
  response: ListOf(AuditEntry),
})

/** The audit log as a CSV file, with the hash of each entry. */
export const AUDIT_FILE = '/api/admin/audit.csv'
export const AuditQuery = exact(auditFilters)
export type AuditQuery = Static<typeof AuditQuery>
