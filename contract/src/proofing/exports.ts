import { Object as ObjectOf, type Static } from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { Count, Id, exact, idParams } from '../http/scalars.ts'
import type { FrameTable } from '../projects/frame-table.ts'

/** All remarks of a room as a table. It returns a file, so it is not an endpoint of the contract; neither are the next. */
export const marksTableUrl = (roomId: string): string => `/api/proof-rooms/${roomId}/marks.csv`

/**
 * The remarks about a version: as a CMX 3600 edit decision list, as Final Cut Pro XML, or as a PDF to print. The first
 * two are of films with a steady rate.
 */
export const MARK_FILES = ['edl', 'fcpxml', 'pdf'] as const
export type MarkFile = (typeof MARK_FILES)[number]

const versionUrl = (roomId: string, versionId: string): string =>
  `/api/proof-rooms/${roomId}/versions/${versionId}`

export const versionMarksUrl = (roomId: string, versionId: string, file: MarkFile): string =>
  `${versionUrl(roomId, versionId)}/marks.${file}`

/** The same list for a timeline that counts every frame, at rates at which others leave out numbers. */
export const NO_DROP = 'drop=no'

/** Numerator and denominator of the frames a second. */
export type Rate = readonly [frames: number, seconds: number]

/** What a time code has two digits for, and editing programs have timelines of. */
const MOST_FRAMES = 60
/** Whole numbers of frames a second, and the same in 1.001 seconds, as American television has them. */
const SECONDS: ReadonlySet<number> = new Set([1, 1_001])

/** The rate at which a film can be edited; null if it has no steady one, or one that no time code counts. */
export function editRate({ rate }: Pick<FrameTable, 'rate'>): Rate | null {
  if (rate === null) return null
  const [frames, seconds] = rate
  return SECONDS.has(seconds) && frames / seconds <= MOST_FRAMES ? rate : null
}

/** Frames that a second of time code counts: 24 for 23.976 a second. */
export const countedRate = ([frames, seconds]: Rate): number => Math.round(frames / seconds)

/** Whether there is a way of counting that leaves out numbers, so that the time code keeps up with the clock. */
export const canDrop = (rate: Rate): boolean =>
  rate[1] === 1_001 && [30, 60].includes(countedRate(rate))

/** What came of the comments of a PDF. */
export const ReadComments = exact({
  added: Count,
  /** Read before, by the same person. */
  known: Count,
  /** On pages that the version does not have. */
  left: Count,
})
export type ReadComments = Static<typeof ReadComments>

export const readProofComments = defineEndpoint({
  method: 'POST',
  path: '/api/proof-rooms/:id/versions/:versionId/comments',
  access: 'member',
  summary:
    'Make marks of the comments in a copy of a delivered PDF, which is sent as the raw body and not kept. Reading the same comments again makes no second ones.',
  rawBody: true,
  params: ObjectOf({ ...idParams, versionId: Id }),
  response: ReadComments,
  errors: ['not_found', 'auth.forbidden', 'conflict', 'media.unreadable'],
})
