import {
  Array as ListOf,
  Boolean as Flag,
  Enum,
  Integer,
  Object as ObjectOf,
  Optional,
  String as Text,
  type Static,
} from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { Count, Id, Time, entity, exact, idParams, nullable } from '../http/scalars.ts'
import { FrameTimes } from '../projects/frames.ts'
import { DeliveryFile } from '../projects/projects.ts'
import { PROJECT_ROLES, PROJECT_STATUSES } from '../projects/project-states.ts'
import { Creator } from '../people/users.ts'
import { FileDecision, ProofPicks } from './decisions.ts'
import { ChangedMark, MARK_STATES, NewMark, NewReply, ProofMark } from './marks.ts'

/** One version of a thing: a file of a delivery. */
export const ProofVersion = exact({
  ...DeliveryFile.properties,
  /** From 1 on. */
  number: Integer({ minimum: 1 }),
  /** The delivery it came with. */
  delivery: Integer({ minimum: 1 }),
  deliveredAt: Time,
  /** When each frame is shown. Null for anything but a film, and until its copy is ready. */
  frames: nullable(FrameTimes),
})
export type ProofVersion = Static<typeof ProofVersion>

/** A picture, a film, a document: something that gets better with each delivery. */
export const ProofThing = exact({
  id: Id,
  /** The newest first. */
  versions: ListOf(ProofVersion, { minItems: 1 }),
})
export type ProofThing = Static<typeof ProofThing>

/** A file that looks like the newest versions of things, all of earlier deliveries. */
const ProofLikeness = exact({
  versionId: Id,
  /** The most alike first. */
  thingIds: ListOf(Id, { minItems: 1 }),
  /** Whether it is proposed as a version of the first one: it is a thing by itself, and nobody has said that it is. */
  isProposed: Flag(),
})
export type ProofLikeness = Static<typeof ProofLikeness>

/** What the viewer may do in a room. */
const ROOM_RIGHTS = ['comment', 'finish', 'confirm', 'arrange', 'decide', 'pick'] as const
export type RoomRight = (typeof ROOM_RIGHTS)[number]

/**
 * Where the two of a hire look at its deliveries together; its id is the project's. Or where a creator shows drafts of
 * their own to guests, for feedback.
 */
export const ProofRoom = entity('ProofRoom', {
  id: Id,
  title: Text(),
  status: Enum([...PROJECT_STATUSES]),
  /** Null in a room that a creator has opened for themselves. */
  client: nullable(Creator),
  creator: Creator,
  /** Null for whoever is neither of the two. Whoever opened a room for themselves is its creator. */
  role: nullable(Enum([...PROJECT_ROLES])),
  /**
   * `comment`: mark and answer. `finish`: say that something is done. `confirm`: say that it is right. `arrange`: say
   * which file replaces which. `decide`: say of each file that it is right or has to change. `pick`: choose what is in
   * the price.
   */
  rights: ListOf(Enum([...ROOM_RIGHTS])),
  /** In the order of the newest delivery, then what only earlier ones had. */
  things: ListOf(ProofThing),
  deliveries: ListOf(
    exact({
      number: Integer({ minimum: 1 }),
      note: Text(),
      createdAt: Time,
      answer: nullable(Enum(['approved', 'revision'])),
    }),
  ),
  /** What was decided about versions; the latest of each. */
  decisions: ListOf(FileDecision),
  picks: ProofPicks,
  /** For whoever may `arrange`; empty for everybody else. */
  likenesses: ListOf(ProofLikeness),
  /** How often something has changed in it. */
  changes: Count,
  /** Whether the viewer gets the files themselves, without a watermark. */
  isOpen: Flag(),
})
export type ProofRoom = Static<typeof ProofRoom>

const params = ObjectOf(idParams)
const markParams = ObjectOf({ ...idParams, markId: Id })
const replyParams = ObjectOf({ ...idParams, markId: Id, replyId: Id })
const base = '/api/proof-rooms/:id'

export const getProofRoom = defineEndpoint({
  method: 'GET',
  path: base,
  // For the two of a project, for whoever opened it, and for guests, who send their pass.
  access: 'public',
  right: 'disputes.decide',
  summary: 'A proof room: the files that are looked at in it, in all their versions.',
  params,
  response: ProofRoom,
  errors: ['not_found', 'link.ended'],
})

/** The marks of a room that have changed, and the count of changes up to which they are. */
export const ProofMarks = exact({ changes: Count, marks: ListOf(ProofMark) })
export type ProofMarks = Static<typeof ProofMarks>

export const listProofMarks = defineEndpoint({
  method: 'GET',
  path: `${base}/marks`,
  access: 'public',
  right: 'disputes.decide',
  summary:
    'Marks that changed after this count of changes, in the order in which they were made; all of them without it.',
  params,
  query: exact({ since: Optional(Integer({ minimum: 0, maximum: 2_147_483_647 })) }),
  response: ProofMarks,
  errors: ['not_found', 'link.ended'],
})

export const readProofRoom = defineEndpoint({
  method: 'POST',
  path: `${base}/read`,
  access: 'member',
  summary:
    "Mark the caller's notification of comments by guests as read, if they have seen the room up to its newest change.",
  params,
  body: exact({ upTo: Integer({ minimum: 0, maximum: 2_147_483_647 }) }),
  errors: ['not_found'],
})

/** A step in a proof room. It answers the mark as it is afterwards. Whoever is not in the room gets 404. */
const markStep = {
  access: 'public',
  response: ProofMark,
  errors: ['not_found', 'auth.forbidden', 'conflict', 'link.ended'],
} as const

export const addProofMark = defineEndpoint({
  ...markStep,
  method: 'PUT',
  path: `${base}/marks/:markId`,
  summary: 'Make a mark. The caller chooses its id, so that sending it again makes no second one.',
  params: markParams,
  body: NewMark,
})
export const changeProofMark = defineEndpoint({
  ...markStep,
  method: 'PATCH',
  path: `${base}/marks/:markId`,
  summary:
    'Change what the caller wrote, or where it points, until it is part of a change that the client asked for.',
  params: markParams,
  body: ChangedMark,
})
export const deleteProofMark = defineEndpoint({
  ...markStep,
  method: 'DELETE',
  path: `${base}/marks/:markId`,
  summary:
    'Take back a mark of the caller that nobody else has answered and that is part of no change.',
  params: markParams,
})
export const setProofMarkState = defineEndpoint({
  ...markStep,
  method: 'PUT',
  path: `${base}/marks/:markId/state`,
  summary:
    'Say that it is done (the creator), that it is right (the client), or that it is open again (both).',
  params: markParams,
  body: exact({ state: Enum([...MARK_STATES]) }),
})
export const addProofReply = defineEndpoint({
  ...markStep,
  method: 'PUT',
  path: `${base}/marks/:markId/replies/:replyId`,
  summary:
    'Answer a mark. The caller chooses the id of the answer, so that sending it again makes no second one.',
  params: replyParams,
  body: NewReply,
})
export const deleteProofReply = defineEndpoint({
  ...markStep,
  method: 'DELETE',
  path: `${base}/marks/:markId/replies/:replyId`,
  summary: 'Take back an answer of the caller.',
  params: replyParams,
})

export const bindProofVersion = defineEndpoint({
  method: 'PUT',
  path: `${base}/versions/:versionId`,
  access: 'member',
  summary:
    'Say which thing a delivered file is a version of; null for one of its own. For the creator.',
  params: ObjectOf({ ...idParams, versionId: Id }),
  body: exact({ thingId: nullable(Id) }),
  response: ProofRoom,
  errors: ['not_found', 'auth.forbidden', 'conflict'],
})
