import {
  Array as ListOf,
  Boolean as Flag,
  Enum,
  Integer,
  Number as NumberOf,
  Optional,
  String as Text,
  type Static,
} from 'typebox'
import { Count, Id, Time, entity, exact, filledText, nullable } from '../http/scalars.ts'
import { words } from '../http/words.ts'
import { MAX_PATH_POINTS, MAX_PROOF_PAGES, MAX_PROOF_TEXT } from '../limits.ts'
import { Creator } from '../people/users.ts'

/**
 * What a mark draws. `whole` draws nothing: it is about the whole file, or about a moment of it. The numbers in `points`
 * are, for a point, x and y; for a box, left, top, width and height; for an arrow, where it begins and its tip; for a
 * line, x and y of each corner. They are fractions of the shown picture, after it was turned upright.
 */
export const MARK_SHAPES = ['whole', 'point', 'box', 'arrow', 'line'] as const
export type MarkShape = (typeof MARK_SHAPES)[number]

const MOMENT = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const

/** Where something is in a version of a file. */
export const MarkPlace = exact({
  shape: Enum([...MARK_SHAPES]),
  points: ListOf(NumberOf({ minimum: 0, maximum: 1 }), { maxItems: 2 * MAX_PATH_POINTS }),
  /** Of a document, counted from 1; null for anything else. */
  page: nullable(Integer({ minimum: 1, maximum: MAX_PROOF_PAGES })),
  /**
   * When, for a film or a sound; null for anything else, and for remarks about all of it. In a film it is the time of a
   * frame in units of its `FrameTimes`, counted from the first frame. In a sound it is milliseconds.
   */
  from: nullable(Integer({ ...MOMENT, ...words('moment') })),
  /** The last frame or moment of a span; null for a single one. */
  to: nullable(Integer({ ...MOMENT, ...words('last moment') })),
})
export type MarkPlace = Static<typeof MarkPlace>

/**
 * `done`: whoever made the thing says so. `confirmed`: whoever asked for it agrees.
 */
export const MARK_STATES = ['open', 'done', 'confirmed'] as const
export type MarkState = (typeof MARK_STATES)[number]

/** Somebody in a proof room. */
export const ProofAuthor = exact({
  /** Null for a guest. */
  person: nullable(Creator),
  /** The name that a guest gave; null for members. */
  guest: nullable(Text()),
  isViewer: Flag(),
})
export type ProofAuthor = Static<typeof ProofAuthor>

export const ProofReply = exact({
  id: Id,
  by: ProofAuthor,
  text: Text(),
  createdAt: Time,
})
export type ProofReply = Static<typeof ProofReply>

/** A remark about a version of a file, with the answers to it. */
export const ProofMark = entity('ProofMark', {
  id: Id,
  /** Which of the thing's marks it is, from 1. Numbers are never given again. */
  number: Integer({ minimum: 1 }),
  thingId: Id,
  /** The version it was made on. */
  versionId: Id,
  place: MarkPlace,
  by: ProofAuthor,
  text: Text(),
  state: Enum([...MARK_STATES]),
  doneAt: nullable(Time),
  confirmedAt: nullable(Time),
  /** Which change it was part of when the client asked for one, from 1; null if it was not. Its text stays then. */
  round: nullable(Integer({ minimum: 1 })),
  replies: ListOf(ProofReply),
  createdAt: Time,
  editedAt: nullable(Time),
  /** The room's count of changes when this one last changed. */
  change: Count,
  /** It was taken back: only its ids and its number still mean something. */
  isGone: Flag(),
})
export type ProofMark = Static<typeof ProofMark>

const RemarkText = filledText(MAX_PROOF_TEXT)

export const NewMark = exact({ versionId: Id, place: MarkPlace, text: RemarkText })
export type NewMark = Static<typeof NewMark>

export const ChangedMark = exact({ text: Optional(RemarkText), place: Optional(MarkPlace) })
export const NewReply = exact({ text: RemarkText })

/** How many numbers the points of each shape have; the second is the most. */
export const POINTS_OF: Readonly<Record<MarkShape, readonly [least: number, most: number]>> = {
  whole: [0, 0],
  point: [2, 2],
  box: [4, 4],
  arrow: [4, 4],
  line: [4, 2 * MAX_PATH_POINTS],
}
