import type { RoomRight } from '@plinth/contract/proofing/rooms.ts'
import type { Database } from '../../../db/pool.ts'
import type { Caller } from './guests/guest-rules.ts'
import type { By, HeldRoom } from './proofing-write-queries.ts'

/** Somebody's step in a room, which is held. */
export interface RoomStep {
  trx: Database
  room: HeldRoom
  rights: readonly RoomRight[]
  /** Whose step it is. */
  by: By
}

/** Runs a step in a room and tells both people of it. Throws 404 for everybody who is not in it. */
export type RunRoomStep = <T>(
  request: { id: string; viewer: Caller; right: RoomRight },
  work: (step: RoomStep) => Promise<T>,
) => Promise<T>
