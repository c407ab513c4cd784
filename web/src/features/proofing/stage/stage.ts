import type { ReactNode } from 'react'
import type { ProofMark } from '@plinth/contract/proofing/marks.ts'
import type { ProofVersion } from '@plinth/contract/proofing/rooms.ts'

/** What is shown of a medium that has more than one picture: a frame, a moment, a page. */
export interface Moment {
  /** Of a document, counted from 1. */
  page: number | null
  /** As in `MarkPlace`: the time of a frame, or milliseconds. */
  from: number | null
  /** The end of a span that the viewer has set; null for a single moment. */
  to: number | null
  /** While it plays, no mark is drawn and none can be made. */
  isMoving: boolean
}

/** What each kind of medium gets from the room: a stage for pictures, for films, for sounds, for documents. */
export interface StageProps {
  version: ProofVersion
  /** Marks of this version that are to be seen, in the order of their numbers. */
  marks: readonly ProofMark[]
  selectedId: string | null
  onSelect: (markId: string) => void
  /** Fills the box of the shown picture exactly. The stage places it over the medium. */
  layer: ReactNode
  /** Point, box, arrow, draw. A film shows them beside its own controls. */
  tools: ReactNode
  moment: Moment
  onMoment: (moment: Moment) => void
  /** Set to lead somewhere: a mark that was chosen in the list. Each new object leads there once. */
  goTo: Moment | null
  /** Whether the viewer may write and draw here. Not set for whoever only looks. */
  canComment?: boolean
  /** `M` was pressed: whoever wants to comment goes to the field. */
  onComment: () => void
  /** A link no longer works. */
  onFailed: () => void
}

export const STILL: Moment = { page: null, from: null, to: null, isMoving: false }
