import { MAX_PROOF_PAGES } from '@plinth/contract/limits.ts'
import { POINTS_OF, type MarkPlace, type MarkState } from '@plinth/contract/proofing/marks.ts'
import type { LinkRight } from '@plinth/contract/proofing/links.ts'
import type { RoomRight } from '@plinth/contract/proofing/rooms.ts'
import type { ProjectRole, ProjectStatus } from '@plinth/contract/projects/project-states.ts'
import { passedUnits } from '@plinth/contract/projects/frames.ts'
import { AppError, invalidField } from '../../../http/errors.ts'
import type { KeptProof } from '../delivery/delivery-proof-queries.ts'

/** Statuses in which the two still work on what was delivered. Afterwards the room stays as it is. */
export const AT_WORK: readonly ProjectStatus[] = [
  'accepted',
  'delivered',
  'revision_requested',
  'approved',
  'disputed',
]

/** Statuses before the approval, which settles what was decided and picked. */
export const DECIDING: ReadonlySet<ProjectStatus> = new Set([
  'accepted',
  'delivered',
  'revision_requested',
  'disputed',
])

/** What guests may do, by the right of their link. Each has what those before it have. */
const OF_GUESTS: Record<LinkRight, readonly RoomRight[]> = {
  look: [],
  comment: ['comment'],
  pick: ['comment', 'pick'],
  decide: ['comment', 'decide', 'pick'],
}
const SETTLED: ReadonlySet<RoomRight> = new Set(['decide', 'pick'])

/** What whoever opened a room for themselves may do in it. */
const OF_OWNERS: readonly RoomRight[] = ['comment', 'finish', 'confirm', 'arrange']

/** What somebody with this role, or a guest by a link with this right, may do in a room of a project or of somebody's own. */
export function rightsIn(
  role: ProjectRole | null,
  status: ProjectStatus,
  { guest = null, isOwn = false }: { guest?: LinkRight | null; isOwn?: boolean } = {},
): RoomRight[] {
  if (!AT_WORK.includes(status)) return []
  if (role === 'creator') return isOwn ? [...OF_OWNERS] : ['comment', 'finish', 'arrange']
  const rights: readonly RoomRight[] =
    role === 'client'
      ? ['comment', 'confirm', 'decide', 'pick']
      : guest === null
        ? []
        : OF_GUESTS[guest]
  return rights.filter((right) => DECIDING.has(status) || !SETTLED.has(right))
}

/** A note about a change with the number of comments that are its list. */
export function withList(note: string, marks: number): string {
  if (marks === 0) return note
  const list = `${marks === 1 ? '1 comment' : `${marks} comments`} in the proof room.`
  return note === '' ? list : `${note}\n\n${list}`
}

const refused = (message: string) => new AppError('auth.forbidden', message)

/** Throws unless somebody with these rights may bring a mark from one state to another. */
export function checkStateMove(rights: readonly RoomRight[], from: MarkState, to: MarkState): void {
  if (to === 'done' && !rights.includes('finish'))
    throw refused('Only the creator can mark a comment as done.')
  if (to === 'confirmed' && !rights.includes('confirm'))
    throw refused('Only the client can say that it looks right.')
  // What the client has agreed to is not the creator's to open again.
  if (from === 'confirmed' && !rights.includes('confirm'))
    throw refused('The client has agreed that this looks right.')
  if (!rights.includes('finish') && !rights.includes('confirm'))
    throw refused('You can’t change this in this room.')
}

/** Points are kept with so many places, which is finer than a pixel of the largest picture. */
const PLACES = 1e5
const rounded = (point: number) => Math.round(point * PLACES) / PLACES

/** Kinds that are seen as pictures. Others are drawn on once they have pages. */
const DRAWN_ON: ReadonlySet<string> = new Set(['image', 'video', 'pdf'])

/** The medium that a place has to fit to. */
export interface Marked {
  kind: string
  proof: KeptProof | null
}

/** Checks a place against its file, and returns it as it is kept. Throws a 400 where there is no such place. */
export function placeIn({ kind, proof }: Marked, place: MarkPlace): MarkPlace {
  const { shape, page, from, to } = place
  const [least, most] = POINTS_OF[shape]
  const points = place.points.map(rounded)
  if (points.length < least || points.length > most || points.length % 2 === 1)
    throw invalidField('place', 'The mark has too few or too many points.')
  if (shape === 'box') {
    const [x = 0, y = 0, width = 0, height = 0] = points
    if (width === 0 || height === 0 || x + width > 1.00001 || y + height > 1.00001)
      throw invalidField('place', 'The box has to be inside of the picture.')
  }
  if (shape !== 'whole' && !DRAWN_ON.has(kind) && proof?.pages === undefined)
    throw invalidField('place', 'There is nothing to draw on in this file.')
  checkPage(proof, { kind, page })
  checkTime(proof, { kind, from, to })
  return { shape, points, page, from, to }
}

function checkPage(
  proof: KeptProof | null,
  { kind, page }: { kind: string; page: number | null },
): void {
  if (page === null) return
  // The pages of a PDF are there before they are drawn; those of a text are made of it.
  const last = proof?.pages?.sizes.length ?? (kind === 'pdf' ? MAX_PROOF_PAGES : 0)
  if (page > last) throw invalidField('place', 'There is no such page.')
}

function checkTime(
  proof: KeptProof | null,
  { kind, from, to }: { kind: string } & Pick<MarkPlace, 'from' | 'to'>,
): void {
  if (from === null && to === null) return
  const wrong = () => invalidField('place', 'There is no such moment.')
  if (from === null || (kind !== 'video' && kind !== 'audio') || (to !== null && to <= from))
    throw wrong()
  if (proof?.film !== undefined) {
    const frames = new Set(passedUnits(proof.film.frames))
    if (!frames.has(from) || (to !== null && !frames.has(to))) throw wrong()
  }
  if (proof?.sound !== undefined && (to ?? from) > proof.sound.durationMs) throw wrong()
}
