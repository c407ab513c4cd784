import {
  Array as ListOf,
  Boolean as Flag,
  Enum,
  Object as ObjectOf,
  Optional,
  String as Text,
  type Static,
} from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { Id, Time, entity, exact, filledText, nullable, paged } from '../http/scalars.ts'
import { MAX_PROJECT_TEXT, MAX_PROOF_FILES } from '../limits.ts'
import { Picture } from '../media/media.ts'
import { Attachment } from '../messages/messages.ts'
import { Creator } from '../people/users.ts'
import { Appeal } from './appeals.ts'
import { AdminReport, REPORT_KINDS, Snapshot } from './moderation.ts'

/** What a case is about: a reported thing or person, or a disputed project. Each has one case. */
const CASE_KINDS = [...REPORT_KINDS, 'dispute'] as const
export type CaseKind = (typeof CASE_KINDS)[number]

/** The two of a disputed project; who reported something; whose thing it is, once they appeal. */
const CASE_SIDES = ['client', 'creator', 'reporter', 'author'] as const
export type CaseSide = (typeof CASE_SIDES)[number]

/** What a side added: words, files, or both. Its files open for some minutes. */
export const Proof = entity('Proof', {
  id: Id,
  side: Enum([...CASE_SIDES]),
  by: Creator,
  isOwn: Flag(),
  text: Text(),
  files: ListOf(Attachment, { maxItems: MAX_PROOF_FILES }),
  createdAt: Time,
})
export type Proof = Static<typeof Proof>

/** Written by staff, shown to staff only. */
export const CaseNote = entity('CaseNote', {
  id: Id,
  /** Null when the account was deleted. */
  author: nullable(Creator),
  text: Text(),
  createdAt: Time,
})
export type CaseNote = Static<typeof CaseNote>

/** What staff see of every case. */
export const caseFields = {
  id: Id,
  kind: Enum([...CASE_KINDS]),
  /** The thing, the person or the project. */
  subjectId: Id,
  openedAt: Time,
  /** Who works on it. */
  assignee: nullable(Creator),
  /** Who can be given it: staff with the right, without those who are part of it. */
  staff: ListOf(Creator),
  /** Oldest first. */
  proof: ListOf(Proof),
  notes: ListOf(CaseNote),
}

/** One report, with the words and the pictures of the thing as they were. */
const CaseReport = exact({
  id: Id,
  reporter: AdminReport.properties.reporter,
  reason: AdminReport.properties.reason,
  text: Text(),
  snapshot: Snapshot,
  pictures: ListOf(Picture),
  status: AdminReport.properties.status,
  outcome: AdminReport.properties.outcome,
  note: nullable(Text()),
  createdAt: Time,
  closedAt: nullable(Time),
})

/** A decision against the author before. */
const Strike = exact({
  kind: Enum(['removed', 'copyright', 'suspended', 'creator']),
  title: Text(),
  reason: Text(),
  at: Time,
})

/** The case of something reported or appealed. */
export const ContentCase = entity('ContentCase', {
  ...caseFields,
  kind: Enum([...REPORT_KINDS]),
  /** The author of the thing, or the person. Null when the account was deleted. */
  author: nullable(Creator),
  /** The thing as it is now; null when it was deleted. Of a message only that message. */
  now: nullable(
    exact({
      title: Text(),
      text: Text(),
      tags: ListOf(Text()),
      pictures: ListOf(Picture),
      /** Since when and why; null while it is up. For a person, the suspension. */
      takenDown: nullable(exact({ at: Time, reason: nullable(Text()) })),
    }),
  ),
  /** Newest first; at most 100. */
  reports: ListOf(CaseReport),
  /** The author's appeals in this case, newest first. */
  appeals: ListOf(Appeal),
  /** Everything else that was decided against the author, the latest first; at most 50. */
  strikes: ListOf(Strike),
})
export type ContentCase = Static<typeof ContentCase>

const Note = exact({ text: filledText(MAX_PROJECT_TEXT) })
const Assignment = exact({ assigneeId: nullable(Id) })

const contentParams = ObjectOf({ kind: Enum([...REPORT_KINDS]), id: Id })
const contentCase = '/api/admin/cases/:kind/:id'

