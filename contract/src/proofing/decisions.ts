import {
  Array as ListOf,
  Enum,
  Integer,
  Object as ObjectOf,
  Optional,
  String as Text,
  type Static,
} from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { Count, Id, Time, entity, exact, idParams, nullable } from '../http/scalars.ts'
import { MAX_PICKS, MAX_PROOF_TEXT } from '../limits.ts'
import { Picks } from '../projects/picks.ts'
import { ProofAuthor } from './marks.ts'

/** `change`: it is not right yet. */
export const FILE_VERDICTS = ['approved', 'change'] as const
export type FileVerdict = (typeof FILE_VERDICTS)[number]

/** What was decided about one version of a file. It holds for exactly these bytes. */
export const FileDecision = entity('FileDecision', {
  versionId: Id,
  verdict: Enum([...FILE_VERDICTS]),
  note: Text(),
  by: ProofAuthor,
  at: Time,
  /** The SHA-256 of the file in hexadecimal digits. */
  sha256: Text({ pattern: '^[0-9a-f]{64}$' }),
})
export type FileDecision = Static<typeof FileDecision>

/** The things that the client has picked, where the terms say how many files are in the price. */
export const ProofPicks = entity('ProofPicks', {
  /** Null if the terms say nothing: then all files are in the price. */
  most: nullable(Picks),
  /** The first choice first. */
  thingIds: ListOf(Id, { maxItems: MAX_PICKS }),
  /** The room's count of changes when they last changed. */
  change: Count,
})
export type ProofPicks = Static<typeof ProofPicks>

const base = '/api/proof-rooms/:id'

export const decideOnVersion = defineEndpoint({
  method: 'PUT',
  path: `${base}/versions/:versionId/decision`,
  access: 'public',
  summary: 'Say of a delivered file that it is right, or that it has to change. The latest counts.',
  params: ObjectOf({ ...idParams, versionId: Id }),
  body: exact({
    verdict: Enum([...FILE_VERDICTS]),
    note: Optional(Text({ maxLength: MAX_PROOF_TEXT })),
  }),
  response: FileDecision,
  errors: ['not_found', 'auth.forbidden', 'conflict', 'link.ended'],
})

export const setProofPicks = defineEndpoint({
  method: 'PUT',
  path: `${base}/picks`,
  access: 'public',
  summary:
    'Say which files are in the price, the first choice first. Refused if they changed after `change`: read the room again.',
  params: ObjectOf(idParams),
  body: exact({
    thingIds: ListOf(Id, { maxItems: MAX_PICKS, uniqueItems: true }),
    /** `change` of the picks that this list was made from. */
    change: Integer({ minimum: 0, maximum: 2_147_483_647 }),
  }),
  response: ProofPicks,
  errors: ['not_found', 'auth.forbidden', 'conflict', 'link.ended'],
})

/** The picks as a PDF, with the pictures that the viewer may see. It returns a file, so it is not an endpoint. */
export const picksSheetUrl = (roomId: string): string => `/api/proof-rooms/${roomId}/picks.pdf`