export const getCase = defineEndpoint({
  method: 'GET',
  path: contentCase,
  access: 'admin',
  right: 'reports.decide',
  summary:
    'The case of something reported or appealed: how it was and is, all reports, appeals, proof, notes, and what was decided against its author before. Opening it is logged.',
  params: contentParams,
  response: ContentCase,
  errors: ['not_found'],
})

export const noteCase = defineEndpoint({
  method: 'POST',
  path: `${contentCase}/notes`,
  access: 'admin',
  right: 'reports.decide',
  summary: 'Write a note on a case. Only staff read it.',
  status: 201,
  response: CaseNote,
  params: contentParams,
  body: Note,
  errors: ['not_found', 'conflict'],
})

export const assignCase = defineEndpoint({
  method: 'PUT',
  path: `${contentCase}/assignee`,
  access: 'admin',
  right: 'reports.decide',
  summary: 'Give a case to a member of staff who may decide it, or to nobody.',
  params: contentParams,
  body: Assignment,
  errors: ['not_found', 'conflict'],
})

const CaseCard = entity('CaseCard', {
  id: Id,
  kind: Enum([...CASE_KINDS]),
  subjectId: Id,
  /** Title of the post, work or project; empty for what has none. */
  title: Text(),
  /** Whether something in it still waits for a decision. */
  isOpen: Flag(),
  openedAt: Time,
})
export type CaseCard = Static<typeof CaseCard>

export const listAssignedCases = defineEndpoint({
  method: 'GET',
  path: '/api/admin/cases',
  access: 'admin',
  right: 'queues.read',
  summary: 'Cases given to the caller that they may still decide, the last opened first.',
  query: paged({}),
  response: ListOf(CaseCard),
})

/** Notes and assignment of a dispute. Its case file belongs to projects. */
export const noteDispute = defineEndpoint({
  method: 'POST',
  path: '/api/admin/disputes/:id/notes',
  access: 'admin',
  right: 'disputes.decide',
  summary: 'Write a note on a dispute. Only staff read it.',
  status: 201,
  response: CaseNote,
  params: ObjectOf({ id: Id }),
  body: Note,
  errors: ['not_found', 'conflict'],
})

export const assignDispute = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/disputes/:id/assignee',
  access: 'admin',
  right: 'disputes.decide',
  summary: 'Give a dispute to a member of staff who may rule on it, or to nobody.',
  params: ObjectOf({ id: Id }),
  body: Assignment,
  errors: ['not_found', 'conflict'],
})

/** A case as one of its sides sees it. Of a dispute both see the proof of both; otherwise each sees their own. */
export const OwnCase = entity('OwnCase', {
  /** Uploads for it name this id. */
  id: Id,
  kind: Enum([...CASE_KINDS]),
  subjectId: Id,
  side: Enum([...CASE_SIDES]),
  /** Title of the post, work or project; empty for what has none. */
  title: Text(),
  /** What the caller said when they reported, appealed or asked for a ruling. */
  said: Text(),
  /** Until when they can add proof. */
  proofUntil: Time,
  canAdd: Flag(),
  /** Oldest first. */
  proof: ListOf(Proof),
  /** How it ended for the caller; null while it is open. */
  outcome: nullable(
    exact({
      result: Enum(['removed', 'no_action', 'upheld', 'restored', 'ruled']),
      reason: nullable(Text()),
      at: Time,
    }),
  ),
})
export type OwnCase = Static<typeof OwnCase>

const ownParams = ObjectOf({ kind: Enum([...CASE_KINDS]), id: Id })
const ownCase = '/api/cases/:kind/:id'

export const getOwnCase = defineEndpoint({
  method: 'GET',
  path: ownCase,
  access: 'member',
  summary:
    'A case for one of its sides: of something the caller reported or appealed for, or of their disputed project.',
  params: ownParams,
  response: OwnCase,
  errors: ['not_found'],
})

export const addProof = defineEndpoint({
  method: 'POST',
  path: `${ownCase}/proof`,
  access: 'member',
  idempotent: true,
  summary:
    'Add words and files to a case, until its last day. Files are uploads that were begun with the metadata `purpose=evidence` and `case`. In a dispute the other side reads it and is told.',
  params: ownParams,
  body: exact({
    /** May be empty only with files. */
    text: Text({ maxLength: MAX_PROJECT_TEXT }),
    fileIds: Optional(ListOf(Id, { maxItems: MAX_PROOF_FILES, uniqueItems: true })),
  }),
  status: 201,
  response: OwnCase,
  errors: ['not_found'],
})
